#pragma once

#include "aspic/core/view.h"
#include "aspic/math/vec.h"

namespace aspic
{
/// p = K ((ρ/ρ0)^γ − 1) with K = ρ0 c²/γ, Tait's equation of state: T09 (47) (algorithm 5 prints it otherwise; (47) is right), raised by a background
/// pressure, with negative pressure reduced by ζ: T09 (54). Writes p, or p/ρ² where the symmetric gradient needs that.
struct TaitPressure
{
    using lane_operator = void;

    View<const Real> rho;                // read     [kg/m³]
    View<const Real> rho_0;              // read     [kg/m³] rest density
    Real squared_sound_speed_over_gamma; ///< [m²/s²] c²/γ
    int gamma;                           ///< γ
    Real background;                     ///< [Pa]
    Real negative_factor;                ///< ζ
    bool over_squared_density;           ///< write p/ρ²
    View<Real> q;                        // written  [Pa], or [Pa m⁶/kg²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto rho_i = rho[i];
        const auto rest = rho_0[i];
        const auto tait = rest * squared_sound_speed_over_gamma * (power(rho_i / rest, gamma) - 1) + background;
        const auto p = select(tait < 0, negative_factor * tait, tait);
        if (over_squared_density)
            q[i] = p / (rho_i * rho_i);
        else
            q[i] = p;
    }
};
} // namespace aspic
