#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

// Pair passes of an iterative pressure solver. Kernels are evaluated once per step: one number per pair, s_ij = m_j ω'(|x_ij|)/|x_ij|, gives
// m_j ∇_i ω_ij = s_ij x_ij in every pass. It costs 4 bytes of memory traffic where a stored gradient costs 12 and a recomputed one a root, and
// no pass needs to fetch the neighbour's mass.

namespace aspic
{
/// s_ij = m_j ω'(|x_ij|)/|x_ij| for every pair, and in the same pass ρ_i = Σ_j m_j ω_ij: T09 (5).
template <class K> struct DensityAndSlopes
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> m;   // read     [kg]
    View<Real> rho;       // written  [kg/m^d]
    PairView<Real> slope; // written  [kg/m^(d+2)]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        rho[i] = sum_over_neighbors(near, i, [&](auto j) {
            const auto r = norm(near.offset(i, j));
            const auto m_j = m[j];
            slope[j] = m_j * kernel.dw_over_r(r);
            return m_j * kernel.w(r);
        });
    }
};

/// dρ_i/dt = Σ_j m_j (v_i − v_j)·∇_i ω_ij = −ρ_i ∇·v, T09 (17) for a divergence: what a divergence-free solver drives to zero.
struct DensityRate
{
    using lane_operator = void;
    NeighborView near;
    PairView<const Real> slope; // read     [kg/m^(d+2)]
    View<const Vec3> v;         // read     [m/s]
    View<Real> rate;            // written  [kg/(m^d s)]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto v_i = v[i];
        rate[i] = sum_over_neighbors(near, i, [&](auto j) { return slope[j] * dot(v_i - v[j], near.offset(i, j)); });
    }
};

/// The same with the gradient recomputed from positions: the comparison that says what storing s_ij is worth.
template <class K> struct DensityRateRecomputed
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> m; // read     [kg]
    View<const Vec3> v; // read     [m/s]
    View<Real> rate;    // written  [kg/(m^d s)]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto v_i = v[i];
        rate[i] = sum_over_neighbors(near, i, [&](auto j) { return m[j] * dot(v_i - v[j], kernel.gradient(near.offset(i, j))); });
    }
};
} // namespace aspic
