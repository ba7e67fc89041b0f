#include "aspic/operators/mls_gradient.h"

#include "mls_points.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace aspic
{
namespace
{
MlsGradient gradient_of(const Array<Vec3d>& points, double h, int dimension = 3)
{
    return MlsGradient(Samples(const_view(points), h), {.dimension = dimension});
}

bool is_finite(const Vec3d& g) { return std::isfinite(g.x + g.y + g.z); }
} // namespace

// K4, T09 (37): exact for linear fields at each of 1000 random points, near the origin and 10⁴ widths of the domain away. |∇f| = 3.6.
TEST(MlsGradient, IsExactForLinearFields)
{
    for (const double far : {0.0, 1e4})
        for (int dimension = 1; dimension <= 3; ++dimension)
        {
            const Vec3d shift = far * Vec3d{1, dimension >= 2 ? 1.0 : 0, dimension >= 3 ? 1.0 : 0};
            UnitRandom random(1);
            const Array<Vec3d> points = random_points(random, dimension, 1000, shift);
            const double h = dimension == 3 ? 0.35 : dimension == 2 ? 0.2 : 0.05;
            const MlsGradient operation = gradient_of(points, h, dimension);
            const TestPolynomial f{dimension, 1, shift};
            const auto gradients = operation.gradient(sampled(points, f));
            double worst = 0;
            Index fewest = 1000;
            for (Index i = 0; i < operation.size(); ++i)
            {
                EXPECT_EQ(operation.rank(i), dimension);
                fewest = std::min(fewest, operation.samples(i).size());
                worst = std::max(worst, norm(gradients[static_cast<std::size_t>(i)] - f.gradient(points[static_cast<std::size_t>(i)])));
            }
            EXPECT_GE(fewest, 20);
            EXPECT_LT(worst, 1e-10) << dimension << "D, shift " << far;
            RecordProperty("error_" + std::to_string(dimension) + (far > 0 ? "d_far" : "d"), testing::PrintToString(worst));
        }
}

// T09 (37), (38) written out: A (∇f) = Σ ω (f_j − f_i)(x_j − x_i) for a field that no linear function fits.
TEST(MlsGradient, SolvesItsNormalEquations)
{
    UnitRandom random(2);
    const Array<Vec3d> points = random_points(random, 3, 200);
    const auto f = sampled(points, [](const Vec3d& x) { return std::sin(4 * x.x) + x.y * x.z * x.z; });
    const double h = 0.45;
    const MlsGradient operation = gradient_of(points, h);
    const Kernel<CubicSpline, double> kernel(h, 3);
    for (Index i = 0; i < operation.size(); ++i)
    {
        Mat3T<double> A{};
        Vec3d b;
        const auto k = static_cast<std::size_t>(i);
        for (std::size_t j = 0; j < points.size(); ++j)
        {
            const Vec3d x_ji = points[j] - points[k];
            const double w = kernel.w(norm(x_ji));
            A = A + w * outer(x_ji, x_ji);
            b += w * (f[j] - f[k]) * x_ji;
        }
        EXPECT_LT(norm(A * operation.gradient(f, i) - b), 1e-12 * (norm(b) + trace(A))); // round-off of sums over up to 100 neighbours
    }
}

// T09 (35), (36): the sign. For f = x the gradient is +1, whichever way x_ij is defined.
TEST(MlsGradient, PointsUphill)
{
    const Array<Vec3d> points{Vec3d{0, 0, 0}, Vec3d{0.4, 0, 0}, Vec3d{1, 0, 0}};
    const MlsGradient operation = gradient_of(points, 1.5, 1);
    const auto f = sampled(points, [](const Vec3d& x) { return x.x; });
    for (Index i = 0; i < 3; ++i)
        EXPECT_NEAR(operation.gradient(f, i).x, 1, 1e-14);
}

TEST(MlsGradient, JacobianOfVectorsInAnyPrecision)
{
    UnitRandom random(3);
    const Array<Vec3d> points = random_points(random, 3, 100);
    const auto values = sampled(points, [](const Vec3d& x) {
        return Vec3T<float>{static_cast<float>(2 * x.x - x.y), static_cast<float>(3 * x.y + 4 * x.z),
                            static_cast<float>(5 * x.x - 7 * x.z)};
    });
    const auto jacobians = gradient_of(points, 0.6).gradient(values);
    for (const Mat3T<double>& J : jacobians)
    {
        EXPECT_LT(norm(J.row[0] - Vec3d{2, -1, 0}), 1e-4); // float values, differences of 0.1
        EXPECT_LT(norm(J.row[1] - Vec3d{0, 3, 4}), 1e-4);
        EXPECT_LT(norm(J.row[2] - Vec3d{5, 0, -7}), 1e-4);
    }
}

// K9: in a plane, on a line, at a single or isolated sample the gradient within it, and never a NaN.
TEST(MlsGradient, DegenerateSets)
{
    UnitRandom random(4);
    for (int set_dimension = 1; set_dimension <= 2; ++set_dimension)
    {
        Array<Vec3d> points = random_points(random, set_dimension, 40);
        const Vec3d a = Vec3d{2, -1, 2} / 3, b = Vec3d{2, 2, -1} / 3; // orthonormal directions
        const auto values = sampled(points, TestPolynomial{set_dimension, 1, {}});
        for (Vec3d& x : points)
            x = x.x * a + x.y * b + Vec3d{10, 20, 30};
        const MlsGradient operation = gradient_of(points, 0.7);
        const Vec3d expected = 2 * a + (set_dimension == 2 ? -3.0 : 0.0) * b;
        for (Index i = 0; i < operation.size(); ++i)
        {
            EXPECT_EQ(operation.rank(i), set_dimension);
            EXPECT_LT(norm(operation.gradient(values, i) - expected), 1e-8);
        }
    }

    const MlsGradient isolated = gradient_of({Vec3d{}, Vec3d{5, 0, 0}}, 1);
    EXPECT_EQ(isolated.rank(0), 0);
    EXPECT_EQ(norm(isolated.gradient(Array<double>{1.0, 2.0}, 0)), 0);

    const MlsGradient pair = gradient_of({Vec3d{}, Vec3d{0.5, 0, 0}}, 1);
    EXPECT_EQ(pair.rank(0), 1);
    EXPECT_NEAR(pair.gradient(Array<double>{1.0, 2.0}, 0).x, 2, 1e-14);

    const MlsGradient duplicates = gradient_of(Array<Vec3d>(4, Vec3d{1, 1, 1}), 1);
    EXPECT_EQ(duplicates.rank(2), 0);
    EXPECT_TRUE(is_finite(duplicates.gradient(Array<double>{1.0, 2.0, 3.0, 4.0}, 2)));
}

// Along a periodic axis the nearest copy counts: a saw-tooth field with one constant slope everywhere, except where it jumps.
TEST(MlsGradient, PeriodicAxes)
{
    Array<Vec3d> points;
    for (int i = 0; i < 20; ++i)
        points.push_back({0.05 * i + 0.003 * (i % 3), 0.1 * (i % 2), 0});
    const Samples samples(const_view(points), 0.16, {.period = {1, 0, 0}, .origin = {}});
    const MlsGradient operation(samples, {.dimension = 2});
    for (Index i = 0; i < 20; ++i)
    {
        // f = 3 (x − x_i) + 2 (y − y_i), the short way round
        Array<double> f;
        for (const Vec3d& x : points)
        {
            const Vec3d d = shortest_difference(x, points[static_cast<std::size_t>(i)], samples.periodicity());
            f.push_back(3 * d.x + 2 * d.y);
        }
        EXPECT_LT(norm(operation.gradient(f, i) - Vec3d{3, 2, 0}), 1e-12);
        EXPECT_EQ(operation.samples(i).size(), operation.samples((i + 6) % 20).size()); // pattern of period 6, no rim
    }
}
} // namespace aspic
