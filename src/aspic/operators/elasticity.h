#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/math/nearest_rotation.h"
#include "aspic/math/symmetric_eigen.h"
#include "aspic/operators/gradient_correction.h"

// Pair passes of corotated elastic solids on their neighbours at rest (Kugelstadt et al. 2021). X: places at rest, x: now; x_ij = x_i − x_j, X_ij = X_i − X_j.
//
// With s_ij = V_j ω'(|X_ij|)/|X_ij| and L_i = (−Σ_j s_ij X_ij X_ijᵀ)⁻¹, K21 (8), the deformation gradient K21 (9) is F_i = −(Σ_j s_ij x_ij X_ijᵀ) L_i. Energies of stretch and volume, K21 (10), K21 (11), K21 (13), and of
// zero-energy modes, K21 (19), K21 (20), K21 (22), K21 (23):
//   E = Σ_i V_i (μ_i |F_i − R_i|² + λ_i/2 tr(R_iᵀF_i − 1)²) + ½ Σ_i κ_i V_i Σ_j q_ij |F_i X_ij − x_ij|²,   q_ij = V_j ω_ij/|X_ij|²,  κ = α μ
// With the stress P_i = 2μ_i (F_i − R_i) + λ_i tr(R_iᵀF_i − 1) R_i and what zero-energy modes add to it, Q_i = (P_i + κ_i Σ_j q_ij (F_i X_ij − x_ij) X_ijᵀ) L_i, the force on a particle is
//   f_i = V_i Σ_j [s_ij (Q_i + Q_j) X_ij + q_ij ((κ_i F_i + κ_j F_j) X_ij − (κ_i + κ_j) x_ij)],
// which is K21 (14), K21 (18) and K21 (24) together, from K21 (15), K21 (16) and K21 (17): equal and opposite in a pair. Rotations R are those of F and are held fixed in a step: then f is linear in x, and K = −df/dx is symmetric and not negative.

namespace aspic
{
/// The rest shape as the passes read it.
struct RestView
{
    NeighborView near;          ///< X
    PairView<const Real> slope; ///< [1/m²] s_ij
    PairView<const Real> tie;   ///< [1/m²] q_ij; 0 for a particle and itself
    View<const Mat3> L;         ///< K21 (8)
    View<const Mat3> tied;      ///< Σ_j q_ij X_ij X_ijᵀ
    View<const Real> rank;      ///< dimension of the neighbourhood
};

/// X → s, q, L, Σ q X Xᵀ.
template <class K> struct RestPairs
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Real> V;   // read     [m^d]
    PairView<Real> slope; // written  [1/m²]
    PairView<Real> tie;   // written  [1/m²]
    View<Mat3> L;         // written
    View<Mat3> tied;      // written
    View<Real> rank;      // written

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto sum = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r2 = dot(x_ij, x_ij);
            const auto r = sqrt(r2);
            const auto v_j = V[j];
            const auto s_ij = v_j * kernel.dw_over_r(r);
            using T = std::remove_cvref_t<decltype(s_ij)>;
            const auto is_other = r2 > Real(0);
            slope[j] = s_ij;
            tie[j] = select(is_other, v_j * kernel.w(r) / select(is_other, r2, T(Real(1))), T(Real(0)));
            return -s_ij * outer(x_ij, x_ij);
        });
        const auto inverse = pseudo_inverse(sum, singular_neighborhood);
        L[i] = inverse.matrix;
        rank[i] = inverse.rank;
        tied[i] = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            return PairView<const Real>{tie.data}[j] * outer(x_ij, x_ij);
        });
    }
};

/// What a particle sums over its neighbours at rest.
template <class T> struct StrainSums
{
    Mat3T<T> gradient{};  ///< Σ s_ij x_ij X_ijᵀ
    Mat3T<T> deviation{}; ///< Σ q_ij x_ij X_ijᵀ

    ASPIC_HOST_DEVICE StrainSums operator+(const StrainSums& b) const { return {gradient + b.gradient, deviation + b.deviation}; }
};
template <class M, class T> ASPIC_HOST_DEVICE StrainSums<T> select(const M& mask, const StrainSums<T>& yes, const StrainSums<T>& no)
{
    return {select(mask, yes.gradient, no.gradient), select(mask, yes.deviation, no.deviation)};
}
template <class T> ASPIC_HOST_DEVICE StrainSums<T> strain_term(const T& s_ij, const T& q_ij, const Vec3T<T>& x_ij, const Vec3T<T>& X_ij)
{
    const Mat3T<T> product = outer(x_ij, X_ij);
    return {s_ij * product, q_ij * product};
}

