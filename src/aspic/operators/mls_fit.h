#pragma once

#include "aspic/core/array.h"
#include "aspic/core/view.h"
#include "aspic/math/mat.h"
#include "aspic/operators/polynomial_basis.h"
#include "aspic/operators/smoothing_kernel.h"

// Moving least squares (MLS) at one point x: the polynomial pᵀa that fits the samples f_i near x best, weighted by ω_i = ω_h(|x − x_i|), taken
// at x. It minimises T09 (21), E = Σ_i ω_i (pᵀ(x_i) a − f_i)², so T09 (22) holds, Σ_i ω_i p(x_i)(pᵀ(x_i) a − f_i) = 0, and by T09 (23)–(27)
//     a = M⁻¹ Σ_i ω_i p(x_i) f_i,   M = Σ_i ω_i p(x_i) pᵀ(x_i),   ⟨f⟩(x) = pᵀ(x) a = Σ_i Φ_i(x) f_i,   Φ_i(x) = ω_i pᵀ(x) M⁻¹ p(x_i).
// The shape functions Φ_i do not depend on f. Everything is computed in double, in every build.

namespace aspic
{
/// What to do where the samples do not determine the polynomial: too few, or all on a line or in a plane. With both, shape functions jump
/// where a neighbourhood becomes deficient.
enum class Deficient
{
    pseudo_inverse, ///< leave out the undetermined combinations only: first constants are fitted, then linear, then quadratic terms
    lower_order     ///< lower the order until the moment matrix inverts (MLSPH, T09 §4, "variable rank"); order 0 is Shepard's method
};

/// How to fit.
struct MlsSettings
{
    int dimension = 3;                               ///< d = 1, 2, 3; coordinates beyond are the same for all points
    int order = 1;                                   ///< n = 0, 1, 2: polynomials up to this degree are reproduced
    int derivatives = 1;                             ///< how often shape functions are differentiated: 0, 1, 2
    Deficient deficient = Deficient::pseudo_inverse; ///< what to do with too few or badly placed samples
    double tolerance = 1e-6; ///< a basis function is determined if its norm, √(Σωp²/Σω), orthogonalised, is larger
    AnyKernelT<double> kernel = Kernel<CubicSpline, double>(); ///< shape of the weight ω; support and dimension come from elsewhere
};

/// What a fit did.
struct MlsReport
{
    Index neighbors = 0;         ///< samples with a positive weight
    int order = -1;              ///< of the basis used; −1: no neighbours, so no value
    int rank = 0;                ///< basis functions that the samples determine
    double condition = 0;        ///< of the moment matrix T09 (28), or of its part that was inverted; too large by at most rank²
    bool rank_deficient = false; ///< combinations of basis functions were left out
    bool order_lowered = false;  ///< the order is lower than asked for

    [[nodiscard]] bool has_value() const { return neighbors > 0; }
    bool operator==(const MlsReport&) const = default;
};

/// Second derivatives of a scalar [1/m²].
struct SecondDerivatives
{
    double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;

    [[nodiscard]] double laplacian() const { return xx + yy + zz; }
    bool operator==(const SecondDerivatives&) const = default;
};

// Values may be of any precision, numbers or vectors; sums are taken in double.
inline double in_double(double f) { return f; }
template <class T> Vec3d in_double(const Vec3T<T>& f) { return convert<double>(f); }

/// f ∇Φ: a gradient, or for vectors f a Jacobian with one row per component and one column per direction.
inline Vec3d gradient_term(double f, const Vec3d& gradient) { return f * gradient; }
inline Mat3T<double> gradient_term(const Vec3d& f, const Vec3d& gradient) { return outer(f, gradient); }

/// The shape functions of one point, one entry per neighbour. The sums take a callable `f(k)`, the value of the k-th neighbour.
/// Without neighbours they are zero. Derivatives that were not asked for, MlsSettings::derivatives, cannot be summed.
struct ShapeFunctionRow
{
    View<const double> phi;               ///< Φ_k
    View<const Vec3d> gradient;           ///< [1/m] ∇Φ_k; empty if it was not asked for
    View<const SecondDerivatives> second; ///< [1/m²] ∂²Φ_k; empty if it was not asked for

