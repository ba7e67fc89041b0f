#pragma once

#include "aspic/math/vec.h"

namespace aspic
{
/// The point between a and b that is nearest to x. The ends may coincide.
inline Vec3d closest_on_segment(const Vec3d& x, const Vec3d& a, const Vec3d& b)
{
    const Vec3d ab = b - a;
    const double length2 = dot(ab, ab);
    const double t = length2 > 0 ? min(1.0, max(0.0, dot(x - a, ab) / length2)) : 0.0;
    return t < 1 ? a + t * ab : b;
}

/// The point of a triangle that is nearest to x. Always a point of the triangle to rounding, even if it is a needle.
Vec3d closest_on_triangle(const Vec3d& x, const Vec3d& a, const Vec3d& b, const Vec3d& c);
} // namespace aspic
