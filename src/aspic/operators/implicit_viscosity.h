#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/math/mat.h"

// Pair passes of implicit viscosity (Weiler, Koschier, Brand and Bender 2018). The viscous acceleration
//   a_i = 1/ρ0_i Σ_j 2(d+2) μ̄_ij V_j (v_ij·x_ij)/(|x_ij|² + 0.0001 h²) ∇_i ω_ij
// acts along the line between two particles and is equal and opposite in both, since m_i = ρ0_i V_i: it conserves linear and angular momentum. μ̄ is the arithmetic mean, as with Morris; V the
// volume at rest, where the authors have m/ρ. They soften with 0.01 h², which takes 4 % of the viscosity away (sums over a lattice); x_ij x_ijᵀ/|x_ij|² needs next to none. Velocities after a step of Δt solve (1 + R) v = v* + w v_wall, with
//   (R v)_i = w_i v_i + Σ_j q_ij (v_ij·x_ij) x_ij,   q_ij = −(d+2) (μ_i + μ_j) Δt/ρ0_i V_j ω'(|x_ij|)/|x_ij| / (|x_ij|² + 0.0001 h²) ≥ 0,
// and w_i the grip of walls. R is symmetric with the masses as weights, Σ m_i a_i·(R b)_i, and not negative.

namespace aspic
{
/// x, μ → q_ij, and the inverse of what a particle's own velocity meets, (1 + w_i + Σ_j q_ij x_ij x_ijᵀ)⁻¹: the preconditioner.
struct ViscousPairs
{
    using lane_operator = void;

    NeighborView near;
    PairView<const Real> slope;   // read     [1/m²] V_j ω'/r
    View<const Real> mu;          // read     [Pa s]
    View<const Real> rho_0;       // read     [kg/m³]
    View<const Vec4> grip;        // read     w v_wall [m/s]; w
    Real strength = 0;            ///< [s] (d+2) Δt
    Real softening = 0;           ///< [m²] 0.0001 h²
    PairView<Real> pull;          // written  [1/m²] q_ij
    View<Mat3> inverse_own_block; // written

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto mu_i = mu[i];
        const auto per_density = strength / rho_0[i];
        const auto sum = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto q_ij = -per_density * (mu_i + mu[j]) * slope[j] / (dot(x_ij, x_ij) + softening);
            pull[j] = q_ij;
            return q_ij * outer(x_ij, x_ij);
        });
        const auto own = 1 + grip[i].w;
        const auto block = sum + diagonal(own, own, own);
        const auto a = cross(block.row[1], block.row[2]);
        using T = std::remove_cvref_t<decltype(own)>;
        const Mat3T<T> adjugate{{a, cross(block.row[2], block.row[0]), cross(block.row[0], block.row[1])}}; // symmetric
        inverse_own_block[i] = (1 / dot(block.row[0], a)) * adjugate;
    }
};

/// v → R v.
struct ViscousResistance
{
    using lane_operator = void;

    NeighborView near;
    PairView<const Real> pull; // read     [1/m²] q_ij
    View<const Vec4> grip;     // read     w v_wall [m/s]; w
    View<const Vec4> v;        // read     [m/s]; the fourth is not used
    View<Vec3> result;         // written  [m/s]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto v_i = v[i].xyz;
        const auto sum = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            return (pull[j] * dot(v_i - v[j].xyz, x_ij)) * x_ij;
        });
        result[i] = grip[i].w * v_i + sum;
    }
};
} // namespace aspic
