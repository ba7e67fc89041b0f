// Smooth motions of a body: P and Pᵀ belong together, the coarse matrix is Pᵀ A P with the A that multiplies particles, one result for all instruction sets and threads.

#include "aspic/solvers/elasticity/coarse_space.h"

#include "aspic/solvers/elasticity/stretch_operator.h"
#include "support/execution_variants.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr double dx = 0.1, factor = 4e-6;

/// Two bars that are near each other and hang together at one end only; some particles of one are held.
struct Fork
{
    RestShape shape;
    CoarseSpace space;
    ElasticStuff stuff;
    Array<Index> held;
    Array<Vec3> r;
    Array<float> c;
    Scratch scratch;

    explicit Fork(int dimension)
        : shape(points(dimension), *kernel_named("cubic", 2 * dx, dimension), 2 * dx),
          space(shape),
          held(static_cast<std::size_t>(shape.size())),
          r(static_cast<std::size_t>(shape.size())),
          c(3 * static_cast<std::size_t>(space.size()))
    {
        RandomNumbers random(7);
        for (Index i = 0; i < shape.size(); ++i)
        {
            stuff.stiffness.push_back({{Real(8e5), 0, Real(4e4)}, shape.volume()[i]});
            stuff.damping.push_back(0);
            stuff.mass.push_back(1);
            held[static_cast<std::size_t>(i)] = shape.points()[i].x < 2.5 * dx ? 1 : 0;
            r[static_cast<std::size_t>(i)] = convert<Real>(random.in_box({-1, -1, -1}, {1, 1, 1}));
        }
        for (float& each : c)
            each = static_cast<float>(random.in_box({-1, -1, -1}, {1, 1, 1}).x);
    }

    static std::vector<Vec3d> points(int dimension, bool is_filled = false)
    {
        std::vector<Vec3d> result;
        for (int i = 0; i < 14; ++i)
            for (int j = 0; j < 9; ++j)
                for (int k = 0; k < (dimension == 2 ? 1 : 5); ++k)
                    if (is_filled || i < 3 || j < 3 || j > 5)
                        result.push_back(dx * Vec3d{double(i), double(j), double(k)});
        return result;
    }

    Array<float> restricted()
    {
        Array<float> coarse(c.size());
        space.restrict_to(const_view(r), const_view(held), {view(coarse)}, scratch);
        return coarse;
    }
    Array<Vec3> prolonged()
    {
        Array<Vec3> z(r.size(), Vec3{});
        space.add_to(view(z), 1, const_view(held), {view(c)});
        return z;
    }
};

class CoarseSpaces : public testing::TestWithParam<int>
{
};

TEST_P(CoarseSpaces, RestrictionIsTheTransposeOfProlongation)
{
    Fork fork(GetParam());
    const Array<float> coarse = fork.restricted();
    const Array<Vec3> z = fork.prolonged();
    double by_particles = 0, by_unknowns = 0, size = 0;
    for (std::size_t i = 0; i < z.size(); ++i)
    {
        by_particles += dot(convert<double>(z[i]), convert<double>(fork.r[i]));
        size += std::abs(dot(convert<double>(z[i]), convert<double>(fork.r[i])));
    }
    for (std::size_t k = 0; k < coarse.size(); ++k)
        by_unknowns += double(coarse[k]) * double(fork.c[k]);
    EXPECT_NEAR(by_particles, by_unknowns, 1e-6 * size); // coarse values are float
}

/// The gap of the fork is narrower than a cell: with it filled, its arms share unknowns.
TEST_P(CoarseSpaces, PartsThatAreNotConnectedHaveTheirOwnUnknowns)
{
    const RestShape filled(Fork::points(GetParam(), true), *kernel_named("cubic", 2 * dx, GetParam()), 2 * dx);
    EXPECT_GT(Fork(GetParam()).space.size(), CoarseSpace(filled).size());
}

TEST_P(CoarseSpaces, MatrixIsThatOfParticlesSeenThroughP)
{
    Fork fork(GetParam());
    const SymmetricMatrix matrix = fork.space.matrix(fork.stuff, factor, const_view(fork.held));
    double by_unknowns = 0;
    for (Index row = 0; row < matrix.size; ++row)
        for (auto e = static_cast<std::size_t>(matrix.begin[static_cast<std::size_t>(row)]);
             e < static_cast<std::size_t>(matrix.begin[static_cast<std::size_t>(row) + 1]); ++e)
            for (std::size_t axis = 0; axis < 3; ++axis)
                by_unknowns += matrix.value[e] * double(fork.c[3 * static_cast<std::size_t>(row) + axis]) *
                               double(fork.c[3 * static_cast<std::size_t>(matrix.column[e]) + axis]);
    const Array<Vec3> z = fork.prolonged();
    Array<Vec4> u(static_cast<std::size_t>(StretchOperator::room(fork.shape.size())), Vec4{}), Au(u.size());
    Array<Real> mass(z.size());
    double unheld = 0; // of unknowns whose particles are all held: their rows are 1
    for (std::size_t i = 0; i < z.size(); ++i)
    {
        u[i].xyz = z[i];
        mass[i] = fork.held[i] != 0 ? Real(0) : Real(1);
    }
    const StretchOperator A(fork.shape, fork.stuff);
    const double by_particles = A.multiply(const_view(u), const_view(mass), static_cast<Real>(factor), view(Au), fork.scratch);
    for (Index row = 0; row < matrix.size; ++row)
        if (const auto first = static_cast<std::size_t>(matrix.begin[static_cast<std::size_t>(row)]);
            matrix.begin[static_cast<std::size_t>(row) + 1] - matrix.begin[static_cast<std::size_t>(row)] == 1)
            for (std::size_t axis = 0; axis < 3; ++axis)
                unheld += matrix.value[first] * square(double(fork.c[3 * static_cast<std::size_t>(row) + axis]));
    EXPECT_NEAR(by_unknowns - unheld, by_particles, 1e-5 * by_particles);
    EXPECT_GT(by_particles, 1);
}

TEST_P(CoarseSpaces, AreTheSameForAllExecutions)
{
    Array<float> first_coarse;
    Array<Vec3> first_z;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        Fork fork(GetParam());
        const Array<float> coarse = fork.restricted();
        const Array<Vec3> z = fork.prolonged();
        if (first_z.empty())
        {
            first_coarse = coarse;
            first_z = z;
        }
        EXPECT_EQ(coarse, first_coarse);
        EXPECT_EQ(z, first_z);
    }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, CoarseSpaces, testing::Values(2, 3));
} // namespace
