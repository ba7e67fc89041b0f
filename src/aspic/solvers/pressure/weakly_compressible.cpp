#include "aspic/solvers/pressure/weakly_compressible.h"

#include "aspic/operators/density_of_fluid.h"
#include "aspic/operators/particle_shift.h"
#include "aspic/solvers/pressure/tait.h"

#include <array>
#include <cmath>

namespace aspic
{
namespace
{
template <class F> void with_kernel(const Fluid& fluid, const F& use) { std::visit(use, fluid.kernel); }
} // namespace

double tait_pressure(const WeaklyCompressibleSettings& settings, double sound_speed, double rest_density, double density)
{
    const double stiffness = rest_density * sound_speed * sound_speed / settings.gamma;
    const double p = stiffness * (power(density / rest_density, settings.gamma) - 1) + settings.background_pressure;
    return p < 0 ? settings.negative_factor * p : p;
}

double tait_density(const WeaklyCompressibleSettings& settings, double sound_speed, double rest_density, double pressure)
{
    const double stiffness = rest_density * sound_speed * sound_speed / settings.gamma;
    return rest_density * std::pow(std::max(0.0, 1 + (pressure - settings.background_pressure) / stiffness), 1.0 / settings.gamma);
}

double tait_energy(const WeaklyCompressibleSettings& settings, double sound_speed, double compression)
{
    const double s = compression;
    const double gamma = settings.gamma;
    const double work = settings.gamma == 1 ? std::log(s) : (std::pow(s, gamma - 1) - 1) / (gamma - 1);
    const double energy = sound_speed * sound_speed / gamma * (work + 1 / s - 1);
    return s < 1 ? settings.negative_factor * energy : energy;
}

void WeaklyCompressible::density_rate(const Fluid& fluid, View<const Vec3> pressure_push, View<Real> rate)
{
    const ParticleSet& particles = fluid.particles;
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec4> motion = fluid.scratch.take<Vec4>(fluid.size());
    const View<Vec4> matter = fluid.scratch.take<Vec4>(fluid.size());
    parallel_for(fluid.size(), [&](Index i) {
        const Real volume = particles.mass[i] / particles.density[i];
        motion[i] = joined(particles.velocity[i], fluid.is_ghost(i) ? -volume : volume);
        matter[i] = joined(pressure_push[i], particles.density[i]);
    });
    const double c = fluid.sound_speed;
    const double diffusion = std::get<ContinuitySettings>(settings_.density).diffusion * fluid.neighborhood.support() / 2 * c;
    with_kernel(fluid, [&](const auto& k) {
        parallel_for(fluid.size(), DensityChange<std::remove_cvref_t<decltype(k)>>{.near = fluid.neighborhood.view(),
                                                                                   .kernel = k,
                                                                                   .v_and_volume = motion,
                                                                                   .b_and_rho = matter,
                                                                                   .rho_0 = fluid.rest_density,
                                                                                   .has_several_fluids = fluid.has_several_densities,
                                                                                   .diffusion = static_cast<Real>(diffusion),
                                                                                   .inverse_c2 = static_cast<Real>(1 / (c * c)),
                                                                                   .rate = rate});
    });
}

void WeaklyCompressible::update_density(const Fluid& fluid, View<const Vec3> pressure_push, double dt)
{
    ParticleSet& particles = fluid.particles;
    if (std::holds_alternative<SummationSettings>(settings_.density))
        return with_kernel(fluid, [&](const auto& k) {
            parallel_for(fluid.size(), SummedDensity<std::remove_cvref_t<decltype(k)>>{fluid.neighborhood.view(), k, fluid.rest_volume,
                                                                                       fluid.rest_density, particles.density.view()});
        });
    const Scratch::Turn turn(fluid.scratch);
    const View<Real> rate = fluid.scratch.take<Real>(fluid.size());
    density_rate(fluid, pressure_push, rate);
    constexpr Real least_density = Real(0.5); // of that at rest: no fluid is torn so far that its equation of state ends
    parallel_for(fluid.size(), [&](Index i) {
        if (!fluid.is_ghost(i))
            particles.density[i] = max(particles.density[i] + static_cast<Real>(dt) * rate[i], least_density * fluid.rest_density[i]);
    });
}

void WeaklyCompressible::update_pressure(const Fluid& fluid, View<const Real> viscosity)
{
    motion_ = fluid.scratch.take<Vec4>(fluid.size());
    matter_ = fluid.scratch.take<Vec4>(fluid.size());
    parallel_for(fluid.size(),
                 TaitPressure{.rho = fluid.particles.density.view(),
                              .rho_0 = fluid.rest_density,
                              .v = fluid.particles.velocity.view(),
                              .m = fluid.particles.mass.view(),
                              .mu = viscosity,
                              .squared_sound_speed_over_gamma = static_cast<Real>(fluid.sound_speed * fluid.sound_speed / settings_.gamma),
                              .gamma = settings_.gamma,
                              .background = static_cast<Real>(settings_.background_pressure),
                              .negative_factor = static_cast<Real>(settings_.negative_factor),
                              .over_squared_density = settings_.gradient == PressureGradient::symmetric,
                              .v_and_inverse_rho = motion_,
                              .q_m_mu = matter_});
}

double WeaklyCompressible::pressure(const Fluid& fluid, Index i) const
{
    const double q = matter_[i].xyz.x;
    return settings_.gradient == PressureGradient::symmetric ? q * square(double(fluid.particles.density[i])) : q;
}

void WeaklyCompressible::set_ghost(const Fluid& fluid, Index i, double pressure, Real viscosity, const Vec3& velocity)
{
    const Real density = fluid.particles.density[i];
    const double q = settings_.gradient == PressureGradient::symmetric ? pressure / square(double(density)) : pressure;
    motion_[i] = joined(velocity, 1 / density);
    matter_[i] = {{static_cast<Real>(q), fluid.particles.mass[i], viscosity}, 0};
}

void WeaklyCompressible::shift_particles(const Fluid& fluid, double spacing, double speed, double dt, View<Real> clearance)
{
    const Index n = fluid.size();
    ParticleSet& particles = fluid.particles;
    const Scratch::Turn turn(fluid.scratch);
    const View<Real> filled = fluid.scratch.take<Real>(n);
    const View<Vec3> slope = fluid.scratch.take<Vec3>(n);
    with_kernel(fluid, [&](const auto& k) {
        parallel_for(n, ParticleShift<std::remove_cvref_t<decltype(k)>>{fluid.neighborhood.view(), k, particles.mass.view(),
                                                                        particles.density.view(), 1 / k.w(static_cast<Real>(spacing)),
                                                                        slope, filled});
    });
    constexpr double inside = 0.9; // kernel sums below this are near a free surface
    constexpr double most = 0.1;   // of a spacing
    const double factor = settings_.shifting * 2 * fluid.neighborhood.support() * speed * dt;
    parallel_for(n, [&](Index i) {
        if (fluid.is_ghost(i) || double(filled[i]) < inside)
            return;
        Vec3d shift = factor * convert<double>(slope[i]);
        shift = shift * std::min(1.0, most * spacing / std::max(norm(shift), 1e-300));
        particles.position[i] += shift;
        clearance[i] -= static_cast<Real>(norm(shift));
    });
}
} // namespace aspic
