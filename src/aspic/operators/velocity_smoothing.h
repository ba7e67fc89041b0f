#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// Δv_i = ξ Σ_j m_j/ρ̄_ij (v_j − v_i) ω_ij: XSPH, T09 (53), in the difference form, which needs no normalisation at a free surface; with ghost particles
/// among the j T09 (57). Conserves momentum: ρ̄ is the mean of the pair. A negative μ_j marks a particle that takes no part.
template <class K> struct VelocitySmoothing
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Vec3> v;      // read     [m/s]
    View<const Real> m, rho; // read     [kg], [kg/m³]
    View<const Real> mu;     // read     [Pa s]
    Real strength = 0;       ///< ξ
    View<Vec3> change;       // written  [m/s]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto v_i = v[i];
        const auto rho_i = rho[i];
        change[i] = strength * sum_over_neighbors(near, i, [&](auto j) {
                        const auto volume = m[j] / (Real(0.5) * (rho_i + rho[j]));
                        return select(mu[j] >= 0, volume * kernel.w(norm(near.offset(i, j))), Real(0)) * (v[j] - v_i);
                    });
    }
};
} // namespace aspic
