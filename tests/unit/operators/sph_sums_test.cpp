// SPH sums T09 (3), (4), (5), (7), (9), (11), (12), (13), (14), (15), (17), (19), (40): against direct sums over all samples in double,
// and the properties that T09 section 2 claims for them, among them that (20) holds: ⟨Δf⟩ ≠ ⟨∇·⟨∇f⟩⟩.

#include "aspic/neighbors/samples.h"
#include "aspic/operators/density.h"
#include "aspic/operators/sph_sums.h"
#include "support/execution_variants.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
/// Round-off of a sum of about a hundred terms, relative to the sum of their magnitudes.
constexpr double round_off = std::is_same_v<Real, float> ? 3e-6 : 1e-14;

/// Samples of a jittered lattice in d dimensions with masses, densities T09 (5), volumes T09 (4), a scalar and a vector field.
struct Field
{
    int dimension;
    double dx;
    Samples samples;
    Neighborhood near;
    Array<Real> m, rho, V, f;
    Array<Vec3> g;
};

Array<Vec3d> jittered_lattice(int n, int dimension, double dx, double jitter, Vec3d shift = {})
{
    RandomNumbers random(7);
    Array<Vec3d> points;
    for (int z = 0; z < (dimension > 2 ? n : 1); ++z)
        for (int y = 0; y < (dimension > 1 ? n : 1); ++y)
            for (int x = 0; x < n; ++x)
            {
                Vec3d p{x * dx, y * dx, z * dx};
                for (int axis = 0; axis < dimension; ++axis)
                    p[axis] += dx * random.between(-jitter, jitter);
                points.push_back(p + shift);
            }
    return points;
}

template <class K> Field make_field(const K& kernel, int n, double dx, double jitter, Vec3d shift = {})
{
    const int dimension = kernel.dimension;
    const auto points = jittered_lattice(n, dimension, dx, jitter, shift);
    Samples samples(const_view(points), kernel.h, {});
    Neighborhood near = samples.neighbors_of_samples();
    Field field{dimension, dx, std::move(samples), std::move(near), {}, {}, {}, {}, {}};
    const auto count = static_cast<std::size_t>(field.samples.size());
    for (auto* column : {&field.m, &field.rho, &field.V, &field.f})
        column->resize(count);
    field.g.resize(count);
    RandomNumbers random(11);
    for (std::size_t i = 0; i < count; ++i)
    {
        field.m[i] = static_cast<Real>(std::pow(dx, dimension) * random.between(0.9, 1.1));
        field.f[i] = static_cast<Real>(random.between(-1, 1));
        field.g[i] = convert<Real>(random.in_box({-1, -1, -1}, {1, 1, 1}));
    }
    parallel_for(field.samples.size(), Density<K>{field.near.view(), kernel, const_view(field.m), view(field.rho)});
    for (std::size_t i = 0; i < count; ++i)
        field.V[i] = field.m[i] / field.rho[i];
    return field;
}

/// Σ_j term(j, x − x_j) over all samples in double, with the sum of magnitudes for the tolerance.
struct DirectSum
{
    double value = 0, magnitude = 0;
};
template <class Term> DirectSum direct_sum(const Field& field, const Vec3d& x, const Term& term)
{
    DirectSum sum;
    for (Index j = 0; j < field.samples.size(); ++j)
    {
        const double t = term(static_cast<std::size_t>(j), x - field.samples.positions()[j]);
        sum.value += t;
        sum.magnitude += std::abs(t);
    }
    return sum;
}

template <class K> auto double_kernel(const K& kernel)
{
    return [&]<class Shape>(const Kernel<Shape, Real>& k) { return Kernel<Shape, double>(k.h, k.dimension); }(kernel);
}

/// Runs a test body for every kernel in one to three dimensions. Support: four spacings.
template <class Body> void for_each_kernel(const Body& body)
{
    for (const auto name : kernel_names)
        for (const int dimension : {1, 2, 3})
        {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(dimension) + "D");
            std::visit(body, *kernel_named(name, 0.25, dimension)); // 0.25 and spacing 0.0625 are exact in binary
        }
}
constexpr double spacing = 0.0625;

