#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// ρ_i = ρ0_i Σ_j V0_j ω_ij, where V0 = m/ρ0 is the volume at rest: T09 (5) and, with ghost particles among the j, T09 (55). For one fluid that is
/// Σ_j m_j ω_ij; where fluids of different density meet, each keeps its own.
template <class K> struct SummedDensity
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Real> volume; // read     [m^d] V0
    View<const Real> rho_0;  // read     [kg/m³]; negative: a ghost, which keeps its density
    View<Real> rho;          // written  [kg/m³]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto rest = rho_0[i];
        const auto filled = sum_over_neighbors(near, i, [&](auto j) { return volume[j] * kernel.w(norm(near.offset(i, j))); });
        const decltype(filled) before = rho[i];
        rho[i] = select(rest < 0, before, rest * filled);
    }
};

/// dρ_i/dt = ρ_i Σ_j V_j v_ij·∇_i ω_ij + δ (h/2) c D_i, V = m/ρ: the continuity equation, with the diffusion of δ-SPH (Antuono et al. 2010)
///   D_i = 2 Σ_j V_j (ρ_j − ρ_i − ½ (∇ρ_i + ∇ρ_j)·x_ji) x_ji·∇_i ω_ij/|x_ij|²
/// between particles of one fluid, which is to say of one ρ0. The gradient that is not to be diffused away is the one that pressure forces b = −∇p/ρ reveal: ∇ρ = −ρ0 b/c².
/// It is exact where a fluid rests, up to its surface, and vanishes in free fall.
template <class K> struct DensityChange
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Vec4> v_and_volume; // read     [m/s], [m^d] V; negative: a ghost, with which there is no diffusion
    View<const Vec4> b_and_rho;    // read     [m/s²] acceleration by pressure, of the step before; [kg/m³]
    View<const Real> rho_0;        // read     [kg/m³]; negative: a ghost, whose density follows from its pressure
    bool has_several_fluids = true;
    Real diffusion = 0;  ///< [m²/s] δ (h/2) c
    Real inverse_c2 = 0; ///< [s²/m²] 1/c²
    View<Real> rate;     // written  [kg/(m³ s)]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto rest = rho_0[i];
        if (all(rest < 0))
            rate[i] = 0 * rest;
        else if (has_several_fluids)
            rate[i] = sum(i, rest, [&](auto j, auto) { return rho_0[j] == rest; });
        else
            rate[i] = sum(i, rest, [](auto, auto volume) { return volume > 0; });
    }

private:
    template <class I, class T, class F> ASPIC_HOST_DEVICE auto sum(I i, T rest, const F& is_same_fluid) const
    {
        const auto v_i = v_and_volume[i].xyz;
        const auto own = b_and_rho[i];
        const auto half_per_c2 = Real(0.5) * inverse_c2 * rest;
        return sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto motion = v_and_volume[j];
            const auto other = b_and_rho[j];
            const auto weight = abs(motion.w) * kernel.dw_over_r(norm(x_ij));
            const auto excess = other.w - own.w - half_per_c2 * dot(own.xyz + other.xyz, x_ij);
            const auto spread = select(is_same_fluid(j, motion.w), (2 * diffusion) * excess, Real(0));
            return weight * (own.w * dot(v_i - motion.xyz, x_ij) - spread);
        });
    }
};
} // namespace aspic
