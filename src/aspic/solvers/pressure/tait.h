#pragma once

#include "aspic/core/view.h"
#include "aspic/math/vec.h"

namespace aspic
{
/// p = K ((ρ/ρ0)^γ − 1) with K = ρ0 c²/γ, Tait's equation of state: T09 (47) (algorithm 5 prints it otherwise; (47) is right), raised by a background
/// pressure, with negative pressure reduced by ζ: T09 (54). Writes p, or p/ρ² where the symmetric gradient needs that, as FluidForces reads it, with all else it reads.
struct TaitPressure
{
    using lane_operator = void;

    View<const Real> rho;                // read     [kg/m³]
    View<const Real> rho_0;              // read     [kg/m³] rest density
    View<const Vec3> v;                  // read     [m/s]
    View<const Real> m, mu;              // read     [kg], [Pa s]
    Real squared_sound_speed_over_gamma; ///< [m²/s²] c²/γ
    int gamma;                           ///< γ
    Real background;                     ///< [Pa]
    Real negative_factor;                ///< ζ
    bool over_squared_density;           ///< write p/ρ²
    View<Vec4> v_and_inverse_rho;        // written  [m/s], [m³/kg]
    View<Vec4> q_m_mu;                   // written  [Pa] or [Pa m⁶/kg²], [kg], [Pa s]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto rho_i = rho[i];
        const auto rest = rho_0[i];
        const auto m_i = m[i];
        using T = std::remove_cvref_t<decltype(m_i)>;
        const auto tait = rest * squared_sound_speed_over_gamma * (power(rho_i / rest, gamma) - 1) + background;
        const auto p = select(tait < 0, negative_factor * tait, tait);
        const auto inverse = 1 / rho_i;
        v_and_inverse_rho[i] = joined(v[i], inverse);
        q_m_mu[i] = Vec4T<T>{{over_squared_density ? p * (inverse * inverse) : p, m_i, mu[i]}, T(0)};
    }
};
} // namespace aspic