void expect_sum(double value, const DirectSum& expected, double slack = 1)
{
    EXPECT_NEAR(value, expected.value, slack * round_off * expected.magnitude);
}
} // namespace

TEST(SphSums, EqualDirectSums)
{
    for_each_kernel([](const auto& kernel) {
        using K = std::remove_cvref_t<decltype(kernel)>;
        const auto k = double_kernel(kernel);
        const Field s = make_field(kernel, 7, spacing, 0.3);
        const Index n = s.samples.size();
        const auto count = static_cast<std::size_t>(n);
        const auto near = s.near.view();
        const auto V = const_view(s.V), f = const_view(s.f), m = const_view(s.m), rho = const_view(s.rho);
        const auto g = const_view(s.g);
        Array<Real> r1(count), r2(count), r3(count), r4(count), r5(count), r6(count);
        Array<Vec3> v1(count), v2(count), v3(count), v4(count), v5(count);
        Array<Mat3> m1(count), m2(count);

        parallel_for(n, Interpolation<K, Real>{near, kernel, V, f, view(r1)});
        parallel_for(n, ShepardInterpolation<K, Real>{near, kernel, V, f, view(r2)});
        parallel_for(n, Divergence<K>{near, kernel, V, g, view(r3)});
        parallel_for(n, DifferenceDivergence<K>{near, kernel, V, g, g, view(r4)});
        parallel_for(n, DifferenceLaplacian<K, Real>{near, kernel, V, f, f, view(r5)});
        parallel_for(n, BrookshawLaplacian<K, Real>{near, kernel, V, f, f, view(r6)});
        parallel_for(n, Gradient<K, Real>{near, kernel, V, f, view(v1)});
        parallel_for(n, DifferenceGradient<K, Real>{near, kernel, V, f, f, view(v2)});
        parallel_for(n, DensityGradient<K, Real>{near, kernel, m, rho, f, f, view(v3)});
        parallel_for(n, SymmetricGradient<K, Real>{near, kernel, m, rho, rho, f, f, view(v4)});
        parallel_for(n, Laplacian<K, Vec3>{near, kernel, V, g, view(v5)});
        parallel_for(n, Gradient<K, Vec3>{near, kernel, V, g, view(m1)});
        parallel_for(n, DifferenceGradient<K, Vec3>{near, kernel, V, g, g, view(m2)});

        // (1/r) in ω'/r of the spiky kernel magnifies the rounding of r for the nearest pairs.
        for (Index i = 0; i < n; i += 1 + n / 17)
        {
            const auto row = static_cast<std::size_t>(i);
            const Vec3d x = s.samples.positions()[i];
            const double f_i = s.f[row], rho_i = s.rho[row];
            const auto sum = [&](const auto& term) { return direct_sum(s, x, term); };
            const auto d_over_r = [&](const Vec3d& d) { return k.dw_over_r(norm(d)); };

            expect_sum(s.rho[row], sum([&](auto j, const Vec3d& d) { return s.m[j] * k.w(norm(d)); })); // (5)
            const DirectSum weights = sum([&](auto j, const Vec3d& d) { return s.V[j] * k.w(norm(d)); });
            const DirectSum values = sum([&](auto j, const Vec3d& d) { return s.V[j] * s.f[j] * k.w(norm(d)); });
            expect_sum(r1[row], values); // (3)
            expect_sum(r2[row], {values.value / weights.value, values.magnitude / weights.value});
            expect_sum(r3[row], sum([&](auto j, const Vec3d& d) { return s.V[j] * d_over_r(d) * dot(s.g[j], d); }), 4);            // (12)
            expect_sum(r4[row], sum([&](auto j, const Vec3d& d) { return s.V[j] * d_over_r(d) * dot(s.g[j] - s.g[row], d); }), 4); // (14)
            expect_sum(r5[row], sum([&](auto j, const Vec3d& d) { return s.V[j] * (s.f[j] - f_i) * k.laplacian(norm(d)); }), 20);  // (15)
            expect_sum(r6[row], sum([&](auto j, const Vec3d& d) {
                           return 2 * s.V[j] * (f_i - s.f[j]) * dot(d, d) * d_over_r(d) / (dot(d, d) + 0.01 * k.h * k.h);
                       }),
                       4);
            for (int axis = 0; axis < s.dimension; ++axis)
            {
                expect_sum(v1[row][axis], sum([&](auto j, const Vec3d& d) { return s.V[j] * s.f[j] * d_over_r(d) * d[axis]; }), 4); // (9)
                expect_sum(v2[row][axis], sum([&](auto j, const Vec3d& d) { return s.V[j] * (s.f[j] - f_i) * d_over_r(d) * d[axis]; }),
                           4); // (13)
                expect_sum(v3[row][axis],
                           sum([&](auto j, const Vec3d& d) { return s.m[j] * (s.f[j] - f_i) * d_over_r(d) * d[axis] / rho_i; }), 4); // (17)
                expect_sum(v4[row][axis], sum([&](auto j, const Vec3d& d) {
                               return rho_i * s.m[j] * (s.f[j] / (double(s.rho[j]) * s.rho[j]) + f_i / (rho_i * rho_i)) * d_over_r(d) *
                                      d[axis];
                           }),
                           4); // (19)
                expect_sum(v5[row][axis], sum([&](auto j, const Vec3d& d) { return s.V[j] * s.g[j][axis] * k.laplacian(norm(d)); }),
                           20); // (11)
                for (int b = 0; b < s.dimension; ++b)
                {
                    expect_sum(m1[row].row[axis][b],
                               sum([&](auto j, const Vec3d& d) { return s.V[j] * s.g[j][axis] * d_over_r(d) * d[b]; }), 4);
                    expect_sum(m2[row].row[axis][b],
                               sum([&](auto j, const Vec3d& d) { return s.V[j] * (s.g[j][axis] - s.g[row][axis]) * d_over_r(d) * d[b]; }),
                               4);
                }
            }
        }
    });
}

