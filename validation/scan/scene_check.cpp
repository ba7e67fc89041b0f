#include "scan/scene_check.h"

#include "dynamics/solid_motion.h"

#include <algorithm>
#include <cstdio>

namespace aspic::validation
{
namespace
{
constexpr double g = 9.81, energy_allowed = 0.01, conserved = 1e-3, rotation_allowed = 1e-3, depth_allowed = 0.5;

/// [N m s] Σ m |x × v|.
double sum_of_angular_momenta(const World& world)
{
    const ParticleSet& particles = world.particles();
    double total = 0;
    for (Index i = 0; i < particles.size(); ++i)
        total += double(particles.mass[i]) * norm(cross(particles.position[i], convert<double>(particles.velocity[i])));
    return total;
}

/// [spacings] How far centres are behind where half a spacing would keep them.
double depth_below(const Experiment& experiment, double floor)
{
    double lowest = HUGE_VAL;
    experiment.for_each_fluid([&](Index i) { lowest = std::min(lowest, experiment.particles().position[i].y); });
    return std::max(0.0, (floor - lowest) / experiment.spacing() + 0.5);
}

void watch(Experiment& experiment, const RandomScene& scene, SceneCheck& found)
{
    experiment.run_until(scene.release);
    const Motion start = motion_of(experiment.world());
    const bool is_free = scene.happening == Happening::collide;
    const bool is_squeezed = scene.happening == Happening::squeeze;
    const bool has_weight = !is_free && scene.happening != Happening::thrown;
    const double weight = has_weight ? start.mass * g * std::max(scene.size, scene.fall) : 0;
    const double scale = std::max({start.kinetic, weight, is_squeezed ? start.elastic : 0});
    const double momenta = sum_of_momenta(experiment.world()), angular_momenta = sum_of_angular_momenta(experiment.world());
    const RotationSince rotation(experiment.world());
    experiment.run_until(scene.duration, 0.002, [&] {
        const Motion now = motion_of(experiment.world());
        found.energy_gain = std::max(found.energy_gain, (now.energy() - start.energy()) / scale);
        if (is_free)
        {
            found.momentum_change = std::max(found.momentum_change, norm(now.momentum - start.momentum) / momenta);
            found.angular_momentum_change =
                std::max(found.angular_momentum_change, norm(now.angular_momentum - start.angular_momentum) / angular_momenta);
        }
        if (scene.may_not_rotate)
            found.rotation = std::max(found.rotation, norm(rotation(experiment.world())));
        if (scene.floor)
            found.depth = std::max(found.depth, depth_below(experiment, *scene.floor));
    });
}

void append(std::string& text, const char* what, double value, double allowed)
{
    if (value <= allowed)
        return;
    char buffer[100];
    std::snprintf(buffer, sizeof buffer, "%s%s %.3g", text.empty() ? "" : "; ", what, value);
    text += buffer;
}
} // namespace

std::string SceneCheck::faults() const
{
    std::string text = broken;
    append(text, "energy gained, of its scale:", energy_gain, energy_allowed);
    append(text, "momentum changed, relative:", momentum_change, conserved);
    append(text, "angular momentum changed, relative:", angular_momentum_change, conserved);
    append(text, "rotated while at rest [rad]:", rotation, rotation_allowed);
    append(text, "behind the floor [spacings]:", depth, depth_allowed);
    return text;
}

SceneCheck check_scene(const Context& context, Outcome& outcome, const RandomScene& scene, const std::string& label, const Stretch& stretch)
{
    SceneCheck found;
    try
    {
        Experiment experiment(context, outcome, {label, scene.text}, stretch);
        watch(experiment, scene, found);
        found.seconds = experiment.seconds();
    }
    catch (const BrokenRun& broken)
    {
        found.broken = broken.what();
    }
    return found;
}
} // namespace aspic::validation
