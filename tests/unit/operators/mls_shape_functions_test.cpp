#include "aspic/operators/mls_shape_functions.h"

#include "mls_points.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aspic
{
namespace
{
double smooth_field(const Vec3d& x) { return std::sin(3 * x.x + 1) * std::exp(x.y) + std::cos(2 * x.z + x.x); }
Vec3d smooth_gradient(const Vec3d& x)
{
    const double s = std::sin(2 * x.z + x.x);
    return {3 * std::cos(3 * x.x + 1) * std::exp(x.y) - s, std::sin(3 * x.x + 1) * std::exp(x.y), -2 * s};
}
Vec3d vector_field(const Vec3d& x) { return {smooth_field(x), x.x * x.y, std::sin(x.z)}; }

/// A lattice of the unit square or cube and a rim of 0.2 around it, each point moved by up to a fifth of the spacing.
Array<Vec3d> jittered_lattice(UnitRandom& random, int dimension, double dx)
{
    const int n = static_cast<int>(std::lround(1.4 / dx));
    Array<Vec3d> points;
    for (int k = 0; k < (dimension == 3 ? n : 1); ++k)
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
            {
                const auto at = [&](int index) { return -0.2 + dx * (index + 0.5 + 0.4 * (random() - 0.5)); };
                const double x = at(i), y = at(j);
                points.push_back({x, y, dimension == 3 ? at(k) : 0});
            }
    return points;
}

/// Root mean square errors of value and gradient at 300 random points.
struct Accuracy
{
    double value, gradient;
};

Accuracy accuracy(int dimension, int order, double dx)
{
    UnitRandom random(1);
    const Array<Vec3d> positions = jittered_lattice(random, dimension, dx);
    const Array<Vec3d> points = random_points(random, dimension, 300);
    const Samples samples(const_view(positions), 2.6 * dx);
    const MlsShapeFunctions shapes(samples, const_view(points), {.dimension = dimension, .order = order});
    EXPECT_EQ(shapes.summary().rank_deficient, 0);
    const auto f = sampled(positions, smooth_field);
    const auto values = shapes.value(f);
    const auto gradients = shapes.gradient(f);
    Accuracy sum{0, 0};
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        Vec3d exact = smooth_gradient(points[i]);
        exact.z = dimension == 3 ? exact.z : 0;
        sum.value += square(values[i] - smooth_field(points[i]));
        sum.gradient += square(norm(gradients[i] - exact));
    }
    return {std::sqrt(sum.value / 300), std::sqrt(sum.gradient / 300)};
}

/// Everything that a set of shape functions holds, for comparisons to the last bit.
std::vector<double> contents(const MlsShapeFunctions& shapes)
{
    std::vector<double> all;
    for (Index i = 0; i < shapes.size(); ++i)
    {
        const ShapeFunctionRow row = shapes.row(i);
        for (Index k = 0; k < row.phi.size(); ++k)
        {
            const Vec3d& g = row.gradient[k];
            const SecondDerivatives& H = row.second[k];
            for (const double number :
                 {static_cast<double>(shapes.samples(i)[k]), row.phi[k], g.x, g.y, g.z, H.xx, H.yy, H.zz, H.xy, H.yz, H.zx})
                all.push_back(number);
        }
        all.push_back(shapes.report(i).condition);
    }
    return all;
}
} // namespace

