#include "aspic/solvers/contact/rigid_solver.h"

#include "aspic/solvers/contact/contact_direct.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr int sweeps_before_direct = 20;

double thickness_of(const RigidBody& body) { return body.shape ? body.shape->thickness : 0; }

/// A body and a fall: what an impact must know.
struct Impact
{
    double speed;  ///< [m/s] towards each other, after the forces of the step
    double gap;    ///< [m] ≥ 0
    double pull;   ///< [m/s²] by which the forces speed it up
    double bounce; ///< e
    double dt;     ///< [s]
};

/// The speed apart after the step, so that the energy is e² times that at the moment of touching, wherever in the step it is: with the pull g, the
/// height h of the gap and v the speed before the step,  v'²/2 + g (h + v' dt) = e² (v²/2 + g h).
double speed_after(const Impact& impact)
{
    const double g = impact.pull;
    const double v = impact.speed - g * impact.dt;
    const double e2 = square(impact.bounce);
    const double root2 = square(g * impact.dt) + e2 * (v * v + 2 * g * impact.gap) - 2 * g * impact.gap;
    return root2 > 0 ? sqrt(root2) - g * impact.dt : 0;
}

/// The memory of each contact of a pair, or none: by the key, and for those that are left by the place, since rounding may swap the features of
/// surfaces that are flush. Each memory serves once.
class Recall
{
public:
    explicit Recall(const std::vector<ContactMemory>& memory) : memory_(memory), is_used_(memory.size(), false) {}

    /// `contacts` are all of one pair; memories are sorted like contacts, by bodies.
    void recall(std::span<const Contact> contacts, double near, std::span<const ContactMemory*> found)
    {
        const Contact& any = contacts.front();
        const auto before = [](const ContactMemory& m, const Contact& c) { return m.a != c.a ? m.a < c.a : m.b < c.b; };
        first_ = static_cast<std::size_t>(std::lower_bound(memory_.begin(), memory_.end(), any, before) - memory_.begin());
        last_ = first_;
        while (last_ < memory_.size() && memory_[last_].a == any.a && memory_[last_].b == any.b)
            ++last_;
        for (std::size_t k = 0; k < contacts.size(); ++k)
            found[k] = use([&](const ContactMemory& m) { return m.key == contacts[k].key; });
        for (std::size_t k = 0; k < contacts.size(); ++k)
            if (found[k] == nullptr)
                found[k] = use([&](const ContactMemory& m) { return norm(m.place - contacts[k].r_a) < near; });
    }

private:
    template <class Fits> const ContactMemory* use(const Fits& fits)
    {
        for (std::size_t m = first_; m < last_; ++m)
            if (!is_used_[m] && fits(memory_[m]))
            {
                is_used_[m] = true;
                return &memory_[m];
            }
        return nullptr;
    }

    const std::vector<ContactMemory>& memory_;
    std::vector<bool> is_used_;
    std::size_t first_ = 0, last_ = 0; ///< of the pair
};

/// Begins with the force of the step before, as far as it still pushes.
void start_from(const Vec3d& impulse, SweptContact& c, std::span<SweptBody> bodies)
{
    c.push = max(0.0, dot(impulse, c.normal.direction));
    c.brake_1 = dot(impulse, c.tangent.direction);
    c.brake_2 = dot(impulse, c.bitangent.direction);
    const double size = sqrt(square(c.brake_1) + square(c.brake_2));
    if (const double most = c.friction * c.push; size > most)
    {
        c.brake_1 *= most / size;
        c.brake_2 *= most / size;
    }
    c.normal.push(c.push, bodies[c.a], bodies[c.b]);
    c.tangent.push(c.brake_1, bodies[c.a], bodies[c.b]);
    c.bitangent.push(c.brake_2, bodies[c.a], bodies[c.b]);
}

/// Whether a push along the normal moves anything: one that passes through an axle does not.
bool gives_way(const Contact& contact, std::span<const RigidBody> bodies)
{
    constexpr double shortest = 1e-6; // lever, of the distance
    const auto moves = [&](Index k, const Vec3d& r) {
        const RigidBody& body = bodies[static_cast<std::size_t>(k)];
        return body.inverse_mass > 0 || (body.axle && abs(dot(*body.axle, cross(r, contact.normal))) > shortest * norm(r));
    };
    return moves(contact.a, contact.r_a) || moves(contact.b, contact.r_b);
}

SweptContact swept(const Contact& contact, std::span<const RigidBody> bodies, std::span<const SweptBody> swept_bodies)
{
    SweptContact c;
    c.a = static_cast<std::size_t>(contact.a);
    c.b = static_cast<std::size_t>(contact.b);
    c.normal.direction = contact.normal;
    c.r_a = contact.r_a;
    c.r_b = contact.r_b;
    c.friction = sqrt(bodies[c.a].surface.friction * bodies[c.b].surface.friction);
    prepare(c, swept_bodies);
    return c;
}

