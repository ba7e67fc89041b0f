#include "aspic/geometry/mesh_solid.h"

#include "aspic/geometry/directions.h"
#include "aspic/geometry/triangle_tree.h"

#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace aspic
{
namespace
{
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

using TriangleNumbers = std::vector<std::size_t>;

/// The triangles of each part that is closed by itself; none if there is only one.
std::vector<TriangleNumbers> closed_parts(const TriangleMesh& mesh)
{
    const std::vector<std::size_t> part = numbered_parts(mesh);
    std::map<std::size_t, TriangleNumbers> parts;
    for (std::size_t t = 0; t < part.size(); ++t)
        parts[part[t]].push_back(t);
    if (parts.size() < 2)
        return {};
    std::map<int, std::size_t> part_of_vertex;
    for (std::size_t t = 0; t < part.size(); ++t)
        for (const int vertex : mesh.triangles[t])
            part_of_vertex[vertex] = part[t];
    for (const auto& edge : open_edges(mesh))
        parts.erase(part_of_vertex[edge[0]]);
    std::vector<TriangleNumbers> closed;
    for (auto& [number, triangles] : parts)
        closed.push_back(std::move(triangles));
    return closed;
}

double volume_of_part(const TriangleMesh& mesh, const TriangleNumbers& triangles)
{
    TriangleMesh part;
    for (const std::size_t t : triangles)
    {
        const auto first = static_cast<int>(part.vertices.size());
        for (const int vertex : mesh.triangles[t])
            part.vertices.push_back(mesh.vertices[static_cast<std::size_t>(vertex)]);
        part.triangles.push_back({first, first + 1, first + 2});
    }
    return volume(part);
}

/// Distances come from the nearest triangle, their sign from the winding number: where surfaces overlap, distances inside may be too short. Holes have caps,
/// at which distances end too.
class MeshSolid final : public Solid
{
public:
    explicit MeshSolid(const TriangleMesh& mesh) : tree_(mesh), bounds_(tree_.bounds())
    {
        if (const TriangleMesh covers = caps(mesh); !covers.triangles.empty())
            caps_.emplace(covers);
        touching_ = 8e-15 * (norm(bounds_.high - bounds_.low) + norm(bounds_.high) + norm(bounds_.low));
    }

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const SurfacePoint nearest = closest(x);
        const Winding winding = winding_around(x);
        const bool is_inside = winding.number > 0.5 && !(may_touch(winding) && nearest.distance <= touching_);
        const Vec3d outward = is_inside ? nearest.position - x : x - nearest.position;
        return {is_inside ? -nearest.distance : nearest.distance,
                nearest.distance > touching_ ? unit_or(outward, nearest.normal) : nearest.normal};
    }

    /// Points that touch the surface are outside, whatever rounding makes of their winding number.
    [[nodiscard]] bool contains(const Vec3d& x) const override
    {
        const Winding winding = winding_around(x);
        return winding.number > 0.5 && !(may_touch(winding) && closest(x).distance <= touching_);
    }

    [[nodiscard]] Bounds bounds() const override { return bounds_; }

private:
    [[nodiscard]] SurfacePoint closest(const Vec3d& x) const
    {
        const SurfacePoint own = tree_.closest(x);
        if (!caps_)
            return own;
        const SurfacePoint of_cap = caps_->closest(x);
        return of_cap.distance < own.distance ? of_cap : own;
    }

    /// At a flat cap the winding number of an open mesh is ½.
    [[nodiscard]] bool may_touch(const Winding& winding) const { return winding.may_touch || (caps_ && abs(winding.number - 0.5) < 1e-9); }

    /// The winding number of a closed surface is whole. One that is not has been summed too roughly, or the point touches the surface. That of an open one may be anything, and
    /// must only be known well enough to be compared with ½.
    [[nodiscard]] Winding winding_around(const Vec3d& x) const
    {
        Winding winding;
        if (squared_distance(bounds_, x) > 0)
            return winding;
        for (const double accuracy : {2.0, 4.0, 8.0, HUGE_VAL})
        {
            winding = tree_.winding_around(x, accuracy);
            const double error = 0.8 / cube(accuracy); // the first term that is left out, 0.1 at an accuracy of 2
            const bool is_clear = caps_ ? abs(winding.number - 0.5) > error : abs(winding.number - std::round(winding.number)) < 0.2;
            if (winding.may_touch || is_clear)
                break;
        }
        return winding;
    }

    TriangleTree tree_;
    std::optional<TriangleTree> caps_; ///< of an open mesh
    Bounds bounds_;
    double touching_ = 0; ///< [m] shorter distances may be rounding errors of coordinates
};

class MeshSheet final : public Solid
{
public:
    MeshSheet(const TriangleMesh& mesh, double thickness) : tree_(mesh), reach_(0.5 * thickness) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const SurfacePoint nearest = tree_.closest(x);
        return {nearest.distance - reach_, unit_or(x - nearest.position, nearest.normal)};
    }

    [[nodiscard]] bool contains(const Vec3d& x) const override { return tree_.closest(x).distance < reach_; }

    [[nodiscard]] Bounds bounds() const override
    {
        const Vec3d reach{reach_, reach_, reach_};
        return {tree_.bounds().low - reach, tree_.bounds().high + reach};
    }

private:
    TriangleTree tree_;
    double reach_; ///< [m]
};

TriangleMesh scaled(TriangleMesh mesh, double scale)
{
    for (Vec3d& x : mesh.vertices)
        x = scale * x;
    return mesh;
}
} // namespace

TriangleMesh outside_out(TriangleMesh mesh, double scale)
{
    mesh = scaled(std::move(mesh), scale);
    TriangleNumbers all(mesh.triangles.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (volume(mesh) < 0)
        turn_around(mesh, all);
    std::vector<TriangleNumbers> suspects;
    for (const TriangleNumbers& part : closed_parts(mesh))
        if (volume_of_part(mesh, part) < 0)
            suspects.push_back(part);
    for (const TriangleNumbers& part : suspects)
        if (bounds_no_hole(mesh, part, TriangleTree(mesh)))
            turn_around(mesh, part);
    return mesh;
}

std::shared_ptr<const Solid> solid_of(const TriangleMesh& mesh, double scale)
{
    return std::make_shared<MeshSolid>(outside_out(mesh, scale));
}

std::shared_ptr<const Solid> sheet_of(TriangleMesh mesh, double scale, double thickness)
{
    return std::make_shared<MeshSheet>(scaled(std::move(mesh), scale), thickness);
}
} // namespace aspic
