// Areas that fluid turns towards the air: a single particle the section of a ball of its volume, a large ball its own section, whatever the direction; brakes by the exact solution of dv/dt = −k|v|v.

#include "aspic/solvers/air/air_drag.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace aspic;

namespace
{
constexpr double dx = 0.1, support = 0.2;

struct Ball
{
    ParticleSet particles;
    AnyKernel kernel;
    Neighborhood neighborhood{support};
    Scratch scratch;
    Array<Real> density, volume, area;
    int dimension;

    Ball(int d, double radius) : kernel(*kernel_named("cubic", support, d)), dimension(d)
    {
        const int n = static_cast<int>(radius / dx) + 1;
        for (int i = -n; i < n; ++i)
            for (int j = -n; j < n; ++j)
                for (int k = d == 2 ? 0 : -n; k < (d == 2 ? 1 : n); ++k)
                {
                    const Vec3d x{(i + 0.5) * dx, (j + 0.5) * dx, d == 2 ? 0 : (k + 0.5) * dx};
                    if (norm(x) < radius)
                        particles.position[particles.append(1)] = x;
                }
        complete();
    }

    /// One particle of a volume [m³].
    static Ball single(double particle_volume)
    {
        Ball ball(3, 0.0);
        ball.particles.append(1);
        ball.complete();
        ball.volume[0] = static_cast<Real>(particle_volume);
        ball.particles.mass[0] = static_cast<Real>(1000 * particle_volume);
        return ball;
    }

    /// Neighbours and masses of the particles that are there.
    void complete()
    {
        particles.reorder(neighborhood.sort(particles.position.view(), scratch), scratch);
        neighborhood.set_columns(particles.position.view());
        neighborhood.find_among_columns();
        const double v = std::pow(dx, dimension);
        for (Index i = 0; i < particles.size(); ++i)
        {
            density.push_back(1000);
            volume.push_back(static_cast<Real>(v));
            particles.mass[i] = static_cast<Real>(1000 * v);
        }
        area.resize(volume.size());
    }

    Fluid fluid()
    {
        return {.neighborhood = neighborhood,
                .kernel = kernel,
                .particles = particles,
                .scratch = scratch,
                .rest_density = const_view(density),
                .rest_volume = const_view(volume)};
    }

    /// The sum of all areas in a wind.
    double area_in(const Vec3d& wind)
    {
        const AirDrag drag(*kernel_named<double>("cubic", support, dimension), dx);
        drag.find_areas(fluid(), {.velocity = wind, .density = 1.2, .drag_coefficient = 0.5}, {}, view(area));
        double total = 0;
        for (const Real a : area)
            total += a;
        return total;
    }
};
} // namespace

TEST(AirDrag, SingleParticleIsABallOfItsVolume)
{
    Ball single = Ball::single(0.001);
    EXPECT_NEAR(single.area_in({0, 3, 0}), pi * std::pow(3 * 0.001 / (4 * pi), 2.0 / 3), 1e-8);
    EXPECT_EQ(single.area_in({0, 0, 0}), 0); // it moves with the air
}

TEST(AirDrag, LargeBallHasItsOwnSection)
{
    // 0.15: the surface of a lattice is rough, and a radius of 8 spacings is uncertain by a few hundredths.
    Ball ball(3, 0.8), disc(2, 1.6);
    for (const Vec3d& wind : {Vec3d{4, 0, 0}, Vec3d{1, 2, -2}})
        EXPECT_NEAR(ball.area_in(wind), pi * 0.64, 0.15 * pi * 0.64);
    for (const Vec3d& wind : {Vec3d{4, 0, 0}, Vec3d{1, 2, 0}})
        EXPECT_NEAR(disc.area_in(wind), 3.2, 0.15 * 3.2);
    // Nothing inside is exposed, and nothing on the lee side.
    ball.area_in({4, 0, 0}); // from the left
    for (Index i = 0; i < ball.particles.size(); ++i)
    {
        const Vec3d& x = ball.particles.position[i];
        if (norm(x) < 0.5 || x.x > 0.35)
        {
            EXPECT_EQ(ball.area[static_cast<std::size_t>(i)], 0) << x.x << " " << x.y << " " << x.z;
        }
    }
}

TEST(AirDrag, BrakesAsTheExactSolution)
{
    Ball ball(2, 0.3);
    std::ranges::fill(ball.area, Real(0.1));
    for (Index i = 0; i < ball.particles.size(); ++i)
        ball.particles.velocity[i] = {3, 4, 0};
    const AirFlow air{.velocity = {3, 0, 0}, .density = 1.2, .drag_coefficient = 0.5};
    AirDrag::brake(ball.fluid(), air, const_view(ball.area), 2);
    const double rate = 0.5 * 1.2 * 0.5 * 0.1 / 10; // [1/m] k of each particle
    for (Index i = 0; i < ball.particles.size(); ++i)
    {
        EXPECT_NEAR(ball.particles.velocity[i].x, 3, 1e-6);
        EXPECT_NEAR(ball.particles.velocity[i].y, 4 / (1 + rate * 4 * 2), 1e-6);
    }
}