TEST(SphSums, WorkAtAnyPoint) // not only at samples; zero far away
{
    const Kernel<WendlandC2> kernel(0.25, 3);
    const Kernel<WendlandC2, double> k(0.25, 3);
    const Field s = make_field(kernel, 7, spacing, 0.3);
    RandomNumbers random(5);
    Array<Vec3d> points;
    for (int i = 0; i < 37; ++i)
        points.push_back(random.in_box({-0.2, -0.2, -0.2}, {0.6, 0.6, 0.6}));
    points.push_back({50, 0, 0});
    const Neighborhood near = s.samples.neighbors_at(const_view(points));
    Array<Real> value(points.size());
    Array<Vec3> gradient(points.size());
    parallel_for(near.row_count(),
                 Interpolation<Kernel<WendlandC2>, Real>{near.view(), kernel, const_view(s.V), const_view(s.f), view(value)});
    parallel_for(near.row_count(),
                 Gradient<Kernel<WendlandC2>, Real>{near.view(), kernel, const_view(s.V), const_view(s.f), view(gradient)});
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        expect_sum(value[i], direct_sum(s, points[i], [&](auto j, const Vec3d& d) { return s.V[j] * s.f[j] * k.w(norm(d)); }));
        expect_sum(gradient[i].y,
                   direct_sum(s, points[i], [&](auto j, const Vec3d& d) { return s.V[j] * s.f[j] * k.dw_over_r(norm(d)) * d.y; }), 4);
    }
    EXPECT_EQ(value.back(), 0);
}

