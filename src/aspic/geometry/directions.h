#pragma once

#include "aspic/math/vec.h"

namespace aspic
{
inline constexpr Vec3d up{0, 1, 0};

/// a/|a|, or the other direction where a has none.
inline Vec3d unit_or(const Vec3d& a, const Vec3d& other)
{
    const double length = norm(a);
    return length > 1e-140 ? a / length : other; // below, squares have lost their digits
}

/// A unit vector across a unit vector. It lies in the plane z = 0, so that a cut by that plane can use it.
inline Vec3d across(const Vec3d& axis) { return unit_or({-axis.y, axis.x, 0}, {1, 0, 0}); }
} // namespace aspic
