#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// a_i += Σ_j m_j (α c h/2)/ρ̄_ij min(v_ij·x_ij, 0)/(|x_ij|² + 0.01 h²) ∇_i ω_ij: Monaghan 1992, whose smoothing length is h/2 here.
/// Only pairs that approach each other are braked. Conserves linear and angular momentum: pairs are antisymmetric and central.
template <class K> struct ArtificialViscosity
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Vec3> v;      // read     [m/s]
    View<const Real> m, rho; // read     [kg], [kg/m³]
    Real strength;           ///< [m²/s] α c h/2
    View<Vec3> a;            // updated  [m/s²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto v_i = v[i];
        const auto rho_i = rho[i];
        const auto softening = Real(0.01) * square(kernel.h);
        a[i] += sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto approach = min(dot(v_i - v[j], x_ij), Real(0));
            const auto mean_density = Real(0.5) * (rho_i + rho[j]);
            // The slope is negative and so is the approach: the product pushes i away from j.
            return (m[j] * strength * approach / (mean_density * (dot(x_ij, x_ij) + softening))) * kernel.gradient(x_ij);
        });
    }
};
} // namespace aspic
