#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/math/mat.h"
#include "aspic/operators/smoothing_kernel.h"

// Pair passes of vorticity: how the flow around a particle turns, and forces that keep it turning.

namespace aspic
{
/// What a particle sums over its neighbours, as over a body that turns about it.
template <class T> struct SpinSums
{
    Vec3T<T> momentum{}; ///< Σ w x_ij × v_ij
    Mat3T<T> inertia{};  ///< Σ w (|x_ij|² − x_ij x_ijᵀ)

    ASPIC_HOST_DEVICE SpinSums operator+(const SpinSums& b) const { return {momentum + b.momentum, inertia + b.inertia}; }
};
template <class M, class T> ASPIC_HOST_DEVICE SpinSums<T> select(const M& mask, const SpinSums<T>& yes, const SpinSums<T>& no)
{
    return {select(mask, yes.momentum, no.momentum), select(mask, yes.inertia, no.inertia)};
}

/// v → Ω_i, the angular velocity that fits the velocities around a particle best, with weights w = −V_j ω'/r:
///   (Σ_j w (|x_ij|² − x_ij x_ijᵀ)) Ω_i = Σ_j w x_ij × v_ij.
/// Inside, the matrix is d − 1 and Ω half the SPH curl Σ_j V_j v_ij × ∇_i ω_ij; at surfaces too a fluid that turns as a whole has exactly its angular velocity. Where neighbours stand in a line, Ω has no
/// part along it.
template <class K> struct Spin
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Vec4> v_and_volume; // read     [m/s]; [m^d], 0: takes no part
    View<Vec3> spin;               // written  [rad/s]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto v_i = v_and_volume[i].xyz;
        const auto sums = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r2 = dot(x_ij, x_ij);
            const auto other = v_and_volume[j];
            const auto w = -other.w * kernel.dw_over_r(sqrt(r2));
            using T = std::remove_cvref_t<decltype(w)>;
            return SpinSums<T>{w * cross(x_ij, v_i - other.xyz), w * (diagonal(r2, r2, r2) - outer(x_ij, x_ij))};
        });
        using T = std::remove_cvref_t<decltype(sums.momentum.x)>;
        const T least(Real(1e-5)); // inside it is 1 to 2
        const auto inertia = sums.inertia + diagonal(least, least, least);
        const auto a = cross(inertia.row[1], inertia.row[2]);
        const Mat3T<T> adjugate{{a, cross(inertia.row[2], inertia.row[0]), cross(inertia.row[0], inertia.row[1])}}; // symmetric
        spin[i] = (1 / dot(inertia.row[0], a)) * (adjugate * sums.momentum);
    }
};

/// a_i += 1/ρ0_i Σ_j V_j ∇_i ω_ij × (e_i + e_j): the curl of e, in the form whose pairs are antisymmetric, since m_i = ρ0_i V_i. Its torque is 2 V_i e_i on each particle inside.
template <class K> struct SpinTransfer
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Vec4> e_and_volume; // read     [Pa]; [m^d], 0: takes no part
    View<const Real> rho_0;        // read     [kg/m³]
    View<Vec3> a;                  // updated  [m/s²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto own = e_and_volume[i].xyz;
        const auto sum = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto other = e_and_volume[j];
            return (other.w * kernel.dw_over_r(norm(x_ij))) * cross(x_ij, own + other.xyz);
        });
        a[i] += (1 / rho_0[i]) * sum;
    }
};

/// a_i += ε h N × ω_i,  N = η/|η|,  η = Σ_j V_j (|ω_j| − |ω_i|) ∇_i ω_ij: vorticity confinement (Fedkiw, Stam and Jensen 2001; with particles Macklin and Müller 2013, from whom the sum differs
/// in that it subtracts |ω_i|: a surface is not the edge of a vortex). N fades where |ω| changes by less than a hundredth over the support.
template <class K> struct Confinement
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Vec4> spin_and_volume; // read     [rad/s] Ω = ω/2; [m^d], 0: takes no part
    Real strength = 0;                ///< [m/s] ε h
    View<Vec3> a;                     // updated  [m/s²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto omega = 2 * spin_and_volume[i].xyz;
        const auto size = norm(omega);
        const auto eta = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto other = spin_and_volume[j];
            return (other.w * kernel.dw_over_r(norm(x_ij)) * (2 * norm(other.xyz) - size)) * x_ij;
        });
        const auto steepness = norm(eta) + Real(0.01) * kernel.inverse_h * size;
        const auto factor = select(steepness > 0, strength / max(steepness, Real(1e-30)), Real(0));
        a[i] += factor * cross(eta, omega);
    }
};
} // namespace aspic
