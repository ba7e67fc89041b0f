#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/core/view.h"
#include "random_numbers.h"

#include <algorithm>
#include <cmath>
#include <vector>

// Point sets for tests and benchmarks of neighbour searches, and the search that needs no proof.

namespace aspic
{
using Points = std::vector<Vec3d>;

/// n independent points with one density everywhere in a box.
inline Points uniform_points(Index n, const Vec3d& low, const Vec3d& high, std::uint64_t seed)
{
    RandomNumbers random(seed);
    Points points(static_cast<std::size_t>(n));
    for (Vec3d& x : points)
        x = random.in_box(low, high);
    return points;
}

/// n independent points in the unit cube whose density grows along x, exponentially, from 1 to `ratio`.
inline Points graded_points(Index n, double ratio, std::uint64_t seed)
{
    Points points = uniform_points(n, {0, 0, 0}, {1, 1, 1}, seed);
    for (Vec3d& x : points)
        x.x = std::log(1 + x.x * (ratio - 1)) / std::log(ratio); // inverse of the distribution function
    return points;
}

/// counts.x × counts.y × counts.z points at origin + spacing (i, j, k).
inline Points lattice_points(const Vec3T<int>& counts, double spacing, const Vec3d& origin)
{
    Points points;
    for (int i = 0; i < counts.x; ++i)
        for (int j = 0; j < counts.y; ++j)
            for (int k = 0; k < counts.z; ++k)
                points.push_back({origin.x + spacing * i, origin.y + spacing * j, origin.z + spacing * k});
    return points;
}

/// The points of both sets, taken in turns.
inline Points alternating(const Points& a, const Points& b)
{
    Points both;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i)
    {
        if (i < a.size())
            both.push_back(a[i]);
        if (i < b.size())
            both.push_back(b[i]);
    }
    return both;
}

inline Points translated(Points points, const Vec3d& by)
{
    for (Vec3d& x : points)
        x += by;
    return points;
}

inline Points scaled(Points points, double factor)
{
    for (Vec3d& x : points)
        x = factor * x;
    return points;
}

/// The definition of a neighbour: all points with |x − y| ≤ r, in double, the nearest image where an axis is periodic. Ascending.
inline std::vector<Index> brute_force_neighbors(View<const Vec3d> points, const Vec3d& x, double r, const Periodicity& periodicity = {})
{
    std::vector<Index> found;
    for (Index i = 0; i < points.size(); ++i)
    {
        const Vec3d d = shortest_difference(x, points[i], periodicity);
        if (dot(d, d) <= r * r)
            found.push_back(i);
    }
    return found;
}
} // namespace aspic
