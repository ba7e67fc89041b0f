#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

// How particles that fill a solid push and pull each other: K21 section 7. All have the same mass and the volume V = d^dimension, so that ρ = m δ/V with δ_i = Σ_j V ω_ij.

namespace aspic
{
/// What a particle sums over its neighbours.
template <class T> struct CrowdingSums
{
    T filled{};          ///< Σ V ω_ij
    T spread{};          ///< Σ |V ∇_i ω_ij|²
    Vec3T<T> gradient{}; ///< Σ V ∇_i ω_ij

    ASPIC_HOST_DEVICE CrowdingSums operator+(const CrowdingSums& b) const
    {
        return {filled + b.filled, spread + b.spread, gradient + b.gradient};
    }
};
template <class M, class T> ASPIC_HOST_DEVICE CrowdingSums<T> select(const M& mask, const CrowdingSums<T>& yes, const CrowdingSums<T>& no)
{
    return {select(mask, yes.filled, no.filled), select(mask, yes.spread, no.spread), select(mask, yes.gradient, no.gradient)};
}

/// x → κ_i/ρ_i of K21 (34) with the density δ_i of K21 (32): (δ_i − δ_0)/(|Σ V ∇ω|² + Σ |V ∇ω|²). Where the surface cuts the kernel it is not below zero, which the paper leaves
/// open: what has few neighbours for that reason must not pull them closer.
template <class K> struct Crowding
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    Real volume = 0;        ///< [m^d] V
    Real rest = 1;          ///< δ_0
    View<const Real> least; // read     below which δ − δ_0 does not count: 0 or −1
    View<Real> excess;      // written  [m²] κ/ρ

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto sums = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r2 = dot(x_ij, x_ij);
            const auto r = sqrt(r2);
            const auto s_ij = volume * kernel.dw_over_r(r);
            using T = std::remove_cvref_t<decltype(s_ij)>;
            return CrowdingSums<T>{volume * kernel.w(r), (s_ij * s_ij) * r2, s_ij * x_ij};
        });
        const auto response = dot(sums.gradient, sums.gradient) + sums.spread;
        const auto smallest = Real(0.02) * square(kernel.inverse_h); // where there is hardly a neighbour
        excess[i] = max(sums.filled - rest, least[i]) / max(response, smallest);
    }
};

/// x, κ/ρ → Δx^pressure + Δx^cohesion:
///   K21 (33): −ω Σ_j V (κ_i/ρ_i + κ_j/ρ_j) ∇_i ω_ij, ω the weight of a Jacobi step, which the paper does not have
///   K21 (35): −β Σ_j V (|x_ij| − d) x_ij/|x_ij| ω_ij, with β for |x_ij| > d times 0 or 1, which the paper does not have
template <class K> struct SampleShift
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    Real volume = 0;         ///< [m^d] V
    Real distance = 0;       ///< [m] d
    Real relaxation = 0;     ///< ω
    Real cohesion = 0;       ///< β
    View<const Real> excess; // read     [m²] κ/ρ
    View<const Real> pulled; // read     0 or 1: whether those farther than d attract
    View<Vec3> shift;        // written  [m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto own = excess[i];
        const auto attraction = pulled[i];
        const Real shortest = Real(1e-6) * distance;
        shift[i] = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r = norm(x_ij);
            const auto push = -relaxation * (own + excess[j]) * kernel.dw_over_r(r);
            const auto gap = distance - r;
            const auto pull = cohesion * (max(gap, Real(0)) + attraction * min(gap, Real(0))) / max(r, shortest) * kernel.w(r);
            return (volume * (push + pull)) * x_ij;
        });
    }
};
} // namespace aspic
