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
    inverse_density_.resize(static_cast<std::size_t>(fluid.size()));
    parallel_for(fluid.size(), [&](Index i) { inverse_density_[static_cast<std::size_t>(i)] = particles.mass[i] / particles.density[i]; });
    const double c = fluid.sound_speed;
    const double diffusion = std::get<ContinuitySettings>(settings_.density).diffusion * fluid.neighborhood.support() / 2 * c;
    with_kernel(fluid, [&](const auto& k) {
        parallel_for(fluid.size(), DensityChange<std::remove_cvref_t<decltype(k)>>{.near = fluid.neighborhood.view(),
                                                                                   .kernel = k,
                                                                                   .v = particles.velocity.view(),
                                                                                   .volume = const_view(inverse_density_),
                                                                                   .rho = particles.density.view(),
                                                                                   .rho_0 = fluid.rest_density,
                                                                                   .b = pressure_push,
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
    rate_.resize(static_cast<std::size_t>(fluid.size()));
    density_rate(fluid, pressure_push, view(rate_));
    constexpr Real least_density = Real(0.5); // of that at rest: no fluid is torn so far that its equation of state ends
    parallel_for(fluid.size(), [&](Index i) {
        if (!fluid.is_ghost(i))
            particles.density[i] = max(particles.density[i] + static_cast<Real>(dt) * rate_[static_cast<std::size_t>(i)],
                                       least_density * fluid.rest_density[i]);
    });
}

void WeaklyCompressible::update_pressure(const Fluid& fluid)
{
    q_.resize(static_cast<std::size_t>(fluid.size()));
    inverse_density_.resize(q_.size());
    parallel_for(fluid.size(), [&](Index i) { inverse_density_[static_cast<std::size_t>(i)] = 1 / fluid.particles.density[i]; });
    parallel_for(fluid.size(),
                 TaitPressure{.rho = fluid.particles.density.view(),
                              .rho_0 = fluid.rest_density,
                              .squared_sound_speed_over_gamma = static_cast<Real>(fluid.sound_speed * fluid.sound_speed / settings_.gamma),
                              .gamma = settings_.gamma,
                              .background = static_cast<Real>(settings_.background_pressure),
                              .negative_factor = static_cast<Real>(settings_.negative_factor),
                              .over_squared_density = settings_.gradient == PressureGradient::symmetric,
                              .q = view(q_)});
}

double WeaklyCompressible::pressure(const Fluid& fluid, Index i) const
{
    const double q = q_[static_cast<std::size_t>(i)];
    return settings_.gradient == PressureGradient::symmetric ? q * square(double(fluid.particles.density[i])) : q;
}

void WeaklyCompressible::set_pressure(const Fluid& fluid, Index i, double pressure)
{
    const double q = settings_.gradient == PressureGradient::symmetric ? pressure / square(double(fluid.particles.density[i])) : pressure;
    q_[static_cast<std::size_t>(i)] = static_cast<Real>(q);
    inverse_density_[static_cast<std::size_t>(i)] = 1 / fluid.particles.density[i];
}

void WeaklyCompressible::shift_particles(const Fluid& fluid, double spacing, double speed, double dt, View<Real> clearance)
{
    const Index n = fluid.size();
    ParticleSet& particles = fluid.particles;
    rate_.resize(static_cast<std::size_t>(n));
    shift_.resize(static_cast<std::size_t>(n));
    with_kernel(fluid, [&](const auto& k) {
        parallel_for(n, ParticleShift<std::remove_cvref_t<decltype(k)>>{fluid.neighborhood.view(), k, particles.mass.view(),
                                                                        particles.density.view(), 1 / k.w(static_cast<Real>(spacing)),
                                                                        view(shift_), view(rate_)});
    });
    constexpr double inside = 0.9; // kernel sums below this are near a free surface
    constexpr double most = 0.1;   // of a spacing
    const double factor = settings_.shifting * 2 * fluid.neighborhood.support() * speed * dt;
    parallel_for(n, [&](Index i) {
        const auto k = static_cast<std::size_t>(i);
        if (fluid.is_ghost(i) || double(rate_[k]) < inside)
            return;
        Vec3d shift = factor * convert<double>(shift_[k]);
        shift = shift * std::min(1.0, most * spacing / std::max(norm(shift), 1e-300));
        particles.position[i] += shift;
        clearance[i] -= static_cast<Real>(norm(shift));
    });
}

std::size_t WeaklyCompressible::bytes() const
{
    return (q_.capacity() + rate_.capacity() + inverse_density_.capacity()) * sizeof(Real) + shift_.capacity() * sizeof(Vec3);
}
} // namespace aspic
