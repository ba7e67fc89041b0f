#pragma once

#include "aspic/operators/elasticity.h"

// Passes of the volume part alone, K21 (30), for splits: one number per particle, t_i = λ_i tr(R_iᵀF_i), goes from the first to the second. With W_i = R_i L_i
//   t_i = −λ_i Σ_j s_ij u_ij·(W_i X_ij),   f_i = V_i (t_i W_i Σ_j s_ij X_ij + Σ_j t_j b_ij),   b_ij = s_ij W_j X_ij, which a step computes once.

namespace aspic
{
/// b_ij of each pair, in slots that slices do not share.
struct VolumePairs
{
    PairView<Real> x, y, z; ///< [1/m]

    /// For slots that are shared.
    [[nodiscard]] ASPIC_HOST_DEVICE VolumePairs shifted(std::int64_t by) const { return {{x.data + by}, {y.data + by}, {z.data + by}}; }
};

/// R → W.
struct TurnedCorrections
{
    using lane_operator = void;

    View<const Mat3> L;    // read
    View<const Vec4> turn; // read     R
    View<Mat3> W;          // written

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto q = turn[i];
        using T = std::remove_cvref_t<decltype(q.w)>;
        W[i] = times<T>(rotation_of(static_cast<Vec4T<T>>(q)), L[i]);
    }
};

/// W → b.
struct FindVolumePairs
{
    using lane_operator = void;

    RestView rest;
    View<const Mat3> W; // read
    VolumePairs pairs;  // written

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        int nothing = 0;
        const VolumePairs own = pairs.shifted(rest.near.own_shift(slice_of(i)));
        add_over_neighbors(rest.near, i, nothing, [&](int&, auto j) {
            const auto s_ij = rest.slope[j];
            using T = std::remove_cvref_t<decltype(s_ij)>;
            const Vec3T<T> b = static_cast<T>(s_ij) * (static_cast<Mat3T<T>>(W[j]) * rest.offset(j));
            own.x[j] = b.x;
            own.y[j] = b.y;
            own.z[j] = b.z;
        });
    }
};

/// u → t, and m u with what of −f a particle gives itself.
struct VolumeResponse
{
    using lane_operator = void;

    RestView rest;
    View<const Vec4> u;         // read     [m]
    View<const Vec4> stiffness; // read     2μ, λ, κ [Pa]; V [m^d]
    View<const Real> mass;      // read     [kg]
    View<const Mat3> W;         // read
    Real elastic = 1;           ///< factor
    View<const Real> viscous;   // read     factor; empty: 0
    View<Real> t;               // written  [Pa]
    View<Vec4> own;             // written  [kg m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto at = u[i];
        using T = std::remove_cvref_t<decltype(at.w)>;
        Mat3T<T> gradient{};
        add_over_neighbors(rest.near, i, gradient, [&](Mat3T<T>& sum, auto j) {
            const Vec3T<T> u_ij = at.xyz - static_cast<Vec4T<T>>(u[j]).xyz;
            const Vec3T<T> sX = static_cast<T>(rest.slope[j]) * rest.offset(j);
            sum.row[0] += u_ij.x * sX;
            sum.row[1] += u_ij.y * sX;
            sum.row[2] += u_ij.z * sX;
        });
        const Mat3T<T> W_i = W[i];
        const Vec4T<T> k = stiffness[i];
        const T both = viscous.empty() ? T(elastic) : elastic + static_cast<T>(viscous[i]);
        const T spread = dot(W_i.row[0], gradient.row[0]) + dot(W_i.row[1], gradient.row[1]) + dot(W_i.row[2], gradient.row[2]);
        const T t_i = -(both * k.xyz.y * spread);
        t[i] = t_i;
        const T m = mass[i];
        own[i] = joined(m * at.xyz - (k.w * t_i) * (W_i * static_cast<Vec3T<T>>(rest.slope_sum[i])), T(Real(0)));
    }
};

/// t → m u − f.
struct VolumePull
{
    using lane_operator = void;

    SharedNeighborView near;
    VolumePairs pairs;          // read
    View<const Vec4> stiffness; // read     …; V
    View<const Real> mass;      // read     [kg]; 0 where a particle is held: its row is left out
    View<const Real> t;         // read     [Pa]
    View<Vec4> result;          // updated  [kg m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto k = stiffness[i];
        using T = std::remove_cvref_t<decltype(k.w)>;
        Vec3T<T> pull{};
        const VolumePairs own = pairs.shifted(near.own_shift(slice_of(i)));
        add_over_neighbors(near, i, pull, [&](Vec3T<T>& sum, auto j) {
            const T t_j = t[j];
            sum.x = sum.x + t_j * static_cast<T>(own.x[j]);
            sum.y = sum.y + t_j * static_cast<T>(own.y[j]);
            sum.z = sum.z + t_j * static_cast<T>(own.z[j]);
        });
        const T m = mass[i];
        const Vec4T<T> given = result[i];
        result[i] = joined(select(m > Real(0), given.xyz - k.w * pull, Vec3T<T>{}), T(Real(0)));
    }
};
} // namespace aspic
