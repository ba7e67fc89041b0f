#include "aspic/core/rough_text.h"
#include "aspic/math/scalar.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/doctor_parts.h"

#include <algorithm>
#include <limits>

namespace aspic
{
namespace
{
/// [m²/s] ν that moving particles have by themselves, measured with Taylor and Green's vortices; with Monaghan's artificial viscosity, ν = α c h/(4(d + 2)) for the support h.
double viscosity_of_particles(const Scene& scene, double speed)
{
    const double h = scene.support_radius();
    const auto* weak = std::get_if<WeaklyCompressibleSettings>(&scene.solvers.pressure);
    if (weak == nullptr)
        return 0.05 * speed * h;
    return 0.004 * speed * h + weak->artificial_viscosity * sound_speed_at(scene, speed, 0) * h / (4 * (scene.dimension + 2));
}

double least_viscosity(const Scene& scene)
{
    double least = std::numeric_limits<double>::infinity();
    for (const auto& material : scene.materials)
        if (!material.value.elastic)
            least = std::min(least, material.value.viscosity.at(0) / material.value.density);
    return std::holds_alternative<NoViscosity>(scene.solvers.viscosity) ? 0 : least;
}

/// Forces that make more vortices than the fluid loses: docs/methods/forces.md.
struct VorticityDoctor
{
    Examination& examination;
    double speed; ///< [m/s] to be expected

    void operator()(const NoVorticity&) const {}

    /// Once ω = Ω the exchange is a viscosity of −(1 − c) ν_t/2.
    void operator()(const MicropolarSettings& settings) const
    {
        const Scene& scene = examination.scene;
        const double most = 2 * (least_viscosity(scene) + viscosity_of_particles(scene, speed));
        if ((1 - settings.balance) * settings.transfer > most)
            examination.warn(
                "solvers.vorticity.micropolar.transfer",
                "vortices win more than they lose, and grow until nothing is left of the flow: with this balance and speeds up to " +
                    rough_number(speed, "m/s") + " about " + rough_number(most / (1 - settings.balance), "m²/s") + " is the most",
                "take less, or a balance nearer to 1");
        Scene without = scene;
        without.solvers.vorticity = NoVorticity{};
        const StepConditions now{.sound_speed = sound_speed_at(scene, speed, 0), .speed = speed};
        const double usual = std::min(step_limit(without, now), 1 / scene.frame_rate), limit = step_limit(scene, now);
        if (limit < 0.5 * usual)
            examination.warn("solvers.vorticity.micropolar.transfer",
                             "it makes steps " + rough_number(usual / limit) + " times shorter (" + rough_number(limit, "s") + ")",
                             "about a hundredth of speed times size of the vortices is enough");
    }

    /// ε h |v| |ω| is won, ν ω² lost; in the smallest vortices, a support radius across, ω = π v/h.
    void operator()(const ConfinementSettings& settings) const
    {
        const Scene& scene = examination.scene;
        const double h = scene.support_radius();
        const double most = pi * (least_viscosity(scene) + viscosity_of_particles(scene, speed)) / square(h);
        if (settings.strength > most)
            examination.warn("solvers.vorticity.confinement.strength",
                             "even the smallest vortices win more than they lose, and the flow boils: with speeds up to " +
                                 rough_number(speed, "m/s") + " about " + rough_number(most, "1/s") + " is the most",
                             "take less");
    }
};
} // namespace

void examine_vorticity(Examination& examination)
{
    const double speed = expected_speed(examination.scene, examination.assets);
    if (speed > 0)
        std::visit(VorticityDoctor{examination, speed}, examination.scene.solvers.vorticity);
}
} // namespace aspic
