// K7: corrected gradient K21 (7), (8): exact for linear fields on interior, surface and corner particles; K9: finite and exact within the plane
// or line that the neighbours span.

#include "aspic/neighbors/samples.h"
#include "aspic/operators/gradient_correction.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr double tolerance = std::is_same_v<Real, float> ? 2e-4 : 1e-10;

struct Corrected
{
    Array<Vec3> gradient;
    Array<Real> rank;
};

/// The corrected gradient of f(x) = a·x + 2 at the given points.
Corrected correct(const Array<Vec3d>& points, const Vec3d& a, double h)
{
    const Kernel<CubicSpline> kernel(h, 3);
    const Samples samples(const_view(points), h);
    const Neighborhood near = samples.neighbors_of_samples();
    const Array<Real> V(points.size(), Real(1e-3));
    Array<Real> f(points.size());
    for (Index i = 0; i < samples.size(); ++i)
        f[static_cast<std::size_t>(i)] = static_cast<Real>(dot(a, samples.positions()[i]) + 2);
    Corrected result{Array<Vec3>(points.size()), Array<Real>(points.size())};
    Array<Mat3> L(points.size());
    parallel_for(samples.size(), GradientCorrection<Kernel<CubicSpline>>{near.view(), kernel, const_view(V), view(L), view(result.rank)});
    parallel_for(samples.size(), CorrectedGradient<Kernel<CubicSpline>, Real>{near.view(), kernel, const_view(V), const_view(L),
                                                                              const_view(f), const_view(f), view(result.gradient)});
    return result;
}

Array<Vec3d> block(int nx, int ny, int nz, double jitter)
{
    RandomNumbers random(3);
    Array<Vec3d> points;
    for (int x = 0; x < nx; ++x)
        for (int y = 0; y < ny; ++y)
            for (int z = 0; z < nz; ++z)
                points.push_back(Vec3d{0.1 * x, 0.1 * y, 0.1 * z} + Vec3d{nx > 1 ? random.between(-jitter, jitter) : 0,
                                                                          ny > 1 ? random.between(-jitter, jitter) : 0,
                                                                          nz > 1 ? random.between(-jitter, jitter) : 0});
    return points;
}
} // namespace

TEST(GradientCorrection, IsExactForLinearFieldsEverywhere)
{
    const Vec3d a{1.5, -2, 0.7};
    const Corrected c = correct(block(8, 8, 8, 0.03), a, 0.25);
    for (std::size_t i = 0; i < c.gradient.size(); ++i)
    {
        EXPECT_EQ(c.rank[i], 3);
        EXPECT_LT(norm(convert<double>(c.gradient[i]) - a), tolerance * norm(a)) << i;
    }
}

TEST(GradientCorrection, IsExactWithinAPlane)
{
    const Corrected c = correct(block(8, 8, 1, 0.03), {1.5, -2, 0.7}, 0.25);
    for (std::size_t i = 0; i < c.gradient.size(); ++i)
    {
        EXPECT_EQ(c.rank[i], 2);
        EXPECT_LT(norm(convert<double>(c.gradient[i]) - Vec3d{1.5, -2, 0}), tolerance * 3);
    }
}

TEST(GradientCorrection, IsExactWithinATiltedPlane)
{
    Array<Vec3d> points = block(8, 8, 1, 0.03);
    const Vec3d u{0.6, 0.8, 0}, v{-0.48, 0.36, 0.8};
    for (Vec3d& p : points)
        p = p.x * u + p.y * v;
    const Vec3d a{1.5, -2, 0.7};
    const Vec3d in_plane = dot(a, u) * u + dot(a, v) * v;
    const Corrected c = correct(points, a, 0.25);
    for (std::size_t i = 0; i < c.gradient.size(); ++i)
    {
        EXPECT_EQ(c.rank[i], 2);
        EXPECT_LT(norm(convert<double>(c.gradient[i]) - in_plane), tolerance * 3);
    }
}

TEST(GradientCorrection, IsExactAlongALine)
{
    const Corrected c = correct(block(12, 1, 1, 0.03), {1.5, -2, 0.7}, 0.25);
    for (std::size_t i = 0; i < c.gradient.size(); ++i)
    {
        EXPECT_EQ(c.rank[i], 1);
        EXPECT_LT(norm(convert<double>(c.gradient[i]) - Vec3d{1.5, 0, 0}), tolerance * 3);
    }
}

TEST(GradientCorrection, OfAnIsolatedParticleOrDuplicatesIsZero)
{
    const Corrected c = correct({{0, 0, 0}, {5, 5, 5}, {5, 5, 5}}, {1, 1, 1}, 0.25);
    for (std::size_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(c.rank[i], 0);
        EXPECT_EQ(c.gradient[i], Vec3{});
    }
}

TEST(GradientCorrection, ReproducesAffineMaps) // the deformation gradient of x → A x + t, on every particle: no transpose
{
    const Mat3T<double> A{{{1.1, 0.3, -0.2}, {0.05, 0.9, 0.4}, {-0.3, 0.1, 1.2}}};
    const auto points = block(6, 6, 6, 0.03);
    const Kernel<WendlandC2> kernel(0.25, 3);
    const Samples samples(const_view(points), 0.25);
    const Neighborhood near = samples.neighbors_of_samples();
    const Array<Real> V(points.size(), Real(1e-3));
    Array<Vec3> f(points.size());
    for (Index i = 0; i < samples.size(); ++i)
        f[static_cast<std::size_t>(i)] = convert<Real>(A * samples.positions()[i] + Vec3d{1, 2, 3});
    Array<Mat3> L(points.size()), F(points.size());
    Array<Real> rank(points.size());
    parallel_for(samples.size(), GradientCorrection<Kernel<WendlandC2>>{near.view(), kernel, const_view(V), view(L), view(rank)});
    parallel_for(samples.size(), CorrectedGradient<Kernel<WendlandC2>, Vec3>{near.view(), kernel, const_view(V), const_view(L),
                                                                             const_view(f), const_view(f), view(F)});
    for (const Mat3& found : F)
        for (int r = 0; r < 3; ++r)
            EXPECT_LT(norm(convert<double>(found.row[r]) - A.row[r]), 3 * tolerance);
}
