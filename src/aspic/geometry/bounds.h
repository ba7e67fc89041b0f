#pragma once

#include "aspic/math/vec.h"

#include <cmath>
#include <limits>

namespace aspic
{
/// An upright box that may be unbounded. Empty if low > high along an axis.
struct Bounds
{
    Vec3d low, high;
};

inline bool is_finite(const Vec3d& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

inline Vec3d min(const Vec3d& a, const Vec3d& b) { return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)}; }
inline Vec3d max(const Vec3d& a, const Vec3d& b) { return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)}; }

/// The bounds of nothing: joined with others, they change nothing.
inline Bounds empty_bounds()
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}};
}

/// The bounds of all there is.
inline Bounds endless_bounds() { return {empty_bounds().high, empty_bounds().low}; }

inline bool is_empty(const Bounds& a) { return a.low.x > a.high.x || a.low.y > a.high.y || a.low.z > a.high.z; }
inline bool is_bounded(const Bounds& a) { return is_finite(a.low) && is_finite(a.high); }

inline Bounds joined(const Bounds& a, const Bounds& b) { return {min(a.low, b.low), max(a.high, b.high)}; }
inline Bounds joined(const Bounds& a, const Vec3d& x) { return {min(a.low, x), max(a.high, x)}; }
inline Bounds common_part(const Bounds& a, const Bounds& b) { return {max(a.low, b.low), min(a.high, b.high)}; }

/// From a point to the nearest of a box; zero inside.
inline double squared_distance(const Bounds& box, const Vec3d& x)
{
    const Vec3d outside = max(max(box.low - x, x - box.high), Vec3d{0, 0, 0});
    return dot(outside, outside);
}
} // namespace aspic
