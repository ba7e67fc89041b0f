#include "aspic/operators/mls_fit.h"

#include "mls_points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace aspic
{
namespace
{
constexpr Vec3d near_origin{};
constexpr Vec3d far_from_origin{1e4, -1e4, 1e4}; ///< 10⁴ widths of the domain, 10⁵ sample spacings

double difference(const SecondDerivatives& a, const SecondDerivatives& b)
{
    return std::max({std::abs(a.xx - b.xx), std::abs(a.yy - b.yy), std::abs(a.zz - b.zz), std::abs(a.xy - b.xy), std::abs(a.yz - b.yz),
                     std::abs(a.zx - b.zx)});
}

/// Solves A x = b by Gaussian elimination with pivoting, in long double.
std::vector<long double> solve(std::vector<std::vector<long double>> A, std::vector<long double> b)
{
    const std::size_t n = b.size();
    for (std::size_t j = 0; j < n; ++j)
    {
        std::size_t pivot = j;
        for (std::size_t i = j + 1; i < n; ++i)
            if (std::abs(A[i][j]) > std::abs(A[pivot][j]))
                pivot = i;
        std::swap(A[j], A[pivot]);
        std::swap(b[j], b[pivot]);
        for (std::size_t i = j + 1; i < n; ++i)
        {
            const long double factor = A[i][j] / A[j][j];
            for (std::size_t k = j; k < n; ++k)
                A[i][k] -= factor * A[j][k];
            b[i] -= factor * b[j];
        }
    }
    for (std::size_t j = n; j-- > 0;)
    {
        for (std::size_t k = j + 1; k < n; ++k)
            b[j] -= A[j][k] * b[k];
        b[j] /= A[j][j];
    }
    return b;
}

/// All monomials up to a degree, in another order than PolynomialBasis.
std::vector<long double> monomials(const Vec3d& x, int dimension, int degree)
{
    std::vector<long double> p;
    const auto power = [](long double a, int n) { return n == 0 ? 1.0L : n == 1 ? a : a * a; };
    for (int i = 0; i <= degree; ++i)
        for (int j = 0; j <= (dimension >= 2 ? degree - i : 0); ++j)
            for (int k = 0; k <= (dimension >= 3 ? degree - i - j : 0); ++k)
                p.push_back(power(x.x, i) * power(x.y, j) * power(x.z, k));
    return p;
}

/// T09 (24) and the vector c = M⁻¹ p(x), T09 (27), with x as origin of plain monomials.
struct DenseOracle
{
    std::vector<std::vector<long double>> p;
    std::vector<long double> w, c;

    DenseOracle(const MlsSettings& settings, double h, const Array<Vec3d>& offsets)
    {
        const auto size = monomials({}, settings.dimension, settings.order).size();
        std::vector<std::vector<long double>> M(size, std::vector<long double>(size));
        for (const Vec3d& x : offsets)
        {
            p.push_back(monomials(x, settings.dimension, settings.order));
            w.push_back(std::visit([&](auto kernel) { return decltype(kernel)(h, settings.dimension).w(norm(x)); }, settings.kernel));
            for (std::size_t a = 0; a < size; ++a)
                for (std::size_t b = 0; b < size; ++b)
                    M[a][b] += w.back() * p.back()[a] * p.back()[b];
        }
        c = solve(M, monomials({}, settings.dimension, settings.order));
    }

    [[nodiscard]] double phi(std::size_t i) const
    {
        long double sum = 0;
        for (std::size_t a = 0; a < c.size(); ++a)
            sum += c[a] * p[i][a];
        return static_cast<double>(w[i] * sum);
    }
};

/// Smallest support with which every evaluation point has at least so many samples, in steps of 5 %.
double support_for(const Array<Vec3d>& points, const Array<Vec3d>& samples, std::size_t neighbors)
{
    double h = 0.01;
    const auto has_too_few = [&](const Vec3d& x) { return points_near(x, samples, h).size() < neighbors; };
    while (std::any_of(points.begin(), points.end(), has_too_few))
        h *= 1.05;
    return h;
}

/// Largest errors over all evaluation points, relative to the size of the exact value.
struct Errors
{
    double value = 0, gradient = 0, laplacian = 0, sum = 0, gradient_sum = 0;
};

Errors polynomial_errors(int dimension, int order, const Vec3d& shift_all)
{
    Vec3d shift;
    for (int axis = 0; axis < dimension; ++axis)
        shift[axis] = shift_all[axis];
    UnitRandom random(1);
    const Array<Vec3d> samples = random_points(random, dimension, 1000, shift);
    const Array<Vec3d> points = random_points(random, dimension, 200, shift);
    const double h = support_for(points, samples, 20);
    const TestPolynomial f{dimension, std::max(order, 1), shift};

    Errors worst;
    for (const Vec3d& x : points)
    {
        const Array<Vec3d> near = points_near(x, samples, h);
        const MlsFit fit = fit_at({.dimension = dimension, .order = order, .derivatives = 2}, h, x, near);
        EXPECT_EQ(fit.report().order, order);
        EXPECT_FALSE(fit.report().rank_deficient);
        const auto values = sampled(near, f);
        const Array<double> ones(near.size(), 1.0);
        worst.value = std::max(worst.value, std::abs(fit.value(values) - f(x)));
        worst.gradient = std::max(worst.gradient, norm(fit.gradient(values) - f.gradient(x)));
        worst.laplacian = std::max(worst.laplacian, std::abs(fit.laplacian(values) - f.laplacian()));
        worst.sum = std::max(worst.sum, std::abs(fit.value(ones) - 1));
        worst.gradient_sum = std::max(worst.gradient_sum, norm(fit.gradient(ones)));
    }
    return worst;
}
} // namespace

// K4, B4.3: T09 (26)–(29) reproduce polynomials up to the order of the basis, T09 (30)–(32) their gradient, T09 (34) their Laplacian.
// Fields and derivatives are of size 1 to 10: 1e-10 is 1e-11 to 1e-10 of them.
TEST(MlsFit, ReproducesPolynomials)
{
    for (const Vec3d& shift : {near_origin, far_from_origin})
        for (int dimension = 1; dimension <= 3; ++dimension)
            for (int order = 1; order <= 2; ++order)
            {
                SCOPED_TRACE(testing::Message() << dimension << "D, order " << order << ", shift " << shift.x);
                const Errors errors = polynomial_errors(dimension, order, shift);
                EXPECT_LT(errors.value, 1e-10);
                EXPECT_LT(errors.gradient, 1e-10);
                // Δf = 8, or 2 in the plane. On the line h = 0.018 and Σ|ΔΦ_i f_i| = 6e5: the values' round-off alone gives 1e-10.
                EXPECT_LT(order == 2 ? errors.laplacian : 0, dimension == 3 ? 8e-10 : dimension == 2 ? 2e-10 : 1e-9);
                EXPECT_LT(errors.sum, 1e-10);
                EXPECT_LT(errors.gradient_sum, 1e-10);
                RecordProperty("errors_" + std::to_string(dimension) + "d_order_" + std::to_string(order) + (shift.x > 0 ? "_far" : ""),
                               testing::PrintToString(
                                   std::vector<double>{errors.value, errors.gradient, errors.laplacian, errors.sum, errors.gradient_sum}));
            }
}

// The other half: what is not in the basis is not reproduced, so the test above can fail.
TEST(MlsFit, DoesNotReproduceHigherDegrees)
{
    UnitRandom random(1);
    const Array<Vec3d> points = random_points(random, 3, 200);
    const Vec3d x{0.5, 0.4, 0.6};
    const TestPolynomial quadratic{3, 2, {}}, linear{3, 1, {}};
    EXPECT_GT(std::abs(fit_at({.order = 1}, 0.5, x, points).value(sampled(points, quadratic)) - quadratic(x)), 1e-3);
    EXPECT_GT(std::abs(fit_at({.order = 0}, 0.5, x, points).value(sampled(points, linear)) - linear(x)), 1e-3);
}

// T09 (33)
TEST(MlsFit, DivergenceAndJacobianOfLinearVectorFields)
{
    UnitRandom random(2);
    const Array<Vec3d> points = random_points(random, 3, 100);
    const auto field = [](const Vec3d& x) { return Vec3d{1 + 2 * x.x - x.y, 3 * x.y + 4 * x.z, 5 * x.x - 7 * x.z}; };
    const auto values = sampled(points, field);
    const Vec3d x{0.5, 0.4, 0.6};
    const MlsFit fit = fit_at({.derivatives = 2}, 0.6, x, points);
    EXPECT_NEAR(fit.divergence(values), 2 + 3 - 7, 1e-12);
    const Mat3T<double> jacobian = fit.gradient(values);
    const Mat3T<double> expected{{{2, -1, 0}, {0, 3, 4}, {5, 0, -7}}};
    for (int i = 0; i < 3; ++i)
        EXPECT_LT(norm(jacobian.row[i] - expected.row[i]), 1e-12); // entries of size 10, condition number below 100
    EXPECT_LT(norm(fit.value(values) - field(x)), 1e-13);
    EXPECT_LT(norm(fit.laplacian(values)), 1e-10); // 1/h² = 3 times larger round-off than gradients
}

// T09 (23)–(27), (41) by normal equations and Gaussian elimination in long double: an independent computation.
TEST(MlsFit, ShapeFunctionsMatchDenseNormalEquations)
{
    UnitRandom random(4);
    for (int dimension = 1; dimension <= 3; ++dimension)
        for (int order = 0; order <= 2; ++order)
            for (const std::string_view name : kernel_names)
            {
                const double h = 0.6;
                const MlsSettings settings{.dimension = dimension, .order = order, .kernel = *kernel_named<double>(name, h, dimension)};
                const Vec3d x = 0.4 * Vec3d{1, dimension >= 2 ? 1.0 : 0, dimension >= 3 ? 1.0 : 0};
                const Array<Vec3d> points = random_points(random, dimension, 60);
                const MlsFit fit = fit_at(settings, h, x, points);
                const DenseOracle oracle(settings, h, offsets_from(x, points));
                for (std::size_t i = 0; i < points.size(); ++i)
                    EXPECT_NEAR(fit.row().phi[static_cast<Index>(i)], oracle.phi(i), 1e-12)
                        << dimension << "D, order " << order << ", " << name;
            }
}

// T09 (21): the fitted value belongs to the polynomial of least error; T09 (22): there its derivative with respect to each coefficient vanishes.
TEST(MlsFit, MinimisesTheWeightedError)
{
    UnitRandom random(5);
    const double h = 0.7;
    const Vec3d x{0.5, 0.5};
    const MlsSettings settings{.dimension = 2, .order = 2};
    const Array<Vec3d> points = random_points(random, 2, 40);
    const Array<Vec3d> offsets = offsets_from(x, points);
    const auto f = sampled(points, [](const Vec3d& y) { return std::sin(5 * y.x) * std::exp(y.y); });
    const DenseOracle dense(settings, h, offsets);

    // Coefficients a by T09 (23).
    const std::size_t size = dense.c.size();
    std::vector<std::vector<long double>> M(size, std::vector<long double>(size));
    std::vector<long double> b(size);
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t k = 0; k < size; ++k)
        {
            b[k] += dense.w[i] * dense.p[i][k] * f[i];
            for (std::size_t l = 0; l < size; ++l)
                M[k][l] += dense.w[i] * dense.p[i][k] * dense.p[i][l];
        }
    const std::vector<long double> a = solve(M, b);
    EXPECT_NEAR(fit_at(settings, h, x, points).value(f), static_cast<double>(a[0]), 1e-13); // pᵀ(0) a, T09 (25)

    const auto error = [&](const std::vector<long double>& coefficients) {
        long double E = 0;
        for (std::size_t i = 0; i < points.size(); ++i)
        {
            long double residual = -f[i];
            for (std::size_t k = 0; k < size; ++k)
                residual += dense.p[i][k] * coefficients[k];
            E += dense.w[i] * residual * residual;
        }
        return E;
    };
    for (std::size_t k = 0; k < size; ++k)
        for (const long double step : {-1e-3L, 1e-3L})
        {
            std::vector<long double> other = a;
            other[k] += step;
            EXPECT_GT(error(other), error(a));
        }
}

