#include "aspic/geometry/triangle_tree.h"

#include "aspic/geometry/closest_point.h"
#include "aspic/geometry/directions.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// Adds the solid angle of a triangle with corners a, b, c seen from the origin, positive if it shows its back
/// (Van Oosterom and Strackee 1983):
///     tan(Ω/2) = a·(b × c) / (|a||b||c| + (a·b)|c| + (b·c)|a| + (c·a)|b|)
/// At the triangle itself Ω jumps from −2π to 2π: there the numerator vanishes and the denominator is not positive.
void add_solid_angle(const Vec3d& a, const Vec3d& b, const Vec3d& c, Winding& total)
{
    const double length_a = norm(a);
    const double length_b = norm(b);
    const double length_c = norm(c);
    const double product = length_a * length_b * length_c;
    const double numerator = dot(a, cross(b, c));
    const double denominator = product + dot(a, b) * length_c + dot(b, c) * length_a + dot(c, a) * length_b;
    total.number += 2 * std::atan2(numerator, denominator);
    total.may_touch = total.may_touch || (abs(numerator) <= 1e-9 * product && denominator <= 1e-6 * product);
}
} // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh)
{
    std::vector<Triangle> triangles;
    std::vector<Bounds> boxes;
    triangles.reserve(mesh.triangles.size());
    boxes.reserve(mesh.triangles.size());
    for (const auto& corners : mesh.triangles)
    {
        const auto vertex = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(corners[k])]; };
        const Triangle t{vertex(0), vertex(1), vertex(2)};
        if (!(norm(area_vector(t)) > 0))
            continue;
        triangles.push_back(t);
        boxes.push_back({min(t.a, min(t.b, t.c)), max(t.a, max(t.b, t.c))});
    }

    tree_ = BoxTree(boxes);
    triangles_.reserve(triangles.size());
    for (const Index t : tree_.order())
        triangles_.push_back(triangles[static_cast<std::size_t>(t)]);
    far_fields_.reserve(tree_.nodes().size());
    for (const BoxTree::Node& node : tree_.nodes())
        far_fields_.push_back(far_field_of(node));
}

/// A n
Vec3d TriangleTree::area_vector(const Triangle& t) { return 0.5 * cross(t.b - t.a, t.c - t.a); }

Vec3d TriangleTree::center(const Triangle& t) { return t.a + ((t.b - t.a) + (t.c - t.a)) / 3; }

TriangleTree::FarField TriangleTree::far_field_of(const BoxTree::Node& node) const
{
    FarField far;
    double area = 0;
    const Vec3d origin = node.box.low; // near: sums of small numbers
    for (Index k = node.begin; k < node.end; ++k)
    {
        const Triangle& t = triangles_[static_cast<std::size_t>(k)];
        const double weight = norm(area_vector(t));
        far.center += weight * (center(t) - origin);
        area += weight;
    }
    far.center = origin + far.center / area;

    double radius2 = 0;
    for (Index k = node.begin; k < node.end; ++k)
    {
        const Triangle& t = triangles_[static_cast<std::size_t>(k)];
        far.dipole += area_vector(t);
        far.quadrupole = far.quadrupole + outer(center(t) - far.center, area_vector(t));
        for (const Vec3d& x : {t.a, t.b, t.c})
            radius2 = max(radius2, dot(x - far.center, x - far.center));
    }
    far.radius = sqrt(radius2);
    return far;
}

SurfacePoint TriangleTree::closest(const Vec3d& x) const
{
    double best2 = std::numeric_limits<double>::infinity();
    Vec3d position{};
    Index nearest = -1;
    tree_.visit_near(x, best2, [&](Index place) {
        const Triangle& t = triangles_[static_cast<std::size_t>(place)];
        const Vec3d candidate = closest_on_triangle(x, t.a, t.b, t.c);
        const double distance2 = dot(x - candidate, x - candidate);
        if (distance2 < best2)
        {
            best2 = distance2;
            position = candidate;
            nearest = place;
        }
    });
    const Vec3d normal = nearest < 0 ? up : unit_or(area_vector(triangles_[static_cast<std::size_t>(nearest)]), up);
    return {position, normal, sqrt(best2)};
}

Winding TriangleTree::winding_around(const Vec3d& x, double accuracy) const
{
    Winding total; // solid angles, first
    std::size_t at = 0;
    while (at < far_fields_.size())
    {
        // A depth-first walk: the next node, or the one behind this branch.
        const BoxTree::Node& node = tree_.nodes()[at];
        const FarField& far = far_fields_[at];
        const Vec3d r = far.center - x;
        const double r2 = dot(r, r);
        if (r2 > square(accuracy * far.radius))
        {
            const double r3 = r2 * sqrt(r2);
            total.number += (dot(far.dipole, r) + trace(far.quadrupole) - 3 * dot(r, far.quadrupole * r) / r2) / r3;
            at = static_cast<std::size_t>(node.behind);
            continue;
        }
        ++at;
        if (node.second == 0)
            for (Index k = node.begin; k < node.end; ++k)
            {
                const Triangle& t = triangles_[static_cast<std::size_t>(k)];
                add_solid_angle(t.a - x, t.b - x, t.c - x, total);
            }
    }
    total.number /= 4 * pi;
    return total;
}
} // namespace aspic
