#include "aspic/boundaries/ghost_points.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// A range of lattice cells along an axis.
struct CellRange
{
    double origin = 0; ///< [m] low face of cell 0
    std::int64_t first = 0, last = -1;
};

struct CellBox
{
    CellRange axis[3];

    [[nodiscard]] double count() const
    {
        double cells = 1;
        for (const CellRange& range : axis)
            cells *= static_cast<double>(std::max<std::int64_t>(0, range.last - range.first + 1));
        return cells;
    }
};

CellBox cells_of(const GhostLayer& layer)
{
    const Bounds solid = layer.solid.bounds();
    CellBox box;
    for (int k = 0; k < 3; ++k)
    {
        CellRange& range = box.axis[k];
        if (k == 2 && layer.dimension == 2)
        {
            range = {-0.5 * layer.spacing, 0, 0}; // the plane z = 0
            continue;
        }
        const double margin = layer.fluid_is_inside ? layer.depth : 0.5 * layer.spacing;
        const bool has_low = std::isfinite(solid.low[k]), has_high = std::isfinite(solid.high[k]);
        range.origin = has_low ? solid.low[k] : has_high ? solid.high[k] : layer.region.low[k];
        constexpr double sliver = 1e-6; // of a cell: bounds are rounded numbers
        const auto cells_to = [&](double place) { return (place - range.origin) / layer.spacing; };
        const auto whole = [](double cells) { return static_cast<std::int64_t>(std::clamp(cells, -1e15, 1e15)); };
        // All cells that the layer reaches; of the region those whose centres it holds, so that a period has none of them twice.
        const double first = has_low ? std::floor(cells_to(solid.low[k] - margin) + sliver) : -1e15;
        const double last = has_high ? std::ceil(cells_to(solid.high[k] + margin) - sliver) - 1 : 1e15;
        range.first = whole(std::max(first, std::ceil(cells_to(layer.region.low[k]) - 0.5 - sliver)));
        range.last = whole(std::min(last, std::ceil(cells_to(layer.region.high[k]) - 0.5 - sliver) - 1));
    }
    return box;
}

/// Calls `visit(centre)` for the cells of a box that may lie near the surface: blocks of cells that do not are passed over.
template <class F> void for_each_cell_near_surface(const CellBox& box, const GhostLayer& layer, const F& visit)
{
    constexpr std::int64_t edge = 8; // cells along a block
    const double dx = layer.spacing;
    const auto center = [&](int axis, double cell) { return box.axis[axis].origin + (cell + 0.5) * dx; };
    const auto middle = [&](int axis, std::int64_t first) {
        return center(axis, 0.5 * static_cast<double>(first + std::min(first + edge - 1, box.axis[axis].last)));
    };
    const double reach = layer.depth + dx * (0.5 * std::sqrt(3.0) * static_cast<double>(edge) + 1);
    const auto &x = box.axis[0], &y = box.axis[1], &z = box.axis[2];
    const auto walk_block = [&](std::int64_t bx, std::int64_t by, std::int64_t bz) {
        for (std::int64_t k = bz; k <= std::min(bz + edge - 1, z.last); ++k)
            for (std::int64_t j = by; j <= std::min(by + edge - 1, y.last); ++j)
                for (std::int64_t i = bx; i <= std::min(bx + edge - 1, x.last); ++i)
                    visit(Vec3d{center(0, static_cast<double>(i)), center(1, static_cast<double>(j)), center(2, static_cast<double>(k))});
    };
    for (std::int64_t bz = z.first; bz <= z.last; bz += edge)
        for (std::int64_t by = y.first; by <= y.last; by += edge)
            for (std::int64_t bx = x.first; bx <= x.last; bx += edge)
                if (std::abs(layer.solid.surface_from({middle(0, bx), middle(1, by), middle(2, bz)}).distance) <= reach)
                    walk_block(bx, by, bz);
}
} // namespace

bool can_be_filled(const GhostLayer& layer) { return cells_of(layer).count() <= 2e9; }

GhostPoints ghost_points(const GhostLayer& layer)
{
    const double dx = layer.spacing;
    const double cell_volume = layer.dimension == 2 ? dx * dx : dx * dx * dx;
    const double side = layer.fluid_is_inside ? 1 : -1;
    GhostPoints points;
    for_each_cell_near_surface(cells_of(layer), layer, [&](const Vec3d& x) {
        const SurfaceView surface = layer.solid.surface_from(x);
        const double depth = side * surface.distance; // of the cell's centre behind the surface
        constexpr double least_share = 1e-3;
        const double share = std::clamp(0.5 + depth / dx, 0.0, 1.0);
        if (share < least_share || depth > layer.depth)
            return;
        Vec3d inward = side * surface.normal;
        if (layer.dimension == 2)
            inward.z = 0;
        points.positions.push_back(x + (0.5 * (1 - share) * dx) * inward);
        points.volumes.push_back(share * cell_volume);
    });
    return points;
}
} // namespace aspic