// T09 (24), (27) as printed give the same shape functions as the centred and scaled T09 (28), (29) near the origin.
TEST(MlsFit, UncenteredFormIsTheSameFunction)
{
    UnitRandom random(6);
    const Array<Vec3d> points = random_points(random, 3, 80);
    const Vec3d x{0.45, 0.5, 0.55};
    for (int order = 0; order <= 2; ++order)
    {
        const MlsSettings settings{.order = order};
        const MlsFit fit = fit_at(settings, 0.6, x, points);
        const Array<double> printed = uncentered_shape_functions(settings, 0.6, x, const_view(points));
        for (std::size_t i = 0; i < points.size(); ++i)
            EXPECT_NEAR(fit.row().phi[static_cast<Index>(i)], printed[i], 1e-10); // normal equations with condition numbers up to 1e6
    }
}

// B4.4: centring and scaling, T09 (28), lowers the condition number of T09 (24): by 1e3 or more 100 h from the origin.
TEST(MlsFit, CenteringLowersTheConditionNumber)
{
    UnitRandom random(7);
    const double h = 0.3;
    const Vec3d shift{100 * h, 0, 0};
    const Array<Vec3d> points = random_points(random, 3, 500, shift);
    const Vec3d x = shift + Vec3d{0.5, 0.5, 0.5};
    for (int order = 1; order <= 2; ++order)
    {
        const MlsSettings settings{.order = order};
        const double printed = condition_number(moment_matrix(settings, h, x, const_view(points)));
        const double centered = condition_number(centered_moment_matrix(settings, h, x, const_view(points)));
        EXPECT_GT(printed / centered, 1e3);
        EXPECT_LT(centered, order == 1 ? 100 : 1e5); // spread of a cubic spline's second and fourth moments
        RecordProperty("condition_order_" + std::to_string(order), testing::PrintToString(std::vector<double>{printed, centered}));

        // The fit's estimate is too large by at most the square of the number of basis functions.
        const MlsReport report = fit_at(settings, h, x, points).report();
        EXPECT_GE(report.condition, centered * (1 - 1e-6));
        EXPECT_LE(report.condition, centered * report.rank * report.rank);
    }
}

