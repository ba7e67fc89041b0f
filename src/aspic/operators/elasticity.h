#pragma once

#include "aspic/compute/carried_number.h"
#include "aspic/compute/parallel.h"
#include "aspic/compute/sextet.h"
#include "aspic/compute/shared_lists.h"
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
// which is K21 (14), K21 (18) and K21 (24) together, from K21 (15), K21 (16) and K21 (17): equal and opposite in a pair.
//
// K = −df/dx. K21 holds R fixed in a step: then 2μ resists all of δF, rotations too, and a step of length Δt eats angular momentum by an amount that grows with Δt² E. The true derivative turns R with F:
// with S = RᵀF = Q diag(s) Qᵀ and A = RᵀδF,
//   δP = R (2μ sym(A) + [T axial(skew A)]×) + λ tr(A) R,   T = Q diag(t) Qᵀ,  t_k = 2μ − (2μ − λ tr(S − 1)) 2/(s_i + s_j) for {i, j, k} = {1, 2, 3}.
// t vanishes at rest, is the geometric stiffness of stretched material, and is clamped to 0 … 2μ, so that K stays positive semi-definite. t = 2μ is K21's form.

namespace aspic
{
/// The rest shape as the passes read it. Lists hold other particles only, and only those with weight; in unused slots a particle is its own neighbour, with weights 0.
struct RestView
{
    SharedNeighborView near;      ///< X
    PairView<const Real> X, Y, Z; ///< [m] X_ij
    PairView<const Real> slope;   ///< [1/m²] s_ij
    PairView<const Real> tie;     ///< [1/m²] q_ij
    View<const Mat3> L;           ///< K21 (8)
    View<const Mat3> tied;        ///< Σ_j q_ij X_ij X_ijᵀ
    View<const Vec3> slope_sum;   ///< [1/m] Σ_j s_ij X_ij: not zero at surfaces
    View<const Vec3> tie_sum;     ///< [1/m] Σ_j q_ij X_ij
    View<const Real> rank;        ///< dimension of the neighbourhood

    template <class J> ASPIC_HOST_DEVICE auto offset(J j) const { return Vec3T<std::remove_cvref_t<decltype(X[j])>>{X[j], Y[j], Z[j]}; }
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
    Vec3T<T> pull{};      ///< Σ q_ij (κ_i + κ_j) x_ij

    ASPIC_HOST_DEVICE void add(const T& s_ij, const T& q_ij, const T& kappa, const Vec3T<T>& x_ij, const Vec3T<T>& X_ij)
    {
        const Vec3T<T> sX = s_ij * X_ij, qX = q_ij * X_ij;
        gradient.row[0] += x_ij.x * sX; // written out: sums that a loop counts through would stay in memory
        gradient.row[1] += x_ij.y * sX;
        gradient.row[2] += x_ij.z * sX;
        deviation.row[0] += x_ij.x * qX;
        deviation.row[1] += x_ij.y * qX;
        deviation.row[2] += x_ij.z * qX;
        pull += (q_ij * kappa) * x_ij;
    }
};

/// A B, written out.
template <class T> ASPIC_HOST_DEVICE Mat3T<T> times(const Mat3T<T>& A, const Mat3T<T>& B)
{
    const auto row = [&](const Vec3T<T>& a) { return a.x * B.row[0] + a.y * B.row[1] + a.z * B.row[2]; };
    return {{row(A.row[0]), row(A.row[1]), row(A.row[2])}};
}

/// What the second pass fetches of a particle: columns of Q, each with a column of κ F.
template <class T> ASPIC_HOST_DEVICE SextetT<T> stress_record(const Mat3T<T>& Q, const Mat3T<T>& scaled_F)
{
    const Mat3T<T> q = transpose(Q), f = transpose(scaled_F);
    const T o = T(Real(0));
    return {{joined(q.row[0], o), joined(f.row[0], o), joined(q.row[1], o), joined(f.row[1], o), joined(q.row[2], o), joined(f.row[2], o)}};
}

/// The vector a with skew(A) b = a × b.
template <class T> ASPIC_HOST_DEVICE Vec3T<T> axial_of_skew(const Mat3T<T>& A)
{
    return Real(0.5) * Vec3T<T>{A.row[2].y - A.row[1].z, A.row[0].z - A.row[2].x, A.row[1].x - A.row[0].y};
}

/// [a]× b = a × b
template <class T> ASPIC_HOST_DEVICE Mat3T<T> cross_matrix(const Vec3T<T>& a)
{
    const T o = T(Real(0));
    return {{{o, -a.z, a.y}, {a.z, o, -a.x}, {-a.y, a.x, o}}};
}

/// T of the tangent [Pa]: how much a small rotation of F against R is resisted.
///   S: RᵀF, symmetric; spread: tr(S − 1)
template <class T> ASPIC_HOST_DEVICE Mat3T<T> rotation_stiffness(const Mat3T<T>& S, const T& twice_mu, const T& lambda, const T& spread)
{
    constexpr Real collapsed = Real(1e-3); // sums of principal stretches below it count as that
    constexpr int sweeps = 3;              // rows of Q are orthonormal after any number
    const SymmetricEigen<T> eigen = symmetric_eigen(S, sweeps);
    const Vec3T<T>& s = eigen.values;
    const T turned = twice_mu - lambda * spread;
    const auto stiffness = [&](const T& sum) { return min(max(twice_mu - 2 * turned / max(sum, T(collapsed)), T(Real(0))), twice_mu); };
    const Mat3T<T>& Q = eigen.vectors;
    return stiffness(s.y + s.z) * outer(Q.row[0], Q.row[0]) + stiffness(s.z + s.x) * outer(Q.row[1], Q.row[1]) +
           stiffness(s.x + s.y) * outer(Q.row[2], Q.row[2]);
}

/// x → F, R, Q: the stress of a deformed body, K21 (2), (16), (22), and what of f does not depend on that of others.
struct ElasticStress
{
    using lane_operator = void;

