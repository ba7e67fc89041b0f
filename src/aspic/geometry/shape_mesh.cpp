#include "aspic/geometry/shape_mesh.h"

#include "aspic/geometry/mesh_smoothing.h"
#include "aspic/geometry/mesh_solid.h"
#include "aspic/geometry/solid_mesh.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
TriangleMesh scaled(TriangleMesh mesh, double scale)
{
    for (Vec3d& x : mesh.vertices)
        x = scale * x;
    return mesh;
}

SurfaceMesh mesh_of(const MeshFile& file, const Assets& assets, const ShapeMeshSettings& settings)
{
    const TriangleMesh& mesh = settings.replacement != nullptr ? *settings.replacement : *assets.meshes.at(file.file);
    return surface_of(file.thickness ? scaled(mesh, file.scale) : outside_out(mesh, file.scale));
}

SurfaceMesh mesh_of(const Moved& moved, const Assets& assets, const ShapeMeshSettings& settings)
{
    SurfaceMesh mesh = shape_mesh(*moved.shape, assets, settings);
    const Mat3T<double> rotation = rotation_matrix(moved.rotation);
    for (Vec3d& x : mesh.vertices)
        x = rotation * x + moved.position;
    for (Vec3& normal : mesh.normals)
        normal = convert<Real>(rotation * convert<double>(normal));
    return mesh;
}

/// How many cells a length is divided into.
int cells_along(double length, double cell_size)
{
    constexpr double most = 2000, rounding = 1e-6;
    return static_cast<int>(std::clamp(std::ceil(length / cell_size - rounding), 1.0, most));
}

/// Squares, cut in two, on one face of a box: across `axis`, at its lower or upper end.
void add_face(const Box& box, int axis, bool is_upper, double cell_size, TriangleMesh& mesh)
{
    const int b = (axis + 1) % 3, c = (axis + 2) % 3;
    const int columns = cells_along(box.to[b] - box.from[b], cell_size), rows = cells_along(box.to[c] - box.from[c], cell_size);
    const auto between = [&](int a, int k, int n) { return k == n ? box.to[a] : box.from[a] + (box.to[a] - box.from[a]) * k / n; };
    const auto first = static_cast<int>(mesh.vertices.size());
    for (int j = 0; j <= rows; ++j)
        for (int i = 0; i <= columns; ++i)
        {
            Vec3d x = is_upper ? box.to : box.from;
            x[b] = between(b, i, columns);
            x[c] = between(c, j, rows);
            mesh.vertices.push_back(x);
        }
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i)
        {
            const int p = first + j * (columns + 1) + i, q = p + columns + 1;
            const std::array<int, 2> aside = is_upper ? std::array{p + 1, q} : std::array{q, p + 1};
            mesh.triangles.push_back({p, aside[0], q + 1});
            mesh.triangles.push_back({p, q + 1, aside[1]});
        }
}

/// A box with all its edges, which an isosurface would cut off.
SurfaceMesh mesh_of(const Box& box, double cell_size)
{
    TriangleMesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (const bool is_upper : {false, true})
            add_face(box, axis, is_upper, cell_size, mesh);
    return surface_of(with_merged_vertices(mesh));
}

/// An isosurface of the distance.
SurfaceMesh mesh_of(const Solid& solid, double cell_size)
{
    const Bounds bounds = solid.bounds();
    if (!is_bounded(bounds) || is_empty(bounds))
        return {};
    const Vec3d extent = bounds.high - bounds.low;
    return solid_mesh(solid, bounds, cells_along(std::max({extent.x, extent.y, extent.z}), cell_size));
}
} // namespace

SurfaceMesh surface_of(const TriangleMesh& mesh)
{
    SurfaceMesh result;
    result.vertices = mesh.vertices;
    result.normals.assign(mesh.vertices.size(), Vec3{0, 1, 0}); // of a vertex that no triangle uses
    result.triangles.assign(mesh.triangles.begin(), mesh.triangles.end());
    recompute_normals(result);
    return result;
}

SurfaceMesh shape_mesh(const Shape& shape, const Assets& assets, const ShapeMeshSettings& settings)
{
    if (const auto* file = std::get_if<MeshFile>(&shape.form))
        return mesh_of(*file, assets, settings);
    if (const auto* moved = std::get_if<Moved>(&shape.form))
        return mesh_of(*moved, assets, settings);
    if (settings.replacement != nullptr)
        return surface_of(*settings.replacement);
    if (std::holds_alternative<ParticleFile>(shape.form))
        return {};
    if (const auto* box = std::get_if<Box>(&shape.form))
        return mesh_of(*box, settings.cell_size);
    return mesh_of(*make_solid(shape, 3, assets).value(), settings.cell_size);
}
} // namespace aspic