Index lost_body(std::span<const RigidBody> bodies)
{
    for (std::size_t k = 0; k < bodies.size(); ++k)
    {
        const RigidBodyState& s = bodies[k].state;
        if (!is_finite(s.position) || !is_finite(s.velocity) || !is_finite(s.angular_momentum) || !is_finite(s.orientation.v))
            return static_cast<Index>(k);
    }
    return -1;
}
} // namespace

void RigidSolver::apply_forces(std::span<RigidBody> bodies, std::span<const Wrench> forces, const Vec3d& gravity, double dt)
{
    courses_.assign(bodies.size(), Course{});
    for (std::size_t k = 0; k < bodies.size(); ++k)
    {
        RigidBody& body = bodies[k];
        if (!body.is_given())
        {
            const Wrench force = forces.empty() ? Wrench{} : forces[k];
            courses_[k].acceleration = body.axle ? Vec3d{} : gravity + body.inverse_mass * force.force;
            body.state.velocity += dt * courses_[k].acceleration;
            body.state.angular_momentum += dt * body.free_part(force.torque + body.weight_torque(gravity));
        }
        courses_[k].free_velocity = body.state.velocity;
    }
}

RigidReport RigidSolver::solve_contacts(std::span<RigidBody> bodies, double dt)
{
    courses_.resize(bodies.size());
    contacts_ = find_contacts(bodies, dt, settings_.margin);
    std::erase_if(contacts_, [&](const Contact& contact) { return !gives_way(contact, bodies); });
    std::vector<SweptBody> moving;
    for (const RigidBody& body : bodies)
        moving.emplace_back(body);

    std::vector<SweptContact> swept_contacts;
    RigidReport report;
    for (const Contact& contact : contacts_)
    {
        SweptContact c = swept(contact, bodies, moving);
        const Course& a = courses_[c.a];
        const Course& b = courses_[c.b];
        const double speed = -c.normal.speed(moving[c.a], moving[c.b]);
        const double pull = -dot(contact.normal, a.acceleration - b.acceleration);
        const double gap = max(0.0, contact.gap);
        const double bounce = max(bodies[c.a].surface.restitution, bodies[c.b].surface.restitution);
        const bool bounces = bounce > 0 && speed * dt > gap && speed > settings_.bounce_speed + 2 * abs(pull) * dt;
        c.target = bounces ? speed_after({speed, gap, pull, bounce, dt}) : -gap / dt;
        report.deepest = max(report.deepest, -contact.gap);
        swept_contacts.push_back(c);
    }
    start_from_memory(bodies, swept_contacts, moving, dt);
    const SweepReport sweeps = solve_velocities(swept_contacts, moving);
    apply_impulses(bodies, swept_contacts, dt);
    take_apart(bodies, swept_contacts, dt);
    report.contacts = static_cast<int>(contacts_.size());
    report.iterations = sweeps.iterations;
    report.residual = sweeps.residual;
    report.converged = sweeps.converged;
    report.lost_body = lost_body(bodies);
    return report;
}

/// Sweeps; what they do not solve, or only seem to as bodies differ much in mass, directly; and what that does not settle, by sweeps.
SweepReport RigidSolver::solve_velocities(std::span<SweptContact> contacts, std::span<SweptBody> bodies) const
{
    const std::vector<ContactGroup> groups = direct_groups(contacts, bodies);
    const bool any_unequal = std::ranges::any_of(groups, [](const ContactGroup& group) { return group.mass_ratio > unequal_masses; });
    const int first = any_unequal ? std::min(settings_.max_iterations, sweeps_before_direct) : settings_.max_iterations;
    SweepReport report = sweep_velocities(contacts, bodies, first, settings_.tolerance);
    bool is_changed = false;
    for (const ContactGroup& group : groups)
        if (!report.converged || group.mass_ratio > unequal_masses)
            is_changed = solve_directly(group, contacts, bodies) || is_changed;
    if (!is_changed && (report.converged || first == settings_.max_iterations))
        return report;
    const int before = report.iterations;
    report = sweep_velocities(contacts, bodies, settings_.max_iterations, settings_.tolerance);
    report.iterations += before;
    return report;
}

/// Groups that are small enough; sweeps do well for bodies of like mass.
std::vector<ContactGroup> RigidSolver::direct_groups(std::span<const SweptContact> contacts, std::span<const SweptBody> bodies) const
{
    if (settings_.direct_contacts == 0)
        return {};
    std::vector<ContactGroup> groups = contact_groups(contacts, bodies);
    const auto most = static_cast<std::size_t>(settings_.direct_contacts);
    std::erase_if(groups,
                  [&](const ContactGroup& group) { return group.members.size() > (group.mass_ratio > unequal_masses ? most : most / 2); });
    return groups;
}

