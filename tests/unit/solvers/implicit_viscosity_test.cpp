// Implicit viscosity on its own: velocities solve the published equation, summed by brute force in double; momentum; particles that are held; a limit on iterations.

#include "aspic/solvers/pressure/dfsph.h"
#include "aspic/solvers/viscosity/implicit_viscosity.h"

#include "support/fluid_cloud.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
/// A cloud of two viscosities, some of it near a wall that moves.
struct Cloud : FluidCloud
{
    Array<Real> mu;
    Array<Vec4> grip;
    Array<Vec3> change;
    Array<Index> held;
    Dfsph dfsph{DfsphSettings{}};

    explicit Cloud(double viscosity, bool has_wall = false) : FluidCloud(400, 0.6, true)
    {
        for (Index i = 0; i < particles.size(); ++i)
        {
            mu.push_back(static_cast<Real>(i % 3 == 0 ? 0.1 * viscosity : viscosity));
            const auto w = has_wall && particles.position[i].y < 0.1 ? Real(3) : Real(0);
            grip.push_back(joined(w * Vec3{Real(0.5), 0, 0}, w));
        }
        change.resize(static_cast<std::size_t>(particles.size()));
    }
    SolveReport solve(const ImplicitViscositySettings& settings, double dt)
    {
        scratch.clear();
        dfsph.prepare(fluid(), {}, {}, {});
        return ImplicitViscosity(settings).solve(fluid(), {const_view(mu), dfsph.slope(), const_view(grip), const_view(held), dt},
                                                 view(change));
    }

    /// v_i + w_i (v_i − v_wall) − Δt/ρ0_i Σ_j 2(d+2) μ̄ V_j (v_ij·x_ij)/(|x_ij|² + 0.0001 h²) ∇_i ω_ij
    [[nodiscard]] Vec3d before(Index i, double dt) const
    {
        const Kernel<CubicSpline, double> k(support, 3);
        const auto own = static_cast<std::size_t>(i);
        const Vec3d v_i = convert<double>(particles.velocity[i]);
        Vec3d a;
        for (Index j = 0; j < particles.size(); ++j)
        {
            const Vec3d x_ij = particles.position[i] - particles.position[j];
            const Vec3d v_ij = v_i - convert<double>(particles.velocity[j]);
            const double mean = 0.5 * (double(mu[own]) + double(mu[static_cast<std::size_t>(j)]));
            a += (2 * 5 * mean * volume / double(rest_density[own]) * dot(v_ij, x_ij) / (dot(x_ij, x_ij) + 0.0001 * square(support))) *
                 k.gradient(x_ij);
        }
        return v_i + double(grip[own].w) * v_i - convert<double>(grip[own].xyz) - dt * a;
    }
};

std::vector<Vec3d> velocities(const Cloud& cloud)
{
    std::vector<Vec3d> result;
    for (Index i = 0; i < cloud.particles.size(); ++i)
        result.push_back(convert<double>(cloud.particles.velocity[i]));
    return result;
}
} // namespace

TEST(ImplicitViscosity, SolvesThePublishedEquation)
{
    Cloud cloud(100, true);
    const std::vector<Vec3d> v_star = velocities(cloud);
    const SolveReport report = cloud.solve({.tolerance = 1e-6}, 0.01);
    EXPECT_TRUE(report.converged);
    EXPECT_GT(report.iterations, 3);
    for (Index i = 0; i < cloud.particles.size(); ++i) // speeds are about 1, forces in the sum a hundred times that
        EXPECT_LT(norm(cloud.before(i, 0.01) - v_star[static_cast<std::size_t>(i)]), 1e-3);
}

TEST(ImplicitViscosity, KeepsMomentumAndIsRoughlySolved)
{
    Cloud cloud(1000);
    const std::vector<Vec3d> v_star = velocities(cloud);
    EXPECT_TRUE(cloud.solve({.tolerance = 0.1}, 0.01).converged);
    Vec3d linear, angular;
    double size = 0;
    for (Index i = 0; i < cloud.particles.size(); ++i)
    {
        const Vec3d p =
            double(cloud.particles.mass[i]) * (convert<double>(cloud.particles.velocity[i]) - v_star[static_cast<std::size_t>(i)]);
        linear += p;
        angular += cross(cloud.particles.position[i], p);
        size += norm(p);
    }
    EXPECT_LT(norm(linear), 1e-5 * size); // rounding: the tolerance is 0.1
    EXPECT_LT(norm(angular), 1e-5 * size);
}

TEST(ImplicitViscosity, BeginsWithTheLastChange)
{
    Cloud cold(1000);
    const int from_nothing = cold.solve({}, 0.01).iterations;
    Cloud warm(1000);
    warm.change = cold.change;
    EXPECT_LT(warm.solve({}, 0.01).iterations, from_nothing / 3);
    Cloud misled(1000);
    for (std::size_t i = 0; i < cold.change.size(); ++i)
        misled.change[i] = Real(-50) * cold.change[i];
    EXPECT_LE(misled.solve({}, 0.01).iterations, from_nothing + 1);
}

TEST(ImplicitViscosity, HeldParticlesPullOthersAlong)
{
    Cloud cloud(1e5);
    cloud.held.assign(400, 0);
    cloud.held[7] = 1;
    cloud.particles.velocity[7] = {3, 0, 0};
    cloud.solve({.tolerance = 1e-5, .max_iterations = 2000}, 1);
    EXPECT_EQ(cloud.particles.velocity[7], (Vec3{3, 0, 0}));
    double mean = 0;
    for (Index i = 0; i < 400; ++i)
        mean += cloud.particles.velocity[i].x / 400;
    EXPECT_GT(mean, 0.5);
}

TEST(ImplicitViscosity, EndsAtItsLimitAndSaysSo)
{
    Cloud cloud(1e6);
    const SolveReport report = cloud.solve({.tolerance = 1e-6, .max_iterations = 3}, 0.1);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_FALSE(report.converged);
    EXPECT_GT(report.residual, 1e-6);
}
