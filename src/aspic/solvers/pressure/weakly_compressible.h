#pragma once

#include "aspic/math/keyframed.h"
#include "aspic/neighbors/neighborhood.h"
#include "aspic/operators/smoothing_kernel.h"
#include "aspic/particles/particle_set.h"

namespace aspic
{
/// Pressure of a slightly compressible fluid from its density (T09 section 6.1).
struct WeaklyCompressibleSettings
{
    std::optional<Keyframed<double>> sound_speed; ///< [m/s] none: ten times the largest speed to be expected
    int gamma = 7;                                ///< exponent γ of T09 (47)
    double negative_factor = 0;                   ///< ζ of T09 (54)
    double artificial_viscosity = 0.1;            ///< α of Monaghan 1992, which damps the sound that the equation of state makes

    bool operator==(const WeaklyCompressibleSettings&) const = default;
};
template <> const Structure& structure_of<WeaklyCompressibleSettings>();

/// What the pressure of a particle follows from, besides its density.
struct FluidStiffness
{
    View<const Real> rest_density; ///< [kg/m³] ρ0 of each particle
    double sound_speed = 0;        ///< [m/s] c, with K = ρ0 c²/γ so that dp/dρ = c² at rest (Becker and Teschner 2007)
};

/// e = ∫ p/ρ² dρ from rest, the energy that compression has stored [J/kg]; `compression` is ρ/ρ0.
double tait_energy(const WeaklyCompressibleSettings& settings, double sound_speed, double compression);

class WeaklyCompressible
{
public:
    explicit WeaklyCompressible(const WeaklyCompressibleSettings& settings) : settings_(settings) {}

    /// Adds the pressure acceleration.
    ///   in:  positions (as neighbourhood), masses, densities
    ///   out: a += −∇p/ρ
    void add_acceleration(const Neighborhood& neighborhood, const AnyKernel& kernel, const ParticleSet& fluid,
                          const FluidStiffness& stiffness, View<Vec3> a);

    /// ρ → p  [Pa]
    [[nodiscard]] Array<Real> pressure(const ParticleSet& fluid, const FluidStiffness& stiffness) const;

    [[nodiscard]] std::size_t bytes() const { return p_over_rho2_.capacity() * sizeof(Real); } ///< memory held

private:
    WeaklyCompressibleSettings settings_;
    Array<Real> p_over_rho2_;
};
} // namespace aspic
