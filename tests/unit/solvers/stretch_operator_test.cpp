// K21 (29) as a matrix against the passes over pairs, which are another way to the same sums; what moves as a whole has no force to the bit; one result for all instruction sets and threads.

#include "aspic/solvers/elasticity/stretch_operator.h"

#include "aspic/compute/parallel.h"
#include "aspic/operators/elasticity.h"
#include "support/execution_variants.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr double dx = 0.1;
constexpr Real factor = Real(4e-6); ///< [s²]

/// Of 13 × 12 × 17 particles, or 53 × 43: several pieces, and not whole quads.
struct Body
{
    RestShape shape;
    ElasticStuff stuff;
    Array<Vec4> u;
    Array<Real> mass; ///< 0 for some

    explicit Body(int dimension)
        : shape(points(dimension), *kernel_named("cubic", 2.1 * dx, dimension), 2.1 * dx),
          u(static_cast<std::size_t>(StretchOperator::room(shape.size())), Vec4{}),
          mass(static_cast<std::size_t>(shape.size()))
    {
        RandomNumbers random(5);
        for (Index i = 0; i < shape.size(); ++i)
        {
            const Vec3d moduli = random.in_box({1e5, 0, 1e4}, {1e6, 0, 1e5});
            stuff.stiffness.push_back({convert<Real>(Vec3d{moduli.x, 0, moduli.z}), shape.volume()[i]});
            stuff.damping.push_back(0);
            stuff.mass.push_back(1);
            const bool is_held = i % 11 == 0;
            mass[static_cast<std::size_t>(i)] = is_held ? 0 : 1;
            const Vec3d along = random.in_box({-1, -1, dimension == 2 ? 0.0 : -1}, {1, 1, dimension == 2 ? 0.0 : 1});
            u[static_cast<std::size_t>(i)] = {is_held ? Vec3{} : convert<Real>(along), factor * static_cast<Real>(moduli.z)};
        }
    }

    static std::vector<Vec3d> points(int dimension)
    {
        RandomNumbers random(11);
        const int counts[3] = {dimension == 2 ? 53 : 13, dimension == 2 ? 43 : 12, dimension == 2 ? 1 : 17};
        const double flat = dimension == 2 ? 0 : 1;
        std::vector<Vec3d> result;
        for (int i = 0; i < counts[0]; ++i)
            for (int j = 0; j < counts[1]; ++j)
                for (int k = 0; k < counts[2]; ++k)
                    result.push_back(dx * (Vec3d{double(i), double(j), double(k)} + 0.2 * random.in_box({-1, -1, -flat}, {1, 1, flat})));
        return result;
    }

    Array<Vec4> by_passes() const
    {
        const Index n = shape.size();
        Array<Vec4> result(u.size());
        Array<Sextet> stress(u.size());
        const Array<Vec4> turn(u.size(), Vec4{{}, 1});
        const auto k = const_view(stuff.stiffness);
        parallel_for(n, ElasticResponse{.rest = shape.view(),
                                        .u = const_view(u),
                                        .stiffness = k,
                                        .mass = const_view(mass),
                                        .turn = const_view(turn),
                                        .elastic = factor,
                                        .viscous = {},
                                        .stress = view(stress),
                                        .own = view(result)});
        parallel_for(n, ElasticPull{.rest = shape.view(),
                                    .stiffness = k,
                                    .mass = const_view(mass),
                                    .stress = const_view(stress),
                                    .sign = -1,
                                    .result = view(result)});
        return result;
    }
};

class StretchOperators : public testing::TestWithParam<int>
{
};

TEST_P(StretchOperators, MultiplyAsThePassesDo)
{
    const Body body(GetParam());
    const StretchOperator matrix(body.shape, body.stuff);
    const Array<Vec4> expected = body.by_passes();
    Array<Vec4> found(body.u.size());
    Scratch scratch;
    const double work = matrix.multiply(const_view(body.u), const_view(body.mass), factor, view(found), scratch);
    double error = 0, size = 0, expected_work = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(body.shape.size()); ++i)
    {
        error = std::max(error, double(norm(found[i].xyz - expected[i].xyz)));
        size = std::max(size, double(norm(expected[i].xyz - body.mass[i] * body.u[i].xyz)));
        expected_work += dot(convert<double>(expected[i].xyz), convert<double>(body.u[i].xyz));
    }
    const double rounding = 30 * std::numeric_limits<Real>::epsilon(); // of sums of about two hundred terms
    EXPECT_GT(size, 1);
    EXPECT_LT(error, rounding * size);
    EXPECT_NEAR(work, expected_work, rounding * expected_work);
}

TEST_P(StretchOperators, FindNothingWhereAllMovesAlike)
{
    Body body(GetParam());
    const StretchOperator matrix(body.shape, body.stuff);
    const Vec3 common{Real(0.3), Real(-1.7), Real(12.1)};
    for (std::size_t i = 0; i < body.mass.size(); ++i)
    {
        body.mass[i] = 1;
        body.u[i].xyz = common;
    }
    Array<Vec4> found(body.u.size());
    Scratch scratch;
    matrix.multiply(const_view(body.u), const_view(body.mass), factor, view(found), scratch);
    for (std::size_t i = 0; i < body.mass.size(); ++i)
        ASSERT_EQ(found[i].xyz, common) << i;
}

TEST_P(StretchOperators, AreTheSameForAllExecutions)
{
    const Body body(GetParam());
    Array<Vec4> first;
    double first_work = 0;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        const StretchOperator matrix(body.shape, body.stuff);
        Array<Vec4> found(body.u.size());
        Scratch scratch;
        const double work = matrix.multiply(const_view(body.u), const_view(body.mass), factor, view(found), scratch);
        if (first.empty())
        {
            first = found;
            first_work = work;
        }
        EXPECT_EQ(work, first_work);
        for (std::size_t i = 0; i < body.mass.size(); ++i)
            ASSERT_EQ(found[i].xyz, first[i].xyz) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Dimensions, StretchOperators, testing::Values(2, 3));
} // namespace
