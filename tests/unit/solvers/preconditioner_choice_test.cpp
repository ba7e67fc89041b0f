// The estimate of a factor's size, before it is built, against the factor of K21 (29) itself; who is chosen.

#include "aspic/solvers/elasticity/preconditioner_choice.h"

#include "support/point_sets.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
constexpr double dx = 0.1;

struct Body
{
    RestShape shape;
    ElasticStuff stuff;

    explicit Body(const Vec3T<int>& counts) : shape(lattice_points(counts, dx, {0, 0, 0}), *kernel_named("cubic", 2 * dx, 3), 2 * dx)
    {
        for (Index i = 0; i < shape.size(); ++i)
            stuff.stiffness.push_back({{Real(8e5), Real(6e5), Real(4e4)}, shape.volume()[i]});
        stuff.damping.assign(stuff.stiffness.size(), 0);
        stuff.mass.assign(stuff.stiffness.size(), 1);
    }
};
} // namespace

/// A choice needs no more than the order of magnitude.
TEST(PreconditionerChoice, EstimatesTheFactor)
{
    for (const Vec3T<int>& counts : {Vec3T<int>{12, 12, 12}, {20, 20, 20}, {60, 60, 2}, {120, 6, 6}})
    {
        const Body body(counts);
        const auto direct = DirectPreconditioner::make({body.shape, body.stuff, 0.002, {}}, nullptr);
        ASSERT_TRUE(direct);
        const double ratio =
            estimated_factor_entries(body.shape.points(), 1.5 * body.shape.support()) / static_cast<double>(direct->plan()->nonzeros);
        RecordProperty("ratio", std::to_string(ratio));
        EXPECT_GT(ratio, 0.5) << counts.x;
        EXPECT_LT(ratio, 2) << counts.x;
    }
}

TEST(PreconditionerChoice, LargeBodiesAreSolvedOnTwoLevelsUnlessTheyAreMany)
{
    const Body body({16, 16, 16});
    PreconditionerChoice by_bytes(body.shape, body.stuff, {.tangent = ElasticTangent::fixed});
    EXPECT_FALSE(by_bytes.is_direct_better(1));
    EXPECT_TRUE(by_bytes.is_direct_better(16));
    EXPECT_FALSE(PreconditionerChoice(body.shape, body.stuff, {}).is_direct_better(16)) << "rotations follow";
    EXPECT_FALSE(PreconditionerChoice(body.shape, body.stuff, {.tangent = ElasticTangent::fixed, .factor_memory = 0}).is_direct_better(16));
    EXPECT_TRUE(PreconditionerChoice(body.shape, body.stuff, {.preconditioner = ElasticPreconditioning::direct}).is_direct_better(1));
}
