#include "aspic/neighbors/closest_neighbors.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>
#include <compare>

namespace aspic
{
namespace
{
std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// In which order neighbours are chosen: by distance, and at one distance by the direction of the line through both.
struct Rank
{
    long distance, x, y, z;
    bool is_behind; ///< on the line
    Index neighbor;

    auto operator<=>(const Rank&) const = default;

    Rank(const Vec3& offset, double support, Index neighbor) : neighbor(neighbor)
    {
        constexpr double steps = 1000; // of the support: what differs less is as far
        const auto rounded = [&](double length) { return std::lround(steps * length / support); };
        distance = rounded(norm(convert<double>(offset)));
        x = rounded(double(offset.x));
        y = rounded(double(offset.y));
        z = rounded(double(offset.z));
        is_behind = x < 0 || (x == 0 && (y < 0 || (y == 0 && z < 0)));
        if (is_behind)
            x = -x, y = -y, z = -z;
    }
};

/// The closest neighbours of a row, ascending; its own index is none of them.
Array<Index> closest(const Neighborhood& neighborhood, Index i, Index limit)
{
    const NeighborView near = neighborhood.view();
    std::vector<Rank> ranks;
    for_each_neighbor(near, i, [&](const Neighbor& j) {
        if (j.column != i)
            ranks.emplace_back(near.offset(i, j), neighborhood.support(), j.column);
    });
    const auto chosen = ranks.begin() + std::min<std::ptrdiff_t>(limit, std::ssize(ranks));
    std::partial_sort(ranks.begin(), chosen, ranks.end());
    Array<Index> result;
    for (auto rank = ranks.begin(); rank != chosen; ++rank)
        result.push_back(rank->neighbor);
    std::ranges::sort(result);
    return result;
}
} // namespace

void keep_closest(Neighborhood& neighborhood, Index limit, View<const Index> whole)
{
    const Index n = neighborhood.row_count();
    std::vector<Array<Index>> chosen(at(n));
    parallel_for(n, [&](Index i) { chosen[at(i)] = closest(neighborhood, i, limit); });
    const auto chooses = [&](Index i, Index j) { return whole[i] != 0 || std::ranges::binary_search(chosen[at(i)], j); };
    const auto for_each_kept = [&](Index i, const auto& use) {
        neighborhood.for_each_neighbor(i, [&](Index j) {
            if (j == i || chooses(i, j) || chooses(j, i))
                use(j);
        });
    };
    Array<std::int64_t> begin(at(n) + 1, 0);
    parallel_for(n, [&](Index i) { for_each_kept(i, [&](Index) { ++begin[at(i)]; }); });
    Array<Index> kept(at(scan(view(begin))));
    parallel_for(n, [&](Index i) {
        std::int64_t to = begin[at(i)];
        for_each_kept(i, [&](Index j) { kept[at(to++)] = j; });
    });
    neighborhood.replace_lists(const_view(begin), const_view(kept));
}
} // namespace aspic