    RestView rest;
    View<const LocalPosition> place; // read     x, κ
    Vec3 unit;                       ///< [m] a step of x
    bool is_planar = false;          ///< plane strain: F has no share along z
    View<const Vec4> stiffness;      // read     2μ, λ, κ [Pa]; V [m^d]
    View<Vec4> turn;                 // updated  R as a quaternion
    View<Sextet> stress;             // written  Q, κ F [Pa]
    View<Vec4> own;                  // written  [N] f_i without what other stresses give; [J] energy of stretch and volume
    View<Mat3> F = {};               // written, unless it is empty
    bool keeps_turn = false;         ///< R is given

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto at = place[i];
        const auto k = stiffness[i];
        using T = std::remove_cvref_t<decltype(k.w)>;
        StrainSums<T> sums;
        add_over_neighbors(rest.near, i, sums, [&](StrainSums<T>& sum, auto j) {
            const auto other = place[j];
            const auto d = wrapped_difference(at, other);
            sum.add(rest.slope[j], rest.tie[j], k.xyz.z + carried(other), {unit.x * d.x, unit.y * d.y, unit.z * d.z}, rest.offset(j));
        });
        const Mat3T<T> L = rest.L[i];
        Mat3T<T> gradient = Real(-1) * times(sums.gradient, L);
        const Mat3T<T> in_plane = gradient;
        if (is_planar)
            gradient.row[2].z = T(Real(1));
        const Vec4T<T> before = turn[i];
        const Vec4T<T> q = keeps_turn ? before : nearest_rotation(gradient, before);
        turn[i] = q;
        const Mat3T<T> R = rotation_of(q);
        const T spread = dot(R.row[0], in_plane.row[0]) + dot(R.row[1], in_plane.row[1]) + dot(R.row[2], in_plane.row[2]) - rest.rank[i];
        const Mat3T<T> P = k.xyz.x * (in_plane - R) + (k.xyz.y * spread) * R;
        const Mat3T<T> modes = times<T>(in_plane, rest.tied[i]) - sums.deviation;
        const Mat3T<T> Q = times(P + k.xyz.z * modes, L), scaled_F = k.xyz.z * in_plane;
        stress[i] = stress_record(Q, scaled_F);
        const T energy = Real(0.5) * k.w * (k.xyz.x * square_norm(gradient - R) + k.xyz.y * spread * spread);
        own[i] = joined(k.w * (Q * rest.slope_sum[i] + scaled_F * rest.tie_sum[i] - sums.pull), energy);
        if (!F.empty())
            F[i] = gradient;
    }
};

/// F, R → T of the tangent.
struct TangentResistance
{
    using lane_operator = void;

