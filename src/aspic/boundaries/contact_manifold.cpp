#include "aspic/boundaries/contact.h"

#include <algorithm>

namespace aspic
{
namespace
{
constexpr double same_direction = 0.95; ///< cosine between normals of one group
constexpr double same_depth = 0.002;    ///< of the size: gaps that differ less are equal
constexpr std::size_t most_contacts = 4;

/// The index of the group's contact with the largest score, if that is positive; the first of equals.
template <class Score> std::size_t best_of(const std::vector<std::size_t>& group, const Score& score)
{
    std::size_t best = group.size();
    double best_score = 0;
    for (std::size_t k = 0; k < group.size(); ++k)
        if (const double s = score(group[k]); s > best_score)
        {
            best_score = s;
            best = k;
        }
    return best;
}

/// The farthest from the middle; the farthest from it; the farthest on both sides of their line.
std::vector<std::size_t> spread(const std::vector<Contact>& all, const std::vector<std::size_t>& group, double size)
{
    if (group.size() <= most_contacts)
        return group;
    Vec3d middle;
    for (const std::size_t k : group)
        middle += all[k].r_a / static_cast<double>(group.size());
    std::vector<std::size_t> kept;
    const auto keep = [&](const auto& score) {
        if (const std::size_t k = best_of(group, score); k < group.size())
            kept.push_back(group[k]);
    };
    const double reach2 = square(1e-9 * size);
    keep([&](std::size_t k) { return dot(all[k].r_a - middle, all[k].r_a - middle) + reach2; });
    const Vec3d first = all[kept.front()].r_a;
    keep([&](std::size_t k) { return dot(all[k].r_a - first, all[k].r_a - first) - reach2; });
    if (kept.size() < 2)
        return kept;
    const Vec3d side = cross(all[kept[0]].normal, all[kept[1]].r_a - first);
    const double least = 1e-6 * size * norm(side);
    keep([&](std::size_t k) { return dot(all[k].r_a - first, side) - least; });
    keep([&](std::size_t k) { return -dot(all[k].r_a - first, side) - least; });
    return kept;
}

/// Those that carry, and apart from them those that may touch before the step is over: so that a round body of samples rests on the lowest.
std::vector<std::size_t> spread_by_depth(const std::vector<Contact>& all, const std::vector<std::size_t>& group, double size)
{
    double deepest = all[group.front()].gap;
    for (const std::size_t k : group)
        deepest = min(deepest, all[k].gap);
    std::vector<std::size_t> deep;
    std::vector<std::size_t> shallow;
    for (const std::size_t k : group)
        (all[k].gap < deepest + same_depth * size ? deep : shallow).push_back(k);
    std::vector<std::size_t> kept = spread(all, deep, size);
    for (const std::size_t k : spread(all, shallow, size))
        kept.push_back(k);
    return kept;
}

/// Two features may find the same place.
bool is_repeated(const Contact& a, const Contact& b, double size)
{
    return dot(a.normal, b.normal) > 0.999 && norm(a.r_a - b.r_a) < 1e-4 * size;
}
} // namespace

void reduce_manifold(std::vector<Contact>& contacts, double size)
{
    std::vector<bool> is_done(contacts.size(), false);
    std::vector<std::size_t> kept;
    for (std::size_t first = 0; first < contacts.size(); ++first)
    {
        if (is_done[first])
            continue;
        std::vector<std::size_t> group;
        for (std::size_t k = first; k < contacts.size(); ++k)
        {
            if (is_done[k] || !(dot(contacts[first].normal, contacts[k].normal) >= same_direction || k == first))
                continue;
            is_done[k] = true;
            const auto repeats = [&](std::size_t other) { return is_repeated(contacts[k], contacts[other], size); };
            if (group.size() > 64 || std::none_of(group.begin(), group.end(), repeats)) // so many are few of the same
                group.push_back(k);
        }
        for (const std::size_t k : spread_by_depth(contacts, group, size))
            kept.push_back(k);
    }
    std::sort(kept.begin(), kept.end());
    std::vector<Contact> reduced;
    for (const std::size_t k : kept)
        reduced.push_back(contacts[k]);
    contacts = std::move(reduced);
}
} // namespace aspic
