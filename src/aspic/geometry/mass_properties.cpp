#include "aspic/geometry/mass_properties.h"

#include <cmath>

namespace aspic
{
namespace
{
/// ∫ 1, x, x xᵀ dV about a point near the solid.
struct Moments
{
    double zeroth = 0;
    Vec3d first;
    Mat3d second;

    void add(double volume, const Vec3d& first_part, const Mat3d& second_part)
    {
        zeroth += volume;
        first += first_part;
        second = second + second_part;
    }
};

/// About the centre; `origin` is where the moments are taken. Negative volumes come from inside-out surfaces.
MassProperties centered(const Moments& m, const Vec3d& origin)
{
    if (m.zeroth == 0)
        return {};
    const double sign = m.zeroth < 0 ? -1 : 1;
    const Vec3d c = m.first / m.zeroth;
    return {sign * m.zeroth, origin + c, sign * (m.second - m.zeroth * outer(c, c))};
}

Vec3d mean_vertex(const TriangleMesh& mesh)
{
    Vec3d sum;
    for (const Vec3d& x : mesh.vertices)
        sum += x;
    return mesh.vertices.empty() ? sum : sum / static_cast<double>(mesh.vertices.size());
}

/// Where the edge from a to b meets the plane z = 0.
Vec3d crossing(const Vec3d& a, const Vec3d& b)
{
    const double t = a.z / (a.z - b.z);
    return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), 0};
}

/// The triangle between the origin and an oriented piece of the outline.
void add_outline(Moments& m, const Vec3d& a, const Vec3d& b)
{
    const double twice_area = a.x * b.y - a.y * b.x;
    const Vec3d s = a + b;
    m.add(twice_area / 2, (twice_area / 6) * s, (twice_area / 24) * (outer(s, s) + outer(a, a) + outer(b, b)));
}
} // namespace

Mat3d MassProperties::inertia() const
{
    const double t = trace(second_moment);
    return diagonal(t, t, t) - second_moment;
}

/// The parallel axis theorem, C = C_a + C_b + V_a V_b/V (c_a − c_b)(c_a − c_b)ᵀ.
MassProperties operator+(const MassProperties& a, const MassProperties& b)
{
    const double volume = a.volume + b.volume;
    if (!(volume > 0))
        return {};
    const Vec3d apart = b.center - a.center;
    return {volume, a.center + (b.volume / volume) * apart,
            a.second_moment + b.second_moment + (a.volume * b.volume / volume) * outer(apart, apart), max(a.error, b.error)};
}

MassProperties moved(const MassProperties& a, const Mat3d& R, const Vec3d& position)
{
    return {a.volume, R * a.center + position, R * a.second_moment * transpose(R), a.error};
}

/// Each tetrahedron (0, a, b, c) with s = a + b + c, D = a·(b × c): V = D/6, ∫ x = D s/24, ∫ x xᵀ = D/120 (s sᵀ + a aᵀ + b bᵀ + c cᵀ).
MassProperties mass_properties(const TriangleMesh& mesh)
{
    const Vec3d origin = mean_vertex(mesh);
    const auto corner = [&](const auto& triangle, std::size_t k) { return mesh.vertices[static_cast<std::size_t>(triangle[k])] - origin; };
    Moments m;
    for (const auto& triangle : mesh.triangles)
    {
        const Vec3d a = corner(triangle, 0);
        const Vec3d b = corner(triangle, 1);
        const Vec3d c = corner(triangle, 2);
        const Vec3d s = a + b + c;
        const double D = dot(a, cross(b, c));
        m.add(D / 6, (D / 24) * s, (D / 120) * (outer(s, s) + outer(a, a) + outer(b, b) + outer(c, c)));
    }
    return centered(m, origin);
}

/// Corners in the plane count as above it, so that the pieces of the outline always join.
MassProperties plane_mass_properties(const TriangleMesh& mesh)
{
    Vec3d origin = mean_vertex(mesh);
    origin.z = 0;
    Moments m;
    for (const auto& triangle : mesh.triangles)
    {
        std::array<Vec3d, 3> x;
        int above = 0;
        for (std::size_t k = 0; k < 3; ++k)
        {
            x[k] = mesh.vertices[static_cast<std::size_t>(triangle[k])] - origin;
            above += x[k].z >= 0 ? 1 : 0;
        }
        if (above == 0 || above == 3)
            continue;
        std::size_t alone = 0; // the corner that has its side for itself
        while ((x[alone].z >= 0) != (above == 1))
            ++alone;
        const Vec3d p = crossing(x[alone], x[(alone + 1) % 3]);
        const Vec3d q = crossing(x[alone], x[(alone + 2) % 3]);
        if (above == 1)
            add_outline(m, p, q);
        else
            add_outline(m, q, p);
    }
    return centered(m, origin);
}
} // namespace aspic