/// What the second pass fetches of a particle, in records of four: rows of Q with x, rows of κ F with κ.
struct StressRecords
{
    View<Vec4> x, y, z;    ///< rows of Q [Pa]; component of x [m], if it is a displacement
    View<Vec4> fx, fy, fz; ///< rows of κ F [Pa]; κ [Pa], 0, 0

    template <class I, class T>
    ASPIC_HOST_DEVICE void store(I i, const Mat3T<T>& Q, const Vec3T<T>& u, const Mat3T<T>& scaled_F, const T& kappa) const
    {
        x[i] = joined(Q.row[0], u.x);
        y[i] = joined(Q.row[1], u.y);
        z[i] = joined(Q.row[2], u.z);
        fx[i] = joined(scaled_F.row[0], kappa);
        fy[i] = joined(scaled_F.row[1], T(Real(0)));
        fz[i] = joined(scaled_F.row[2], T(Real(0)));
    }
};

/// x → F, R, Q: the stress of a deformed body, K21 (2), (16), (22).
struct ElasticStress
{
    using lane_operator = void;

    RestView rest;
    View<const LocalPosition> place; // read     x
    Vec3 unit;                       ///< [m] a step of x
    bool is_planar = false;          ///< plane strain: F has no share along z
    View<const Vec4> stiffness;      // read     2μ, λ, κ [Pa]; V [m^d]
    View<Vec4> turn;                 // updated  R as a quaternion
    StressRecords stress;            // written
    View<Mat3> F;                    // written, unless it is empty

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto own = place[i];
        const auto sums = sum_over_neighbors(rest.near, i, [&](auto j) {
            const auto d = wrapped_difference(own, place[j]);
            using T = std::remove_cvref_t<decltype(unit.x * d.x)>;
            return strain_term<T>(rest.slope[j], rest.tie[j], {unit.x * d.x, unit.y * d.y, unit.z * d.z}, rest.near.offset(i, j));
        });
        using T = std::remove_cvref_t<decltype(sums.gradient.row[0].x)>;
        const Mat3T<T> L = rest.L[i];
        Mat3T<T> gradient = Real(-1) * (sums.gradient * L);
        const Mat3T<T> in_plane = gradient;
        if (is_planar)
            gradient.row[2].z = T(Real(1));
        const Vec4T<T> q = nearest_rotation(gradient, static_cast<Vec4T<T>>(turn[i]));
        turn[i] = q;
        const Mat3T<T> R = rotation_of(q);
        const Vec4T<T> k = stiffness[i];
        const T spread = dot(R.row[0], in_plane.row[0]) + dot(R.row[1], in_plane.row[1]) + dot(R.row[2], in_plane.row[2]) - rest.rank[i];
        const Mat3T<T> P = k.xyz.x * (in_plane - R) + (k.xyz.y * spread) * R;
        const Mat3T<T> modes = in_plane * rest.tied[i] - sums.deviation;
        stress.store(i, (P + k.xyz.z * modes) * L, Vec3T<T>{}, k.xyz.z * in_plane, k.xyz.z);
        if (!F.empty())
            F[i] = gradient;
    }
};

/// u → the change of Q by a displacement, with R as it is: `elastic` times that of the stress, and `viscous` times that of the stress of a strain rate, whose share of a rotation is taken out,
/// 2μ R sym(RᵀF) + λ tr(RᵀF) R. With R fixed the stress itself resists turning.
struct ElasticResponse
{
    using lane_operator = void;

    RestView rest;
    View<const Vec4> u;         // read     [m]; the fourth is not used
    View<const Vec4> stiffness; // read     2μ, λ, κ [Pa]; V [m^d]
    View<const Vec4> turn;      // read     R
    Real elastic = 1;           ///< factor
    View<const Real> viscous;   // read     factor; empty: 0
    StressRecords stress;       // written

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto own = u[i].xyz;
        const auto sums = sum_over_neighbors(
            rest.near, i, [&](auto j) { return strain_term(rest.slope[j], rest.tie[j], own - u[j].xyz, rest.near.offset(i, j)); });
        using T = std::remove_cvref_t<decltype(sums.gradient.row[0].x)>;
        const Mat3T<T> L = rest.L[i];
        const Mat3T<T> F = Real(-1) * (sums.gradient * L);
        const Mat3T<T> R = rotation_of(static_cast<Vec4T<T>>(turn[i]));
        const Vec4T<T> k = stiffness[i];
        T both = T(elastic);
        Mat3T<T> stretch = elastic * F;
        if (!viscous.empty())
        {
            const T rate = viscous[i];
            both = both + rate;
            stretch = stretch + (Real(0.5) * rate) * (F + R * transpose(F) * R);
        }
        const T spread = both * (dot(R.row[0], F.row[0]) + dot(R.row[1], F.row[1]) + dot(R.row[2], F.row[2]));
        const Mat3T<T> P = k.xyz.x * stretch + (k.xyz.y * spread) * R;
        const T kappa = both * k.xyz.z;
        stress.store(i, (P + kappa * (F * rest.tied[i] - sums.deviation)) * L, own, kappa * F, kappa);
    }
};

