#include "aspic/compute/execution.h"
#include "aspic/core/rough_text.h"
#include "aspic/geometry/solid.h"
#include "aspic/math/scalar.h"
#include "aspic/scene/solid_objects.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/doctor_parts.h"
#include "aspic/simulation/estimate.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
// What a core needs, measured on an AMD EPYC: 0.25 µs per particle and step with sound, 12.6 neighbours; an incompressible dam break 0.98 µs with 33;
// besides, 0.04 µs for each iteration of implicit viscosity (honey, 2300 particles), and 0.17 µs for each of elasticity (cantilevers, 22 000).
constexpr double pair_with_sound = 0.02e-6, pair_incompressible = 0.025e-6; ///< [s] per step
constexpr double pair_viscous = 0.8e-9, pair_elastic = 5.5e-9;              ///< [s] per iteration

/// Iterations of implicit viscosity: conjugate gradients on 1 + ν Δt/Δx² L. 39 were measured for honey at 1.8 ms.
double viscous_iterations(const Scene& scene, double step)
{
    if (!std::holds_alternative<ImplicitViscositySettings>(scene.solvers.viscosity))
        return 0;
    double thickest = 0;
    for (const auto& material : scene.materials)
        thickest = std::max(thickest, material.value.viscosity.at(0) / material.value.density);
    return std::clamp(3 * std::sqrt(1 + 10 * thickest * step / square(scene.spacing)), 3.0, 100.0);
}

/// Iterations of elasticity: 12 to 17 were measured at ν = 0.3, and they grow with λ/μ.
double elastic_iterations(const Lame& lame) { return 10 * std::sqrt(1 + std::max(0.0, lame.lambda) / (2 * lame.mu)); }

/// [s] of a core for a step of the whole scene. What emitters bring is there half of the time, and mostly less than they could.
double seconds_per_step(const Examination& examination, double step)
{
    const Scene& scene = examination.scene;
    double at_first = 0, elastic = 0;
    for (std::size_t k = 0; k < scene.objects.size(); ++k)
    {
        const Object& object = scene.objects[k].value;
        const double count = examination.object_particles[k];
        at_first += object.start > 0 ? 0 : count;
        if (is_elastic(scene, object))
            elastic +=
                count *
                elastic_iterations(
                    scene.materials[static_cast<std::size_t>(index_of(scene.materials, object.material))].value.elastic->lame().value());
    }
    const bool has_sound = std::holds_alternative<WeaklyCompressibleSettings>(scene.solvers.pressure);
    constexpr double mean_emitted = 0.35;
    const double first = std::min(at_first, examination.particles);
    const double particles = first + mean_emitted * (examination.particles - first);
    const double pair = has_sound ? pair_with_sound : pair_incompressible + viscous_iterations(scene, step) * pair_viscous;
    return neighbor_count(scene) * (particles * pair + elastic * pair_elastic);
}

/// [s] between steps at full speed.
double usual_step(const Scene& scene, double sound, double speed)
{
    const double limit = step_limit(scene, {.sound_speed = sound, .speed = speed});
    const TimeStepSettings& settings = scene.solvers.time_step;
    return std::min({limit, settings.fixed.value_or(limit), settings.largest.value_or(limit), 1 / scene.frame_rate});
}

void examine_memory(Examination& examination)
{
    const double memory = estimate_run_memory(examination.scene, examination.assets, examination.particles);
    examination.fact("memory", "about " + rough_bytes(memory));
    if (memory > examination.resources.memory)
        examination.warn("memory",
                         "about " + rough_bytes(memory) + " are needed, and this machine has " + rough_bytes(examination.resources.memory) +
                             " to give",
                         "a larger spacing needs less; so do smaller walls and bodies");
}

void examine_time(Examination& examination, double steps, double step)
{
    constexpr double patience = 30 * 86400; // [s]
    const int cores = current_execution().threads;
    const double seconds = steps * seconds_per_step(examination, step) / cores;
    examination.fact("time", rough_duration(seconds) + " on " + std::to_string(cores) + (cores == 1 ? " core" : " cores"));
    if (seconds > patience)
        examination.warn("time", "it would run for " + rough_duration(seconds) + " on this machine",
                         "twice the spacing takes about a sixteenth of the time, in 2D an eighth");
}

