#include "aspic/solvers/contact/contact_direct.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace aspic
{
namespace
{
bool can_move(const SweptBody& body) { return body.inverse_mass > 0 || trace(body.inverse_inertia) > 0; }

/// A symmetric positive definite matrix, row by row, and then its factor L.
class DenseCholesky
{
public:
    explicit DenseCholesky(std::size_t n) : n_(n), a_(n * n, 0.0) {}

    double& at(std::size_t row, std::size_t column) { return a_[row * n_ + column]; }

    /// A = L Lᵀ; false if it is not positive definite.
    bool factor()
    {
        for (std::size_t i = 0; i < n_; ++i)
        {
            for (std::size_t j = 0; j <= i; ++j)
            {
                double sum = at(i, j);
                for (std::size_t k = 0; k < j; ++k)
                    sum -= at(i, k) * at(j, k);
                if (i == j && !(sum > 0))
                    return false;
                at(i, j) = i == j ? std::sqrt(sum) : sum / at(j, j);
            }
        }
        return true;
    }

    void solve(std::vector<double>& b)
    {
        for (std::size_t i = 0; i < n_; ++i)
        {
            for (std::size_t k = 0; k < i; ++k)
                b[i] -= at(i, k) * b[k];
            b[i] /= at(i, i);
        }
        for (std::size_t i = n_; i-- > 0;)
        {
            for (std::size_t k = i + 1; k < n_; ++k)
                b[i] -= at(k, i) * b[k];
            b[i] /= at(i, i);
        }
    }

private:
    std::size_t n_;
    std::vector<double> a_;
};

class DirectSolve
{
public:
    DirectSolve(const ContactGroup& group, std::span<SweptContact> contacts, std::span<SweptBody> bodies)
        : bodies_(bodies), is_unequal_(group.mass_ratio > unequal_masses)
    {
        for (const std::size_t k : group.members)
            contacts_.push_back({contacts[k]});
    }

    bool run()
    {
        constexpr int rounds_of_all = 12; // then one by one, the first that must: changes of many may undo each other for ever
        const int most_rounds = is_unequal_ ? 4 * rounds_of_all : rounds_of_all; // sweeps can do the rest of the others
        find_scales();
        for (Member& member : contacts_)
            member.first = {member.contact.push, member.contact.brake_1, member.contact.brake_2};
        for (Member& member : contacts_)
            member.state = member.contact.push > 0 || gap_speed(member) < 0 ? State::sticks : State::open;
        for (int round = 0; round < most_rounds; ++round)
        {
            if (!solve_set())
                return false;
            if (!change_set(round >= rounds_of_all))
                return is_solved_;
        }
        return false;
    }

private:
    enum class State
    {
        open,
        sticks,
        slides
    };
    struct Member
    {
        SweptContact& contact;
        State state = State::open;
        Vec3d first{};           ///< [N s] impulses before the solve
        double d_1 = 0, d_2 = 0; ///< direction of the friction of one that slides
    };
    struct Row
    {
        const Member* member;
        int direction; ///< 0: the normal; 1, 2: the tangents

        [[nodiscard]] const ContactRow& row() const
        {
            const SweptContact& c = member->contact;
            return direction == 0 ? c.normal : direction == 1 ? c.tangent : c.bitangent;
        }
    };

    [[nodiscard]] double speed(const SweptContact& c, const ContactRow& row) const { return row.speed(bodies_[c.a], bodies_[c.b]); }
    [[nodiscard]] double gap_speed(const Member& member) const
    {
        return speed(member.contact, member.contact.normal) - member.contact.target;
    }
    void add(SweptContact& c, const Vec3d& more) const { c.add(more, bodies_[c.a], bodies_[c.b]); }

    void find_scales()
    {
        double fastest = 0;
        for (const Member& member : contacts_)
        {
            const SweptContact& c = member.contact;
            fastest = max(fastest, max(abs(gap_speed(member)), c.push / c.normal_mass));
        }
        least_speed_ = 1e-9 * fastest;
    }

    /// The speed along one row that a unit impulse along another gives.
    [[nodiscard]] double response(const Row& p, const Row& q) const
    {
        const SweptContact &c = p.member->contact, &d = q.member->contact;
        const ContactRow &r = p.row(), &s = q.row();
        double sum = 0;
        const auto through = [&](std::size_t body, double sign, const Vec3d& arm, const Vec3d& turn) {
            sum += sign * (bodies_[body].inverse_mass * dot(r.direction, s.direction) + dot(arm, turn));
        };
        if (c.a == d.a)
            through(c.a, 1, r.arm_a, s.turn_a);
        if (c.b == d.b)
            through(c.b, 1, r.arm_b, s.turn_b);
        if (c.a == d.b)
            through(c.a, -1, r.arm_a, s.turn_b);
        if (c.b == d.a)
            through(c.b, -1, r.arm_b, s.turn_a);
        return sum;
    }

    /// An axle may hold along a tangent: there friction has nothing to do.
    [[nodiscard]] std::vector<Row> rows() const
    {
        constexpr double stuck = 1e-6;
        std::vector<Row> rows;
        for (const Member& member : contacts_)
        {
            if (member.state == State::open)
                continue;
            rows.push_back({&member, 0});
            if (member.state == State::sticks && member.contact.friction > 0)
                for (const int direction : {1, 2})
                    if (const Row row{&member, direction}; response(row, row) * member.contact.slip_mass > stuck)
                        rows.push_back(row);
        }
        return rows;
    }

    /// Impulses as at first: what a redundant set of another round has made of them is forgotten.
    void begin_set()
    {
        for (Member& member : contacts_)
        {
            const SweptContact& c = member.contact;
            const Vec3d first = member.state == State::open ? Vec3d{} : member.first;
            add(member.contact, first - Vec3d{c.push, c.brake_1, c.brake_2});
            if (member.state == State::slides)
                slide(member);
        }
    }

    /// Brings the speeds of the set to their targets. Friction that slides follows the push.
    bool solve_set()
    {
        constexpr double share_of_diagonal = 1e-7; // small against the responses of the heaviest bodies, large against rounding
        constexpr int most_repetitions = 20;
        begin_set();
        const std::vector<Row> rows = this->rows();
        DenseCholesky matrix(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i)
        {
            for (std::size_t j = 0; j <= i; ++j)
                matrix.at(i, j) = response(rows[i], rows[j]);
            matrix.at(i, i) *= 1 + share_of_diagonal;
        }
        if (!matrix.factor())
            return false;
        is_solved_ = false;
        std::vector<double> b(rows.size());
        for (int repetition = 0; repetition < most_repetitions && !is_solved_; ++repetition)
        {
            double largest = 0;
            for (std::size_t i = 0; i < rows.size(); ++i)
            {
                const SweptContact& c = rows[i].member->contact;
                b[i] = (rows[i].direction == 0 ? c.target : 0.0) - speed(c, rows[i].row());
                largest = max(largest, abs(b[i]));
            }
            is_solved_ = largest <= least_speed_;
            if (is_solved_)
                break;
            matrix.solve(b);
            for (std::size_t i = 0; i < rows.size(); ++i)
                add(rows[i].member->contact,
                    {rows[i].direction == 0 ? b[i] : 0, rows[i].direction == 1 ? b[i] : 0, rows[i].direction == 2 ? b[i] : 0});
            for (Member& member : contacts_)
                if (member.state == State::slides)
                    slide(member);
        }
        largest_push_ = 0;
        for (const Member& member : contacts_)
            largest_push_ = max(largest_push_, member.contact.push);
        return true;
    }

    void slide(Member& member) const
    {
        SweptContact& c = member.contact;
        const double size = c.friction * max(0.0, c.push);
        add(c, {0, size * member.d_1 - c.brake_1, size * member.d_2 - c.brake_2});
    }

    /// Returns whether anything changed.
    bool change_set(bool only_first)
    {
        bool changed = false;
        for (Member& member : contacts_)
        {
            if (changed && only_first)
                break;
            const State before = member.state;
            if (before == State::open)
                member.state = gap_speed(member) < -10 * least_speed_ ? State::sticks : State::open;
            else if (member.contact.push < -1e-9 * largest_push_)
                member.state = State::open;
            else if (before == State::sticks)
                keep_in_cone(member);
            else
                changed = turn(member) || changed;
            changed = changed || member.state != before;
        }
        return changed;
    }

    void keep_in_cone(Member& member) const
    {
        const SweptContact& c = member.contact;
        const double size = sqrt(square(c.brake_1) + square(c.brake_2));
        if (size <= c.friction * max(0.0, c.push) + 1e-9 * largest_push_ || size == 0)
            return;
        member.state = State::slides;
        member.d_1 = c.brake_1 / size;
        member.d_2 = c.brake_2 / size;
        slide(member);
    }

    /// Friction acts against the slip, or holds.
    bool turn(Member& member) const
    {
        const SweptContact& c = member.contact;
        const double u_1 = speed(c, c.tangent), u_2 = speed(c, c.bitangent);
        const double size = sqrt(square(u_1) + square(u_2));
        if (size <= 10 * least_speed_)
            return false;
        if (u_1 * member.d_1 + u_2 * member.d_2 > 0)
        {
            member.state = State::sticks;
            return true;
        }
        const double turned = abs(u_1 * member.d_2 - u_2 * member.d_1) / size;
        member.d_1 = -u_1 / size;
        member.d_2 = -u_2 / size;
        slide(member);
        return turned > 1e-4;
    }

    std::span<SweptBody> bodies_;
    bool is_unequal_;
    std::vector<Member> contacts_;
    double least_speed_ = 0;  ///< [m/s] smaller ones are rounding
    double largest_push_ = 0; ///< [N s]
    bool is_solved_ = false;  ///< the speeds of the set are at their targets
};

/// Puts impulses back that are out of their cones by rounding.
void tidy(SweptContact& c, std::span<SweptBody> bodies)
{
    const double push = max(0.0, c.push);
    const double size = sqrt(square(c.brake_1) + square(c.brake_2));
    const double share = size > c.friction * push ? c.friction * push / size : 1;
    c.add({push - c.push, (share - 1) * c.brake_1, (share - 1) * c.brake_2}, bodies[c.a], bodies[c.b]);
}
} // namespace

std::vector<ContactGroup> contact_groups(std::span<const SweptContact> contacts, std::span<const SweptBody> bodies)
{
    std::vector<std::size_t> root(bodies.size());
    std::iota(root.begin(), root.end(), std::size_t{0});
    const auto find = [&](std::size_t k) {
        while (root[k] != k)
            k = root[k] = root[root[k]];
        return k;
    };
    for (const SweptContact& c : contacts)
        if (can_move(bodies[c.a]) && can_move(bodies[c.b]))
            root[std::max(find(c.a), find(c.b))] = std::min(find(c.a), find(c.b));
    std::map<std::size_t, ContactGroup> groups;
    std::map<std::size_t, std::pair<double, double>> masses; // inverse
    for (std::size_t k = 0; k < contacts.size(); ++k)
        for (const std::size_t body : {contacts[k].a, contacts[k].b})
        {
            if (!can_move(bodies[body]))
                continue;
            ContactGroup& group = groups[find(body)];
            if (group.members.empty() || group.members.back() != k)
                group.members.push_back(k);
            if (const double m = bodies[body].inverse_mass; m > 0)
            {
                auto& range = masses.try_emplace(find(body), m, m).first->second;
                range = {std::min(range.first, m), std::max(range.second, m)};
                group.mass_ratio = range.second / range.first;
            }
        }
    std::vector<ContactGroup> all;
    all.reserve(groups.size());
    for (auto& [number, group] : groups)
        all.push_back(std::move(group));
    return all;
}

bool solve_directly(const ContactGroup& group, std::span<SweptContact> contacts, std::span<SweptBody> bodies)
{
    const std::vector<SweptContact> contacts_before(contacts.begin(), contacts.end());
    const std::vector<SweptBody> bodies_before(bodies.begin(), bodies.end());
    if (DirectSolve(group, contacts, bodies).run())
    {
        for (const std::size_t k : group.members)
            tidy(contacts[k], bodies);
        return true;
    }
    std::ranges::copy(contacts_before, contacts.begin());
    std::ranges::copy(bodies_before, bodies.begin());
    return false;
}
} // namespace aspic
