// Stress of the corotated linear energy: a uniaxial pull has σ = E ε, a small shear √3 τ, a rigid motion none, plane strain the third normal stress; sheets are not strained across.

#include "aspic/solvers/elasticity/von_mises.h"

#include "aspic/geometry/solid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace aspic;

namespace
{
constexpr double dx = 0.1, E = 1e6, nu = 0.3;
constexpr double mu = E / (2 * (1 + nu)), lambda = E * nu / ((1 + nu) * (1 - 2 * nu));

/// A block of nx × ny × nz particles after x = A X: the largest and smallest stress [Pa].
std::pair<double, double> stress_after(const Mat3d& A, int nx, int ny, int nz)
{
    std::vector<Vec3d> points;
    for (int i = 0; i < nx; ++i)
        for (int j = 0; j < ny; ++j)
            for (int k = 0; k < nz; ++k)
                points.push_back(dx * Vec3d{double(i), double(j), double(k)});
    const RestShape shape(points, *kernel_named("cubic", 2 * dx, nz == 1 ? 2 : 3), 2 * dx);
    ElasticStuff stuff;
    for (Index i = 0; i < shape.size(); ++i)
        stuff.stiffness.push_back({convert<Real>(Vec3d{2 * mu, lambda, 0.1 * mu}), shape.volume()[i]});
    stuff.damping.assign(points.size(), 0);
    stuff.mass.assign(points.size(), 1);
    const ElasticSolver solver(shape, stuff, {});
    Array<Vec3d> x;
    for (const Vec3d& X : shape.points())
        x.push_back(A * X);
    Array<Vec4> turn(points.size());
    Array<Real> stress(points.size());
    Scratch scratch;
    solver.find_turns(const_view(x), view(turn));
    find_stress(solver, {const_view(x), view(turn), {}}, scratch, view(stress));
    const auto [least, most] = std::ranges::minmax(stress);
    return {most, least};
}

void expect_stress(const std::pair<double, double>& found, double expected)
{
    constexpr double rounding = 1e-5 * E; // of F in float
    EXPECT_NEAR(found.first, expected, rounding);
    EXPECT_NEAR(found.second, expected, rounding);
}

const Mat3d turned = rotation_matrix({0.4, -1, 0.7});
} // namespace

TEST(VonMises, OfUniaxialPullIsYoungsModulusTimesStrain)
{
    constexpr double e = 0.1;
    const Mat3d pull = diagonal(1 + e, 1 - nu * e, 1 - nu * e);
    expect_stress(stress_after(pull, 5, 5, 5), E * e);
    expect_stress(stress_after(turned * pull, 5, 5, 5), E * e);
}

TEST(VonMises, OfShearIsRootThreeTimesTheShearStress)
{
    constexpr double g = 0.01;
    const Mat3d shear{{{1, g, 0}, {0, 1, 0}, {0, 0, 1}}};
    expect_stress(stress_after(turned * shear, 5, 5, 5), std::sqrt(3.0) * mu * g); // but for g²
}

TEST(VonMises, OfRigidMotionAndEvenSwellingIsNone)
{
    expect_stress(stress_after(turned, 4, 4, 4), 0);
    expect_stress(stress_after(1.1 * turned, 4, 4, 4), 0);
}

TEST(VonMises, KnowsPlaneStrain)
{
    constexpr double e = 0.1; // σ_xx = (λ + 2μ) e, σ_yy = σ_zz = λ e
    expect_stress(stress_after(diagonal(1 + e, 1.0, 1.0), 5, 5, 1), 2 * mu * e);
}

TEST(VonMises, IsThatOfTheSheetWhereParticlesLieInOne)
{
    constexpr double e = 0.1; // across it nothing is known, whatever the map does: σ_xx = (λ + 2μ) e, σ_yy = σ_zz = λ e
    expect_stress(stress_after(turned * diagonal(1 + e, 7.0, 1.0), 6, 1, 5), 2 * mu * e);
}
