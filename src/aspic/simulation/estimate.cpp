#include "aspic/simulation/estimate.h"

#include "aspic/math/scalar.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/sources.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
double most_of(const Keyframed<double>& value)
{
    double most = value.is_constant() ? value.constant : 0;
    for (const auto& key : value.keyframes)
        most = std::max(most, key.value);
    return most;
}

double emitted_particles(const FluidEmitter& emitter, const Scene& scene)
{
    const double open = std::max(0.0, std::min(emitter.stop.value_or(scene.duration), scene.duration) - emitter.start);
    const double layer = nozzle_point_count(emitter, scene);
    double rate = most_of(emitter.speed) / scene.spacing * layer; // particles in a second
    if (emitter.rate)
        rate = std::min(rate, most_of(*emitter.rate) / scene.particle_volume());
    const double all = rate * open + layer;
    return emitter.limit ? std::min(all, static_cast<double>(*emitter.limit)) : all;
}

double emitted_particles(const BodyEmitter& emitter, const Scene& scene, const Assets& assets)
{
    const double bodies = std::floor(std::max(0.0, scene.duration - emitter.start) / emitter.interval) + 1;
    return body_point_count(emitter, scene, assets) * (emitter.count ? std::min(bodies, static_cast<double>(*emitter.count)) : bodies);
}

/// Ghosts that fluid can be near to: a layer around all of it, if it stands together.
double ghosts_near(const Scene& scene, double particles)
{
    if (!std::holds_alternative<WeaklyCompressibleSettings>(scene.solvers.pressure))
        return 0;
    if (std::ranges::none_of(scene.walls, [](const auto& wall) { return wall.value.ghosts != GhostKind::none; }))
        return 0;
    const double layers = std::ceil(scene.support_radius() / scene.spacing) + 2;
    const double across = std::pow(particles, 1.0 / scene.dimension);
    return std::pow(across + 2 * layers, scene.dimension) - particles;
}
} // namespace

double estimate_particles(const Scene& scene, const Assets& assets)
{
    double objects = 0, emitted = 0;
    for (const auto& object : scene.objects)
        (object.value.start > 0 ? emitted : objects) += body_point_count(object.value, scene, assets);
    for (const auto& emitter : scene.emitters)
    {
        if (const auto* fluid = std::get_if<FluidEmitter>(&emitter.value))
            emitted += emitted_particles(*fluid, scene);
        else
            emitted += emitted_particles(std::get<BodyEmitter>(emitter.value), scene, assets);
    }
    if (scene.max_particles)
        emitted = std::min(emitted, std::max(0.0, static_cast<double>(*scene.max_particles) - objects));
    return objects + emitted;
}

double estimate_memory(const Scene& scene, double particles)
{
    // Columns, what the greediest stage takes, search, and a list of neighbours with some slack.
    const double h = scene.support_radius() / scene.spacing;
    const double neighbors = std::min(particles, scene.dimension == 2 ? pi * h * h : 4.0 / 3.0 * pi * h * h * h);
    constexpr double slack = 1.3; // lists are as long as the longest of 16, and grow in steps
    constexpr double columns = sizeof(Vec3d) + 2 * sizeof(Vec3) + 4 * sizeof(Real) + sizeof(Identity) + 2 * sizeof(Index);
    constexpr double scratch = 2 * sizeof(Vec4) + 3 * sizeof(Real);
    constexpr double cells = 14;
    constexpr double search = sizeof(LocalPosition) + 2 * sizeof(Index) + cells;
    constexpr double program = 30e6;
    // An incompressible fluid keeps a number for each pair, and what its iterations need.
    const bool iterates = !std::holds_alternative<WeaklyCompressibleSettings>(scene.solvers.pressure);
    const double of_pair = sizeof(Index) + (iterates ? sizeof(Real) : 0);
    const double of_solve = iterates ? 4 * sizeof(Vec4) + 2 * sizeof(Vec3) + 9 * sizeof(Real) : 0;
    const double of_particle = columns + scratch + of_solve + search + slack * of_pair * neighbors;
    return program + of_particle * (particles + ghosts_near(scene, particles));
}
} // namespace aspic
