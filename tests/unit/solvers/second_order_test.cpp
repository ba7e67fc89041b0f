// SDIRK2 of elastic bodies: an error that falls with the square of the step, where backward Euler's falls with the step; momentum and angular momentum of a body that turns and swings; weight on a held body.

#include "aspic/solvers/elasticity/elastic_solver.h"

#include "aspic/compute/parallel.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr bool is_float = std::is_same_v<Real, float>;
constexpr double dx = 0.1, density = 1000;

struct Bar
{
    RestShape shape;
    ElasticSolver solver;
    Array<Vec3d> x;
    Array<Vec3> v;
    Array<Vec4> turn;
    Array<Index> held;
    Scratch scratch;

    static std::vector<Vec3d> points()
    {
        std::vector<Vec3d> all;
        for (int i = 0; i < 8; ++i)
            for (int j = 0; j < 3; ++j)
                for (int k = 0; k < 3; ++k)
                    all.push_back(dx * Vec3d{i - 3.5, j - 1.0, k - 1.0});
        return all;
    }
    static ElasticStuff stuff(const RestShape& shape, double young_modulus)
    {
        ElasticMaterial material;
        material.young_modulus = young_modulus;
        material.poisson_ratio = 0.3;
        const Lame lame = material.lame().value();
        ElasticStuff stuff;
        for (Index i = 0; i < shape.size(); ++i)
        {
            stuff.stiffness.push_back({convert<Real>(Vec3d{2 * lame.mu, lame.lambda, 0.1 * lame.mu}), shape.volume()[i]});
            stuff.damping.push_back(0);
            stuff.mass.push_back(static_cast<Real>(density * dx * dx * dx));
        }
        return stuff;
    }

    explicit Bar(double young_modulus)
        : shape(points(), *kernel_named("cubic", 2 * dx, 3), 2 * dx),
          solver(shape, stuff(shape, young_modulus), {.tolerance = 1e-5}),
          x(shape.points().begin(), shape.points().end()),
          v(x.size()),
          turn(x.size(), Vec4{{}, 1})
    {
    }

    /// `weight`: [m/s²]
    void step(double dt, bool is_second_order, const Vec3d& weight = {})
    {
        const Index n = shape.size();
        Array<Vec3> change(x.size()), drift(x.size()), pushed = v;
        for (std::size_t i = 0; i < v.size(); ++i)
            if (held.empty() || held[i] == 0)
                pushed[i] += convert<Real>(dt * weight);
        const ElasticStep step{.x = const_view(x),
                               .v = const_view(pushed),
                               .held = const_view(held),
                               .turn = view(turn),
                               .dt = dt,
                               .change = view(change),
                               .drift = view(drift),
                               .v_before = const_view(v)};
        const SolveReport report = is_second_order ? solver.solve_second_order({&step, 1}, scratch) : solver.solve(step, scratch);
        EXPECT_TRUE(report.converged);
        for (Index i = 0; i < n; ++i)
        {
            const auto k = static_cast<std::size_t>(i);
            v[k] = pushed[k] + change[k];
            x[k] += dt * convert<double>(v[k] + drift[k]);
        }
    }
    [[nodiscard]] RigidMomenta momenta() const
    {
        return RigidMomenta::about_center({const_view(solver.stuff().mass), const_view(x), const_view(v)});
    }
};

/// [m] How far a bar is bent after 0.3 s, two periods, that begins to bend freely: along the shape of its first velocities, so that higher modes, which no step here follows, hardly count.
double bent(int steps, bool is_second_order)
{
    Bar bar(2e5);
    for (std::size_t i = 0; i < bar.x.size(); ++i)
        bar.v[i] = convert<Real>(Vec3d{0, 0, 0.3 * (square(bar.x[i].x / 0.4) - 0.33)});
    const Array<Vec3> shape = bar.v;
    const Array<Vec3d> first = bar.x;
    for (int k = 0; k < steps; ++k)
        bar.step(0.3 / steps, is_second_order);
    double along = 0, square = 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
    {
        along += dot(convert<double>(shape[i]), bar.x[i] - first[i]);
        square += dot(convert<double>(shape[i]), convert<double>(shape[i]));
    }
    return 0.3 * along / square;
}

