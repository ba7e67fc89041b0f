#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// a_i += Σ_j m_j (μ_i + μ_j)/(ρ_i ρ_j) v_ij (x_ij·∇_i ω_ij)/(|x_ij|² + 0.01 h²): viscosity after Morris, Fox and Zhu 1997.
/// Conserves momentum: pairs are antisymmetric.
template <class K> struct ViscousAcceleration
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Vec3> v;         // read     [m/s]
    View<const Real> m, rho;    // read     [kg], [kg/m³]
    View<const Real> viscosity; // read     [Pa s] μ
    View<Vec3> a;               // updated  [m/s²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto v_i = v[i];
        const auto rho_i = rho[i];
        const auto mu_i = viscosity[i];
        const auto softening = Real(0.01) * square(kernel.h);
        a[i] += sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r2 = dot(x_ij, x_ij);
            const auto slope = kernel.dw_over_r(sqrt(r2)) * r2 / (r2 + softening); // x_ij·∇ω/(r² + 0.01h²)
            return (m[j] * (mu_i + viscosity[j]) * slope / (rho_i * rho[j])) * (v_i - v[j]);
        });
    }
};
} // namespace aspic
