#pragma once

#include "aspic/math/keyframed.h"
#include "aspic/solvers/fluid.h"

namespace aspic
{
/// Density from where the particles are: T09 (5).
struct SummationSettings
{
    bool operator==(const SummationSettings&) const = default;
};

/// Density that follows the velocities by the continuity equation, with the diffusion of δ-SPH.
struct ContinuitySettings
{
    double diffusion = 0.1; ///< δ

    bool operator==(const ContinuitySettings&) const = default;
};

using DensityEstimate = std::variant<ContinuitySettings, SummationSettings>;
template <> inline constexpr std::string_view alternatives_name<DensityEstimate> = "density";
template <> const Structure& structure_of<SummationSettings>();
template <> const Structure& structure_of<ContinuitySettings>();
template <> std::span<const Choice> choices_of<PressureGradient>();

/// Pressure of a slightly compressible fluid from its density (T09 section 6.1).
struct WeaklyCompressibleSettings
{
    std::optional<Keyframed<double>> sound_speed{}; ///< [m/s] none: from the largest compression
    std::optional<double> max_compression{};        ///< η instead: c = v/√η for the largest speed v to be expected; none: 0.01
    int gamma = 7;                                  ///< exponent γ of T09 (47)
    double negative_factor = 0;                     ///< ζ of T09 (54)
    double background_pressure = 0;                 ///< [Pa] for domains without a free surface
    PressureGradient gradient = PressureGradient::symmetric;
    DensityEstimate density{};
    double artificial_viscosity = 0.1; ///< α of Monaghan 1992, which damps the sound that the equation of state makes
    double shifting = 0;               ///< how fast particles are moved to where they are fewer; 0: not
    bool hydrostatic_start = false;    ///< objects start with the pressure of the fluid above them

    bool operator==(const WeaklyCompressibleSettings&) const = default;
};
template <> const Structure& structure_of<WeaklyCompressibleSettings>();

/// T09 (47), (54): the pressure of a density [Pa].
double tait_pressure(const WeaklyCompressibleSettings& settings, double sound_speed, double rest_density, double density);

/// The density of a pressure that is not reduced by ζ [kg/m³].
double tait_density(const WeaklyCompressibleSettings& settings, double sound_speed, double rest_density, double pressure);

/// e = ∫ p/ρ² dρ from rest, the energy that compression has stored [J/kg]; `compression` is ρ/ρ0.
double tait_energy(const WeaklyCompressibleSettings& settings, double sound_speed, double compression);

/// What viscosity does in the pass that also sums the pressure forces.
struct ViscousPart
{
    bool is_viscous = false;     ///< some viscosity is not zero
    bool with_laplacian = false; ///< T09 (52) instead of Morris
};

class WeaklyCompressible
{
public:
    explicit WeaklyCompressible(const WeaklyCompressibleSettings& settings) : settings_(settings) {}

    [[nodiscard]] const WeaklyCompressibleSettings& settings() const { return settings_; }

    /// x → ρ, or v → dρ/dt → ρ; ghosts keep theirs.
    ///   `pressure_push`: the acceleration by pressure of the step before
    void update_density(const Fluid& fluid, View<const Vec3> pressure_push, double dt);

    /// v → dρ/dt by the continuity equation.
    void density_rate(const Fluid& fluid, View<const Vec3> pressure_push, View<Real> rate);

    /// ρ → p, and all else that forces between particles depend on. Ghosts get theirs from set_ghost.
    ///   `viscosity`: [Pa s] of each particle
    void update_pressure(const Fluid& fluid, View<const Real> viscosity);

    /// [Pa] of a particle, after update_pressure
    [[nodiscard]] double pressure(const Fluid& fluid, Index i) const;
    /// Gives a ghost the pressure [Pa], viscosity [Pa s], negative for none, and velocity [m/s] that the fluid shall see; its density and mass must be set.
    void set_ghost(const Fluid& fluid, Index i, double pressure, Real viscosity, const Vec3& velocity);

    /// Pressure and viscous forces: p, v → a. Calls `use(operator)` with the FluidForces for the fluid's kernel.
    template <class F> void with_forces(const Fluid& fluid, const ViscousPart& viscous, View<Vec3> a, const F& use) const
    {
        std::visit(
            [&](const auto& k) {
                use(FluidForces<std::remove_cvref_t<decltype(k)>>{
                    .near = fluid.neighborhood.view(),
                    .kernel = k,
                    .v_and_inverse_rho = motion_,
                    .q_m_mu = matter_,
                    .rho_0 = fluid.rest_density,
                    .gradient = settings_.gradient,
                    .is_viscous = viscous.is_viscous,
                    .with_laplacian = viscous.with_laplacian,
                    .strength = static_cast<Real>(settings_.artificial_viscosity * fluid.sound_speed * fluid.neighborhood.support() / 2),
                    .a = a});
            },
            fluid.kernel);
    }

    /// Moves particles towards where they are fewer, by as much as they may have strayed in a step at that speed.
    /// `clearance`: how far each may still go before it can touch a wall, less what it was moved [m]
    void shift_particles(const Fluid& fluid, double spacing, double speed, double dt, View<Real> clearance);

private:
    WeaklyCompressibleSettings settings_;
    // In scratch memory, from update_pressure until that is cleared:
    View<Vec4> motion_; ///< {v, 1/ρ}
    View<Vec4> matter_; ///< {p/ρ² or p, m, μ}
};
} // namespace aspic
