#include "aspic/geometry/plane_section.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// Whether the plane cuts a ball that stands at this height, or a tube that lies there.
bool is_cut(double radius, double height) { return std::abs(height) < radius; }

/// Of the circle that it cuts out, or half the width of the strip.
double section_radius(double radius, double height) { return std::sqrt((radius - height) * (radius + height)); }
} // namespace

Sphere section(const Sphere& sphere)
{
    if (!is_cut(sphere.radius, sphere.center.z))
        return sphere;
    return {{sphere.center.x, sphere.center.y, 0}, section_radius(sphere.radius, sphere.center.z)};
}

Cylinder section(const Cylinder& cylinder)
{
    Cylinder cut = cylinder;
    const bool is_lying = cylinder.from.z == cylinder.to.z;
    const bool is_upright = cylinder.from.x == cylinder.to.x && cylinder.from.y == cylinder.to.y;
    const auto [low, high] = std::minmax(cylinder.from.z, cylinder.to.z);
    if (is_lying && is_cut(cylinder.radius, cylinder.from.z))
    {
        cut.radius = section_radius(cylinder.radius, cylinder.from.z);
        cut.from.z = cut.to.z = 0;
    }
    else if (is_upright && low <= 0 && high >= 0) // a disc: the ends must not be nearer than its rim
    {
        cut.from.z = -2 * cylinder.radius;
        cut.to.z = 2 * cylinder.radius;
    }
    return cut;
}

Capsule section(const Capsule& capsule)
{
    Capsule cut = capsule;
    if (capsule.from.z == capsule.to.z && is_cut(capsule.radius, capsule.from.z))
    {
        cut.radius = section_radius(capsule.radius, capsule.from.z);
        cut.from.z = cut.to.z = 0;
    }
    return cut;
}

Torus section(const Torus& torus)
{
    Torus cut = torus;
    if (torus.axis.x == 0 && torus.axis.y == 0 && is_cut(torus.thickness, torus.center.z))
    {
        cut.thickness = section_radius(torus.thickness, torus.center.z);
        cut.center.z = 0;
    }
    return cut;
}

HalfSpace section(const HalfSpace& half_space)
{
    const Vec3d& n = half_space.normal;
    const double in_plane2 = n.x * n.x + n.y * n.y;
    if (n.z == 0 || !(in_plane2 > 0))
        return half_space;
    // n·(x − p) = 0 in z = 0: the z part of n·p moves the line.
    const double shift = n.z * half_space.point.z / in_plane2;
    return {{half_space.point.x + n.x * shift, half_space.point.y + n.y * shift, 0}, {n.x, n.y, 0}};
}
} // namespace aspic
