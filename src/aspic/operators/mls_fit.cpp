#include "aspic/operators/mls_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace aspic
{
namespace
{
struct Axes
{
    int k, l;
};

/// The second derivatives, in the order of SecondDerivatives.
constexpr std::array<Axes, 6> axis_pairs{{{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}}};

double dot(const SmallVector& a, const SmallVector& b, int n)
{
    double sum = 0;
    for (int m = 0; m < n; ++m)
        sum += a[m] * b[m];
    return sum;
}

SmallVector scaled(SmallVector x, double s)
{
    for (double& entry : x)
        entry *= s;
    return x;
}

/// y −= s x
void subtract_scaled(SmallVector& y, double s, const SmallVector& x, int n)
{
    for (int m = 0; m < n; ++m)
        y[m] -= s * x[m];
}

/// Tᵀ p, for the first `rank` columns of T
SmallVector combine(const SmallMatrix& T, const SmallVector& p, int rank)
{
    SmallVector q{};
    for (int a = 0; a < rank; ++a)
        for (int m = 0; m < T.rows; ++m)
            q[a] += T(m, a) * p[m];
    return q;
}

/// A B, for as many columns of A as B has rows
SmallMatrix product(const SmallMatrix& A, const SmallMatrix& B)
{
    SmallMatrix C(A.rows, B.columns);
    for (int j = 0; j < B.columns; ++j)
        for (int k = 0; k < B.rows; ++k)
            for (int i = 0; i < A.rows; ++i)
                C(i, j) += A(i, k) * B(k, j);
    return C;
}

/// Calls f with the kernel of the settings, given the support and dimension.
template <class F> void with_kernel(const MlsSettings& settings, double support, const F& f)
{
    std::visit([&](const auto& shape) { f(std::decay_t<decltype(shape)>(support, settings.dimension)); }, settings.kernel);
}

/// Σ_i ω(|x − x_i|) p pᵀ with p = p((x_i − center)/scale)
SmallMatrix sum_moments(const MlsSettings& settings, double support, const Vec3d& x, View<const Vec3d> positions, const Vec3d& center,
                        double scale)
{
    const PolynomialBasis basis(settings.dimension, settings.order);
    SmallMatrix M(basis.size(), basis.size());
    with_kernel(settings, support, [&](const auto& kernel) {
        for (const Vec3d& x_i : positions)
        {
            const SmallVector p = basis.value((x_i - center) / scale);
            const double w = kernel.w(norm(x - x_i));
            for (int j = 0; j < M.columns; ++j)
                for (int i = 0; i < M.rows; ++i)
                    M(i, j) += w * p[i] * p[j];
        }
    });
    return M;
}
} // namespace

MlsFit::MlsFit(const MlsSettings& settings, double support)
    : settings_(settings), basis_(settings.dimension, settings.order), support_(support)
{
    ASPIC_EXPECTS(support > 0);
    ASPIC_EXPECTS(settings.derivatives >= 0 && settings.derivatives <= 2);
    ASPIC_EXPECTS(settings.tolerance > 0 && settings.tolerance < 1);
}

const MlsReport& MlsFit::fit(View<const Vec3d> offsets)
{
    report_ = {};
    const auto n = static_cast<std::size_t>(offsets.size());
    phi_.assign(n, 0);
    gradient_.assign(settings_.derivatives >= 1 ? n : 0, Vec3d{});
    second_.assign(settings_.derivatives >= 2 ? n : 0, SecondDerivatives{});

    weigh(offsets); // x_i − x → ω_i, p_i
    if (!report_.has_value())
        return report_;
    const SmallMatrix R = triangular_moments();            // ω_i, p_i → R
    const OrthonormalCombinations basis = choose_basis(R); // R → T
    const SmallMatrix T = evaluate_basis(basis);           // T, p_i → q_i
    evaluate_shape_functions(find_coefficients(T));        // ω_i, q_i → c, c_k, c_kl → Φ_i, ∂Φ_i, ∂²Φ_i
    return report_;
}

/// Weights are divided by their sum: a constant factor does not change the shape functions, and sizes are of order one from here on.
void MlsFit::weigh(View<const Vec3d> offsets)
{
    weight_.resize(static_cast<std::size_t>(offsets.size()));
    p_.resize(weight_.size());
    double total = 0;
    with_kernel(settings_, support_, [&](const auto& kernel) {
        for (std::size_t i = 0; i < weight_.size(); ++i)
        {
            const Vec3d x_xi = -offsets[static_cast<Index>(i)];
            const double r = norm(x_xi);
            weight_[i] = {kernel.w(r), kernel.dw(r), kernel.dw_over_r(r), kernel.d2w(r), r > 0 ? x_xi / r : Vec3d{}};
            p_[i] = basis_.value(offsets[static_cast<Index>(i)] / support_);
            total += weight_[i].w;
            report_.neighbors += weight_[i].w > 0 ? 1 : 0;
        }
    });
    if (report_.has_value())
        for (Weight& weight : weight_)
            weight = {weight.w / total, weight.dw / total, weight.dw_over_r / total, weight.d2w / total, weight.n};
}

/// R with RᵀR = M̃, T09 (28), from the rows √ω_i p_iᵀ.
SmallMatrix MlsFit::triangular_moments()
{
    const auto n = static_cast<std::size_t>(report_.neighbors);
    rows_.resize(n * static_cast<std::size_t>(basis_.size()));
    std::size_t row = 0;
    for (std::size_t i = 0; i < weight_.size(); ++i)
    {
        if (!(weight_[i].w > 0))
            continue;
        const double root = std::sqrt(weight_[i].w);
        for (int j = 0; j < basis_.size(); ++j)
            rows_[static_cast<std::size_t>(j) * n + row] = root * p_[i][j];
        ++row;
    }
    return triangular_factor(rows_.data(), report_.neighbors, basis_.size());
}

/// Takes the terms degree by degree, and decides where the samples do not determine all of them.
OrthonormalCombinations MlsFit::choose_basis(const SmallMatrix& R)
{
    OrthonormalCombinations basis(R);
    report_.order = settings_.order;
    for (int order = 0; order <= settings_.order; ++order)
    {
        const int before = basis.rank();
        const int begin = basis_.size(order - 1);
        const int end = basis_.size(order);
        const bool regular = basis.append(begin, end, order == 0 ? 0 : settings_.tolerance) == end - begin;
        if (!regular && settings_.deficient == Deficient::lower_order)
        {
            basis.shrink(before);
            report_.order = order - 1;
            break;
        }
    }
    report_.rank = basis.rank();
    report_.order_lowered = report_.order < settings_.order;
    report_.rank_deficient = report_.rank < basis_.size(report_.order);
    report_.condition = square(frobenius_norm(R, basis_.size(report_.order)) * frobenius_norm(basis.T(), report_.rank));
    return basis;
}

/// q_i = Tᵀ p_i. Round-off leaves Σ_i ω_i q_i q_iᵀ = 1 + E, where E grows with the condition number, and derivatives multiply E by large numbers:
/// T and q are corrected by 1 − E/2, after which E² is left. Returns the corrected T.
SmallMatrix MlsFit::evaluate_basis(const OrthonormalCombinations& basis)
{
    const int rank = basis.rank();
    q_.resize(weight_.size());
    SmallMatrix correction(rank, rank); // 1 − E/2 = 3/2 − ½ Σ_i ω_i q_i q_iᵀ
    for (int a = 0; a < rank; ++a)
        correction(a, a) = 1.5;
    for (std::size_t i = 0; i < q_.size(); ++i)
    {
        q_[i] = combine(basis.T(), p_[i], rank);
        for (int a = 0; a < rank; ++a)
            for (int b = 0; b < rank; ++b)
                correction(b, a) -= 0.5 * weight_[i].w * q_[i][a] * q_[i][b];
    }
    for (SmallVector& q_i : q_)
        q_i = combine(correction, q_i, rank);
    return product(basis.T(), correction);
}

/// c, c_k and c_kl of the class comment in the basis q, where M̃ is the identity.
MlsFit::Coefficients MlsFit::find_coefficients(const SmallMatrix& T) const
{
    const int d = settings_.dimension;
    const int rank = report_.rank;
    Coefficients result{combine(T, basis_.value({}), rank), {}, {}};
    if (settings_.derivatives >= 1)
    {
        for (int k = 0; k < d; ++k)
            result.c_k[k] = scaled(combine(T, basis_.derivative({}, k), rank), 1 / support_);
        for (std::size_t i = 0; i < q_.size(); ++i)
            for (int k = 0; k < d; ++k)
                subtract_scaled(result.c_k[k], weight_[i].derivative(k) * dot(q_[i], result.c, rank), q_[i], rank);
    }
    if (settings_.derivatives >= 2)
        add_second_derivatives(T, result);
    return result;
}

void MlsFit::add_second_derivatives(const SmallMatrix& T, Coefficients& result) const
{
    const int d = settings_.dimension;
    const int rank = report_.rank;
    for (std::size_t pair = 0; pair < axis_pairs.size(); ++pair)
        if (const auto [k, l] = axis_pairs[pair]; k < d && l < d)
            result.c_kl[pair] = scaled(combine(T, basis_.second_derivative(k, l), rank), 1 / square(support_));
    for (std::size_t i = 0; i < q_.size(); ++i)
    {
        const Weight& weight = weight_[i];
        const double s = dot(q_[i], result.c, rank);
        const Vec3d s_k = slopes(i, result);
        for (std::size_t pair = 0; pair < axis_pairs.size(); ++pair)
            if (const auto [k, l] = axis_pairs[pair]; k < d && l < d)
                subtract_scaled(result.c_kl[pair],
                                weight.second_derivative(k, l) * s + weight.derivative(k) * s_k[l] + weight.derivative(l) * s_k[k], q_[i],
                                rank);
    }
}

/// c_k·q_i for all axes
Vec3d MlsFit::slopes(std::size_t i, const Coefficients& coefficients) const
{
    Vec3d s_k;
    for (int k = 0; k < settings_.dimension; ++k)
        s_k[k] = dot(q_[i], coefficients.c_k[k], report_.rank);
    return s_k;
}

void MlsFit::evaluate_shape_functions(const Coefficients& coefficients)
{
    const int d = settings_.dimension;
    const int rank = report_.rank;
    for (std::size_t i = 0; i < q_.size(); ++i)
    {
        const Weight& weight = weight_[i];
        const double s = dot(q_[i], coefficients.c, rank);
        phi_[i] = weight.w * s;
        if (settings_.derivatives < 1)
            continue;

        const Vec3d s_k = slopes(i, coefficients);
        for (int k = 0; k < d; ++k)
            gradient_[i][k] = weight.derivative(k) * s + weight.w * s_k[k];
        if (settings_.derivatives < 2)
            continue;

        std::array<double, 6> H{};
        for (std::size_t pair = 0; pair < axis_pairs.size(); ++pair)
            if (const auto [k, l] = axis_pairs[pair]; k < d && l < d)
                H[pair] = weight.second_derivative(k, l) * s + weight.derivative(k) * s_k[l] + weight.derivative(l) * s_k[k] +
                          weight.w * dot(q_[i], coefficients.c_kl[pair], rank);
        second_[i] = {H[0], H[1], H[2], H[3], H[4], H[5]};
    }
}

SmallMatrix moment_matrix(const MlsSettings& settings, double support, const Vec3d& x, View<const Vec3d> positions)
{
    return sum_moments(settings, support, x, positions, {}, 1);
}

SmallMatrix centered_moment_matrix(const MlsSettings& settings, double support, const Vec3d& x, View<const Vec3d> positions)
{
    return sum_moments(settings, support, x, positions, x, support);
}

Array<double> uncentered_shape_functions(const MlsSettings& settings, double support, const Vec3d& x, View<const Vec3d> positions)
{
    const PolynomialBasis basis(settings.dimension, settings.order);
    const SmallSvd svd = singular_value_decomposition(moment_matrix(settings, support, x, positions));
    const SmallVector p = basis.value(x);
    const SmallVector u = combine(svd.U, p, basis.size());
    SmallVector c{}; // M⁻¹ p(x)
    for (int j = 0; j < basis.size(); ++j)
        if (svd.sigma[j] > std::numeric_limits<double>::epsilon() * svd.sigma[0])
            for (int m = 0; m < basis.size(); ++m)
                c[m] += svd.V(m, j) * u[j] / svd.sigma[j];
    Array<double> phi;
    with_kernel(settings, support, [&](const auto& kernel) {
        for (const Vec3d& x_i : positions)
            phi.push_back(kernel.w(norm(x - x_i)) * dot(c, basis.value(x_i), basis.size()));
    });
    return phi;
}
} // namespace aspic