// Lagrangian and Eulerian kernels, T09 §4, are the same functions: the same code in the same order, so the same bits.
TEST(MlsShapeFunctions, StoredAndImmediateEvaluationAgree)
{
    UnitRandom random(1);
    const Array<Vec3d> positions = random_points(random, 3, 800);
    const Array<Vec3d> points = random_points(random, 3, 100);
    const Samples samples(const_view(positions), 0.35);
    const MlsSettings settings{.order = 2, .derivatives = 2};
    const MlsShapeFunctions stored(samples, const_view(points), settings);
    const MlsInterpolation immediate(samples, settings);
    const auto f = sampled(positions, smooth_field);
    const auto v = sampled(positions, vector_field);
    const auto at = const_view(points);

    const auto value = immediate.value(at, f).values, laplacian = immediate.laplacian(at, f).values,
               divergence = immediate.divergence(at, v).values;
    const auto gradient = immediate.gradient(at, f).values;
    const auto jacobian = immediate.gradient(at, v).values;
    const auto reports = immediate.laplacian(at, f).reports;
    for (std::size_t i = 0; i < points.size(); ++i)
    {
        const auto k = static_cast<Index>(i);
        EXPECT_NEAR(stored.value(f, k), value[i], 1e-14);
        EXPECT_LE(norm(stored.gradient(f, k) - gradient[i]), 1e-14);
        EXPECT_NEAR(stored.laplacian(f, k), laplacian[i], 1e-14);
        EXPECT_NEAR(stored.divergence(v, k), divergence[i], 1e-14);
        EXPECT_NEAR(trace(jacobian[i]), divergence[i], 1e-12); // another order of additions
        EXPECT_EQ(stored.report(k), reports[i]);

        // And not just equal, but right: within the error of a quadratic fit with h = 0.35, f''' h³ = 30 · 0.04, most of which averages out.
        EXPECT_NEAR(value[i], smooth_field(points[i]), 0.05);
        EXPECT_LT(norm(gradient[i] - smooth_gradient(points[i])), 1);
    }
}

// K4 through the search: values in the caller's order, rows in the order of the points, near the origin and 10⁴ widths of the domain away.
TEST(MlsShapeFunctions, ReproducePolynomialsInTheCallersOrder)
{
    for (const Vec3d& shift : {Vec3d{}, Vec3d{1e4, -1e4, 1e4}})
    {
        UnitRandom random(1);
        const Array<Vec3d> positions = random_points(random, 3, 1000, shift);
        const Samples samples(const_view(positions), 0.38);
        const TestPolynomial f{3, 2, shift};
        const auto values = sampled(positions, f);
        const MlsShapeFunctions shapes(samples, {.order = 2, .derivatives = 2});
        const auto value = shapes.value(values), laplacian = shapes.laplacian(values);
        const auto gradient = shapes.gradient(values);
        ASSERT_EQ(shapes.size(), 1000);
        for (std::size_t i = 0; i < positions.size(); ++i)
        {
            ASSERT_GE(shapes.samples(static_cast<Index>(i)).size(), 20);
            EXPECT_NEAR(value[i], values[i], 1e-10);
            EXPECT_LT(norm(gradient[i] - f.gradient(positions[i])), 1e-10);
            EXPECT_NEAR(laplacian[i], 8, 8e-10);
        }
    }
}

TEST(MlsShapeFunctions, DoNotDependOnTheNumberOfThreads)
{
    UnitRandom random(2);
    const Array<Vec3d> positions = random_points(random, 2, 500);
    const Samples samples(const_view(positions), 0.15);
    const MlsSettings settings{.dimension = 2, .order = 2, .derivatives = 2};
    const auto with_threads = [&](int threads) {
        Execution execution = current_execution();
        execution.threads = threads;
        const ExecutionScope scope(execution);
        return contents(MlsShapeFunctions(samples, settings));
    };
    const std::vector<double> one = with_threads(1);
    EXPECT_EQ(one, with_threads(2));
    EXPECT_EQ(one, with_threads(5));
}

