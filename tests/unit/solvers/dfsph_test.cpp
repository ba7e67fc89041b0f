// DFSPH on its own: the factor α against the published formula, pressure forces as the transpose of the divergence, a body that gives way, the guard of the warm start.

#include "aspic/operators/incompressible.h"
#include "aspic/solvers/pressure/dfsph.h"
#include "support/fluid_cloud.h"
#include "support/point_sets.h"

#include <gtest/gtest.h>

#include <random>

using namespace aspic;

namespace
{
/// A cloud, perhaps with a plate under it.
struct Cloud : FluidCloud
{
    BoundaryTerms terms;
    std::vector<BoundaryBody> bodies;

    Cloud(Index n, bool has_two_fluids) : FluidCloud(n, 0.5, has_two_fluids) {}

    /// V_j ∇_i ω_ij in double.
    [[nodiscard]] Vec3d gradient(Index i, Index j) const
    {
        const Kernel<CubicSpline, double> k(0.2, 3);
        return double(rest_volume[static_cast<std::size_t>(j)]) * k.gradient(particles.position[i] - particles.position[j]);
    }

    /// dδ_i/dt of velocities, by brute force.
    [[nodiscard]] double rate(Index i, const std::vector<Vec3d>& v) const
    {
        double sum = 0;
        for (Index j = 0; j < particles.size(); ++j)
            sum += dot(v[static_cast<std::size_t>(i)] - v[static_cast<std::size_t>(j)], gradient(i, j));
        return sum;
    }

    /// A plate under the cube, seen by the particles near it.
    void add_plate(const BoundaryBody& body)
    {
        bodies = {body};
        terms.begin.push_back(0);
        for (Index i = 0; i < particles.size(); ++i)
        {
            const double y = particles.position[i].y;
            if (y < 0.1)
            {
                BoundaryTerm term;
                term.filled = static_cast<Real>(0.5 - 4 * y);
                term.gradient = {0, Real(-4), 0};
                const Vec3d arm = particles.position[i] - Vec3d{0, y, 0} - body.motion.center;
                term.moment = convert<Real>(cross(arm, convert<double>(term.gradient)));
                terms.terms.push_back(term);
            }
            terms.begin.push_back(static_cast<Index>(terms.terms.size()));
        }
    }
};

BoundaryBody light_plate()
{
    BoundaryBody body;
    body.motion = {.center = {0.2, -0.1, 0.2}, .velocity = {0.1, 0.5, 0}, .angular_velocity = {0, 0.2, 0.3}};
    body.inverse_mass = 0.5;
    body.inverse_inertia = diagonal(3.0, 4.0, 5.0);
    return body;
}

/// What the operator Filling finds.
struct Filled
{
    Array<Real> slope, delta, alpha, mobility, nothing;
    Array<Vec4> gradient, boundary;

    explicit Filled(Cloud& cloud)
    {
        const auto n = static_cast<std::size_t>(cloud.particles.size());
        slope.resize(static_cast<std::size_t>(cloud.neighborhood.slot_count()));
        delta.resize(n);
        alpha.resize(n);
        gradient.resize(n);
        nothing.assign(n, 0);
        boundary.assign(n, Vec4{});
        for (std::size_t i = 0; i < n; ++i)
            mobility.push_back(1 / cloud.particles.mass[static_cast<Index>(i)]);
        const Fluid fluid = cloud.fluid();
        using K = Kernel<CubicSpline>;
        parallel_for(fluid.size(), Filling<K>{.near = fluid.neighborhood.view(),
                                              .kernel = std::get<K>(cloud.kernel),
                                              .volume = fluid.rest_volume,
                                              .mobility = const_view(mobility),
                                              .rho_0 = fluid.rest_density,
                                              .filled = const_view(nothing),
                                              .compliance = const_view(nothing),
                                              .boundary = const_view(boundary),
                                              .solids = {},
                                              .slope = {slope.data()},
                                              .delta = view(delta),
                                              .alpha = view(alpha),
                                              .gradient = view(gradient)});
    }
};
} // namespace

TEST(Dfsph, FactorOfOneFluidIsThePublishedOne)
{
    Cloud cloud(400, false);
    const Filled filled(cloud);
    int compared = 0;
    for (Index i = 0; i < cloud.particles.size(); ++i)
    {
        // equation 9 of B15 with m = ρ0 V: ρ0/(|Σ V ∇ω|² + Σ |V ∇ω|²).
        Vec3d sum;
        double squares = 0;
        for (Index j = 0; j < cloud.particles.size(); ++j)
        {
            sum += cloud.gradient(i, j);
            squares += dot(cloud.gradient(i, j), cloud.gradient(i, j));
        }
        const double published = 1000 / (dot(sum, sum) + squares);
        if (published < 1000 / (0.03 / square(0.2))) // else it is bounded
        {
            EXPECT_NEAR(filled.alpha[static_cast<std::size_t>(i)], published, 1e-4 * published);
            ++compared;
        }
    }
    EXPECT_GT(compared, 300);
}