    bool is_planar = false;
    View<const Vec4> stiffness; // read     2μ, λ [Pa], …
    View<const Vec4> turn;      // read     R
    View<const Real> rank;      // read     dimension of the neighbourhood
    View<Mat3> F;               // updated  F → T [Pa]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto k = stiffness[i];
        using T = std::remove_cvref_t<decltype(k.w)>;
        const Mat3T<T> gradient = F[i];
        const Mat3T<T> R = rotation_of(static_cast<Vec4T<T>>(turn[i]));
        const Mat3T<T> A = times<T>(transpose(R), gradient);
        const Mat3T<T> S = Real(0.5) * (A + transpose(A));
        T size = dot(R.row[0], gradient.row[0]) + dot(R.row[1], gradient.row[1]);
        if (!is_planar)
            size = size + dot(R.row[2], gradient.row[2]);
        F[i] = rotation_stiffness(S, static_cast<T>(k.xyz.x), static_cast<T>(k.xyz.y), size - static_cast<T>(rank[i]));
    }
};

/// u → the change of Q by a displacement: `elastic` times that of the stress, by the tangent, and `viscous` times that of the stress of a strain rate, 2μ R sym(RᵀF) + λ tr(RᵀF) R.
/// Also m u and what of the change of −f does not depend on other stresses.
struct ElasticResponse
{
    using lane_operator = void;

    RestView rest;
    View<const Vec4> u;               // read     [m]; κ [Pa] times (elastic + viscous)
    View<const Vec4> stiffness;       // read     2μ, λ, κ [Pa]; V [m^d]
    View<const Real> mass;            // read     [kg]
    View<const Vec4> turn;            // read     R
    View<const Mat3> resistance = {}; // read T [Pa]; empty: 2μ, the tangent with R fixed
    Real elastic = 1;                 ///< factor
    View<const Real> viscous;         // read     factor; empty: 0
    View<Sextet> stress;              // written
    View<Vec4> own;                   // written  [kg m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto at = u[i];
        using T = std::remove_cvref_t<decltype(at.w)>;
        StrainSums<T> sums;
        add_over_neighbors(rest.near, i, sums, [&](StrainSums<T>& sum, auto j) {
            const Vec4T<T> other = u[j];
            sum.add(rest.slope[j], rest.tie[j], at.w + other.w, at.xyz - other.xyz, rest.offset(j));
        });
        const Mat3T<T> L = rest.L[i];
        const Mat3T<T> F = Real(-1) * times(sums.gradient, L);
        const Mat3T<T> R = rotation_of(static_cast<Vec4T<T>>(turn[i]));
        const Vec4T<T> k = stiffness[i];
        const T both = viscous.empty() ? T(elastic) : elastic + static_cast<T>(viscous[i]);
        const Mat3T<T> A = times<T>(transpose(R), F);
        const Vec3T<T> rotation = elastic * axial_of_skew(A);
        const Vec3T<T> torque = resistance.empty() ? k.xyz.x * rotation : static_cast<Mat3T<T>>(resistance[i]) * rotation;
        const T pressure = (both * k.xyz.y) * trace(A);
        const Mat3T<T> in_frame =
            (Real(0.5) * both * k.xyz.x) * (A + transpose(A)) + cross_matrix(torque) + diagonal(pressure, pressure, pressure);
        const Mat3T<T> P = times(R, in_frame);
        const Mat3T<T> Q = times(P + at.w * (times<T>(F, rest.tied[i]) - sums.deviation), L), scaled_F = at.w * F;
        stress[i] = stress_record(Q, scaled_F);
        const T m = mass[i];
        own[i] = joined(m * at.xyz - k.w * (Q * rest.slope_sum[i] + scaled_F * rest.tie_sum[i] - sums.pull), T(Real(0)));
    }
};

/// Q → what the stresses of others give, V_i Σ_j (s_ij Q_j + q_ij κ_j F_j) X_ij: f, or −f with m u. Particles one after the other, eight numbers of a neighbour at a time: of a pack of rows each would have
/// to be transposed, which takes three times as long.
struct ElasticPull
{
    using lane_operator = void;
    using range_operator = void;

    RestView rest;
    View<const Vec4> stiffness; // read     …; V
    View<const Real> mass;      // read     [kg]; 0 where a particle is held: its row is left out. Empty: none is
    View<const Sextet> stress;  // read     Q, κ F
    Real sign = 1;              ///< of what is added
    View<Vec4> result;          // updated
    View<const Vec4> u = {};    // read     for the work
    View<double> work = {};     // written, unless it is empty: Σ u·result of each chunk of rows

