// The hash of T09 (43), and points that come, go and move: T09 §5.2.

#include "aspic/neighbors/hash_grid.h"
#include "support/point_sets.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

namespace aspic
{
namespace
{
std::vector<Index> neighbors(const HashGrid& grid, const Vec3d& x)
{
    std::vector<Index> found;
    grid.query(x, found);
    return found;
}

/// What brute force finds among named points.
std::vector<Index> expected_neighbors(const std::map<Index, Vec3d>& points, const Vec3d& x, double radius)
{
    std::vector<Index> found;
    for (const auto& [point, y] : points)
        if (dot(x - y, x - y) <= radius * radius)
            found.push_back(point);
    return found;
}

TEST(SpatialHash, IsXorOfPrimesTimesCells)
{
    EXPECT_EQ(spatial_hash({0, 0, 0}, 101), 0U);
    EXPECT_EQ(spatial_hash({1, 0, 0}, 101), 73856093U % 101);
    EXPECT_EQ(spatial_hash({0, 1, 0}, 101), 19349663U % 101);
    EXPECT_EQ(spatial_hash({0, 0, 1}, 101), 83492791U % 101);
    EXPECT_EQ(spatial_hash({3, 5, 7}, 1000003), ((3 * 73856093U) ^ (5 * 19349663U) ^ (7 * std::uint64_t{83492791})) % 1000003);
    EXPECT_NE(spatial_hash({3, 5, 7}, 1000003),
              (3 * 73856093U + 5 * 19349663U + 7 * std::uint64_t{83492791}) % 1000003); // as T09 A3 prints
}

TEST(SpatialHash, CellsWithNegativePlacesHaveABucket)
{
    for (std::int64_t i = -5; i <= 5; ++i)
        for (std::int64_t j = -5; j <= 5; ++j)
            for (std::int64_t k = -5; k <= 5; ++k)
                EXPECT_LT(spatial_hash({i, j, k}, 97), 97U);
}

std::size_t buckets_of_block(std::int64_t first)
{
    std::set<std::uint64_t> buckets;
    for (std::int64_t i = first; i < first + 20; ++i)
        for (std::int64_t j = first; j < first + 20; ++j)
            for (std::int64_t k = first; k < first + 20; ++k)
                buckets.insert(spatial_hash({i, j, k}, 57349));
    return buckets.size();
}

/// 8000 cells thrown at random into 57349 buckets would fill 7467. Around the origin many cells share their hash with mirrored ones, which is
/// why the grid counts its cells from elsewhere.
TEST(SpatialHash, SpreadsCellsExceptAroundTheOrigin)
{
    EXPECT_GT(buckets_of_block((1 << 20) - 10), 7300U);
    EXPECT_GT(buckets_of_block(5), 7300U);
    EXPECT_LT(buckets_of_block(-10), 5000U);
}

TEST(HashGrid, StartsEmptyAndGrows)
{
    HashGrid grid({}, 0.5);
    EXPECT_EQ(grid.size(), 0);
    EXPECT_TRUE(neighbors(grid, {0, 0, 0}).empty());
    const Index before = grid.table_size();
    const Points points = uniform_points(5000, {-2, -2, -2}, {2, 2, 2}, 1);
    std::map<Index, Vec3d> expected;
    for (Index i = 0; i < 5000; ++i)
    {
        grid.insert(i, points[static_cast<std::size_t>(i)]);
        expected[i] = points[static_cast<std::size_t>(i)];
    }
    EXPECT_EQ(grid.size(), 5000);
    EXPECT_GT(grid.table_size(), before);
    for (std::size_t k = 0; k < points.size(); k += 50)
        EXPECT_EQ(neighbors(grid, points[k]), expected_neighbors(expected, points[k], 0.5));
}

class ChangingHashGrid : public testing::TestWithParam<CellSize>
{
};

/// Random insertions, removals, short and long moves, with collisions (a small table) and without.
TEST_P(ChangingHashGrid, FindsWhatIsThere)
{
    constexpr double radius = 0.3;
    for (const Index largest_table : {1, 53, 1 << 20})
    {
        HashGrid grid({}, radius, {.cell_size = GetParam(), .largest_table = largest_table});
        std::map<Index, Vec3d> expected;
        RandomNumbers random(5);
        for (int change = 0; change < 20000; ++change)
        {
            const auto point = static_cast<Index>(random.bits() % 600);
            const Vec3d somewhere = random.in_box({-1, -1, -1}, {1, 1, 1});
            const bool is_there = expected.count(point) > 0;
            ASSERT_EQ(grid.contains(point), is_there);
            if (!is_there)
                grid.insert(point, expected[point] = somewhere);
            else if (random.bits() % 3 == 0)
            {
                grid.remove(point);
                expected.erase(point);
            }
            else
            {
                const bool is_short = random.bits() % 2 == 0;
                grid.move(point, expected[point] = is_short ? expected[point] + 0.01 * somewhere : somewhere);
            }
            ASSERT_EQ(grid.size(), static_cast<Index>(expected.size()));
            if (change % 50 != 0)
                continue;
            ASSERT_EQ(neighbors(grid, somewhere), expected_neighbors(expected, somewhere, radius));
        }
    }
}

/// A dense crowd wanders through many cells: what it leaves behind does not pile up, and nobody is lost.
TEST_P(ChangingHashGrid, CrowdWanders)
{
    Points points = uniform_points(300, {0, 0, 0}, {0.2, 0.2, 0.2}, 7);
    HashGrid grid(const_view(points), 0.25, {.cell_size = GetParam()});
    for (int step = 0; step < 200; ++step)
        for (std::size_t i = 0; i < points.size(); ++i)
        {
            points[i] += Vec3d{0.5, -0.3, 0.1};
            grid.move(static_cast<Index>(i), points[i]);
        }
    for (std::size_t i = 0; i < points.size(); i += 7)
        EXPECT_EQ(neighbors(grid, points[i]), brute_force_neighbors(const_view(points), points[i], 0.25));
    EXPECT_TRUE(neighbors(grid, {0, 0, 0}).empty());
    EXPECT_LT(grid.bytes(), 500000U); // 200 cells with room for all would be 2 MB
}

/// 2^17 points enter and leave one cell in a moment: the time per change does not grow with the number of points in the cell.
TEST_P(ChangingHashGrid, ManyInOneCell)
{
    HashGrid grid({}, 1, {.cell_size = GetParam()});
    constexpr Index n = 1 << 17;
    for (Index i = 0; i < n; ++i)
        grid.insert(i, {0.5, 0.5, 0.5});
    for (Index i = 0; i < n; ++i)
        grid.move(i, {0.25, 0.5, 0.5});
    EXPECT_EQ(neighbors(grid, {0, 0.5, 0.5}).size(), static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i)
        grid.remove(i);
    EXPECT_EQ(grid.size(), 0);
    EXPECT_TRUE(neighbors(grid, {0, 0.5, 0.5}).empty());
}

INSTANTIATE_TEST_SUITE_P(CellSizes, ChangingHashGrid, testing::Values(CellSize::radius, CellSize::two_radii),
                         [](const auto& info) { return std::string(info.param == CellSize::radius ? "Radius" : "TwoRadii"); });

TEST(HashGrid, RefusesWhatIsNoPosition)
{
    const Points good{{0, 0, 0}};
    const Points bad{{0, 0, 0}, {0, std::nan(""), 0}};
    EXPECT_THROW(HashGrid(const_view(bad), 1), std::domain_error);
    EXPECT_THROW(HashGrid(const_view(good), 0), std::domain_error);
    EXPECT_THROW(HashGrid(const_view(good), -1), std::domain_error);
    EXPECT_THROW(HashGrid(const_view(good), std::nan("")), std::domain_error);

    HashGrid grid(const_view(good), 1);
    EXPECT_THROW(grid.insert(1, {HUGE_VAL, 0, 0}), std::domain_error);
    EXPECT_THROW(grid.move(0, bad[1]), std::domain_error);
    EXPECT_FALSE(grid.contains(1));
    EXPECT_EQ(neighbors(grid, {0, 0, 1}), std::vector<Index>{0});
}

/// Where doubles are too coarse to tell cells apart, points are still found.
TEST(HashGrid, TakesAnyCoordinates)
{
    for (const double far : {1e12, 1e18, 1e30, 1e300})
    {
        const Points points{{far, -far, 0}, {far, -far, 0.5}, {far * (1 + 1e-15), -far, 0}, {0, 0, 0}};
        for (const CellSize size : {CellSize::radius, CellSize::two_radii})
        {
            const HashGrid grid(const_view(points), 0.5, {.cell_size = size});
            for (const Vec3d& x : points)
                EXPECT_EQ(neighbors(grid, x), brute_force_neighbors(const_view(points), x, 0.5)) << far;
        }
    }
}
} // namespace
} // namespace aspic