// T09 (30), (31) and second derivatives against differences of the shape functions themselves: reproduction of polynomials alone would not notice
// errors that cancel in the sums. Fourth-order differences of a C⁴ weight (quintic spline) and, more coarsely, of all weights.
TEST(MlsFit, DerivativesMatchDifferencesOfShapeFunctions)
{
    UnitRandom random(8);
    const double h = 0.6;
    for (int dimension = 1; dimension <= 3; ++dimension)
        for (int order = 0; order <= 2; ++order)
            for (const std::string_view name : kernel_names)
            {
                SCOPED_TRACE(testing::Message() << dimension << "D, order " << order << ", " << name);
                const MlsSettings settings{
                    .dimension = dimension, .order = order, .derivatives = 2, .kernel = *kernel_named<double>(name, h, dimension)};
                const Array<Vec3d> points = random_points(random, dimension, 50);
                const Vec3d x = 0.5 * Vec3d{1, dimension >= 2 ? 1.0 : 0, dimension >= 3 ? 1.0 : 0};
                const MlsFit fit = fit_at(settings, h, x, points);

                // Derivatives are of size 1/h and 1/h² = 3. Of the splines, higher derivatives jump: an error of order ε remains.
                const bool is_smooth = name == QuinticSpline::name;
                const double eps = is_smooth ? 1e-3 * h : 1e-5 * h;
                const double tolerance = is_smooth ? 1e-7 : 1e-3;
                for (int k = 0; k < dimension; ++k)
                {
                    const auto at = [&](int steps) {
                        Vec3d y = x;
                        y[k] += steps * eps;
                        return fit_at(settings, h, y, points);
                    };
                    const MlsFit a = at(-2), b = at(-1), c = at(1), d = at(2);
                    for (Index i = 0; i < fit.row().phi.size(); ++i)
                    {
                        const auto slope = [&](auto quantity) {
                            return (quantity(a.row()) - 8 * quantity(b.row()) + 8 * quantity(c.row()) - quantity(d.row())) / (12 * eps);
                        };
                        EXPECT_NEAR(fit.row().gradient[i][k], slope([&](const ShapeFunctionRow& row) { return row.phi[i]; }), tolerance);
                        const SecondDerivatives& H = fit.row().second[i];
                        const Vec3d column = k == 0 ? Vec3d{H.xx, H.xy, H.zx} : k == 1 ? Vec3d{H.xy, H.yy, H.yz} : Vec3d{H.zx, H.yz, H.zz};
                        for (int l = 0; l < dimension; ++l)
                            EXPECT_NEAR(column[l], slope([&](const ShapeFunctionRow& row) { return row.gradient[i][l]; }), 20 * tolerance);
                        if (!is_smooth)
                            continue;
                        // ∂²Φ from Φ alone: round-off 1e-15/ε² = 3e-9
                        const double second =
                            (-a.row().phi[i] + 16 * b.row().phi[i] - 30 * fit.row().phi[i] + 16 * c.row().phi[i] - d.row().phi[i]) /
                            (12 * eps * eps);
                        EXPECT_NEAR(column[k], second, 1e-6);
                    }
                }
            }
}

// The weight's second derivatives at a sample itself, r = 0, are a limit: finite, and the same as close by.
TEST(MlsFit, SecondDerivativesAtASample)
{
    UnitRandom random(9);
    Array<Vec3d> points = random_points(random, 3, 60);
    points[0] = {0.5, 0.5, 0.5};
    for (const std::string_view name : kernel_names)
    {
        const MlsSettings settings{.order = 2, .derivatives = 2, .kernel = *kernel_named<double>(name, 0.7, 3)};
        const MlsFit at_sample = fit_at(settings, 0.7, points[0], points);
        EXPECT_TRUE(is_finite(at_sample)) << name;
        if (name == Spiky::name)
            continue; // its slope jumps there: no second derivative exists
        const MlsFit close_by = fit_at(settings, 0.7, points[0] + Vec3d{1e-9, -2e-9, 1e-9}, points);
        for (Index i = 0; i < at_sample.row().second.size(); ++i)
            EXPECT_LT(difference(at_sample.row().second[i], close_by.row().second[i]), 1e-5)
                << name; // third derivatives of size 1e3, at most
    }
}
} // namespace aspic