/// What of f_i/V_i comes from a pair, but for the share of x_ij.
template <class T> ASPIC_HOST_DEVICE Vec3T<T> pair_pull(const Vec4T<T> (&own)[6], const Vec4T<T> (&other)[6], const T& s_ij, const T& q_ij,
                                                        const Vec3T<T>& X_ij)
{
    const auto row = [&](int k) { return dot(s_ij * (own[k].xyz + other[k].xyz) + q_ij * (own[k + 3].xyz + other[k + 3].xyz), X_ij); };
    return {row(0), row(1), row(2)};
}

/// Q, x → f.
struct ElasticForce
{
    using lane_operator = void;

    RestView rest;
    View<const LocalPosition> place;      // read     x
    Vec3 unit;                            ///< [m]
    View<const Vec4> stiffness;           // read     …; V
    View<const Vec4> x, y, z, fx, fy, fz; // read     records of the stress
    View<Vec3> f;                         // written  [N]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto at = place[i];
        const auto first = x[i];
        using T = std::remove_cvref_t<decltype(first.w)>;
        const Vec4T<T> own[6] = {first, y[i], z[i], fx[i], fy[i], fz[i]};
        const auto sum = sum_over_neighbors(rest.near, i, [&](auto j) {
            const Vec4T<T> other[6] = {x[j], y[j], z[j], fx[j], fy[j], fz[j]};
            const auto d = wrapped_difference(at, place[j]);
            const Vec3T<T> x_ij{unit.x * d.x, unit.y * d.y, unit.z * d.z};
            const T q_ij = rest.tie[j];
            return pair_pull<T>(own, other, rest.slope[j], q_ij, rest.near.offset(i, j)) - (q_ij * (own[3].w + other[3].w)) * x_ij;
        });
        f[i] = static_cast<Vec4T<T>>(stiffness[i]).w * sum;
    }
};

/// x, κ F → the force of zero-energy modes along pairs alone, for explicit steps (Ganzenmüller 2015): f_i = V_i Σ_j q_ij (e·((κ_i F_i + κ_j F_j) X_ij − (κ_i + κ_j) x_ij)) e, e = x_ij/|x_ij|.
struct ZeroEnergyForce
{
    using lane_operator = void;

    RestView rest;
    View<const LocalPosition> place; // read     x
    Vec3 unit;                       ///< [m]
    View<const Vec4> stiffness;      // read     …; V
    View<const Vec4> fx, fy, fz;     // read     records of the stress
    View<Vec3> f;                    // written  [N]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto at = place[i];
        const auto own_x = fx[i], own_y = fy[i], own_z = fz[i];
        using T = std::remove_cvref_t<decltype(own_x.w)>;
        const auto sum = sum_over_neighbors(rest.near, i, [&](auto j) {
            const Vec4T<T> other_x = fx[j], other_y = fy[j], other_z = fz[j];
            const auto d = wrapped_difference(at, place[j]);
            const Vec3T<T> x_ij{unit.x * d.x, unit.y * d.y, unit.z * d.z};
            const Vec3T<T> X_ij = rest.near.offset(i, j);
            const T r2 = dot(x_ij, x_ij);
            const T kappa = own_x.w + other_x.w;
            const Vec3T<T> pull{dot(own_x.xyz + other_x.xyz, X_ij), dot(own_y.xyz + other_y.xyz, X_ij), dot(own_z.xyz + other_z.xyz, X_ij)};
            const auto is_apart = r2 > Real(0);
            const T along = static_cast<T>(rest.tie[j]) * (dot(pull, x_ij) - kappa * r2) / select(is_apart, r2, T(Real(1)));
            return select(is_apart, along, T(Real(0))) * x_ij;
        });
        f[i] = static_cast<Vec4T<T>>(stiffness[i]).w * sum;
    }
};

