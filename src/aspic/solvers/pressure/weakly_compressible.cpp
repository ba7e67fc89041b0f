#include "aspic/solvers/pressure/weakly_compressible.h"

#include "aspic/operators/artificial_viscosity.h"
#include "aspic/operators/pressure_acceleration.h"
#include "aspic/solvers/pressure/tait.h"

#include <cmath>

namespace aspic
{
template <> const Structure& structure_of<WeaklyCompressibleSettings>()
{
    using Settings = WeaklyCompressibleSettings;
    static const Structure table = structure<Settings>(
        "weakly_compressible", "pressure from density by Tait's equation of state (T09 section 6.1)",
        {field<&Settings::sound_speed>(
             "sound_speed",
             "artificial speed of sound; without it ten times the largest speed to be expected, which keeps the density within about 1 %")
             .unit("m/s")
             .range_within({.low = 0, .high = 1e5, .without_low = true}),
         field<&Settings::gamma>("gamma", "exponent of the equation of state").range(1, 12),
         field<&Settings::negative_factor>("negative_factor", "share of negative pressure that is kept; 0: the fluid cannot pull")
             .range(0, 1),
         field<&Settings::artificial_viscosity>(
             "artificial_viscosity",
             "strength of the viscosity that damps sound, between particles that approach each other (Monaghan 1992); 0: none")
             .range(0, 2)});
    return table;
}

double tait_energy(const WeaklyCompressibleSettings& settings, double sound_speed, double compression)
{
    const double s = compression;
    const double gamma = settings.gamma;
    const double work = settings.gamma == 1 ? std::log(s) : (std::pow(s, gamma - 1) - 1) / (gamma - 1);
    const double energy = sound_speed * sound_speed / gamma * (work + 1 / s - 1);
    return s < 1 ? settings.negative_factor * energy : energy;
}

namespace
{
TaitPressure tait(const ParticleSet& fluid, const FluidStiffness& stiffness, const WeaklyCompressibleSettings& settings, View<Real> result)
{
    return {.rho = fluid.density.view(),
            .rho_0 = stiffness.rest_density,
            .squared_sound_speed_over_gamma = static_cast<Real>(stiffness.sound_speed * stiffness.sound_speed / settings.gamma),
            .gamma = settings.gamma,
            .negative_factor = static_cast<Real>(settings.negative_factor),
            .p_over_rho2 = result};
}
} // namespace

void WeaklyCompressible::add_acceleration(const Neighborhood& neighborhood, const AnyKernel& kernel, const ParticleSet& fluid,
                                          const FluidStiffness& stiffness, View<Vec3> a)
{
    const Index n = fluid.size();
    p_over_rho2_.resize(static_cast<std::size_t>(n));

    parallel_for(n, tait(fluid, stiffness, settings_, view(p_over_rho2_))); // ρ → p
    std::visit(
        [&](const auto& k) {
            parallel_for(n, PressureAcceleration<std::remove_cvref_t<decltype(k)>>{neighborhood.view(), k, fluid.mass.view(),
                                                                                   const_view(p_over_rho2_), a}); // p → a
            if (settings_.artificial_viscosity > 0)
                parallel_for(n, ArtificialViscosity<std::remove_cvref_t<decltype(k)>>{
                                    neighborhood.view(), k, fluid.velocity.view(), fluid.mass.view(), fluid.density.view(),
                                    static_cast<Real>(settings_.artificial_viscosity * stiffness.sound_speed * neighborhood.support() / 2),
                                    a}); // v, ρ → a
        },
        kernel);
}

Array<Real> WeaklyCompressible::pressure(const ParticleSet& fluid, const FluidStiffness& stiffness) const
{
    Array<Real> p(static_cast<std::size_t>(fluid.size()));
    parallel_for(fluid.size(), tait(fluid, stiffness, settings_, view(p)));
    parallel_for(fluid.size(), [&](Index i) { p[static_cast<std::size_t>(i)] *= square(fluid.density[i]); });
    return p;
}
} // namespace aspic