TEST(SphSums, DifferenceFormsVanishForConstants) // K8: exactly, at surfaces too; (9) and (11) do not: B4.2
{
    for_each_kernel([](const auto& kernel) {
        using K = std::remove_cvref_t<decltype(kernel)>;
        Field s = make_field(kernel, 6, spacing, 0.3);
        std::fill(s.f.begin(), s.f.end(), Real(3.7));
        std::fill(s.g.begin(), s.g.end(), Vec3{1, -2, 3});
        const Index n = s.samples.size();
        const auto count = static_cast<std::size_t>(n);
        Array<Real> divergence(count), laplacian(count), value(count);
        Array<Vec3> difference(count), density(count), plain(count);
        const auto near = s.near.view();
        const auto V = const_view(s.V), f = const_view(s.f);
        parallel_for(n, DifferenceDivergence<K>{near, kernel, V, const_view(s.g), const_view(s.g), view(divergence)});
        parallel_for(n, DifferenceLaplacian<K, Real>{near, kernel, V, f, f, view(laplacian)});
        parallel_for(n, DifferenceGradient<K, Real>{near, kernel, V, f, f, view(difference)});
        parallel_for(n, DensityGradient<K, Real>{near, kernel, const_view(s.m), const_view(s.rho), f, f, view(density)});
        parallel_for(n, Gradient<K, Real>{near, kernel, V, f, view(plain)});
        parallel_for(n, Interpolation<K, Real>{near, kernel, V, f, view(value)});
        double largest_plain = 0, largest_deficit = 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            EXPECT_EQ(divergence[i], 0);
            EXPECT_EQ(laplacian[i], 0);
            EXPECT_EQ(difference[i], Vec3{});
            EXPECT_EQ(density[i], Vec3{});
            largest_plain = std::max<double>(largest_plain, norm(plain[i]));
            largest_deficit = std::max<double>(largest_deficit, std::abs(value[i] - 3.7));
        }
        EXPECT_GT(largest_plain, 0.1 * 3.7 / kernel.h);
        EXPECT_GT(largest_deficit, 0.02 * 3.7);

        parallel_for(n, ShepardInterpolation<K, Real>{near, kernel, V, f, view(value)});
        for (const Real v : value)
            EXPECT_NEAR(v, 3.7, 10 * round_off * 3.7);
    });
}

TEST(SphSums,
     SymmetricGradientConservesMomentum) // K8: Σ V_i ∇f_i = 0 by antisymmetric pairs; with the printed minus sign of (19) it is not
{
    for_each_kernel([](const auto& kernel) {
        using K = std::remove_cvref_t<decltype(kernel)>;
        const Field s = make_field(kernel, 6, spacing, 0.3);
        const auto count = static_cast<std::size_t>(s.samples.size());
        Array<Vec3> gradient(count);
        parallel_for(s.samples.size(), SymmetricGradient<K, Real>{s.near.view(), kernel, const_view(s.m), const_view(s.rho),
                                                                  const_view(s.rho), const_view(s.f), const_view(s.f), view(gradient)});
        Vec3d total;
        double magnitude = 0;
        for (std::size_t i = 0; i < count; ++i)
        {
            const Vec3d term = (double(s.m[i]) / s.rho[i]) * convert<double>(gradient[i]);
            total += term;
            magnitude += norm(term);
        }
        EXPECT_LT(norm(total), (std::is_same_v<Real, float> ? 1e-6 : 1e-12) * magnitude);
    });
}

TEST(SphSums, LaplacianOfSquaredRadiusIsTwiceTheDimension) // the second radial derivative alone gives 1.5 (2D) or 2 (3D) times it
{
    for (const auto name : {"cubic", "wendland", "quintic", "poly6"})
        for (const int dimension : {1, 2, 3})
        {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(dimension) + "D");
            std::visit(
                [&](const auto& kernel) {
                    using K = std::remove_cvref_t<decltype(kernel)>;
                    Field s = make_field(kernel, 13, spacing, 0);
                    std::fill(s.V.begin(), s.V.end(), static_cast<Real>(std::pow(spacing, dimension)));
                    Vec3d center;
                    for (int axis = 0; axis < dimension; ++axis)
                        center[axis] = 6 * spacing;
                    Index middle = 0;
                    for (Index i = 0; i < s.samples.size(); ++i)
                    {
                        const Vec3d d = s.samples.positions()[i] - center;
                        s.f[static_cast<std::size_t>(i)] = static_cast<Real>(dot(d, d));
                        if (dot(d, d) < 1e-12)
                            middle = i;
                    }
                    Array<Real> laplacian(s.f.size()), brookshaw(s.f.size());
                    parallel_for(s.samples.size(), DifferenceLaplacian<K, Real>{s.near.view(), kernel, const_view(s.V), const_view(s.f),
                                                                                const_view(s.f), view(laplacian)});
                    parallel_for(s.samples.size(), BrookshawLaplacian<K, Real>{s.near.view(), kernel, const_view(s.V), const_view(s.f),
                                                                               const_view(s.f), view(brookshaw)});
                    EXPECT_NEAR(laplacian[static_cast<std::size_t>(middle)], 2 * dimension,
                                0.15 * 2 * dimension); // the kink in ω'' of the cubic spline: 12 %
                    EXPECT_NEAR(brookshaw[static_cast<std::size_t>(middle)], 2 * dimension,
                                0.12 * 2 * dimension); // its softening 0.01 h² takes some percent
                },
                *kernel_named(name, 0.375, dimension)); // six spacings
        }
}

