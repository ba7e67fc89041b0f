#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// a_i += −Σ_j m_j (p_j/ρ_j² + p_i/ρ_i²) ∇_i ω_ij: T09 (51). Conserves linear and angular momentum: pairs are antisymmetric and central.
template <class K> struct PressureAcceleration
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Real> m;           // read     [kg]
    View<const Real> p_over_rho2; // read     [Pa m⁶/kg²]
    View<Vec3> a;                 // updated  [m/s²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto own = p_over_rho2[i];
        a[i] -= sum_over_neighbors(near, i, [&](auto j) { return (m[j] * (p_over_rho2[j] + own)) * kernel.gradient(near.offset(i, j)); });
    }
};
} // namespace aspic
