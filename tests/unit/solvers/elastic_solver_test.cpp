// K21 (8)–(24): F is exact for affine maps; no force in any rigid motion (R1); forces are the gradient of the energy (R10), their sum and moment vanish (R3); the solve is one step of backward
// Euler, checked against what the forces say.

#include "aspic/solvers/elasticity/elastic_solver.h"

#include "aspic/compute/parallel.h"
#include "aspic/math/quaternion.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr bool is_float = std::is_same_v<Real, float>;
constexpr double dx = 0.1, E = 1e6;

std::vector<Vec3d> block(int nx, int ny, int nz, double jitter = 0)
{
    RandomNumbers random(11);
    std::vector<Vec3d> points;
    for (int i = 0; i < nx; ++i)
        for (int j = 0; j < ny; ++j)
            for (int k = 0; k < nz; ++k)
                points.push_back(dx * (Vec3d{i + 0.5, j + 0.5, nz == 1 ? 0 : k + 0.5} +
                                       jitter * random.in_box({-1, -1, nz == 1 ? 0.0 : -1}, {1, 1, nz == 1 ? 0.0 : 1})));
    return points;
}

ElasticMaterial rubber(double poisson_ratio = 0.3, double zero_energy = 0.1)
{
    ElasticMaterial material;
    material.young_modulus = E;
    material.poisson_ratio = poisson_ratio;
    material.zero_energy = zero_energy;
    return material;
}

struct Solid
{
    RestShape shape;
    ElasticSolver solver;
    Array<Vec3d> x;
    Array<Vec4> turn;
    Scratch scratch;

    static ElasticStuff stuff(const RestShape& shape, const ElasticMaterial& material)
    {
        ElasticStuff stuff;
        const Lame lame = material.lame().value();
        for (Index i = 0; i < shape.size(); ++i)
        {
            stuff.stiffness.push_back({convert<Real>(Vec3d{2 * lame.mu, lame.lambda, material.zero_energy * lame.mu}), shape.volume()[i]});
            stuff.damping.push_back(static_cast<Real>(material.damping));
            stuff.mass.push_back(static_cast<Real>(1000 * std::pow(dx, shape.dimension())));
        }
        return stuff;
    }

    explicit Solid(const std::vector<Vec3d>& points, const ElasticMaterial& material = rubber(), int dimension = 3,
                   const ElasticitySettings& settings = {})
        : shape(points, *kernel_named("cubic", 2 * dx, dimension), 2 * dx),
          solver(shape, stuff(shape, material), settings),
          x(shape.points().begin(), shape.points().end()),
          turn(x.size(), Vec4{{}, 1})
    {
    }

    Array<Vec3> forces()
    {
        Array<Vec3> f(x.size());
        solver.find_turns(const_view(x), view(turn));
        solver.forces(const_view(x), view(turn), scratch, view(f));
        return f;
    }
};

double largest(const Array<Vec3>& f)
{
    double most = 0;
    for (const Vec3& each : f)
        most = std::max(most, norm(convert<double>(each)));
    return most;
}

/// x → x + a smooth displacement.
void bend(Array<Vec3d>& x, double amplitude, bool in_plane = false)
{
    for (Vec3d& p : x)
        p += amplitude * Vec3d{std::sin(3 * p.y + p.x), std::cos(2 * p.x + p.z), in_plane ? 0 : std::sin(4 * p.x - p.y)};
}
} // namespace

TEST(ElasticSolver, GradientsOfAffineMapsAreExact)
{
    const Mat3d A{{{1.02, 0.3, 0}, {-0.2, 0.99, 0.1}, {0.01, 0.4, 1.2}}};
    for (const auto& points : {block(6, 5, 4), block(6, 5, 4, 0.1)})
    {
        Solid solid(points);
        for (Vec3d& p : solid.x)
            p = A * p + Vec3d{1000, -1000, 1000};
        Array<Mat3> F(solid.x.size());
        solid.solver.deformation_gradients(const_view(solid.x), view(solid.turn), solid.scratch, view(F));
        for (const Mat3& each : F)
            for (int k = 0; k < 3; ++k)
                EXPECT_LT(norm(convert<double>(each.row[k]) - A.row[k]), is_float ? 2e-5 : 1e-9);
    }
}

/// R1.
TEST(ElasticSolver, RigidMotionMakesNoForce)
{
    const Vec3d axis = Vec3d{1, 2, 3} / std::sqrt(14.0);
    for (const double angle : {0.0, 10.0, 45.0, 90.0, 180.0})
    {
        Solid solid(block(10, 10, 10));
        for (Vec3d& p : solid.x)
            p = matrix_of(rotation_by(angle * pi / 180 * axis)) * p + Vec3d{1000, -1000, 1000};
        EXPECT_LT(largest(solid.forces()), (is_float ? 1e-4 : 1e-9) * E * dx * dx) << angle;
    }
}