/// [bytes] of frames and of the checkpoints that stay.
double disk_of(const Examination& examination)
{
    constexpr double of_vtp = 110, of_ply = 60, of_csv = 260; // per particle, with all columns; measured
    constexpr double of_checkpoint = 130, usual_checkpoints = 2;
    const Scene& scene = examination.scene;
    const double frames = std::ceil(scene.duration * scene.frame_rate) + 1;
    double of_frame = 0;
    for (const FrameFormat format : scene.output.formats)
        of_frame += format == FrameFormat::vtp ? of_vtp : format == FrameFormat::ply ? of_ply : of_csv;
    const int every = scene.output.keep_checkpoint_every;
    const double checkpoints = usual_checkpoints + (every > 0 ? frames / every : 0);
    return examination.particles * (frames * of_frame + checkpoints * of_checkpoint);
}

void examine_disk(Examination& examination)
{
    const double disk = disk_of(examination);
    examination.fact("disk", "about " + rough_bytes(disk) + " for frames and checkpoints");
    if (disk > examination.resources.disk)
        examination.warn("disk",
                         "about " + rough_bytes(disk) + " are needed, and " + rough_bytes(examination.resources.disk) +
                             " are free in this folder",
                         "a lower frame_rate, fewer output.columns or one format take less; or write elsewhere with -o");
}
} // namespace

double neighbor_count(const Scene& scene)
{
    const double h = scene.support_radius() / scene.spacing;
    return scene.dimension == 2 ? pi * h * h : 4.0 / 3.0 * pi * h * h * h;
}

void examine_cost(Examination& examination)
{
    const Scene& scene = examination.scene;
    const double speed = expected_speed(scene, examination.assets);
    const double sound = sound_speed_at(scene, speed, 0);
    const double step = usual_step(scene, sound, speed);
    const double steps = std::ceil(scene.duration / step);
    examine_memory(examination);
    if (sound > 0)
        examination.fact("sound speed", rough_number(sound, "m/s") + ", for speeds up to " + rough_number(speed, "m/s"));
    examination.fact("steps", "about " + rough_count(steps) + " of " + rough_number(step, "s"));
    examination.fact("frames", rough_count(std::ceil(scene.duration * scene.frame_rate)) + " and the first");
    examine_disk(examination);
    examine_time(examination, steps, step);
}

/// Backward Euler takes the longest wave of a solid, of period T = 2 L √(ρ/E), in steps of Δt: each period takes exp(−2π² Δt/T) of its
/// amplitude away. And floats do not hold strains below a millionth: a solid whose own weight strains it less shows none of it.
void examine_stiff_solids(Examination& examination)
{
    const Scene& scene = examination.scene;
    const double speed = expected_speed(scene, examination.assets);
    const double step = usual_step(scene, sound_speed_at(scene, speed, 0), speed);
    for (const auto& [name, object] : scene.objects)
    {
        const auto* solid = is_elastic(scene, object) && !std::holds_alternative<ParticleFile>(object.shape.form) ? &object : nullptr;
        if (solid == nullptr)
            continue;
        const Material& material = scene.materials[static_cast<std::size_t>(index_of(scene.materials, object.material))].value;
        const Lame lame = material.elastic->lame().value();
        const Bounds bounds = make_solid(object.shape, scene.dimension, examination.assets).value()->bounds();
        const Vec3d size = bounds.high - bounds.low;
        const double length = std::max({size.x, size.y, scene.dimension == 2 ? 0 : size.z});
        const double modulus = lame.mu * (3 * lame.lambda + 2 * lame.mu) / (lame.lambda + lame.mu); // E
        const double period = 2 * length * std::sqrt(material.density / modulus);
        const std::string path = "objects." + name;
        constexpr double rounding = 1e-6;
        const double strain = material.density * norm(scene.gravity.at(0)) * length / modulus;
        if (strain > 0 && strain < rounding)
            examination.warn(path,
                             "it is so stiff that its weight strains it by " + rough_number(strain) + " only, less than rounding does",
                             "a rigid body moves alike and takes no solve; or take a smaller modulus");
        const bool follows = scene.solvers.elasticity.used_tangent() == ElasticTangent::corotated;
        if (!follows && step > 0.1 * period)
            examination.warn(path, "with steps of " + rough_number(step, "s") + " and its stiffness, fixed rotations resist rotation",
                             "leave solvers.elasticity.method and tangent out, or take steps below " + rough_number(0.1 * period, "s") +
                                 " (solvers.time_step.largest)");
        const double kept = std::exp(-2 * square(pi) * step / period);
        examination.fact(path + " vibrates", "in " + rough_number(period, "s") + ", and keeps " + rough_share(kept) +
                                                 " of its amplitude each time with steps of " + rough_number(step, "s"));
    }
}
} // namespace aspic
