#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/math/mat.h"
#include "aspic/operators/smoothing_kernel.h"

// The SPH approximation ⟨f⟩(x) = Σ_j Φ_j(x) f_j with Φ_j = V_j ω_h(|x − x_j|): T09 (3), (40), and its derivatives. The volume of a sample is
// V_j = m_j/ρ_j: T09 (4). Rows are any points; the difference forms (13), (14), (15), (17) and the symmetric form (19) also need the value at
// the row, so their rows are usually the samples themselves. F is Real or Vec3; the gradient of a vector is the Jacobian ∂f_a/∂x_b.

namespace aspic
{
/// What a gradient of F is made of: f ∇ω, or f ⊗ ∇ω for vectors.
template <Lane F, class T> ASPIC_HOST_DEVICE auto times_gradient(const F& f, const Vec3T<T>& gradient) { return f * gradient; }
template <class F, class T> ASPIC_HOST_DEVICE auto times_gradient(const Vec3T<F>& f, const Vec3T<T>& gradient)
{
    return outer(f, gradient);
}

template <class F> struct GradientOf
{
    using Type = Vec3;
};
template <> struct GradientOf<Vec3>
{
    using Type = Mat3;
};

/// ⟨f⟩(x) = Σ_j V_j f_j ω: T09 (3)
template <class K, class F> struct Interpolation
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V; // read     [m^d]
    View<const F> f;    // read
    View<F> result;     // written

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        result[i] = sum_over_neighbors(near, i, [&](auto j) { return (V[j] * kernel.w(norm(near.offset(i, j)))) * f[j]; });
    }
};

/// Σ_j V_j f_j ω / Σ_j V_j ω: reproduces constants (Shepard). Zero where no sample has weight.
template <class K, class F> struct ShepardInterpolation
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V; // read     [m^d]
    View<const F> f;    // read
    View<F> result;     // written

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto weight = [&](auto j) { return V[j] * kernel.w(norm(near.offset(i, j))); };
        const auto total = sum_over_neighbors(near, i, weight);
        const auto sum = sum_over_neighbors(near, i, [&](auto j) { return weight(j) * f[j]; });
        result[i] = sum / select(total > 0, total, decltype(total)(1));
    }
};

/// ⟨∇f⟩(x) = Σ_j V_j f_j ∇ω: T09 (9). Not zero for constant f.
template <class K, class F> struct Gradient
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V;                        // read     [m^d]
    View<const F> f;                           // read
    View<typename GradientOf<F>::Type> result; // written  [·/m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        result[i] = sum_over_neighbors(near, i, [&](auto j) { return times_gradient(V[j] * f[j], kernel.gradient(near.offset(i, j))); });
    }
};

/// Σ_j V_j (f_j − f_i) ∇ω: T09 (13). Zero for constant f.
template <class K, class F> struct DifferenceGradient
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V;                        // read     [m^d]
    View<const F> f_row, f;                    // read     at rows, at samples
    View<typename GradientOf<F>::Type> result; // written  [·/m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto f_i = f_row[i];
        result[i] =
            sum_over_neighbors(near, i, [&](auto j) { return times_gradient(V[j] * (f[j] - f_i), kernel.gradient(near.offset(i, j))); });
    }
};

/// 1/ρ_i Σ_j m_j (f_j − f_i) ∇ω: T09 (17). Zero for constant f.
template <class K, class F> struct DensityGradient
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> m;                        // read     [kg]
    View<const Real> rho_row;                  // read     [kg/m^d] at rows
    View<const F> f_row, f;                    // read
    View<typename GradientOf<F>::Type> result; // written  [·/m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto f_i = f_row[i];
        const auto sum =
            sum_over_neighbors(near, i, [&](auto j) { return times_gradient(m[j] * (f[j] - f_i), kernel.gradient(near.offset(i, j))); });
        result[i] = (1 / rho_row[i]) * sum;
    }
};

/// ρ_i Σ_j m_j (f_j/ρ_j² + f_i/ρ_i²) ∇ω: T09 (19), sign corrected. Its pairs are antisymmetric, so that forces made from it conserve momentum.
template <class K, class F> struct SymmetricGradient
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> m, rho;                   // read     [kg], [kg/m^d] at samples
    View<const Real> rho_row;                  // read     [kg/m^d] at rows
    View<const F> f_row, f;                    // read
    View<typename GradientOf<F>::Type> result; // written  [·/m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto rho_i = rho_row[i];
        const auto own = (1 / (rho_i * rho_i)) * f_row[i];
        result[i] = rho_i * sum_over_neighbors(near, i, [&](auto j) {
                        const auto rho_j = rho[j];
                        return times_gradient(m[j] * ((1 / (rho_j * rho_j)) * f[j] + own), kernel.gradient(near.offset(i, j)));
                    });
    }
};

/// ⟨∇·f⟩(x) = Σ_j V_j f_j·∇ω: T09 (12)
template <class K> struct Divergence
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V; // read     [m^d]
    View<const Vec3> f; // read
    View<Real> result;  // written  [·/m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        result[i] = sum_over_neighbors(near, i, [&](auto j) { return V[j] * dot(f[j], kernel.gradient(near.offset(i, j))); });
    }
};

/// Σ_j V_j (f_j − f_i)·∇ω: T09 (14). Zero for constant f.
template <class K> struct DifferenceDivergence
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V;        // read     [m^d]
    View<const Vec3> f_row, f; // read
    View<Real> result;         // written  [·/m]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto f_i = f_row[i];
        result[i] = sum_over_neighbors(near, i, [&](auto j) { return V[j] * dot(f[j] - f_i, kernel.gradient(near.offset(i, j))); });
    }
};

/// ⟨Δf⟩(x) = Σ_j V_j f_j Δω: T09 (11), with the Laplacian of d dimensions.
template <class K, class F> struct Laplacian
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V; // read     [m^d]
    View<const F> f;    // read
    View<F> result;     // written  [·/m²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        result[i] = sum_over_neighbors(near, i, [&](auto j) { return (V[j] * kernel.laplacian(norm(near.offset(i, j)))) * f[j]; });
    }
};

/// Σ_j V_j (f_j − f_i) Δω: T09 (15). Zero for constant f.
template <class K, class F> struct DifferenceLaplacian
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V;     // read     [m^d]
    View<const F> f_row, f; // read
    View<F> result;         // written  [·/m²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto f_i = f_row[i];
        result[i] = sum_over_neighbors(near, i, [&](auto j) { return (V[j] * kernel.laplacian(norm(near.offset(i, j)))) * (f[j] - f_i); });
    }
};

/// 2 Σ_j V_j (f_i − f_j) x_ij·∇ω/(|x_ij|² + 0.01h²): Laplacian from first derivatives (Brookshaw 1985, Morris 1997), far less noisy than (15).
template <class K, class F> struct BrookshawLaplacian
{
    using lane_operator = void;
    NeighborView near;
    K kernel;
    View<const Real> V;     // read     [m^d]
    View<const F> f_row, f; // read
    View<F> result;         // written  [·/m²]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const
    {
        const auto f_i = f_row[i];
        const Real softening = Real(0.01) * square(kernel.h);
        result[i] = 2 * sum_over_neighbors(near, i, [&](auto j) {
                        const auto x_ij = near.offset(i, j);
                        const auto r2 = dot(x_ij, x_ij);
                        return (V[j] * r2 * kernel.dw_over_r(sqrt(r2)) / (r2 + softening)) * (f_i - f[j]);
                    });
    }
};
} // namespace aspic
