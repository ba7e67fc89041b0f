#pragma once

#include "aspic/neighbors/neighborhood.h"
#include "aspic/operators/smoothing_kernel.h"
#include "aspic/particles/particle_set.h"

namespace aspic
{
/// Pressure of a slightly compressible fluid from its density (T09 section 6.1).
struct WeaklyCompressibleSettings
{
    double rest_density = 1000; ///< [kg/m³] ρ0
    double sound_speed = 20;    ///< [m/s] about ten times the largest speed keeps the density within 1 %
    int gamma = 7;              ///< exponent γ of T09 (47)
    double negative_factor = 0; ///< ζ of T09 (54)

    bool operator==(const WeaklyCompressibleSettings&) const = default;

    /// K = ρ0 c²/γ, so that dp/dρ = c² at rest (Becker and Teschner 2007)  [Pa]
    [[nodiscard]] double stiffness() const { return rest_density * sound_speed * sound_speed / gamma; }
};

class WeaklyCompressible
{
public:
    explicit WeaklyCompressible(const WeaklyCompressibleSettings& settings) : settings_(settings) {}

    /// Adds the pressure acceleration.
    ///   in:  positions (as neighbourhood), masses, densities
    ///   out: a += −∇p/ρ
    void add_acceleration(const Neighborhood& neighborhood, const AnyKernel& kernel, const ParticleSet& fluid, View<Vec3> a);

private:
    WeaklyCompressibleSettings settings_;
    Array<Real> p_over_rho2_;
};
} // namespace aspic
