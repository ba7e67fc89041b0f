#include "aspic/boundaries/contact_samples.h"

#include "aspic/geometry/directions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace aspic
{
namespace
{
constexpr int most_divisions = 32;
constexpr double flat_edge = 0.99; ///< cosine between the normals of triangles whose common edge touches nothing alone
constexpr int most_walks = 16;

/// The point of the surface to which the normals lead, or x itself if they lead nowhere.
Vec3d on_surface(const Solid& solid, Vec3d x, double close)
{
    for (int walk = 0; walk < most_walks; ++walk)
    {
        const SurfaceView surface = solid.surface_from(x);
        x = x - surface.distance * surface.normal;
        if (abs(surface.distance) < close)
            break;
    }
    return x;
}

/// An edge as one of its triangles sees it.
struct EdgeSide
{
    std::pair<int, int> ends; ///< numbers of vertices, the lower first
    Vec3d normal;
};

/// Sides of the same edge stand beside each other. Triangles without area have no part in it.
std::vector<EdgeSide> sorted_edge_sides(const TriangleMesh& mesh)
{
    std::vector<EdgeSide> sides;
    for (const auto& t : mesh.triangles)
    {
        const auto vertex = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(t[k])]; };
        const Vec3d normal = unit_or(cross(vertex(1) - vertex(0), vertex(2) - vertex(0)), {0, 0, 0});
        if (dot(normal, normal) > 0)
            for (std::size_t k = 0; k < 3; ++k)
                sides.push_back({std::minmax({t[k], t[(k + 1) % 3]}), normal});
    }
    std::stable_sort(sides.begin(), sides.end(), [](const EdgeSide& a, const EdgeSide& b) { return a.ends < b.ends; });
    return sides;
}
} // namespace

std::vector<Vec3d> mesh_samples(const TriangleMesh& mesh, double spacing)
{
    const TriangleMesh merged = with_merged_vertices(mesh);
    const auto vertex = [&](int k) { return merged.vertices[static_cast<std::size_t>(k)]; };
    std::vector<Vec3d> points = merged.vertices;
    const std::vector<EdgeSide> sides = sorted_edge_sides(merged);
    for (std::size_t first = 0, next = 0; first < sides.size(); first = next)
    {
        bool is_flat = true;
        for (next = first; next < sides.size() && sides[next].ends == sides[first].ends; ++next)
            is_flat = is_flat && dot(sides[next].normal, sides[first].normal) > flat_edge;
        if (is_flat)
            continue;
        const Vec3d a = vertex(sides[first].ends.first);
        const Vec3d b = vertex(sides[first].ends.second);
        const int n = std::clamp(static_cast<int>(std::ceil(norm(b - a) / spacing)), 1, most_divisions);
        for (int k = 1; k < n; ++k)
            points.push_back(a + (double(k) / n) * (b - a));
    }
    return points;
}

std::vector<Vec3d> solid_samples(const Solid& solid, int dimension, double spacing)
{
    const Bounds bounds = solid.bounds();
    std::vector<Vec3d> points;
    if (is_empty(bounds) || !is_bounded(bounds))
        return points;
    int cells[3] = {1, 1, 1};
    for (int axis = 0; axis < dimension; ++axis)
        cells[axis] = static_cast<int>(std::ceil((bounds.high[axis] - bounds.low[axis]) / spacing)) + 1;
    const double reach = 0.5 * spacing * std::sqrt(double(dimension));
    for (int k = 0; k < cells[2]; ++k)
        for (int j = 0; j < cells[1]; ++j)
            for (int i = 0; i < cells[0]; ++i)
            {
                Vec3d x = bounds.low + spacing * Vec3d{double(i), double(j), double(k)};
                if (dimension == 2)
                    x.z = 0;
                if (abs(solid.surface_from(x).distance) > reach)
                    continue;
                const Vec3d y = on_surface(solid, x, 1e-6 * spacing);
                if (norm(y - x) <= 2 * reach && abs(solid.surface_from(y).distance) < 1e-3 * spacing)
                    points.push_back(y);
            }
    return points;
}

/// The mean normal is the gradient of the distance by central differences over the reach.
Vec3d inset_of(const Solid& solid, const Vec3d& x, double reach, int dimension)
{
    Vec3d gradient;
    for (int axis = 0; axis < dimension; ++axis)
    {
        Vec3d step;
        step[axis] = reach;
        gradient[axis] = solid.surface_from(x + step).distance - solid.surface_from(x - step).distance;
    }
    Vec3d inward = -reach * unit_or(gradient, {0, 0, 0});
    for (int halving = 0; halving < 5; ++halving, inward = 0.5 * inward)
        if (solid.surface_from(x + inward).distance < -0.1 * norm(inward))
            return inward;
    return {};
}
} // namespace aspic
