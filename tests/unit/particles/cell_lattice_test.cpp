// Cells and Morton keys: near points lie in adjacent cells, keys order the cells of a box along the interleaved bits.

#include "aspic/particles/cell_lattice.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

using namespace aspic;

TEST(CellLattice, PointsWithinReachLieInAdjacentCells)
{
    RandomNumbers random(3);
    for (const double far : {1.0, 1e3, 1e9})
    {
        const double reach = 0.1;
        const CellLattice lattice(reach, {});
        for (int i = 0; i < 20000; ++i)
        {
            Vec3d a = far * random.in_box({-1, -1, -1}, {1, 1, 1});
            if (i % 2 == 0) // on a border of cells
                a.x = std::nearbyint(a.x / reach) * reach;
            const Vec3d b{a.x + (i % 3 - 1) * reach, a.y + reach * random.between(-1, 1), a.z};
            if (std::abs(b.x - a.x) > reach)
                continue; // rounded to more than the reach
            const Cell p = lattice.cell_of(a), q = lattice.cell_of(b);
            EXPECT_LE(std::abs(p.x - q.x), 1);
            EXPECT_LE(std::abs(p.y - q.y), 1);
        }
    }
}

TEST(CellLattice, PeriodIsDividedEvenly)
{
    const CellLattice lattice(0.1, {{1.05, 0, 0.2}, {-3, 0, 0}});
    EXPECT_EQ(lattice.cells_per_period(0), 10);
    EXPECT_EQ(lattice.cells_per_period(1), 0);
    EXPECT_EQ(lattice.cells_per_period(2), 1); // cells are a little wider than the reach
    for (const double x : {-3.0, -1.95, -100.05, 17.3})
    {
        const Cell cell = lattice.cell_of({x, 0, 0});
        EXPECT_GE(cell.x, 0);
        EXPECT_LT(cell.x, 10);
        EXPECT_LE(std::abs(cell.x - lattice.cell_of({x + 1.05, 0, 0}).x) % 10, 1);
    }
}

TEST(MortonKeys, AreUniqueAndInterleaveBits)
{
    const Cell low{-3, 5, 0}, high{4, 7, 0};
    const MortonKeys keys(low, high);
    EXPECT_EQ(keys.bits(), 3 + 2 + 0);
    std::set<std::uint64_t> distinct;
    for (std::int64_t x = low.x; x <= high.x; ++x)
        for (std::int64_t y = low.y; y <= high.y; ++y)
            distinct.insert(keys.key({x, y, 0}));
    EXPECT_EQ(distinct.size(), 8U * 3U);
    EXPECT_EQ(keys.key(low), 0U);
    EXPECT_EQ(keys.key({low.x + 1, low.y, 0}), 1U);
    EXPECT_EQ(keys.key({low.x, low.y + 1, 0}), 2U);
    EXPECT_EQ(keys.key({low.x + 2, low.y, 0}), 4U);
    EXPECT_EQ(keys.key({low.x, low.y + 2, 0}), 8U);
    EXPECT_EQ(keys.key({low.x + 4, low.y, 0}), 16U);
    EXPECT_TRUE(keys.are_unique());
    EXPECT_EQ(keys.bit_position(0, 2), 4);
    EXPECT_EQ(keys.bit_position(2, 0), -1);
}

TEST(MortonKeys, RepeatInHugeBoxes)
{
    const MortonKeys keys({0, 0, 0}, {std::int64_t{1} << 40, 1, 1});
    EXPECT_FALSE(keys.are_unique());
    EXPECT_LE(keys.bits(), 63);
    EXPECT_EQ(keys.key({0, 0, 0}), keys.key({std::int64_t{1} << 21, 0, 0}));
}