// A field of period 1 in x, sampled once with a periodic axis and once with copies on both sides: the same shape functions.
TEST(MlsShapeFunctions, PeriodicAxes)
{
    UnitRandom random(3);
    const double h = 0.2;
    const Array<Vec3d> positions = random_points(random, 2, 300);
    Array<Vec3d> with_copies = positions;
    for (const double turn : {-1.0, 1.0})
        for (const Vec3d& x : positions)
            with_copies.push_back(x + Vec3d{turn, 0, 0});
    const auto field = [](const Vec3d& x) { return std::sin(2 * pi * x.x) + x.y; };
    const Array<Vec3d> points{Vec3d{0.01, 0.5, 0}, Vec3d{0.99, 0.2, 0}, Vec3d{0.5, 0.5, 0}, Vec3d{0, 0.9, 0}};
    const MlsSettings settings{.dimension = 2, .order = 2, .derivatives = 2};
    const MlsShapeFunctions periodic(Samples(const_view(positions), h, {.period = {1, 0, 0}, .origin = {}}), const_view(points), settings);
    const MlsShapeFunctions copied(Samples(const_view(with_copies), h), const_view(points), settings);
    for (Index i = 0; i < periodic.size(); ++i)
    {
        EXPECT_EQ(periodic.samples(i).size(), copied.samples(i).size());
        EXPECT_NEAR(periodic.value(sampled(positions, field), i), copied.value(sampled(with_copies, field), i), 1e-12);
        EXPECT_NEAR(periodic.laplacian(sampled(positions, field), i), copied.laplacian(sampled(with_copies, field), i),
                    1e-9); // 1/h² = 25, Δ = 40
    }
}

TEST(MlsShapeFunctions, SummaryCountsWhatHappened)
{
    // A well-filled square, a single sample far off, and a point with none.
    UnitRandom random(4);
    Array<Vec3d> positions = random_points(random, 2, 200);
    positions.push_back({5, 5, 0});
    const Samples samples(const_view(positions), 0.3);
    const Array<Vec3d> points{Vec3d{0.5, 0.5, 0}, Vec3d{5.1, 5, 0}, Vec3d{9, 9, 0}};
    MlsSettings settings{.dimension = 2, .order = 1};
    const MlsShapeFunctions shapes(samples, const_view(points), settings);
    EXPECT_EQ(shapes.summary().points, 3);
    EXPECT_EQ(shapes.summary().without_neighbors, 1);
    EXPECT_EQ(shapes.summary().rank_deficient, 1);
    EXPECT_EQ(shapes.summary().order_lowered, 0);
    EXPECT_GT(shapes.summary().worst_condition, 1);
    const Array<double> ones(positions.size(), 1.0);
    EXPECT_NEAR(shapes.value(ones)[0], 1, 1e-12);
    EXPECT_NEAR(shapes.value(ones)[1], 1, 1e-12);
    EXPECT_EQ(shapes.value(ones)[2], 0);
    EXPECT_FALSE(shapes.report(2).has_value());

    settings.deficient = Deficient::lower_order;
    const MlsSummary lowered = MlsShapeFunctions(samples, const_view(points), settings).summary();
    EXPECT_EQ(lowered.rank_deficient, 0);
    EXPECT_EQ(lowered.order_lowered, 1);
}

// Order n converges like dxⁿ⁺¹ in value and like dxⁿ in gradient: from dx = 1/20 to 1/80 in 2D, from 1/10 to 1/40 in 3D, on a jittered lattice with
// h = 2.6 dx. 0.3 for the random placement, which differs from spacing to spacing.
TEST(MlsShapeFunctions, OrderOfConvergence)
{
    for (int dimension = 2; dimension <= 3; ++dimension)
        for (int order = 0; order <= 2; ++order)
        {
            const double dx = dimension == 2 ? 0.05 : 0.1;
            const Accuracy coarse = accuracy(dimension, order, dx), fine = accuracy(dimension, order, dx / 4);
            const double value = std::log2(coarse.value / fine.value) / 2, gradient = std::log2(coarse.gradient / fine.gradient) / 2;
            EXPECT_GE(value, order + 1 - 0.3) << dimension << "D, order " << order;
            EXPECT_GE(gradient, order - 0.3) << dimension << "D, order " << order;
            RecordProperty("convergence_" + std::to_string(dimension) + "d_order_" + std::to_string(order),
                           testing::PrintToString(std::vector<double>{value, gradient, fine.value, fine.gradient}));
        }
}
} // namespace aspic
