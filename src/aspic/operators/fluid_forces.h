#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// How −∇p/ρ is summed over pairs.
enum class PressureGradient
{
    symmetric, ///< T09 (51)
    plain,     ///< T09 (50)
    averaged   ///< T09 after (50), with p for ρ and without the ½
};

/// a_i = Σ_j (pressure + viscosity + artificial viscosity): all that neighbours do to a particle in one pass.
///
/// Pressure, with q = p/ρ² for the symmetric form and q = p for the others:
///   symmetric  −Σ_j m_j (q_j + q_i) ∇_i ω_ij                  T09 (51): conserves linear and angular momentum
///   averaged   −1/ρ_i Σ_j m_j/ρ_j (q_j + q_i) ∇_i ω_ij        T09 after (50), p in place of ρ. Conserves both, and feels no jump of density. The
///                                                             printed ½ is dropped: it halves the gradient (test: FluidForces.GradientOfLinearPressure).
///   plain      −1/ρ_i Σ_j m_j/ρ_j q_j ∇_i ω_ij                T09 (50): conserves neither
/// Viscosity after Morris, Fox and Zhu 1997: Σ_j m_j (μ_i + μ_j)/(ρ_i ρ_j) v_ij x_ij·∇_i ω_ij/|x_ij|², or with the Laplacian
///   T09 (52): ½ Σ_j m_j (μ_i + μ_j)/(ρ_i ρ_j) (v_j − v_i) Δω_ij, with Δω = ω'' + (d−1)/r ω'.
/// Artificial viscosity (Monaghan 1992, whose smoothing length is h/2 here) between particles that approach each other:
///   Σ_j m_j (α c h/2)/ρ̄_ij min(v_ij·x_ij, 0)/(|x_ij|² + 0.01 (h/2)²) ∇_i ω_ij, with 1/ρ̄ the mean of 1/ρ.
/// Viscous pairs are antisymmetric; a negative μ_j marks a particle that takes no part in them (the ghosts of a wall that lets slip).
template <class K> struct FluidForces
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Vec4> v_and_inverse_rho; // read     [m/s]; [m³/kg] 1/ρ: pairs need no division by it
    View<const Vec4> q_m_mu;            // read     p/ρ² [Pa m⁶/kg²], or p [Pa]; [kg]; [Pa s] viscosity, negative: no viscous forces
    View<const Real> rho_0;             // read     [kg/m³]; negative: a ghost, which is not accelerated
    PressureGradient gradient = PressureGradient::symmetric;
    bool is_viscous = false;     ///< some μ is not zero
    bool with_laplacian = false; ///< T09 (52) instead of Morris
    Real strength = 0;           ///< [m²/s] α c h/2 of the artificial viscosity; 0: none
    View<Vec3> a;                // written  [m/s²]

    /// What a row needs of itself, read once.
    template <class V, class T> struct Own
    {
        V v;
        T s, q, mu;
    };
    template <class I> ASPIC_HOST_DEVICE auto own(I i) const
    {
        const Vec4T<decltype(near.offset(i, i).x)> motion = v_and_inverse_rho[i];
        const Vec4T<decltype(near.offset(i, i).x)> state = q_m_mu[i];
        return Own<decltype(near.offset(i, i)), decltype(near.offset(i, i).x)>{motion.xyz, motion.w, state.xyz.x, state.xyz.z};
    }

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto row = own(i);
        if (all(rho_0[i] < 0))
            a[i] = decltype(near.offset(i, i)){};
        else if (is_viscous)
            a[i] = sum_over_neighbors(near, i, [&](auto j) { return pair<true, true>(row, i, j); });
        else if (strength != 0)
            a[i] = sum_over_neighbors(near, i, [&](auto j) { return pair<true, false>(row, i, j); });
        else
            a[i] = sum_over_neighbors(near, i, [&](auto j) { return pair<false, false>(row, i, j); });
    }

    /// What j does to i.
    ASPIC_HOST_DEVICE Vec3 pair(Index i, Neighbor j) const { return pair<true, true>(own(i), i, j); }

private:
    template <bool braked, bool viscous, class Row, class I, class J> ASPIC_HOST_DEVICE auto pair(const Row& row, I i, J j) const
    {
        const auto x_ij = near.offset(i, j);
        const auto r2 = dot(x_ij, x_ij);
        const auto r = sqrt(r2);
        const auto slope = kernel.dw_over_r(r); // ∇_i ω_ij = slope x_ij
        const auto state = q_m_mu[j];
        const auto motion = v_and_inverse_rho[j];
        const auto m_j = state.xyz.y;
        const auto s_j = motion.w;

        const Real with_own = gradient == PressureGradient::plain ? 0 : 1;
        const Real of_masses = gradient == PressureGradient::symmetric ? 1 : 0; // else of volumes
        auto push = -m_j * (state.xyz.x + with_own * row.q) * (of_masses + (1 - of_masses) * row.s * s_j);
        if constexpr (!braked)
            return (push * slope) * x_ij;
        else
        {
            const auto v_ij = row.v - motion.xyz;
            const auto mu_j = state.xyz.z;
            const auto takes_part = min(row.mu, mu_j) >= 0;
            // The slope is negative and so is the approach: the product pushes i away from j.
            const auto approach = min(dot(v_ij, x_ij), Real(0));
            const auto brake = m_j * (Real(0.5) * strength) * (row.s + s_j) * approach / (r2 + Real(0.0025) * square(kernel.h));
            push = push + select(takes_part, brake, Real(0));
            if constexpr (!viscous)
                return (push * slope) * x_ij;
            else
            {
                auto spread = slope;
                if (with_laplacian)
                    spread = Real(-0.5) * kernel.laplacian(r);
                const auto drag = select(takes_part, m_j * (row.mu + mu_j) * spread * row.s * s_j, Real(0));
                return (push * slope) * x_ij + drag * v_ij;
            }
        }
    }
};
} // namespace aspic
