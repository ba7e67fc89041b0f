#pragma once

#include "aspic/boundaries/boundary_body.h"
#include "aspic/solvers/fluid.h"

#include <vector>

namespace aspic
{
/// Walls and bodies in a pressure solve: their terms, summed over all bodies for each particle, as the lanes read them; and what the fluid does to each body.
///
/// The matter of a wall counts as fluid that mirrors the particle before it: across the wall with its pressure and with its velocity turned back, by which one stays the transpose of the other; along
/// the wall with pressures that go on in a straight line. So
///   Σ_b V_b (k_i + k_b) ∇_i ω_ib = 2 k_i g_i + T ∇k along the wall,   T = filled,
/// and since the fluid side of that sum gives (1 − T) ∇k = Σ_j V_j (k_j − k_i) ∇_i ω_ij, what is missing is T/(1 − T) of what is there. With k_b = k_i alone (Akinci et al. 2012), or none (B15), a
/// particle at a side wall feels only 1 − T of the pressure gradient and slides down at T g (measured: 2.5 m/s² at a support of three spacings).
class BoundaryCoupling
{
public:
    /// Takes the terms of a step; they must live as long as they are used here. Arrays are in the fluid's scratch memory.
    void take(const Fluid& fluid, const BoundaryTerms& terms, std::span<const BoundaryBody> bodies);

    /// What velocities of the bodies carry towards each particle: Σ v·gradient + ω·moment.
    void update_flux(std::span<const BoundaryBody> bodies);
    void update_flux(const std::vector<RigidMotion>& motions);

    /// What pressures do in a step, besides the sums over fluid and 2 k g.
    struct Push
    {
        View<const Vec4> gradient; ///< [1/m] G = Σ V ∇ω + 2 g; [m^d/kg] V/m
        View<const Vec3> v_star;   ///< [m/s] without pressure
        double dt = 0;             ///< [s]
    };
    /// Adds T ∇k: v holds what the other terms gave, and k [Pa].
    void continue_pressure(const Push& push, View<Vec4> v);

    /// What pressures did to each body, after continue_pressure, summed in the order of particles.
    ///   `v`: as continue_pressure left it
    [[nodiscard]] std::vector<BodyImpulse> impulses(const Fluid& fluid, View<const Vec4> v, double dt) const;

    [[nodiscard]] View<const Real> filled() const { return filled_; }
    [[nodiscard]] View<const Real> compliance() const { return compliance_; }
    [[nodiscard]] View<const Vec4> boundary() const { return boundary_; } ///< twice {g, flux}

private:
    /// A particle that sees matter of bodies.
    struct Near
    {
        Index particle = 0;
        Vec3 normal;    ///< into the matter
        Real share = 0; ///< T/(1 − T)
        Vec3 missing;   ///< [Pa/m] T ∇k of the iteration, along the wall
    };

    const BoundaryTerms* terms_ = nullptr;
    std::vector<BoundaryBody> bodies_;
    Array<Near> near_; ///< in ascending order of particles
    View<Real> filled_, compliance_;
    View<Vec4> boundary_;
};
} // namespace aspic