/// Q, u → m u + K u, K as ElasticResponse weighted it: the matrix of a step.
struct ElasticProduct
{
    using lane_operator = void;

    RestView rest;
    View<const Vec4> stiffness;           // read     …; V
    View<const Real> mass;                // read     [kg]; 0 where a particle is held: its row is left out
    View<const Vec4> x, y, z, fx, fy, fz; // read     records of the stress
    View<Vec4> result;                    // written  [kg m/s]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto first = x[i];
        using T = std::remove_cvref_t<decltype(first.w)>;
        const Vec4T<T> own[6] = {first, y[i], z[i], fx[i], fy[i], fz[i]};
        const Vec3T<T> u_i{own[0].w, own[1].w, own[2].w};
        const auto sum = sum_over_neighbors(rest.near, i, [&](auto j) {
            const Vec4T<T> other[6] = {x[j], y[j], z[j], fx[j], fy[j], fz[j]};
            const T q_ij = rest.tie[j];
            const Vec3T<T> u_ij = u_i - Vec3T<T>{other[0].w, other[1].w, other[2].w};
            return pair_pull<T>(own, other, rest.slope[j], q_ij, rest.near.offset(i, j)) - (q_ij * (own[3].w + other[3].w)) * u_ij;
        });
        const T m = mass[i];
        const Vec3T<T> value = m * u_i - static_cast<Vec4T<T>>(stiffness[i]).w * sum;
        result[i] = joined(select(m > Real(0), value, Vec3T<T>{}), T(Real(0)));
    }
};

/// The diagonal of m + K, which is the same for x, y and z but for the share of volume, whose mean over the axes is taken.
///
/// A particle's place enters its own gradient by a = −L_i Σ_j s_ij X_ij and that of each neighbour j by a = s_ji L_j X_ij; each costs (2μ + λ/3) V |a|² and, with the ties of that neighbourhood,
/// κ V (aᵀ(Σ q X Xᵀ) a ∓ 2 a·(…) + Σ q).
struct ElasticDiagonal
{
    using lane_operator = void;

    RestView rest;
    View<const Vec4> stiffness; // read     2μ, λ, κ [Pa]; V [m^d]
    View<const Real> mass;      // read     [kg]
    Real elastic = 1;           ///< factor
    View<const Real> viscous;   // read     factor; empty: 0. Greater than it need be: rotations are not taken out
    View<Real> result;          // written  [kg]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto k_i = stiffness[i];
        using T = std::remove_cvref_t<decltype(k_i.w)>;
        const T third = T(Real(1) / Real(3));
        const auto sum_s = sum_over_neighbors(rest.near, i, [&](auto j) { return static_cast<T>(rest.slope[j]) * rest.near.offset(i, j); });
        const auto sum_q = sum_over_neighbors(rest.near, i, [&](auto j) { return static_cast<T>(rest.tie[j]) * rest.near.offset(i, j); });
        const auto ties = sum_over_neighbors(rest.near, i, [&](auto j) { return static_cast<T>(rest.tie[j]); });
        const Mat3T<T> L_i = rest.L[i];
        const Mat3T<T> B_i = rest.tied[i];
        const Vec3T<T> a_i = -(L_i * sum_s);
        const T own =
            k_i.w * ((k_i.xyz.x + third * k_i.xyz.y) * dot(a_i, a_i) + k_i.xyz.z * (dot(a_i, B_i * a_i) - 2 * dot(a_i, sum_q) + ties));
        const auto others = sum_over_neighbors(rest.near, i, [&](auto j) {
            const auto k_j = stiffness[j];
            const T share = k_i.w / k_j.w; // s_ji = s_ij V_i/V_j, and so q_ji
            const T s_ji = share * static_cast<T>(rest.slope[j]);
            const T q_ji = share * static_cast<T>(rest.tie[j]);
            const Vec3T<T> X_ji = -rest.near.offset(i, j);
            const Vec3T<T> a = s_ji * (static_cast<Mat3T<T>>(rest.L[j]) * X_ji);
            const T pulled = dot(a, static_cast<Mat3T<T>>(rest.tied[j]) * a) + 2 * q_ji * dot(X_ji, a) + q_ji;
            return k_j.w * ((k_j.xyz.x + third * k_j.xyz.y) * dot(a, a) + k_j.xyz.z * pulled);
        });
        const T scale = viscous.empty() ? T(elastic) : elastic + static_cast<T>(viscous[i]);
        result[i] = static_cast<T>(mass[i]) + scale * (own + others);
    }
};
} // namespace aspic