void RigidSolver::start_from_memory(std::span<const RigidBody> bodies, std::span<SweptContact> contacts, std::span<SweptBody> moving,
                                    double dt) const
{
    constexpr double near = 0.05; // of the thickness
    std::vector<const ContactMemory*> found(contacts.size(), nullptr);
    Recall memories(memory_);
    for (std::size_t first = 0, next = 0; first < contacts.size(); first = next)
    {
        const SweptContact& any = contacts[first];
        for (next = first; next < contacts.size() && contacts[next].a == any.a && contacts[next].b == any.b;)
            ++next;
        const double thickness = min(thickness_of(bodies[any.a]), thickness_of(bodies[any.b]));
        memories.recall({&contacts_[first], next - first}, near * thickness, {&found[first], next - first});
    }
    for (std::size_t k = 0; k < contacts.size(); ++k)
        if (found[k] != nullptr)
            start_from(dt * found[k]->force, contacts[k], moving);
}

/// From the sums of impulses, not from the velocities of the sweeps: what a gets, b loses.
void RigidSolver::apply_impulses(std::span<RigidBody> bodies, std::span<const SweptContact> contacts, double dt)
{
    memory_.clear();
    impulses_.assign(bodies.size(), {});
    for (std::size_t k = 0; k < contacts.size(); ++k)
    {
        const SweptContact& c = contacts[k];
        const Vec3d P = c.impulse();
        memory_.push_back({contacts_[k].a, contacts_[k].b, contacts_[k].key, c.r_a, c.target > 0 ? Vec3d{} : P / dt});
        if (c.push == 0)
            continue;
        impulses_[c.a].force += P;
        impulses_[c.a].torque += cross(bodies[c.a].state.position + c.r_a, P);
        impulses_[c.b].force -= P;
        impulses_[c.b].torque -= cross(bodies[c.b].state.position + c.r_b, P);
        apply_impulse(bodies[c.a], {P, cross(c.r_a, P)});
        apply_impulse(bodies[c.b], {-P, cross(c.r_b, -P)});
        courses_[c.a].is_touched = courses_[c.b].is_touched = true;
    }
}

/// Velocities that end overlaps, solved like those of the bodies but from rest.
void RigidSolver::take_apart(std::span<const RigidBody> bodies, std::vector<SweptContact>& contacts, double dt)
{
    std::vector<SweptBody> moving;
    double fastest = 0;
    for (const RigidBody& body : bodies)
    {
        moving.emplace_back(body);
        moving.back().v = moving.back().w = {};
    }
    for (std::size_t k = 0; k < contacts.size(); ++k)
    {
        SweptContact& c = contacts[k];
        const double thickness = min(thickness_of(bodies[c.a]), thickness_of(bodies[c.b]));
        const double overlap = -contacts_[k].gap - settings_.slop * thickness;
        c.push = c.brake_1 = c.brake_2 = c.friction = 0;
        c.target = overlap > 0 ? min(settings_.correction * overlap / dt, settings_.correction_speed * thickness) : overlap / dt;
        fastest = max(fastest, c.target);
    }
    if (fastest > 0)
        for (const ContactGroup& group : direct_groups(contacts, moving))
            if (group.mass_ratio > unequal_masses)
                solve_directly(group, contacts, moving);
    if (fastest > 0)
        sweep_overlaps(contacts, moving, settings_.max_correction_iterations, 1e-3 * fastest);
    for (std::size_t k = 0; k < bodies.size(); ++k)
    {
        courses_[k].apart = bodies[k].is_given() ? Vec3d{} : moving[k].v;
        courses_[k].apart_turn = bodies[k].is_given() ? Vec3d{} : moving[k].w;
    }
}

/// A body that nothing but the forces has moved flies along a parabola, exactly; others go as far as their velocity at the end of the step says.
void RigidSolver::move(std::span<RigidBody> bodies, double dt)
{
    courses_.resize(bodies.size());
    for (std::size_t k = 0; k < bodies.size(); ++k)
    {
        RigidBody& body = bodies[k];
        const Course& course = courses_[k];
        const bool is_free = !course.is_touched && body.state.velocity == course.free_velocity;
        Vec3d shift = dt * (body.state.velocity + course.apart);
        if (is_free)
            shift -= (0.5 * dt * dt) * course.acceleration;
        body.state.position += shift;
        turn_freely(body, dt);
        if (!(course.apart_turn == Vec3d{}))
            body.state.orientation = normalized(rotation_by(dt * course.apart_turn) * body.state.orientation);
    }
}

RigidReport RigidSolver::advance(std::span<RigidBody> bodies, std::span<const Wrench> forces, const Vec3d& gravity, double dt)
{
    constexpr double most_parts = 1000;
    const int parts = static_cast<int>(std::clamp(std::ceil(dt / settings_.longest_step * (1 - 1e-12)), 1.0, most_parts));
    RigidReport total;
    for (int part = 0; part < parts; ++part)
    {
        apply_forces(bodies, forces, gravity, dt / parts);
        const RigidReport report = solve_contacts(bodies, dt / parts);
        move(bodies, dt / parts);
        total.contacts = report.contacts;
        total.iterations += report.iterations;
        total.residual = max(total.residual, report.residual);
        total.converged = total.converged && report.converged;
        total.deepest = max(total.deepest, report.deepest);
        total.lost_body = report.lost_body;
    }
    return total;
}
} // namespace aspic
