#include "aspic/simulation/estimate.h"

#include "aspic/math/scalar.h"
#include "aspic/scene/solid_objects.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/estimate_walls.h"
#include "aspic/simulation/sources.h"
#include "aspic/solvers/elasticity/preconditioner_choice.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
double most_of(const Keyframed<double>& value, const Scene& scene)
{
    double most = 0;
    for (const double time : value.telling_times(scene.duration))
        most = std::max(most, value.at(time));
    return most;
}

double emitted_particles(const FluidEmitter& emitter, const Scene& scene)
{
    const double open = std::max(0.0, std::min(emitter.stop.value_or(scene.duration), scene.duration) - emitter.start);
    const double layer = nozzle_point_count(emitter, scene);
    double rate = most_of(emitter.speed, scene) / scene.spacing * layer; // particles in a second
    if (emitter.rate)
        rate = std::min(rate, most_of(*emitter.rate, scene) / scene.particle_volume());
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

/// Numbers in the factor of a solid at most: that of a cube of as many particles, for which they are most.
double factor_entries(const Scene& scene, double count)
{
    constexpr double most_across = 24, power = 4.0 / 3; // nested dissection in 3D
    const int across = static_cast<int>(std::clamp(std::round(std::pow(count, 1.0 / scene.dimension)), 1.0, most_across));
    std::vector<Vec3d> points;
    for (int i = 0; i < across; ++i)
        for (int j = 0; j < across; ++j)
            for (int k = 0; k < (scene.dimension == 2 ? 1 : across); ++k)
                points.push_back(scene.spacing * Vec3d{double(i), double(j), double(k)});
    return estimated_factor_entries(const_view(points), 1.5 * scene.support_radius()) *
           std::pow(count / static_cast<double>(points.size()), power);
}

/// [bytes] The factor of a solid, none where it would not be made: see PreconditionerChoice.
double memory_of_factor(const Scene& scene, const Lame& lame, double count, double copies)
{
    const ElasticitySettings& settings = scene.solvers.elasticity;
    if (settings.preconditioner == ElasticPreconditioning::two_level || settings.method == ElasticMethod::peer)
        return 0;
    constexpr double of_entry = 4.2;
    const double entries = factor_entries(scene, count);
    const double most = lame.lambda > 0.2 * lame.mu ? 200 : 700; // for a particle and copy: more does not pay
    const bool pays = settings.preconditioner == ElasticPreconditioning::direct || entries < most * count * copies;
    return pays && of_entry * entries <= settings.factor_memory * 0x1p30 ? of_entry * entries : 0;
}

/// [bytes] for a particle of the matrix that systems without volume and damping are multiplied by (StretchOperator).
double memory_of_matrix(const Scene& scene, const ElasticMaterial& material, double neighbors)
{
    constexpr double of_neighbor = 4.6 * sizeof(Real); // measured on a lattice: 615 bytes in float with 33.5 neighbours by volume
    const bool is_constant = scene.solvers.elasticity.method == ElasticMethod::split || material.lame().value().lambda == 0;
    return is_constant && material.damping == 0 ? of_neighbor * neighbors : 0;
}

/// [bytes] What elastic solids take besides their particles: rest shapes, factors, what a solve needs.
double memory_of_solids(const Scene& scene, const Assets& assets, double neighbors)
{
    constexpr double of_pair = 2 * sizeof(Index) + 3 * sizeof(Real), slack = 1.3; // five numbers of those that have weight
    constexpr double at_rest = sizeof(Vec3d) + 2 * sizeof(Mat3) + 2 * sizeof(LocalPosition) + 6 * sizeof(Real) + 4 * sizeof(Vec4);
    constexpr double coarse = 400; // of the coarse space, and what it is factored to
    constexpr double in_solve = 2 * sizeof(Vec3d) + 9 * sizeof(Vec4) + 4 * sizeof(Vec3) + sizeof(LocalPosition) + 4 * sizeof(Real);
    double total = 0;
    const auto add = [&](const Body& body, double copies) {
        if (!is_elastic(scene, body))
            return;
        const double count = body_point_count(body, scene, assets);
        const Material& material = scene.materials[static_cast<std::size_t>(index_of(scene.materials, body.material))].value;
        const double solves = scene.solvers.elasticity.coupling == PressureCoupling::strong ? 2 : 1; // one while pressure is found
        total += count * (at_rest + coarse + slack * of_pair * neighbors + memory_of_matrix(scene, *material.elastic, neighbors) +
                          in_solve * copies * solves) +
                 memory_of_factor(scene, material.elastic->lame().value(), count, copies);
    };
    for (const auto& object : scene.objects)
        add(object.value, 1);
    for (const auto& emitter : scene.emitters)
        if (const auto* bodies = std::get_if<BodyEmitter>(&emitter.value))
            add(*bodies, emitted_particles(*bodies, scene, assets) / std::max(1.0, body_point_count(*bodies, scene, assets)));
    return total;
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

double estimate_memory(const Scene& scene, const Assets& assets, double particles)
{
    // Columns, what the greediest stage takes, search, and a list of neighbours with some slack.
    const double h = scene.support_radius() / scene.spacing;
    const double all = particles + ghosts_near(scene, particles);
    const double neighbors = std::min(all, scene.dimension == 2 ? pi * h * h : 4.0 / 3.0 * pi * h * h * h);
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
    return program + of_particle * all + memory_of_solids(scene, assets, neighbors) + estimate_wall_memory(scene, assets);
}

double estimate_run_memory(const Scene& scene, const Assets& assets, double particles)
{
    constexpr double output = 320; // [bytes] per particle: frames that wait, text that is written, a checkpoint
    return estimate_memory(scene, assets, particles) + output * particles;
}
} // namespace aspic
