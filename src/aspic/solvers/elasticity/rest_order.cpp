#include "aspic/solvers/elasticity/rest_order.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace aspic
{
namespace
{
using LatticePlace = std::array<std::int32_t, 3>;

constexpr double strayed = 1e-3;       ///< of the spacing: farther from its place no point is
constexpr std::int32_t most = 1 << 20; ///< places along an axis

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// [m] The least distance of two points; infinite if nobody has a neighbour.
double least_distance(View<const Vec3d> points, const NeighborView& near)
{
    const double square = reduce(
        points.size(), std::numeric_limits<double>::infinity(),
        [&](Index i) {
            double least = std::numeric_limits<double>::infinity();
            for_each_neighbor(near, i, [&](const Neighbor& j) {
                const Vec3d d = points[i] - points[j.column];
                if (j.column != i)
                    least = std::min(least, dot(d, d));
            });
            return least;
        },
        [](double a, double b) { return std::min(a, b); });
    return std::sqrt(square);
}

/// The places of points on the lattice that they are on; empty if they are on none.
Array<LatticePlace> lattice_places(View<const Vec3d> points, const NeighborView& near)
{
    const double spacing = points.empty() ? 0 : least_distance(points, near);
    if (!(spacing > 0) || !std::isfinite(spacing))
        return {};
    Vec3d low = points[0];
    for (const Vec3d& x : points)
        low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
    Array<LatticePlace> places(at(points.size()));
    const double farthest = maximum(points.size(), 0.0, [&](Index i) {
        const Vec3d steps = (points[i] - low) / spacing;
        double error = 0;
        for (int axis = 0; axis < 3; ++axis)
        {
            const double whole = std::round(steps[axis]);
            error = std::max(error, whole < most ? std::abs(steps[axis] - whole) : 1.0);
            places[at(i)][static_cast<std::size_t>(axis)] = static_cast<std::int32_t>(std::min<double>(whole, most));
        }
        return error;
    });
    return farthest > strayed ? Array<LatticePlace>{} : places;
}

/// Rows of columns along z and y, columns along the row, points in a column.
std::array<std::int32_t, 5> rank_in_columns(const LatticePlace& place)
{
    return {place[2] / 2, place[1] / 4, place[0], place[2] % 2, place[1] % 4};
}

/// Whether 32 points that follow each other are a brick everywhere.
///   `order`: by columns
bool are_bricks(const Array<LatticePlace>& places, const Array<Index>& order)
{
    constexpr std::size_t size = 32;
    const bool is_flat = std::ranges::all_of(places, [](const LatticePlace& place) { return place[2] == 0; });
    const auto brick = [&](std::size_t k) {
        const LatticePlace& place = places[at(order[k])];
        return LatticePlace{place[2] / 2, place[1] / 4, place[0] / (is_flat ? 8 : 4)};
    };
    for (std::size_t k = 0; k < order.size(); ++k)
        if (brick(k) != brick(k - k % size))
            return false;
    return order.size() % size == 0;
}
} // namespace

LatticeOrder lattice_order(View<const Vec3d> points, const NeighborView& near)
{
    const Array<LatticePlace> places = lattice_places(points, near);
    LatticeOrder result;
    result.points.resize(places.size());
    std::iota(result.points.begin(), result.points.end(), 0);
    std::ranges::stable_sort(result.points, {}, [&](Index i) { return rank_in_columns(places[at(i)]); });
    if (are_bricks(places, result.points))
        return result;
    result.compact.resize(places.size()); // thin bricks at surfaces would cost iterations
    for (std::size_t k = 0; k < places.size(); ++k)
        result.compact[at(result.points[k])] = static_cast<Index>(k);
    return result;
}
} // namespace aspic
