#pragma once

#include "aspic/compute/carried_number.h"
#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

// Pair passes of DFSPH (Bender and Koschier 2015, 2017), written for fluids of different density.
//
// Particles fill a share of space, δ_i = Σ_j V_j ω_ij + filled_i, where V is the volume at rest and filled_i the share of walls and bodies; for one fluid δ = ρ/ρ0. The fluid resists
// δ > 1. A pressure k_i ≥ 0 [Pa] acts along the gradient of δ_i, with respect to all positions it depends on:
//   m_i Δv_i = −Δt V_i (k_i G_i + Σ_j V_j k_j ∇_i ω_ij),  G_i = Σ_j V_j ∇_i ω_ij + g_i,  g_i the gradient of filled_i
// which is the transpose of
//   dδ_i/dt = Σ_j V_j (v_i − v_j)·∇_i ω_ij + v_i·g_i − (flux of the walls' own velocity).
// Pair forces −V_i V_j (k_i + k_j) ∇_i ω_ij are antisymmetric: momentum is conserved, between fluids and with bodies. One number per pair, s_ij = V_j ω'(|x_ij|)/|x_ij|, gives
// V_j ∇_i ω_ij = s_ij x_ij in every pass.

namespace aspic
{
/// Elastic solids among the fluid: particles that are near each other at rest do not press each other, elasticity does that. Instead, each sees its own solid as it was at rest.
/// K21 section 6 lets them press, by which solids resist compression as fluids do, whatever their Poisson's ratio.
struct OwnBody
{
    View<const LocalPosition>
        place;               ///< at rest, with the number of the solid; one that equals nothing for all else. Empty: there are no solids
    Vec3 unit;               ///< [m] a step of these places
    Real reach = 0;          ///< [m²] square of the distance at rest up to which particles of one solid do not press each other
    View<const Real> filled; ///< share of space that its own solid, and itself, fill for a particle; 0 for all else
    bool touch_by_themselves = false; ///< solids do not press each other: they meet in their elastic solve

    /// Whether two particles are of one solid and near each other at rest.
    [[nodiscard]] bool are_neighbors_at_rest(Index i, Index j) const
    {
        const LocalPosition a = place[i], b = place[j];
        const Vec3 d{unit.x * Real(wrapped_difference(a, b).x), unit.y * Real(wrapped_difference(a, b).y),
                     unit.z * Real(wrapped_difference(a, b).z)};
        return carried(a) == carried(b) && dot(d, d) <= reach;
    }

    /// V_j, or 0 where j belongs to the surroundings of i at rest.
    template <class I, class J, class T> ASPIC_HOST_DEVICE T foreign(I i, J j, const T& volume) const
    {
        if (place.empty())
            return volume;
        const auto a = place[i];
        const auto b = place[j];
        const auto d = wrapped_difference(a, b);
        const auto x = unit.x * d.x;
        const auto y = unit.y * d.y;
        const auto z = unit.z * d.z;
        const auto is_own = (carried(a) == carried(b)) & (x * x + y * y + z * z <= reach);
        if (touch_by_themselves)
            return select(is_own | ((carried(a) == carried(a)) & (carried(b) == carried(b))), T(Real(0)), volume);
        return select(is_own, T(Real(0)), volume);
    }
};

/// What a particle sums over its neighbours before the iterations.
template <class T> struct FillingSums
{
    T filled{};          ///< Σ V_j ω_ij
    T spread{};          ///< Σ V_j²/m_j |∇_i ω_ij|²
    Vec3T<T> gradient{}; ///< Σ V_j ∇_i ω_ij

    ASPIC_HOST_DEVICE FillingSums operator+(const FillingSums& b) const
    {
        return {filled + b.filled, spread + b.spread, gradient + b.gradient};
    }
};
template <class M, class T> ASPIC_HOST_DEVICE FillingSums<T> select(const M& mask, const FillingSums<T>& yes, const FillingSums<T>& no)
{
    return {select(mask, yes.filled, no.filled), select(mask, yes.spread, no.spread), select(mask, yes.gradient, no.gradient)};
}

/// x → δ_i, s_ij, G_i, and the factor of a Jacobi step
///   1/α_i = V_i (|G_i|²/m_i + Σ_j V_j²/m_j |∇_i ω_ij|² + c_i),
/// how much dδ_i/dt falls per Δt k_i; c_i is the share of bodies that give way. For one fluid that is equation 9 of B15: α_i = ρ0/(|Σ V_j ∇ω|² + Σ |V_j ∇ω|²).
/// It is kept from growing without bound where a particle has hardly any neighbours, and is 0 where nothing can give way: among held particles.
template <class K> struct Filling
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Real> volume;     // read     [m^d] V
    View<const Real> mobility;   // read     [1/kg] 1/m; 0: held, nothing moves it
    View<const Real> rho_0;      // read     [kg/m³]
    View<const Real> filled;     // read     share of walls and bodies
    View<const Real> compliance; // read     [1/(kg m²)] c of bodies that give way
    View<const Vec4> boundary;   // read     [1/m] g; its flux is not needed here
    OwnBody solids;              ///< pairs of one solid take no part
    PairView<Real> slope;        // written  [1/m²] s_ij
    View<Real> delta;            // written  δ
    View<Real> alpha;            // written  [kg m²/m^d] α
    View<Vec4> gradient;         // written  [1/m] G; [m^d/kg] V/m

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto sums = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r2 = dot(x_ij, x_ij);
            const auto r = sqrt(r2);
            const auto v_j = solids.foreign(i, j, volume[j]);
            const auto s_ij = v_j * kernel.dw_over_r(r);
            slope[j] = s_ij;
            using T = std::remove_cvref_t<decltype(s_ij)>;
            return FillingSums<T>{v_j * kernel.w(r), mobility[j] * (s_ij * s_ij) * r2, s_ij * x_ij};
        });
        const auto v_i = volume[i];
        const auto own = mobility[i];
        const auto total = sums.gradient + boundary[i].xyz;
        const auto least = (Real(0.02) * square(kernel.inverse_h)) / rho_0[i]; // inside a fluid it is about 1.7/(h² ρ0)
        const auto response = v_i * (own * dot(total, total) + sums.spread + compliance[i]);
        delta[i] = sums.filled + filled[i];
        if (!solids.filled.empty())
            delta[i] += solids.filled[i];
        alpha[i] = select(response > Real(0), 1 / max(response, least), decltype(response)(Real(0)));
        gradient[i] = joined(total, v_i * own);
    }
};

