// The corners of T09 A1 and T09 A2 that the printed algorithms do not reach.

#include "aspic/neighbors/kd_tree.h"
#include "support/point_sets.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace aspic
{
namespace
{
std::vector<Index> neighbors(const KdTree& tree, const Vec3d& x, double radius)
{
    std::vector<Index> found;
    tree.query(x, radius, found);
    return found;
}

/// As printed, T09 A1 puts all of these into one half, for ever.
TEST(KdTree, EndsWhereMorePointsCoincideThanALeafHolds)
{
    Points points(5000, Vec3d{1, 2, 3});
    points.push_back({1, 2, 4});
    const KdTree tree(const_view(points), 3, 1);
    EXPECT_EQ(neighbors(tree, {1, 2, 3}, 0).size(), 5000U);
    EXPECT_EQ(neighbors(tree, {1, 2, 4}, 0), std::vector<Index>{5000});
    EXPECT_EQ(neighbors(tree, {1, 2, 3.5}, 0.5).size(), 5001U);
}

TEST(KdTree, EmptyAndSingle)
{
    const KdTree empty(View<const Vec3d>{});
    EXPECT_EQ(empty.size(), 0);
    EXPECT_TRUE(neighbors(empty, {0, 0, 0}, 1e9).empty());
    const Points one{{1, 1, 1}};
    EXPECT_EQ(neighbors(KdTree(const_view(one)), {1, 1, 2}, 1), std::vector<Index>{0});
}

/// T09 A2 prints < r, its text says ≤ r.
TEST(KdTree, BoundaryBelongsToTheSphere)
{
    const Points points = lattice_points({9, 9, 9}, 0.125, {0, 0, 0});
    const KdTree tree(const_view(points), 3, 2);
    EXPECT_EQ(neighbors(tree, {0.5, 0.5, 0.5}, 0.125).size(), 7U);
    EXPECT_EQ(neighbors(tree, {0.5, 0.5, 0.5}, 0.25).size(), 33U);
}

TEST(KdTree, RadiusMayDifferFromQueryToQuery)
{
    const Points points = graded_points(2000, 1000, 3);
    RandomNumbers random(4);
    for (const Index leaf_size : {1, 3, 16, 5000})
        for (const int dimension : {1, 2, 3})
        {
            const KdTree tree(const_view(points), dimension, leaf_size);
            for (int trial = 0; trial < 40; ++trial)
            {
                const Vec3d x = random.in_box({-0.2, -0.2, -0.2}, {1.2, 1.2, 1.2});
                const double radius = std::pow(10, random.between(-3, 1));
                ASSERT_EQ(neighbors(tree, x, radius), brute_force_neighbors(const_view(points), x, radius));
            }
        }
}

TEST(KdTree, HugeCoordinates)
{
    const Points points{{1e300, 0, 0}, {-1e300, 0, 0}, {1e300, 1, 0}, {0, 0, 0}, {1.7e308, -1.7e308, 0}, {-1.7e308, 1.7e308, 0}};
    const KdTree tree(const_view(points), 3, 1);
    for (const Vec3d& x : points)
        for (const double radius : {0.0, 1.0, 1e10, 1e150})
            EXPECT_EQ(neighbors(tree, x, radius), brute_force_neighbors(const_view(points), x, radius));
}

TEST(KdTree, RefusesWhatIsNoPosition)
{
    const Points bad{{0, 0, 0}, {0, std::nan(""), 0}};
    EXPECT_THROW(KdTree(const_view(bad)), std::domain_error);
    const Points infinite{{0, 0, HUGE_VAL}};
    EXPECT_THROW(KdTree(const_view(infinite)), std::domain_error);
}
} // namespace
} // namespace aspic
