#include "aspic/simulation/doctor.h"

#include "aspic/compute/execution.h"
#include "aspic/core/rough_text.h"
#include "aspic/geometry/mesh_remarks.h"
#include "aspic/math/scalar.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/doctor_parts.h"
#include "aspic/simulation/estimate.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace aspic
{
namespace
{
void examine_size(Examination& examination)
{
    const Scene& scene = examination.scene;
    for (std::size_t k = 0; k < scene.objects.size(); ++k)
        examination.fact("objects." + scene.objects[k].name, rough_count(examination.object_particles[k]) + " particles");
    examination.fact("particles", (scene.emitters.empty() ? "" : "at most about ") + rough_count(examination.particles) + " in all");
    if (scene.max_particles && examination.wanted_particles > examination.particles)
        examination.warn("max_particles",
                         "emitters and late objects would bring " + rough_count(examination.wanted_particles - examination.particles) +
                             " particles more than the budget: nothing comes when it is spent",
                         "raise it, make nozzles, rates or objects smaller, or add a sink");
    if (examination.particles == 0 && scene.rigid_bodies.empty())
        examination.warn("objects", "there is nothing to simulate", "add an object, an emitter or a rigid body");
}

void examine_resolution(Examination& examination)
{
    const double ratio = examination.scene.support_radius() / examination.scene.spacing;
    const std::string neighbors = " about " + rough_count(neighbor_count(examination.scene)) + " particles see each other";
    if (ratio < 1.5)
        examination.warn("support", "it is only " + rough_number(ratio) + " spacings:" + neighbors + ", too few for smooth sums",
                         "leave it out, or take about twice the spacing");
    if (ratio > 4)
        examination.warn("support", "it is " + rough_number(ratio) + " spacings:" + neighbors + ", which takes much memory and time",
                         "leave it out, or take two to three times the spacing");
    constexpr double enough_for_tension = 2.4; // below, drops hardly swing: particles lock into a lattice
    if (ratio < enough_for_tension && std::holds_alternative<AkinciSettings>(examination.scene.solvers.surface_tension))
        examination.warn("support",
                         "it is " + rough_number(ratio) +
                             " spacings: with so few neighbours surface tension makes a lattice of the fluid, which resists",
                         "take 2.5 to 3 times the spacing");
    constexpr double enough_for_wendland = 2.4; // below, water resists as a lattice does: a light cube under it hardly rises
    if (ratio < enough_for_wendland && examination.scene.kernel == KernelChoice::wendland &&
        std::holds_alternative<DfsphSettings>(examination.scene.solvers.pressure))
        examination.warn("kernel",
                         "with Wendland's function and a support of " + rough_number(ratio) + " spacings particles lock into a lattice",
                         "leave the kernel out, or take 2.5 to 3 times the spacing as support");
    constexpr double enough_for_implicit = 2.4; // below, viscosity along the rows of a lattice is less than 0.8 of what it should be
    if (ratio < enough_for_implicit && std::holds_alternative<ImplicitViscositySettings>(examination.scene.solvers.viscosity))
        examination.warn("support",
                         "it is " + rough_number(ratio) + " spacings: implicit viscosity is up to a third too weak with so few neighbours",
                         "take 2.5 to 3 times the spacing");
}

/// The speed of sound against what moves, and what else makes steps short.
void examine_stiffness(Examination& examination)
{
    const Scene& scene = examination.scene;
    const double speed = expected_speed(scene, examination.assets);
    const double sound = sound_speed_at(scene, speed, 0);
    const std::string place = "solvers.pressure.weakly_compressible.sound_speed";
    if (sound > 0 && sound < 9 * speed)
        examination.warn(place,
                         "it is only " + rough_number(sound / speed) + " times the speed to be expected (" + rough_number(speed, "m/s") +
                             "): the fluid may be compressed by " + rough_share(square(speed / sound)),
                         "leave it out, or take " + rough_number(10 * speed, "m/s"));
    if (speed > 0 && sound > 30 * speed)
        examination.warn(place,
                         "it is " + rough_number(sound / speed) + " times the speed to be expected (" + rough_number(speed, "m/s") +
                             "): steps are shorter than need be",
                         "leave it out, or take " + rough_number(10 * speed, "m/s"));
    Scene inviscid = scene;
    inviscid.solvers.viscosity = NoViscosity{};
    const double limit = step_limit(scene, {.sound_speed = sound, .speed = speed});
    const double without = std::min(step_limit(inviscid, {.sound_speed = sound, .speed = speed}), 1 / scene.frame_rate);
    if (limit < 0.5 * without)
        examination.warn("materials",
                         "viscosity makes steps " + rough_number(without / limit) + " times shorter (" + rough_number(limit, "s") + ")",
                         "a larger spacing or less viscosity makes them longer; with \"pressure\": {\"dfsph\": {}} so does \"viscosity\": "
                         "{\"implicit\": {}}");
    const auto& fixed = scene.solvers.time_step.fixed;
    if (fixed && *fixed > limit)
        examination.warn("solvers.time_step.fixed",
                         "at full speed the limits allow " + rough_number(limit, "s") + " only: steps will be shortened then",
                         "take a shorter step, or leave it out: steps then adapt");
}

void examine_times(Examination& examination)
{
    const Scene& scene = examination.scene;
    if (scene.duration == 0)
        examination.warn("duration", "it is zero: only the first frame is written", "give the seconds to simulate");
    if (const double frames = scene.duration * scene.frame_rate; frames >= 1e5)
        examination.warn("frame_rate", rough_count(frames) + " frames will be written", "a lower frame_rate writes fewer");
    const auto late = [&](double start, const std::string& where) {
        if (start > scene.duration)
            examination.warn(where, "it starts after the end, which is at " + rough_number(scene.duration, "s"),
                             "start it earlier, or simulate longer");
    };
    for (const auto& object : scene.objects)
        late(object.value.start, "objects." + object.name + ".start");
    for (const auto& emitter : scene.emitters)
        late(std::visit([](const auto& e) { return e.start; }, emitter.value), "emitters." + emitter.name);
    for (const auto& sink : scene.sinks)
        late(sink.value.start, "sinks." + sink.name + ".start");
}

/// Meshes that are more than one closed surface with its outside out.
void examine_meshes(Examination& examination)
{
    for (const auto& [file, mesh] : examination.assets.meshes)
        for (const std::string& remark : remarks_of_mesh(*mesh))
            examination.fact("mesh '" + file + "'", remark);
}

void examine_materials(Examination& examination)
{
    const Scene& scene = examination.scene;
    std::set<std::string_view> used;
    const auto use_parts = [&](const Body& body) {
        for (const auto& part : body.parts)
            used.insert(part.value.material);
    };
    for (const auto& object : scene.objects)
    {
        used.insert(object.value.material);
        use_parts(object.value);
    }
    for (const auto& emitter : scene.emitters)
    {
        used.insert(std::visit([](const auto& e) -> std::string_view { return e.material; }, emitter.value));
        if (const auto* bodies = std::get_if<BodyEmitter>(&emitter.value))
            use_parts(*bodies);
    }
    for (const auto& material : scene.materials)
        if (!used.contains(material.name))
            examination.warn("materials." + material.name, "nothing is made of it", "remove it, or name it in an object");
}
} // namespace

namespace
{
Scene without_budget(Scene scene)
{
    scene.max_particles = {};
    return scene;
}
} // namespace

Examination::Examination(const Scene& scene, const Assets& assets, const Resources& resources)
    : scene(scene),
      assets(assets),
      resources(resources),
      wanted_particles(estimate_particles(without_budget(scene), assets)),
      particles(estimate_particles(scene, assets))
{
    for (const auto& object : scene.objects)
        object_particles.push_back(body_point_count(object.value, scene, assets));
}

std::vector<Advice> examine(const Scene& scene, const Assets& assets, const Resources& resources)
{
    Examination examination(scene, assets, resources);
    examine_size(examination);
    examine_cost(examination);
    examine_resolution(examination);
    examine_stiffness(examination);
    examine_times(examination);
    examine_materials(examination);
    examine_meshes(examination);
    examine_shapes(examination);
    examine_stiff_solids(examination);
    examine_placement(examination);
    examine_rigid_bodies(examination);
    examine_boundaries(examination);
    examine_vorticity(examination);
    return std::move(examination.advice);
}
} // namespace aspic
