#pragma once

#include "aspic/operators/mls_fit.h"
#include "aspic/operators/mls_rows.h"

// The gradient at a particle by Müller et al. 2004: not the derivative of an approximation, but the least squares fit of the first-order expansion
// T09 (35), f(x_i + Δx) ≈ f_i + ∇f_i·Δx, through the particle's own value. At a neighbour it is T09 (36), f̃_j = f_i + ∇f_i·(x_j − x_i): T09 calls
// this difference x_ij, while x_ij = x_i − x_j in Aspic, so it is written x_ji here. The minimum of Σ_j ω_ij (f_j − f̃_j)² is T09 (37), (38):
//     ∇f_i = A_i⁻¹ Σ_j ω_ij (f_j − f_i) x_ji,   A_i = Σ_j ω_ij x_ji x_jiᵀ.
// Exact for linear fields.

namespace aspic
{
/// How to fit.
struct MlsGradientSettings
{
    int dimension = 3; ///< d = 1, 2, 3; coordinates beyond are the same for all particles
    double tolerance =
        1e-6; ///< a direction n is determined if √(Σω(x_ji·n)²/Σω), the spread of the neighbours along it, exceeds this share of h
    AnyKernelT<double> kernel = Kernel<CubicSpline, double>(); ///< shape of the weight ω; support and dimension come from elsewhere
};

/// Computes g_ij = A_i⁻¹ ω_ij x_ji [1/m] at one particle i, so that ∇f_i = Σ_j (f_j − f_i) g_ij: T09 (37), (38).
/// x_ji: [m] offsets of its neighbours; i itself may be among them. Returns the rank of A_i: where neighbours lie in a plane, on a line or in one
/// point, the pseudo-inverse gives the gradient within it.
int mls_gradient_weights(const MlsGradientSettings& settings, double support, View<const Vec3d> x_ji, View<Vec3d> g_ij);

/// T09 (37) at all samples, with weights computed once. Values and results are in the order in which the samples were given to `Samples`.
class MlsGradient
{
public:
    MlsGradient(const Samples& samples, const MlsGradientSettings& settings);

    [[nodiscard]] Index size() const { return rows_.count(); } ///< number of samples

    /// How many directions the neighbours of a sample determine: less than the dimension if they lie in a plane, on a line or in a point.
    [[nodiscard]] int rank(Index i) const { return rank_[static_cast<std::size_t>(i)]; }

    /// The samples j near sample i, itself included, and their g_ij [1/m].
    [[nodiscard]] View<const Index> samples(Index i) const { return rows_.entries(rows_.sample, i); }
    [[nodiscard]] View<const Vec3d> weights(Index i) const { return rows_.entries(g_, i); }

    /// ∇f at sample i; the Jacobian, one row per component, for vectors. `values` is any array with one number or vector per sample.
    template <class Values> [[nodiscard]] auto gradient(const Values& values, Index i) const
    {
        const View<const Index> sample = samples(i);
        const View<const Vec3d> g = weights(i);
        const auto f_i = in_double(values[i]);
        decltype(gradient_term(f_i, g[Index{0}])) total{};
        for (Index k = 0; k < g.size(); ++k)
            total = total + gradient_term(in_double(values[sample[k]]) - f_i, g[k]);
        return total;
    }

    /// ∇f at all samples.
    template <class Values> [[nodiscard]] auto gradient(const Values& values) const
    {
        Array<decltype(gradient(values, Index{0}))> result(static_cast<std::size_t>(size()));
        parallel_for(size(), [&](Index i) { result[static_cast<std::size_t>(i)] = gradient(values, i); });
        return result;
    }

private:
    MlsRows rows_;
    Array<Vec3d> g_;
    Array<int> rank_;
};
} // namespace aspic
