#include "aspic/geometry/skinning/rest_rows.h"

#include "aspic/geometry/bounds.h"
#include "aspic/neighbors/kd_tree.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
constexpr Index places_per_chunk = 512;

/// Points found around one place.
struct Found
{
    std::vector<Index> points; ///< ascending
    Index nearest = -1;
    double distance = HUGE_VAL; ///< [m] of the nearest
    Vec3d foot;                 ///< [m]
    double support = 0;         ///< [m]
};

class RowSearch
{
public:
    RowSearch(View<const Vec3d> points, const RestReach& reach) : points_(points), reach_(reach), tree_(points), box_(empty_bounds())
    {
        for (const Vec3d& X : points)
            box_ = joined(box_, X);
    }

    /// Replaces `found` by the row of a place.
    void find(const Vec3d& place, Found& found) const
    {
        look_around(place, found);
        found.foot = place;
        found.support = reach_.support;
        if (found.distance > reach_.support)
            found.foot = points_[found.nearest] + (reach_.support / found.distance) * (place - points_[found.nearest]);
        if (found.distance > 0.5 * reach_.support)
        {
            found.support = 2 * std::min(found.distance, reach_.support);
            tree_.query(found.foot, found.support, found.points);
        }
        if (reach_.link > 0)
            keep_reachable(found);
    }

private:
    /// Points within h, or else a few around the nearest one.
    void look_around(const Vec3d& place, Found& found) const
    {
        const double outside = std::sqrt(squared_distance(box_, place));
        tree_.query(place, reach_.support, found.points);
        for (double more = reach_.support; found.points.empty(); more *= 2)
            tree_.query(place, outside + more, found.points);
        found.distance = HUGE_VAL;
        for (const Index j : found.points)
            if (const double distance = norm(points_[j] - place); distance < found.distance)
            {
                found.distance = distance;
                found.nearest = j;
            }
    }

    /// Leaves what can be reached from the nearest point, step by step.
    void keep_reachable(Found& found) const
    {
        std::vector<Index>& list = found.points;
        std::swap(list.front(), *std::ranges::find(list, found.nearest));
        std::size_t reached = 1;
        for (std::size_t k = 0; k < reached; ++k)
            for (std::size_t l = reached; l < list.size(); ++l)
                if (norm(points_[list[k]] - points_[list[l]]) <= reach_.link)
                    std::swap(list[reached++], list[l]);
        list.resize(reached);
        std::ranges::sort(list);
    }

    View<const Vec3d> points_;
    RestReach reach_;
    KdTree tree_;
    Bounds box_;
};
} // namespace

RestRows rest_rows(View<const Vec3d> points, View<const Vec3d> places, const RestReach& reach)
{
    ASPIC_EXPECTS(!points.empty() && reach.support > 0);
    const auto is_usable = [](const Vec3d& X) { return norm(X) < 1e100; };
    if (!std::ranges::all_of(places, is_usable) || !std::ranges::all_of(points, is_usable))
        throw std::domain_error("a point or vertex of a body at rest is not finite or too far out");
    const RowSearch search(points, reach);
    const auto n = static_cast<std::size_t>(places.size());
    RestRows result;
    result.foot.resize(n);
    result.support.resize(n);
    result.rows.begin.resize(n + 1);
    std::vector<std::vector<Index>> found_in_chunk(n / places_per_chunk + 1);
    auto chunk = [&](Index begin, Index end) {
        Found found;
        std::vector<Index>& all = found_in_chunk[static_cast<std::size_t>(begin / places_per_chunk)];
        for (Index i = begin; i < end; ++i)
        {
            search.find(places[i], found);
            result.foot[static_cast<std::size_t>(i)] = found.foot;
            result.support[static_cast<std::size_t>(i)] = found.support;
            result.rows.begin[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(found.points.size());
            all.insert(all.end(), found.points.begin(), found.points.end());
        }
    };
    for_each_chunk(places.size(), places_per_chunk, chunk);
    result.rows.begin.back() = 0;
    result.rows.sample.resize(static_cast<std::size_t>(scan(view(result.rows.begin))));
    for (std::size_t k = 0; k < found_in_chunk.size(); ++k)
        if (k * places_per_chunk < n)
            result.rows.store(result.rows.sample, static_cast<Index>(k * places_per_chunk), found_in_chunk[k]);
    for (Index i = 0; i < places.size(); ++i)
        result.far_places += result.foot[static_cast<std::size_t>(i)] != places[i] ? 1 : 0;
    return result;
}
} // namespace aspic
