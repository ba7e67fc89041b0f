#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// s_i = −Σ_j V_j (1 + 0.2 (ω_ij/ω(Δx))⁴) ∇_i ω_ij: the direction in which particles are fewer (Lind et al. 2012; the second term keeps pairs apart,
/// Monaghan 2000), and c_i = Σ_j V_j ω_ij, which falls below 1 at a free surface.
template <class K> struct ParticleShift
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Real> m, rho;    // read     [kg], [kg/m³]
    Real inverse_w_spacing = 0; ///< [m^d] 1/ω(Δx)
    View<Vec3> direction;       // written  [1/m]
    View<Real> kernel_sum;      // written

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        direction[i] = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r = norm(x_ij);
            const auto crowding = 1 + Real(0.2) * square(square(kernel.w(r) * inverse_w_spacing));
            return (-m[j] / rho[j] * crowding * kernel.dw_over_r(r)) * x_ij;
        });
        kernel_sum[i] = sum_over_neighbors(near, i, [&](auto j) { return m[j] / rho[j] * kernel.w(norm(near.offset(i, j))); });
    }
};
} // namespace aspic