TEST(SphSums, LaplacianIsNotDivergenceOfGradient) // T09 (20)
{
    const Kernel<CubicSpline> kernel(0.25, 3);
    using K = Kernel<CubicSpline>;
    const Field s = make_field(kernel, 8, spacing, 0.2);
    const Index n = s.samples.size();
    const auto count = static_cast<std::size_t>(n);
    Array<Vec3> gradient(count);
    Array<Real> laplacian(count), divergence(count);
    parallel_for(n, Gradient<K, Real>{s.near.view(), kernel, const_view(s.V), const_view(s.f), view(gradient)});
    parallel_for(n, Divergence<K>{s.near.view(), kernel, const_view(s.V), const_view(gradient), view(divergence)});
    parallel_for(n, Laplacian<K, Real>{s.near.view(), kernel, const_view(s.V), const_view(s.f), view(laplacian)});
    double difference = 0, size = 0;
    for (std::size_t i = 0; i < count; ++i)
    {
        difference = std::max<double>(difference, std::abs(laplacian[i] - divergence[i]));
        size = std::max<double>(size, std::abs(laplacian[i]));
    }
    EXPECT_GT(difference, 0.1 * size);
}

TEST(SphSums, AreTheSameForEveryInstructionSetAndThreadCount)
{
    for_each_kernel([](const auto& kernel) {
        using K = std::remove_cvref_t<decltype(kernel)>;
        std::optional<Array<Mat3>> first;
        std::optional<Array<Real>> first_laplacian;
        for (const Execution& execution : execution_variants())
        {
            const ExecutionScope scope(execution);
            const Field s = make_field(kernel, 11, spacing, 0.4);
            Array<Mat3> jacobian(s.g.size());
            Array<Real> laplacian(s.f.size());
            parallel_for(s.samples.size(), SymmetricGradient<K, Vec3>{s.near.view(), kernel, const_view(s.m), const_view(s.rho),
                                                                      const_view(s.rho), const_view(s.g), const_view(s.g), view(jacobian)});
            parallel_for(s.samples.size(), DifferenceLaplacian<K, Real>{s.near.view(), kernel, const_view(s.V), const_view(s.f),
                                                                        const_view(s.f), view(laplacian)});
            if (!first)
            {
                first = jacobian;
                first_laplacian = laplacian;
            }
            EXPECT_EQ(jacobian, *first);
            EXPECT_EQ(laplacian, *first_laplacian);
        }
    });
}

TEST(
    SphSums,
    DoNotDependOnWhereTheSceneIs) // moved by 10⁴ spacings: local positions differ by their last step, 2⁻²⁴ h (2⁻⁵² h), and by the rounding of x
{
    const Kernel<CubicSpline> kernel(0.25, 3);
    const auto densities = [&](const Vec3d& shift) {
        const auto points = jittered_lattice(8, 3, spacing, 0.3, shift);
        const Samples samples(const_view(points), kernel.h);
        const Neighborhood near = samples.neighbors_of_samples();
        const Array<Real> m(points.size(), Real(1));
        Array<Real> rho(points.size());
        parallel_for(samples.size(), Density<Kernel<CubicSpline>>{near.view(), kernel, const_view(m), view(rho)});
        return samples.unsorted(const_view(rho));
    };
    const auto here = densities({});
    const auto there = densities({1e4 * spacing, -1e4 * spacing, 1e4 * spacing});
    for (std::size_t i = 0; i < here.size(); ++i)
        EXPECT_NEAR(there[i], here[i], (std::is_same_v<Real, float> ? 2e-6 : 1e-11) * here[i]);
}
