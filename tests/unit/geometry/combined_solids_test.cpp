#include "surface_properties.h"

#include <cmath>

namespace aspic
{
namespace
{
const Sphere ball{{0.4, 0, 0}, 1};
const Sphere other_ball{{-0.5, 0.3, 0.2}, 0.8};
const Box block{{-1, -1, -1}, {0.5, 0.6, 0.7}};

bool in_ball(const Vec3d& x) { return norm(x - ball.center) < ball.radius; }
bool in_other_ball(const Vec3d& x) { return norm(x - other_ball.center) < other_ball.radius; }
bool in_block(const Vec3d& x) { return x.x > -1 && x.x < 0.5 && x.y > -1 && x.y < 0.6 && x.z > -1 && x.z < 0.7; }

TEST(UnionSolid, HoldsAllPartsAndIsExactOutside)
{
    const auto solid = solid_from({Union{{{ball}, {other_ball}, {block}}}});
    expect_never_too_long(*solid, [](const Vec3d& x) { return in_ball(x) || in_other_ball(x) || in_block(x); });
    EXPECT_NEAR(solid->surface_from({3, 0, 0}).distance, 1.6, 1e-15);
    EXPECT_NEAR(norm(solid->surface_from({3, 0, 0}).normal - Vec3d{1, 0, 0}), 0, 1e-15);
    EXPECT_EQ(solid->bounds().low.x, -1.3);
    EXPECT_EQ(solid->bounds().high.x, 1.4);
}

TEST(IntersectionSolid, HoldsWhatIsInAllParts)
{
    const auto solid = solid_from({Intersection{{{ball}, {block}, {HalfSpace{}}}}});
    expect_never_too_long(*solid, [](const Vec3d& x) { return in_ball(x) && in_block(x) && x.y < 0; });
    EXPECT_EQ(solid->bounds().low.x, -0.6);
    EXPECT_EQ(solid->bounds().high.x, 0.5);
    EXPECT_EQ(solid->bounds().high.y, 0); // of the half-space
}

TEST(IntersectionSolid, MayBeEmpty)
{
    const auto solid = solid_from({Intersection{{{Sphere{{0, 0, 0}, 1}}, {Sphere{{5, 0, 0}, 1}}}}});
    EXPECT_TRUE(is_empty(solid->bounds()));
    EXPECT_FALSE(solid->contains({2.5, 0, 0}));
    EXPECT_EQ(solid_from({Union{{Shape{Intersection{{{Sphere{{0, 0, 0}, 1}}, {Sphere{{5, 0, 0}, 1}}}}}, {ball}}}})->bounds().high.x, 1.4);
}

TEST(DifferenceSolid, LeavesOutTheOthers)
{
    const auto solid = solid_from({Difference{Shape{block}, {{ball}, {other_ball}}}});
    expect_never_too_long(*solid, [](const Vec3d& x) { return in_block(x) && !in_ball(x) && !in_other_ball(x); });
    // In a hole, the normal points away from the solid: towards the hole's centre.
    EXPECT_NEAR(norm(solid->surface_from({0.4, -0.2, 0}).normal - Vec3d{0, 1, 0}), 0, 1e-15);
}

TEST(DifferenceSolid, FacesOfAHoleAreNotInside)
{
    const auto solid = solid_from({Difference{Shape{Box{{0, 0, 0}, {1, 1, 1}}}, {{Box{{0.25, 0.25, 0.25}, {0.75, 0.75, 0.75}}}}}});
    EXPECT_FALSE(solid->contains({0.25, 0.5, 0.5}));
    EXPECT_TRUE(solid->contains({0.25 - 1e-15, 0.5, 0.5}));
}

TEST(MovedSolid, TurnsThenMoves)
{
    const Vec3d rotation{0.4, -1.1, 0.7};
    const Vec3d position{0.3, -0.2, 0.5};
    const auto solid = solid_from({Moved{Shape{block}, rotation, position}});
    const Mat3T<double> R_inverse = rotation_matrix(-rotation);
    expect_exact(*solid, [&](const Vec3d& x) { return in_block(R_inverse * (x - position)); });

    const Bounds bounds = solid->bounds();
    for (int k = 0; k < 8; ++k)
    {
        const Vec3d corner{(k & 1) != 0 ? 0.5 : -1, (k & 2) != 0 ? 0.6 : -1, (k & 4) != 0 ? 0.7 : -1};
        EXPECT_LT(squared_distance(bounds, position + rotation_matrix(rotation) * corner), 1e-28);
    }
}

TEST(MovedSolid, QuarterTurnByHand)
{
    const auto solid = solid_from({Moved{Shape{Box{{1, 0, 0}, {3, 1, 1}}}, {0, 0, pi / 2}, {10, 0, 0}}});
    const Bounds bounds = solid->bounds();
    EXPECT_LT(norm(bounds.low - Vec3d{9, 1, 0}), 1e-14);
    EXPECT_LT(norm(bounds.high - Vec3d{10, 3, 1}), 1e-14);
    EXPECT_NEAR(solid->surface_from({9.5, 5, 0.5}).distance, 2, 1e-14);
    EXPECT_LT(norm(solid->surface_from({9.5, 5, 0.5}).normal - Vec3d{0, 1, 0}), 1e-14);
}

TEST(RotationMatrix, IsTheRotationByTheVectorsLength)
{
    const Mat3T<double> quarter = rotation_matrix({0, 0, pi / 2});
    EXPECT_LT(norm(quarter * Vec3d{1, 0, 0} - Vec3d{0, 1, 0}), 1e-15);
    EXPECT_TRUE(rotation_matrix({0, 0, 0}) == diagonal(1.0, 1.0, 1.0));

    // Half of a turn twice is the turn; the length of no vector changes; the axis stays.
    for (const double angle : {1e-12, 1e-9, 1e-7, 1e-3, 1.0, 3.0, 50.0})
    {
        const Vec3d r = (angle / std::sqrt(14)) * Vec3d{1, -2, 3};
        const Mat3T<double> R = rotation_matrix(r);
        const Mat3T<double> twice = rotation_matrix(0.5 * r) * rotation_matrix(0.5 * r);
        const Mat3T<double> product = R * transpose(R);
        for (int row = 0; row < 3; ++row)
        {
            EXPECT_LT(norm(R.row[row] - twice.row[row]), 1e-14);
            EXPECT_LT(norm(product.row[row] - diagonal(1.0, 1.0, 1.0).row[row]), 1e-14);
        }
        EXPECT_LT(norm(R * r - r), 1e-14 * angle);
        const Vec3d across = cross(r, Vec3d{1, 0, 0}) / norm(cross(r, Vec3d{1, 0, 0}));
        EXPECT_NEAR(dot(cross(across, R * across), r) / angle, std::sin(angle), 1e-13);
    }
}
} // namespace
} // namespace aspic
