#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/operators/smoothing_kernel.h"

namespace aspic
{
/// What a particle sums over its neighbours to know how much of it is covered.
template <class T> struct CoverSums
{
    Vec3T<T> gradient{}; ///< Σ V_j ∇_i ω_ij
    T filled{};          ///< Σ V_j ω_ij

    ASPIC_HOST_DEVICE CoverSums operator+(const CoverSums& b) const { return {gradient + b.gradient, filled + b.filled}; }
};
template <class M, class T> ASPIC_HOST_DEVICE CoverSums<T> select(const M& mask, const CoverSums<T>& yes, const CoverSums<T>& no)
{
    return {select(mask, yes.gradient, no.gradient), select(mask, yes.filled, no.filled)};
}

/// x → Σ_j V_j ∇_i ω_ij, which points away from a free surface, and Σ_j V_j ω_ij over all others: how much of a particle is seen, and from where.
template <class K> struct Exposure
{
    using lane_operator = void;

    NeighborView near;
    K kernel;
    View<const Real> volume; // read     [m^d]
    View<Vec4> seen;         // written  [1/m]; share of space that others fill

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto sum = sum_over_neighbors(near, i, [&](auto j) {
            const auto x_ij = near.offset(i, j);
            const auto r = norm(x_ij);
            const auto v_j = volume[j];
            using T = std::remove_cvref_t<decltype(r)>;
            return CoverSums<T>{(v_j * kernel.dw_over_r(r)) * x_ij, v_j * kernel.w(r)};
        });
        using T = std::remove_cvref_t<decltype(sum.filled)>;
        seen[i] = joined(sum.gradient, sum.filled - volume[i] * kernel.w(T(Real(0))));
    }
};
} // namespace aspic
