#include "aspic/simulation/estimate_walls.h"

#include "aspic/boundaries/wall_integral.h"
#include "aspic/geometry/solid.h"
#include "aspic/math/random.h"
#include "aspic/math/scalar.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/fluid_model.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// What a wall looks like from some points of the box around it.
struct Surveyed
{
    double volume = 0; ///< [m^d] of the box; 0: it has no end
    double near = 0;   ///< share of it that is near the surface
    double bent = 0;   ///< share of it from where more than one plane is seen
    Vec3d size;        ///< [m] of the box
};

Bounds widened(Bounds box, double margin)
{
    const Vec3d m{margin, margin, margin};
    return {box.low - m, box.high + m};
}

/// `reach`: how near is near.
Surveyed survey(const Solid& solid, const Bounds& box, double reach, const Scene& scene)
{
    const int dimension = scene.dimension;
    const auto walls = static_cast<int>(scene.walls.size() + scene.rigid_bodies.size());
    const int points = std::clamp(80'000 / walls, 100, 4000); // of 4000, a layer of one percent of the box is found within a sixth
    Surveyed result{1, 0, 0, box.high - box.low};
    for (int axis = 0; axis < dimension; ++axis)
        result.volume *= result.size[axis];
    if (!std::isfinite(result.volume))
        return {};
    const auto is_flat = [&](const Vec3d& x, const SurfaceView& seen) {
        for (int axis = 0; axis < dimension; ++axis)
            for (const double way : {-reach, reach})
            {
                Vec3d step;
                step[axis] = way;
                const double linear = seen.distance + dot(seen.normal, step);
                if (std::abs(solid.surface_from(x + step).distance - linear) > 1e-6 * reach)
                    return false;
            }
        return true;
    };
    for (std::uint64_t k = 0; k < static_cast<std::uint64_t>(points); ++k)
    {
        const Vec3d u = random_vector(1, 0, k); // within ±1
        Vec3d x;
        for (int axis = 0; axis < dimension; ++axis)
            x[axis] = box.low[axis] + 0.5 * (u[axis] + 1) * result.size[axis];
        const SurfaceView seen = solid.surface_from(x);
        if (std::abs(seen.distance) > reach)
            continue;
        result.near += 1.0 / points;
        result.bent += is_flat(x, seen) ? 0 : 1.0 / points;
    }
    return result;
}

/// A map: codes of all blocks, planes of those near the surface, splines of those that see more than one.
double map_bytes(const BoundaryShape& shape, const Scene& scene)
{
    const int dimension = scene.dimension;
    constexpr double of_place = sizeof(std::int32_t) + sizeof(float) + 40;         // a code, a distance, a block while it is made
    constexpr double most_blocks = 0x1p27;                                         // more are refused in words
    constexpr int controls = WallIntegral::cells + 3, nodes = WallIntegral::nodes; // along a block
    const double side = WallIntegral::cells * WallIntegral::node_spacing(shape);
    const Bounds box = widened(shape.solid->bounds(), shape.support());
    if (!is_finite(box.low) || !is_finite(box.high))
        return 0; // asked for, not mapped
    double blocks = 1;
    for (int axis = 0; axis < dimension; ++axis)
        blocks *= std::max(1.0, std::ceil((box.high[axis] - box.low[axis]) / side));
    blocks = std::min(blocks, most_blocks);
    const double of_spline = std::pow(controls, dimension) * sizeof(float) + std::pow(nodes, dimension) * sizeof(double) / 4;
    const double reach = 0.5 * side * std::sqrt(dimension) + shape.support();
    const Surveyed seen = survey(*shape.solid, box, reach, scene);
    return blocks * (of_place + seen.near * 40 + seen.bent * of_spline);
}

/// Layers of points behind the surface, and what is needed to place them: `of_point` bytes each.
double layer_bytes(const Solid& solid, const Bounds& box, double depth, const Scene& scene, double of_point)
{
    const Surveyed seen = survey(solid, box, depth, scene);
    return 0.5 * seen.near * seen.volume / scene.particle_volume() * of_point;
}

/// Where ghosts may stand: around the wall, or, where that has no end, three times as far as the scene reaches.
Bounds ghost_box(const Scene& scene, const Solid& solid, const Bounds& extent)
{
    Bounds box = widened(solid.bounds(), scene.support_radius());
    for (int axis = 0; axis < 3; ++axis)
    {
        const double size = is_empty(extent) ? 0 : extent.high[axis] - extent.low[axis];
        const double reach = std::max(size, 4 * scene.support_radius());
        if (!std::isfinite(box.low[axis]) || !std::isfinite(box.high[axis]))
        {
            box.low[axis] = (is_empty(extent) ? 0 : extent.low[axis]) - reach;
            box.high[axis] = (is_empty(extent) ? 0 : extent.high[axis]) + reach;
        }
    }
    return box;
}
} // namespace

double estimate_wall_memory(const Scene& scene, const Assets& assets)
{
    const bool has_ghosts = std::holds_alternative<WeaklyCompressibleSettings>(scene.solvers.pressure);
    const bool is_sampled = scene.solvers.boundaries == BoundaryMethod::samples;
    const Bounds extent = has_ghosts ? extent_of(scene, assets) : Bounds{};
    double total = 0;
    const auto add = [&](const Shape& form) {
        constexpr double of_ghost = 96, of_sample = 250; // with what finds them: lists grow to twice their length
        const std::shared_ptr<const Solid> solid = make_solid(form, scene.dimension, assets).value();
        const BoundaryShape shape{.solid = solid, .kernel = exact_kernel_of(scene), .spacing = scene.spacing};
        if (has_ghosts)
            total += layer_bytes(*solid, ghost_box(scene, *solid, extent), scene.support_radius(), scene, of_ghost);
        else if (is_sampled)
            total += layer_bytes(*solid, widened(solid->bounds(), scene.support_radius()), scene.support_radius(), scene, of_sample);
        else
            total += map_bytes(shape, scene);
    };
    for (const auto& wall : scene.walls)
        if (wall.value.ghosts != GhostKind::none)
            add(wall.value.shape);
    if (!has_ghosts)
        for (const auto& body : scene.rigid_bodies)
            add(body.value.shape);
    return total;
}
} // namespace aspic
