#include "aspic/geometry/mesh_solid.h"

#include "aspic/geometry/directions.h"
#include "aspic/geometry/triangle_tree.h"

#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace aspic
{
namespace
{
/// For each triangle the number of the part that it belongs to: triangles with a common corner are of one part.
std::vector<std::size_t> numbered_parts(const TriangleMesh& mesh)
{
    const std::vector<int> position = numbered_positions(mesh.vertices);
    std::vector<std::size_t> leader(mesh.vertices.size());
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto leader_of = [&](int vertex) {
        auto at = static_cast<std::size_t>(position[static_cast<std::size_t>(vertex)]);
        for (; leader[at] != at; at = leader[at])
            leader[at] = leader[leader[at]];
        return at;
    };
    for (const auto& [a, b, c] : mesh.triangles)
    {
        leader[leader_of(b)] = leader_of(a);
        leader[leader_of(c)] = leader_of(a);
    }
    std::vector<std::size_t> part;
    for (const auto& triangle : mesh.triangles)
        part.push_back(leader_of(triangle[0]));
    return part;
}

void turn_around(TriangleMesh& mesh, const std::vector<std::size_t>& triangles)
{
    for (const std::size_t t : triangles)
        std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
}

/// Whether a part that is inside-out does not bound a hole in another: on both sides of it there is nothing, or less.
bool bounds_no_hole(const TriangleMesh& mesh, const std::vector<std::size_t>& triangles, const TriangleTree& tree)
{
    Vec3d place{}, normal{};
    for (const std::size_t t : triangles) // the largest triangle
    {
        const auto corner = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(mesh.triangles[t][k])]; };
        const Vec3d area = cross(corner(1) - corner(0), corner(2) - corner(0));
        if (norm(area) > norm(normal))
        {
            normal = area;
            place = (1.0 / 3) * (corner(0) + corner(1) + corner(2));
        }
    }
    const Vec3d aside = 1e-6 * std::sqrt(norm(normal)) * unit_or(normal, up);
    const auto around = [&](const Vec3d& x) { return tree.winding_around(x, HUGE_VAL).number; };
    return max(around(place + aside), around(place - aside)) < 0.5;
}

/// Each part with its outside out: all of them, if the mesh as a whole is inside-out, then those that would otherwise be solids of nothing. What bounds a hole stays.
TriangleMesh scaled_outside_out(TriangleMesh mesh, double scale)
{
    const bool is_inside_out = volume(mesh) < 0;
    for (Vec3d& x : mesh.vertices)
        x = scale * x;
    std::vector<std::size_t> all(mesh.triangles.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (is_inside_out)
        turn_around(mesh, all);

    std::map<std::size_t, std::vector<std::size_t>> parts;
    const std::vector<std::size_t> part = numbered_parts(mesh);
    for (const std::size_t t : all)
        parts[part[t]].push_back(t);
    if (parts.size() < 2)
        return mesh;
    std::vector<std::vector<std::size_t>> suspects;
    for (const auto& [number, triangles] : parts)
    {
        TriangleMesh alone{mesh.vertices, {}};
        for (const std::size_t t : triangles)
            alone.triangles.push_back(mesh.triangles[t]);
        if (volume(alone) < 0)
            suspects.push_back(triangles);
    }
    for (const auto& triangles : suspects)
        if (bounds_no_hole(mesh, triangles, TriangleTree(mesh)))
            turn_around(mesh, triangles);
    return mesh;
}

/// Distances come from the nearest triangle, their sign from the winding number: where surfaces overlap, distances inside may be too short.
class MeshSolid final : public Solid
{
public:
    MeshSolid(const TriangleMesh& mesh, double scale) : tree_(scaled_outside_out(mesh, scale)), bounds_(tree_.bounds())
    {
        touching_ = 8e-15 * (norm(bounds_.high - bounds_.low) + norm(bounds_.high) + norm(bounds_.low));
    }

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const SurfacePoint nearest = tree_.closest(x);
        const Winding winding = winding_around(x);
        const bool is_inside = winding.number > 0.5 && !(winding.may_touch && nearest.distance <= touching_);
        const Vec3d outward = is_inside ? nearest.position - x : x - nearest.position;
        return {is_inside ? -nearest.distance : nearest.distance,
                nearest.distance > touching_ ? unit_or(outward, nearest.normal) : nearest.normal};
    }

    /// Points that touch the surface are outside, whatever rounding makes of their winding number.
    [[nodiscard]] bool contains(const Vec3d& x) const override
    {
        const Winding winding = winding_around(x);
        return winding.number > 0.5 && !(winding.may_touch && tree_.closest(x).distance <= touching_);
    }

    [[nodiscard]] Bounds bounds() const override { return bounds_; }

private:
    /// The winding number of a closed surface is whole. One that is not has been summed too roughly, or the point touches the surface.
    [[nodiscard]] Winding winding_around(const Vec3d& x) const
    {
        Winding winding;
        if (squared_distance(bounds_, x) > 0)
            return winding;
        for (const double accuracy : {2.0, 4.0, 8.0, HUGE_VAL})
        {
            winding = tree_.winding_around(x, accuracy);
            if (winding.may_touch || abs(winding.number - std::round(winding.number)) < 0.2)
                break;
        }
        return winding;
    }

    TriangleTree tree_;
    Bounds bounds_;
    double touching_ = 0; ///< [m] shorter distances may be rounding errors of coordinates
};
} // namespace

std::shared_ptr<const Solid> solid_of(const TriangleMesh& mesh, double scale) { return std::make_shared<MeshSolid>(mesh, scale); }
} // namespace aspic