double distance(const Array<Vec3d>& a, const Array<Vec3d>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += dot(a[i] - b[i], a[i] - b[i]);
    return std::sqrt(sum / static_cast<double>(a.size()));
}
} // namespace

/// Against 400 steps of second order, which are wrong by a 64th of what 50 are.
TEST(SecondOrder, ErrorFallsWithTheSquareOfTheStep)
{
    const double exact = bent(400, true), coarse = std::abs(bent(50, true) - exact), fine = std::abs(bent(100, true) - exact);
    const double of_first_order = std::abs(bent(100, false) - exact);
    EXPECT_GT(coarse / fine, 3);
    EXPECT_LT(fine, 0.1 * of_first_order);
}

TEST(SecondOrder, KeepsMomentaOfAFreeBody)
{
    for (const double young_modulus : {1e4, 1e6, 1e9})
    {
        Bar bar(young_modulus);
        for (std::size_t i = 0; i < bar.x.size(); ++i)
            bar.v[i] = convert<Real>(Vec3d{1, 2, 0.5 * std::cos(9 * bar.x[i].x)} + cross(Vec3d{4, 6, 9}, bar.x[i]));
        const RigidMomenta before = bar.momenta();
        const Vec3d weight{0, -9.81, 0};
        for (int k = 0; k < 100; ++k)
            bar.step(4e-3, true, weight);
        const RigidMomenta after = bar.momenta();
        EXPECT_LT(norm(after.velocity - before.velocity - 0.4 * weight), (is_float ? 1e-5 : 1e-9) * norm(before.velocity));
        EXPECT_LT(norm(after.angular_momentum - before.angular_momentum), (is_float ? 1e-4 : 1e-5) * norm(before.angular_momentum));
        const Vec3d fallen = before.center + 0.4 * before.velocity + 0.08 * weight; // its centre follows the parabola
        EXPECT_LT(norm(after.center - fallen), 1e-5);
    }
}

/// 20 rad/s with 4 ms: neither swells nor loses what it has.
TEST(SecondOrder, RigidSpinStays)
{
    Bar bar(1e9);
    for (std::size_t i = 0; i < bar.x.size(); ++i)
        bar.v[i] = convert<Real>(cross(Vec3d{0, 0, 20}, bar.x[i]));
    const double before = bar.momenta().angular_momentum.z;
    for (int k = 0; k < 250; ++k)
        bar.step(4e-3, true);
    EXPECT_NEAR(bar.momenta().angular_momentum.z, before, 1e-4 * before);
    EXPECT_NEAR(norm(bar.x[0] - bar.x.back()), norm(bar.shape.points()[0] - bar.shape.points()[bar.shape.size() - 1]), 1e-4);
}

/// Held at one end, under its weight: where backward Euler rests, this does too.
TEST(SecondOrder, RestsWhereForcesBalance)
{
    Bar bar(1e7);
    bar.held.assign(bar.x.size(), 0);
    for (std::size_t i = 0; i < bar.x.size(); ++i)
        bar.held[i] = bar.x[i].x < -0.2 ? 1 : 0;
    for (int k = 0; k < 400; ++k)
        bar.step(0.01, false, {0, -9.81, 0});
    const Array<Vec3d> rested = bar.x;
    for (int k = 0; k < 100; ++k)
        bar.step(0.01, true, {0, -9.81, 0});
    const double sag = distance(rested, {bar.shape.points().begin(), bar.shape.points().end()});
    EXPECT_GT(sag, 1e-3);
    EXPECT_LT(distance(rested, bar.x), 0.01 * sag);
}