    /// T09 (26): ⟨f⟩ = Σ Φ_k f_k
    template <class F> auto value(const F& f) const
    {
        return sum(phi, f, [](double weight, const auto& f_k) { return weight * f_k; });
    }
    /// T09 (30), (32): ⟨∇f⟩ = Σ ∇Φ_k f_k
    template <class F> auto gradient_of(const F& f) const
    {
        return sum(gradient, f, [](const Vec3d& weight, const auto& f_k) { return gradient_term(f_k, weight); });
    }
    /// T09 (33): ⟨∇·f⟩ = Σ f_k·∇Φ_k
    template <class F> double divergence(const F& f) const
    {
        return sum(gradient, f, [](const Vec3d& weight, const Vec3d& f_k) { return dot(f_k, weight); });
    }
    /// T09 (34): ⟨Δf⟩ = Σ ΔΦ_k f_k
    template <class F> auto laplacian(const F& f) const
    {
        return sum(second, f, [](const SecondDerivatives& weight, const auto& f_k) { return weight.laplacian() * f_k; });
    }

private:
    template <class Weights, class F, class Product> auto sum(const Weights& weights, const F& f, const Product& product) const
    {
        ASPIC_EXPECTS(weights.size() == phi.size()); // else MlsSettings::derivatives is too low
        decltype(product(weights[Index{0}], in_double(f(Index{0})))) total{};
        for (Index k = 0; k < weights.size(); ++k)
            total = total + product(weights[k], in_double(f(k)));
        return total;
    }
};

/// Shape functions Φ_i at one point x, and their derivatives. The basis is centred at x and scaled by the support radius h, T09 (28), (29):
///     M̃ = Σ_i ω_i p_i p_iᵀ,   p_i = p((x_i − x)/h),   Φ_i = ω_i pᵀ(0) M̃⁻¹ p_i,
/// which are the same functions as T09 (27), (41), but M̃ is much better conditioned. The support is the same for all samples; with a support h_i
/// per sample, ω_i takes h_i and the scaling h would be the mean of the h_i.
///
/// Derivatives are those at y = x with the centre held at x, so that only ω and pᵀ(y) change: with c = M̃⁻¹ p(0), T09 (30)–(32) become
///     c_k = M̃⁻¹ (∂_k p − M_k c),   ∂_kΦ_i = ∂_kω_i c·p_i + ω_i c_k·p_i,   M_k = Σ_i ∂_kω_i p_i p_iᵀ,
/// T09 (31) being inside c_k, and once more differentiated for T09 (34)
///     c_kl = M̃⁻¹ (∂_kl p − M_kl c − M_k c_l − M_l c_k),   ∂_klΦ_i = ∂_klω_i c·p_i + ∂_kω_i c_l·p_i + ∂_lω_i c_k·p_i + ω_i c_kl·p_i.
///
/// M̃ is never formed: M̃ = RᵀR with R from a QR factorisation of the rows √ω_i p_iᵀ, and T with M̃⁻¹ = T Tᵀ from R. In the orthonormal basis
/// q = Tᵀp all the M̃⁻¹ above vanish. T is found degree by degree and leaves out what the samples do not determine, so that ΣΦ_i = 1 whatever
/// the rank; for samples in a plane, fields that are linear in it are reproduced, and do not vary across it.
class MlsFit
{
public:
    /// support: [m] radius h
    MlsFit(const MlsSettings& settings, double support);

    /// Fits at a point x. offsets: [m] x_i − x of the samples near it; those at a distance ≥ h get Φ_i = 0. Memory is kept from call to call.
    const MlsReport& fit(View<const Vec3d> offsets);

    /// What the last fit found.
    [[nodiscard]] const MlsReport& report() const { return report_; }
    [[nodiscard]] ShapeFunctionRow row() const { return {const_view(phi_), const_view(gradient_), const_view(second_)}; }

    // Sums of the last fit; `values[k]` belongs to the k-th offset.
    template <class Values> [[nodiscard]] auto value(const Values& values) const { return row().value(at(values)); }
    template <class Values> [[nodiscard]] auto gradient(const Values& values) const { return row().gradient_of(at(values)); }
    template <class Values> [[nodiscard]] double divergence(const Values& values) const { return row().divergence(at(values)); }
    template <class Values> [[nodiscard]] auto laplacian(const Values& values) const { return row().laplacian(at(values)); }

private:
    /// The weight of a sample as function of the point x: ∇ω = ω' n, ∂²ω = ω'/r (1 − n nᵀ) + ω'' n nᵀ. At r = 0, n = 0.
    struct Weight
    {
        double w, dw, dw_over_r, d2w;
        Vec3d n; ///< (x − x_i)/r

        [[nodiscard]] double derivative(int k) const { return dw * n[k]; }
        [[nodiscard]] double second_derivative(int k, int l) const { return (k == l ? dw_over_r : 0) + (d2w - dw_over_r) * n[k] * n[l]; }
    };

    /// Coefficients in the basis q: c, and its derivatives c_k and c_kl.
    struct Coefficients
    {
        SmallVector c;
        std::array<SmallVector, 3> c_k;
        std::array<SmallVector, 6> c_kl;
    };

    template <class Values> static auto at(const Values& values)
    {
        return [&values](Index k) { return values[k]; };
    }

    void weigh(View<const Vec3d> offsets);
    SmallMatrix triangular_moments();
    OrthonormalCombinations choose_basis(const SmallMatrix& R);
    SmallMatrix evaluate_basis(const OrthonormalCombinations& basis);
    [[nodiscard]] Coefficients find_coefficients(const SmallMatrix& T) const;
    void add_second_derivatives(const SmallMatrix& T, Coefficients& result) const;
    [[nodiscard]] Vec3d slopes(std::size_t i, const Coefficients& coefficients) const;
    void evaluate_shape_functions(const Coefficients& coefficients);

    MlsSettings settings_;
    PolynomialBasis basis_;
    double support_;
    MlsReport report_;

    Array<Weight> weight_;
    Array<SmallVector> p_; ///< p((x_i − x)/h)
    Array<SmallVector> q_; ///< Tᵀ p_i
    Array<double> rows_;   ///< √ω_i p_iᵀ by columns; then its factors

    Array<double> phi_;
    Array<Vec3d> gradient_;
    Array<SecondDerivatives> second_;
};

// For study: the same without centring and scaling, as T09 prints it first. Positions of the point x and of the samples near it in [m].

/// T09 (24): M = Σ_i ω_i p(x_i) pᵀ(x_i)
SmallMatrix moment_matrix(const MlsSettings& settings, double support, const Vec3d& x, View<const Vec3d> positions);

/// T09 (28): the same of p((x_i − x)/h)
SmallMatrix centered_moment_matrix(const MlsSettings& settings, double support, const Vec3d& x, View<const Vec3d> positions);

/// T09 (27), (41): Φ_i = ω_i pᵀ(x) M⁻¹ p(x_i) with the moment matrix T09 (24)
Array<double> uncentered_shape_functions(const MlsSettings& settings, double support, const Vec3d& x, View<const Vec3d> positions);
} // namespace aspic
