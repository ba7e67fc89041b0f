#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/math/symmetric_eigen.h"
#include "aspic/operators/sph_sums.h"

#include <type_traits>

namespace aspic
{
/// Eigenvalues below this share of the largest count as zero: the neighbourhood is a plane, a line or a point there.
inline constexpr Real singular_neighborhood = std::is_same_v<Real, float> ? Real(1e-4) : Real(1e-8);

/// L_i = (Σ_j V_j ∇ω_ij (x_j − x_i)ᵀ)⁻¹: K21 (8) (Bonet and Lok 1999). L_i ∇ω_ij gives exact gradients of linear fields: K21 (7).
/// The sum is symmetric and positive, since ω' ≤ 0: its pseudo-inverse exists for every neighbourhood, and gives the exact gradient within the
/// plane or line that the neighbours span.
template <class K> struct GradientCorrection
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V; // read     [m^d]
    View<Mat3> L;       // written  [1]
    View<Real> rank;    // written  dimension of the neighbourhood: 3 or, in a plane, line or point, 2, 1 or 0

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto sum = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            return (-V[j] * kernel.dw_over_r(norm(x_ij))) * outer(x_ij, x_ij);
        });
        const auto inverse = pseudo_inverse(sum, singular_neighborhood);
        L[i] = inverse.matrix;
        rank[i] = inverse.rank;
    }
};

/// L times a gradient: the gradient of a number, or the rows ∇f_a of a Jacobian. L is symmetric.
template <class T> ASPIC_HOST_DEVICE Vec3T<T> corrected(const Mat3T<T>& L, const Vec3T<T>& gradient) { return L * gradient; }
template <class T> ASPIC_HOST_DEVICE Mat3T<T> corrected(const Mat3T<T>& L, const Mat3T<T>& jacobian) { return jacobian * L; }

/// L_i Σ_j V_j (f_j − f_i) ∇ω_ij: K21 (7), exact for linear f. F is Real or Vec3.
template <class K, class F> struct CorrectedGradient
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V;                        // read     [m^d]
    View<const Mat3> L;                        // read     [1]
    View<const F> f_row, f;                    // read
    View<typename GradientOf<F>::Type> result; // written  [·/m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto f_i = f_row[i];
        const auto sum =
            sum_over_neighbors(near, i, [&](auto j) { return times_gradient(V[j] * (f[j] - f_i), kernel.gradient(near.offset(i, j))); });
        result[i] = corrected(L[i], sum);
    }
};
} // namespace aspic