/// R3, R10: random states; rotations are those of the places, so that the energy does not change with them to first order.
TEST(ElasticSolver, ForcesAreTheGradientOfTheEnergy)
{
    for (const int dimension : {2, 3})
    {
        Solid solid(block(7, 6, dimension == 2 ? 1 : 5, 0.1), rubber(0.4, 0.7), dimension);
        bend(solid.x, 0.3 * dx, dimension == 2);
        const Array<Vec3> f = solid.forces();
        Vec3d total, moment;
        double all = 0;
        for (std::size_t i = 0; i < f.size(); ++i)
        {
            total += convert<double>(f[i]);
            moment += cross(solid.x[i], convert<double>(f[i]));
            all += norm(convert<double>(f[i]));
        }
        EXPECT_LT(norm(total), (is_float ? 1e-6 : 1e-12) * all);
        EXPECT_LT(norm(moment), (is_float ? 1e-5 : 1e-10) * all); // rotations are found to 1e-8
        const auto energy_at = [&](std::size_t i, const Vec3d& shift) {
            Array<Vec3d> moved = solid.x;
            Array<Vec4> turn = solid.turn;
            moved[i] += shift;
            solid.solver.find_turns(const_view(moved), view(turn));
            return solid.solver.energy(const_view(moved), const_view(turn));
        };
        constexpr double step = is_float ? 1e-3 * dx : 1e-4 * dx; // rounding of rotations against the cubic share of the energy
        for (const std::size_t i : {std::size_t{0}, f.size() / 3, f.size() / 2, f.size() - 1})
            for (const Vec3d& e : {Vec3d{step, 0, 0}, Vec3d{0, step, 0}, dimension == 2 ? Vec3d{step, 0, 0} : Vec3d{0, 0, step}})
            {
                const double slope = (energy_at(i, e) - energy_at(i, -e)) / (2 * step);
                EXPECT_NEAR(dot(convert<double>(f[i]), e / step), -slope, (is_float ? 2e-3 : 1e-6) * largest(f)) << i;
            }
    }
}

/// After the solve, Δv is what the forces at the new places give, as far as those are linear: rotations stay those of the start.
TEST(ElasticSolver, SolvesBackwardEuler)
{
    const double dt = 0.002;
    Solid solid(block(8, 6, 5, 0.05), rubber(0.45), 3, {.tolerance = is_float ? 1e-5 : 1e-10, .max_iterations = 2000});
    Array<Vec3> v(solid.x.size()), change(solid.x.size()), f(solid.x.size());
    Array<Index> held(solid.x.size(), 0);
    bend(solid.x, 0.02 * dx);
    for (std::size_t i = 0; i < v.size(); ++i)
    {
        v[i] = {static_cast<Real>(0.1 * std::sin(7 * solid.x[i].y)), 0, static_cast<Real>(0.05)};
        held[i] = solid.shape.points()[static_cast<Index>(i)].x < dx ? 1 : 0;
    }
    const SolveReport report =
        solid.solver.solve({const_view(solid.x), const_view(v), const_view(held), view(solid.turn), dt, view(change)}, solid.scratch);
    EXPECT_TRUE(report.converged);
    EXPECT_GT(report.iterations, 5);
    Array<Vec3d> after = solid.x;
    for (std::size_t i = 0; i < v.size(); ++i)
        after[i] += dt * convert<double>(v[i] + change[i]);
    const Array<Vec4> fixed = solid.turn;
    // Forces with the rotations of the start are the gradient of the energy with those.
    for (const std::size_t i : {std::size_t{40}, f.size() / 2, f.size() - 3})
    {
        const auto energy_at = [&](const Vec3d& shift) {
            Array<Vec3d> moved = after;
            moved[i] += shift;
            return solid.solver.energy(const_view(moved), const_view(fixed));
        };
        const Vec3d e{1e-3 * dx, 0, 0};
        const double force = -(energy_at(e) - energy_at(-e)) / (2e-3 * dx);
        const double wanted = held[i] != 0 ? 0 : dt * force / (1000 * dx * dx * dx);
        EXPECT_NEAR(change[i].x, wanted, (is_float ? 1e-3 : 1e-6) * std::abs(wanted) + (is_float ? 1e-5 : 1e-10)) << i;
        EXPECT_GT(std::abs(wanted), 1e-4);
    }
}
