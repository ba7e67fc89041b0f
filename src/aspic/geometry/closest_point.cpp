#include "aspic/geometry/closest_point.h"

#include <initializer_list>

namespace aspic
{
Vec3d closest_on_triangle(const Vec3d& x, const Vec3d& a, const Vec3d& b, const Vec3d& c)
{
    const Vec3d ab = b - a;
    const Vec3d ac = c - a;
    const Vec3d ax = x - a;
    const Vec3d n = cross(ab, ac);
    const double n2 = dot(n, n);

    // Weights of b and c, times n²: the projection of x lies inside if all three weights are positive.
    const double weight_b = dot(cross(ax, ac), n);
    const double weight_c = dot(cross(ab, ax), n);
    if (n2 > 0 && weight_b >= 0 && weight_c >= 0 && weight_b + weight_c <= n2)
        return a + (weight_b / n2) * ab + (weight_c / n2) * ac;

    Vec3d best = closest_on_segment(x, a, b);
    double best2 = dot(x - best, x - best);
    for (const Vec3d& candidate : {closest_on_segment(x, b, c), closest_on_segment(x, c, a)})
    {
        const double distance2 = dot(x - candidate, x - candidate);
        if (distance2 < best2)
        {
            best2 = distance2;
            best = candidate;
        }
    }
    return best;
}
} // namespace aspic
