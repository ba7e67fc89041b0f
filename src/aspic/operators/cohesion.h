#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// a_i += −Σ_j κ̄_ij m_j ω_ij (|x_ij|/h − λ) x_ij between particles of one fluid: cohesion after Becker and Teschner 2007, which draws particles at a surface inwards.
/// Their form has λ = 0 and presses the whole fluid together, which the pressure must carry up to the surface: that cost its surface tension (measured: drops burst). With
/// λ = ∫ω r^(d+2) dr/(h ∫ω r^(d+1) dr) near particles repel each other, far ones attract, and even fluid feels nothing.
/// Conserves linear and angular momentum: pairs are antisymmetric and central.
template <class K> struct Cohesion
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    Real lambda = 0;           ///< λ
    View<const Real> m;        // read     [kg]
    View<const Real> rho_0;    // read     [kg/m³] tells fluids apart
    View<const Real> cohesion; // read     [m^d/(kg s²)] κ
    View<Vec3> a;              // updated  [m/s²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto rest = rho_0[i];
        const auto own = cohesion[i];
        a[i] -= sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r = norm(x_ij);
            return select(rho_0[j] == rest, Real(0.5) * (own + cohesion[j]) * m[j] * kernel.w(r) * (kernel.inverse_h * r - lambda),
                          Real(0)) *
                   x_ij;
        });
    }
};
} // namespace aspic
