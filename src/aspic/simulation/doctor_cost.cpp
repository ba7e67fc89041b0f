#include "aspic/compute/execution.h"
#include "aspic/core/rough_text.h"
#include "aspic/geometry/solid.h"
#include "aspic/math/scalar.h"
#include "aspic/scene/solid_objects.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/doctor_parts.h"
#include "aspic/simulation/estimate.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// [s] that a core needs for a pair and step, measured.
double seconds_per_pair(const Scene& scene)
{
    if (std::holds_alternative<WeaklyCompressibleSettings>(scene.solvers.pressure))
        return 0.02e-6; // in two dimensions: 0.25 µs per particle and step with 12.6 neighbours
    const bool is_implicit = std::holds_alternative<ImplicitViscositySettings>(scene.solvers.viscosity);
    return is_implicit ? 0.2e-6 : 0.05e-6; // dam break 0.75 µs with 30 neighbours on two cores; honey with 43 iterations, four times that
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
        examination.warn("memory", "about " + rough_bytes(memory) + " are needed, and this machine has " +
                                       rough_bytes(examination.resources.memory) + " to give",
                         "a larger spacing needs less; so do smaller walls and bodies");
}

void examine_time(Examination& examination, double steps)
{
    constexpr double patience = 30 * 86400; // [s]
    const Scene& scene = examination.scene;
    const int cores = current_execution().threads;
    const double seconds = steps * examination.particles * neighbor_count(scene) * seconds_per_pair(scene) / cores;
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
        examination.warn("disk", "about " + rough_bytes(disk) + " are needed, and " + rough_bytes(examination.resources.disk) +
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
    examine_time(examination, steps);
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
            examination.warn(path, "it is so stiff that its weight strains it by " + rough_number(strain) + " only, less than rounding does",
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
