#include "aspic/boundaries/contact.h"
#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace aspic
{
namespace
{
/// A body as the search sees it.
struct Candidate
{
    RigidPose pose;
    Bounds box;       ///< [m] in the world, with how far it may come
    double reach = 0; ///< [m] how far a point of it may come in a step
    double size = 0;
    double margin = 0; ///< [m]
};

/// Upright bounds of the turned bounds. Endless axes stay endless.
Bounds placed(const Bounds& before, const RigidPose& pose)
{
    Bounds after{pose.position, pose.position};
    for (int row = 0; row < 3; ++row)
        for (int axis = 0; axis < 3; ++axis)
            if (const double factor = pose.rotation.row[row][axis]; abs(factor) > 1e-15)
            {
                const double low = factor * (before.low[axis] - pose.material_center[axis]);
                const double high = factor * (before.high[axis] - pose.material_center[axis]);
                after.low[row] += min(low, high);
                after.high[row] += max(low, high);
            }
    return after;
}

Candidate candidate(const RigidBody& body, double dt, double margin)
{
    Candidate c{body.pose(), placed(body.shape->bounds, body.pose()), 0, body.shape->size, margin * body.shape->thickness};
    const double radius = std::isfinite(c.size) ? c.size : 0;
    c.reach = dt * (norm(body.state.velocity) + norm(body.angular_velocity()) * radius);
    const double around = c.reach + (std::isfinite(c.margin) ? c.margin : 0);
    c.box.low = c.box.low - Vec3d{around, around, around};
    c.box.high = c.box.high + Vec3d{around, around, around};
    return c;
}

bool overlap(const Bounds& a, const Bounds& b)
{
    bool all = true;
    for (int axis = 0; axis < 3; ++axis)
        all = all && a.low[axis] <= b.high[axis] && b.low[axis] <= a.high[axis];
    return all;
}

using Pair = std::pair<Index, Index>;

/// Sweep and prune along x, in order of the lower bounds; pairs come out sorted by their numbers.
std::vector<Pair> overlapping_pairs(std::span<const RigidBody> bodies, const std::vector<Candidate>& candidates)
{
    std::vector<Index> order;
    for (std::size_t k = 0; k < bodies.size(); ++k)
        if (bodies[k].shape && candidates[k].box.low.x <= candidates[k].box.high.x) // a body that is lost (NaN) is left out
            order.push_back(static_cast<Index>(k));
    const auto box = [&](Index k) -> const Bounds& { return candidates[static_cast<std::size_t>(k)].box; };
    std::sort(order.begin(), order.end(),
              [&](Index i, Index j) { return box(i).low.x != box(j).low.x ? box(i).low.x < box(j).low.x : i < j; });
    std::vector<Pair> pairs;
    for (std::size_t p = 0; p < order.size(); ++p)
        for (std::size_t q = p + 1; q < order.size() && box(order[q]).low.x <= box(order[p]).high.x; ++q)
        {
            const auto [i, j] = std::minmax(order[p], order[q]);
            const bool both_given = bodies[static_cast<std::size_t>(i)].is_given() && bodies[static_cast<std::size_t>(j)].is_given();
            if (!both_given && overlap(box(i), box(j)))
                pairs.emplace_back(i, j);
        }
    std::sort(pairs.begin(), pairs.end());
    return pairs;
}

/// All parts of one body against all of the other.
std::vector<Contact> contacts_of(const RigidBody& body_a, const RigidBody& body_b, const Candidate& a, const Candidate& b)
{
    std::vector<Contact> contacts;
    const double size = min(a.size, b.size);
    const double ahead = a.reach + b.reach + min(a.margin, b.margin);
    for (std::size_t i = 0; i < body_a.shape->parts.size(); ++i)
        for (std::size_t j = 0; j < body_b.shape->parts.size(); ++j)
        {
            const PartPair pair{{body_a.shape->parts[i], a.pose},
                                {body_b.shape->parts[j], b.pose},
                                ahead,
                                std::uint64_t{i & 0x7ffU} << 52U | std::uint64_t{j & 0x7ffU} << 41U};
            if (pair.a.part.box && pair.b.part.box)
                add_box_contacts(pair, contacts);
            else
                add_feature_contacts(pair, contacts);
        }
    reduce_manifold(contacts, size);
    return contacts;
}
} // namespace

std::vector<Contact> find_contacts(std::span<const RigidBody> bodies, double dt, double margin)
{
    std::vector<Candidate> candidates(bodies.size());
    for (std::size_t k = 0; k < bodies.size(); ++k)
        if (bodies[k].shape)
            candidates[k] = candidate(bodies[k], dt, margin);
    const std::vector<Pair> pairs = overlapping_pairs(bodies, candidates);
    std::vector<std::vector<Contact>> found(pairs.size());
    parallel_for(static_cast<Index>(pairs.size()), [&](Index p) {
        const auto [i, j] = pairs[static_cast<std::size_t>(p)];
        const auto a = static_cast<std::size_t>(i);
        const auto b = static_cast<std::size_t>(j);
        found[static_cast<std::size_t>(p)] = contacts_of(bodies[a], bodies[b], candidates[a], candidates[b]);
    });
    std::vector<Contact> all;
    for (std::size_t p = 0; p < pairs.size(); ++p)
        for (Contact& contact : found[p])
        {
            contact.a = pairs[p].first;
            contact.b = pairs[p].second;
            all.push_back(contact);
        }
    return all;
}
} // namespace aspic
