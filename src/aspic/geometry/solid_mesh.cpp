#include "aspic/geometry/solid_mesh.h"

#include "aspic/compute/parallel.h"
#include "aspic/geometry/isosurface.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr int edge = SparseField::block_edge;

/// The distance to the surface of an upright box, negative inside, and its gradient.
SurfaceView box_from(const Bounds& box, const Vec3d& x)
{
    SurfaceView nearest{-HUGE_VAL, {}};
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-1.0, 1.0})
        {
            Vec3d normal;
            normal[axis] = side;
            const double distance = side * (x[axis] - (side < 0 ? box.low : box.high)[axis]);
            if (distance > nearest.distance)
                nearest = {distance, normal};
        }
    return nearest;
}

/// What lies in both the solid and the region.
SurfaceView cut_from(const Solid& solid, const Bounds& region, const Vec3d& x)
{
    const SurfaceView own = solid.surface_from(x);
    const SurfaceView end = box_from(region, x);
    return own.distance > end.distance ? own : end;
}

/// Blocks of all nodes in and around the region, relative to its lower corner.
SparseField empty_field(const Vec3d& extent, double cell_size)
{
    SparseField field;
    field.cell_size = cell_size;
    field.value_elsewhere = -1;
    const auto last = [&](double length) { return static_cast<int>(std::ceil(length / cell_size / edge)); };
    for (int z = -1; z <= last(extent.z); ++z)
        for (int y = -1; y <= last(extent.y); ++y)
            for (int x = -1; x <= last(extent.x); ++x)
                field.blocks.push_back({x, y, z});
    field.values.resize(field.blocks.size() * SparseField::nodes_per_block);
    return field;
}
} // namespace

SurfaceMesh solid_mesh(const Solid& solid, const Bounds& region, int cells)
{
    const Vec3d extent = region.high - region.low;
    const double cell_size = std::max({extent.x, extent.y, extent.z}) / cells;
    if (is_empty(region) || !(cell_size > 0))
        return {};
    SparseField field = empty_field(extent, cell_size);
    auto fill = [&](Index begin, Index end) {
        for (Index block = begin; block < end; ++block)
            for (int node = 0; node < SparseField::nodes_per_block; ++node)
            {
                const Cell& at = field.blocks[static_cast<std::size_t>(block)];
                const Vec3d place{double(at.x) * edge + node % edge, double(at.y) * edge + node / edge % edge,
                                  double(at.z) * edge + node / (edge * edge)};
                field.block_values(block)[node] = static_cast<float>(-cut_from(solid, region, region.low + cell_size * place).distance);
            }
    };
    for_each_chunk(field.block_count(), 1, fill);
    SurfaceMesh mesh = isosurface(field, 0);
    parallel_for(static_cast<Index>(mesh.vertices.size()), [&](Index k) {
        Vec3d& x = mesh.vertices[static_cast<std::size_t>(k)];
        x += region.low;
        const SurfaceView view = cut_from(solid, region, x);
        x -= view.distance * view.normal;
        mesh.normals[static_cast<std::size_t>(k)] = convert<Real>(view.normal);
    });
    return mesh;
}
} // namespace aspic