TEST(Dfsph, PressureForcesAreTheTransposeOfTheDivergence)
{
    // Σ_i m_i u_i·Δv_i(k) = −Δt Σ_i V_i k_i dδ_i/dt(u) for any pressures k and velocities u.
    Cloud cloud(300, true);
    const Filled filled(cloud);
    const Fluid fluid = cloud.fluid();
    const Index n = fluid.size();
    std::mt19937 random(9);
    std::uniform_real_distribution<double> number(-1, 1);
    Array<Real> k;
    std::vector<Vec3d> u;
    for (Index i = 0; i < n; ++i)
    {
        k.push_back(static_cast<Real>(number(random)));
        u.push_back({number(random), number(random), number(random)});
    }
    Array<Vec3> rest(static_cast<std::size_t>(n), Vec3{});
    Array<Vec4> v(static_cast<std::size_t>(n));
    Array<Real> slope = filled.slope;
    const NeighborView near = fluid.neighborhood.view();
    Array<LocalPosition> x_and_k(near.column_position.begin(), near.column_position.end());
    for (Index i = 0; i < n; ++i)
        carry(view(x_and_k), i, k[static_cast<std::size_t>(i)]);
    parallel_for(n, PressedVelocity{near, {slope.data()}, const_view(x_and_k), const_view(filled.gradient), const_view(rest), 1, view(v)});
    double work = 0, flow = 0, size = 0;
    Vec3d momentum;
    for (Index i = 0; i < n; ++i)
    {
        const auto s = static_cast<std::size_t>(i);
        const Vec3d p = double(cloud.particles.mass[i]) * convert<double>(v[s].xyz);
        work += dot(u[s], p);
        momentum += p;
        size += norm(p);
        flow -= double(cloud.rest_volume[s]) * double(k[s]) * cloud.rate(i, u);
    }
    EXPECT_NEAR(work, flow, 1e-5 * size);
    EXPECT_LT(norm(momentum), 1e-6 * size);
}

TEST(Dfsph, BodyGetsWhatTheFluidLoses)
{
    Cloud cloud(500, true);
    cloud.add_plate(light_plate());
    Dfsph dfsph(DfsphSettings{});
    Array<Real> k(static_cast<std::size_t>(cloud.particles.size()), 0);
    const auto momentum = [&] {
        Vec3d linear = cloud.bodies[0].motion.velocity / cloud.bodies[0].inverse_mass;
        for (Index i = 0; i < cloud.particles.size(); ++i)
            linear += double(cloud.particles.mass[i]) * convert<double>(cloud.particles.velocity[i]);
        return linear;
    };
    const Vec3d before = momentum();
    dfsph.prepare(cloud.fluid(), cloud.terms, cloud.bodies, {});
    const SolveReport report = dfsph.correct_velocities(cloud.fluid(), cloud.bodies, 0.01, view(k));
    EXPECT_GT(report.iterations, 1);
    EXPECT_GT(norm(dfsph.impulses()[0].linear), 0.01); // it was pushed
    EXPECT_LT(norm(momentum() - before), 1e-6 * 500 * 1.2 * 1);
    const Vec3d velocity = light_plate().motion.velocity + 0.5 * dfsph.impulses()[0].linear;
    EXPECT_LT(norm(cloud.bodies[0].motion.velocity - velocity), 1e-12);
}

TEST(Dfsph, VelocitiesBecomeDivergenceFree)
{
    Cloud cloud(500, true);
    cloud.add_plate(light_plate());
    DfsphSettings settings;
    settings.max_iterations = 1000;
    settings.divergence_error = 1e-5;
    Dfsph dfsph(settings);
    Array<Real> k(static_cast<std::size_t>(cloud.particles.size()), 0);
    dfsph.prepare(cloud.fluid(), cloud.terms, cloud.bodies, {});
    const SolveReport report = dfsph.correct_velocities(cloud.fluid(), cloud.bodies, 0.01, view(k));
    EXPECT_TRUE(report.converged) << report.residual;
    EXPECT_LE(report.residual, 1e-5);
    for (const Real pressure : k)
        EXPECT_GE(pressure, 0);
}

TEST(Dfsph, WarmStartThatIsTooStrongIsRefused)
{
    Dfsph dfsph(DfsphSettings{});
    Array<Real> k(500, Real(0));
    const auto solve = [&] {
        Cloud cloud(500, false);
        dfsph.prepare(cloud.fluid(), cloud.terms, cloud.bodies, {});
        return dfsph.correct_velocities(cloud.fluid(), cloud.bodies, 0.01, view(k));
    };
    const SolveReport cold = solve();
    ASSERT_TRUE(cold.converged);
    const SolveReport warm = solve(); // the same again
    EXPECT_FALSE(dfsph.refused_warm_start());
    EXPECT_LT(warm.iterations, cold.iterations);
    for (Real& pressure : k)
        pressure *= 1000;
    const SolveReport wild = solve();
    EXPECT_TRUE(dfsph.refused_warm_start());
    EXPECT_TRUE(wild.converged);
    EXPECT_LE(wild.iterations, cold.iterations + 5);
}