/// k → v: v_i = v*_i − Δt V_i/m_i (k_i G_i + Σ_j s_ij k_j x_ij).
struct PressedVelocity
{
    using lane_operator = void;

    NeighborView near;
    PairView<const Real> slope;        // read     [1/m²]
    View<const LocalPosition> x_and_k; // read     places that carry k [Pa]
    View<const Vec4> gradient;         // read     [1/m]; [m^d/kg]
    View<const Vec3> v_star;           // read     [m/s] without pressure
    Real dt = 0;                       ///< [s]
    View<Vec4> v;                      // written  [m/s]; [Pa] k

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto own = gradient[i];
        const auto place = x_and_k[i];
        const auto sum = sum_over_neighbors(near, i, [&](auto j) {
            const auto other = x_and_k[j];
            return (slope[j] * carried(other)) * wrapped_difference(place, other);
        });
        const auto k_i = carried(place);
        const auto push =
            k_i * own.xyz + Vec3T<std::remove_cvref_t<decltype(sum.x)>>{near.unit.x * sum.x, near.unit.y * sum.y, near.unit.z * sum.z};
        v[i] = joined(v_star[i] - (dt * own.w) * push, k_i);
    }
};

/// v → e → k: the error e_i = excess_i + Δt dδ_i/dt that velocities would leave behind, and a projected Jacobi step against it from the pressures y that gave these velocities,
///   k_i = max(y_i + ω α_i/Δt² e_i, 0),
/// from which the next y goes on in the same direction, y_i = max(k_i + β (k_i − k'_i), 0) with k' of the step before: Nesterov's acceleration, which the papers do not have.
/// With excess = δ − 1 that is the constant-density solve, with excess = 0 or less the divergence-free one.
struct PressureStep
{
    using lane_operator = void;

    NeighborView near;
    PairView<const Real> slope; // read     [1/m²]
    View<const Vec4> v;         // read     [m/s]; [Pa] y with which it was found
    View<const Vec4> boundary;  // read     [1/m] g; [1/s] flux of the walls' velocity
    View<const Real> excess;    // read
    Real common = 0;            ///< of the excess, what does not count
    View<const Real> alpha;     // read     [kg m²/m^d]
    Real dt = 0;                ///< [s]
    Real per_error = 0;         ///< [1/s²] ω/Δt²
    Real momentum = 0;          ///< β
    View<Real> k;               // updated  [Pa] k', then k
    View<LocalPosition> ahead;  // updated  places that carry the next y [Pa]
    View<Real> error;           // written  e
    View<Real> progress;        // written  [Pa] e (k − k'): negative where the direction is a wrong one

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto own = v[i];
        const auto v_i = own.xyz;
        const auto wall = boundary[i];
        const auto rate = sum_over_neighbors(near, i, [&](auto j) { return slope[j] * dot(v_i - v[j].xyz, near.offset(i, j)); }) +
                          (dot(v_i, wall.xyz) - wall.w);
        const auto e = excess[i] - common + dt * rate;
        const auto stiffness = per_error * alpha[i];
        const decltype(rate) before = k[i];
        const auto after = max(own.w + stiffness * e, Real(0));
        const auto change = after - before;
        k[i] = after;
        carry(ahead, i, max(after + momentum * change, Real(0)));
        error[i] = e;
        progress[i] = e * change;
    }
};

/// a_i = 1/ρ0_i Σ_j s_ij (μ_i + μ_j) (v_i − v_j): viscosity after Morris, Fox and Zhu 1997 with volumes at rest. Antisymmetric: m_i = ρ0_i V_i. Needs no positions.
struct ViscousPull
{
    using lane_operator = void;

    NeighborView near;
    PairView<const Real> slope; // read     [1/m²]
    View<const Vec4> v_and_mu;  // read     [m/s], [Pa s]
    View<const Real> rho_0;     // read     [kg/m³]
    View<Vec3> a;               // written  [m/s²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto own = v_and_mu[i];
        const auto pull = sum_over_neighbors(near, i, [&](auto j) {
            const auto other = v_and_mu[j];
            return (slope[j] * (own.w + other.w)) * (own.xyz - other.xyz);
        });
        a[i] = (1 / rho_0[i]) * pull;
    }
};
} // namespace aspic
