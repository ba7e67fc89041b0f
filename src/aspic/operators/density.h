#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// ρ_i = Σ_j m_j ω_ij: T09 (5), (7). At any point; a particle's own mass counts.
template <class K> struct Density
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Real> m; // read     [kg]
    View<Real> rho;     // written  [kg/m³]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        rho[i] = sum_over_neighbors(near, i, [&](auto j) { return m[j] * kernel.w(norm(near.offset(i, j))); });
    }
};
} // namespace aspic