    template <class Tools> ASPIC_HOST_DEVICE void run(Index begin, Index end) const
    {
        double sum = 0;
        for (Index first = begin; first < end; first += rows_at_a_time)
        {
            const Index rows = end - first < rows_at_a_time ? end - first : rows_at_a_time;
            pull_rows<typename Tools::Eight>(first, rows);
            if (!work.empty())
                for (Index i = first; i < first + rows; ++i)
                    sum += work_of(i);
        }
        if (!work.empty())
            work[begin / rows_per_chunk] = sum;
    }

private:
    static constexpr Index rows_at_a_time = 8; ///< whose sums are kept in registers

    template <class Eight> ASPIC_HOST_DEVICE void pull_rows(Index first, Index rows) const
    {
        Eight sum[rows_at_a_time] = {};
        Index most = 0;
        for (Index row = 0; row < rows; ++row)
            most = rest.near.count[first + row] > most ? rest.near.count[first + row] : most;
        std::int64_t slot = rest.near.slice_begin[first / rows_per_slice] + first % rows_per_slice;
        const Sextet* const of_slice = stress.data() + (first - first % rows_per_slice);
        for (Index k = 0; k < most; ++k, slot += rows_per_slice)
#pragma GCC unroll 8
            for (Index row = 0; row < rows_at_a_time; ++row)
            {
                const Neighbor j{rest.near.column[slot + row], slot + row};
                const Vec4* const part = of_slice[j.column].part;
                const Eight along = rest.X[j] * Eight::load(part) + rest.Y[j] * Eight::load(part + 2) + rest.Z[j] * Eight::load(part + 4);
                sum[row] = sum[row] + Eight::halves(rest.slope[j], rest.tie[j]) * along;
            }
        for (Index row = 0; row < rows; ++row)
            finish(first + row, {sum[row][0] + sum[row][4], sum[row][1] + sum[row][5], sum[row][2] + sum[row][6]});
    }

    [[nodiscard]] ASPIC_HOST_DEVICE double work_of(Index i) const
    {
        const Vec3 &a = u[i].xyz, &b = result[i].xyz;
        return double(a.x) * double(b.x) + double(a.y) * double(b.y) + double(a.z) * double(b.z);
    }

    ASPIC_HOST_DEVICE void finish(Index i, const Vec3& sum) const
    {
        const bool is_held = !mass.empty() && mass[i] == 0;
        result[i].xyz = is_held ? Vec3{} : result[i].xyz + (sign * stiffness[i].w) * sum;
    }
};

/// x, F → the force of zero-energy modes along pairs alone, for explicit steps (Ganzenmüller 2015): f_i = V_i Σ_j q_ij (e·((κ_i F_i + κ_j F_j) X_ij − (κ_i + κ_j) x_ij)) e, e = x_ij/|x_ij|.
struct ZeroEnergyForce
{
    using lane_operator = void;

    RestView rest;
    View<const LocalPosition> place; // read     x
    Vec3 unit;                       ///< [m]
    View<const Vec4> stiffness;      // read     2μ, λ, κ [Pa]; V [m^d]
    View<const Mat3> F;              // read
    View<Vec3> f;                    // written  [N]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto at = place[i];
        const auto k_i = stiffness[i];
        using T = std::remove_cvref_t<decltype(k_i.w)>;
        const Mat3T<T> own = k_i.xyz.z * static_cast<Mat3T<T>>(F[i]);
        const auto sum = sum_over_neighbors(rest.near, i, [&](auto j) {
            const auto d = wrapped_difference(at, place[j]);
            const Vec3T<T> x_ij{unit.x * d.x, unit.y * d.y, unit.z * d.z};
            const Vec3T<T> X_ij = rest.offset(j);
            const T kappa_j = static_cast<Vec4T<T>>(stiffness[j]).xyz.z;
            const T r2 = dot(x_ij, x_ij);
            const Vec3T<T> pull = (own + kappa_j * static_cast<Mat3T<T>>(F[j])) * X_ij;
            const auto is_apart = r2 > Real(0);
            const T along = static_cast<T>(rest.tie[j]) * (dot(pull, x_ij) - (k_i.xyz.z + kappa_j) * r2) / select(is_apart, r2, T(Real(1)));
            return select(is_apart, along, T(Real(0))) * x_ij;
        });
        f[i] = k_i.w * sum;
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
