// Sorting, appending and removing visit all columns; identities stay with their particle and are never used twice.

#include "aspic/particles/particle_set.h"

#include <gtest/gtest.h>

#include <set>

using namespace aspic;

namespace
{
/// Ten particles whose every column tells which one it is.
ParticleSet numbered()
{
    ParticleSet set;
    set.add_column<Mat3>("deformation", "1", "F", diagonal(Real(1), Real(1), Real(1)));
    set.append(10);
    auto& F = set.column<Mat3>("deformation");
    for (Index i = 0; i < 10; ++i)
    {
        set.position[i] = {double(i), 0, 0};
        set.mass[i] = static_cast<Real>(i);
        F[i].row[2].z = static_cast<Real>(i);
    }
    return set;
}

void expect_consistent(ParticleSet& set)
{
    const auto& F = set.column<Mat3>("deformation");
    for (Index i = 0; i < set.size(); ++i)
    {
        const auto number = static_cast<double>(set.identity[i]);
        EXPECT_EQ(set.position[i].x, number);
        EXPECT_EQ(set.mass[i], number);
        EXPECT_EQ(F[i].row[2].z, number);
    }
}
} // namespace

TEST(ParticleSet, ReorderMovesAllColumns)
{
    ParticleSet set = numbered();
    const std::vector<Index> order{9, 3, 5, 1, 0, 2, 4, 6, 8, 7};
    set.reorder(const_view(order));
    EXPECT_EQ(set.identity[0], 9U);
    EXPECT_EQ(set.identity[9], 7U);
    expect_consistent(set);
}

TEST(ParticleSet, RemoveKeepsTheOthersAndIdentitiesAreNeverReused)
{
    ParticleSet set = numbered();
    const std::vector<Index> removed{0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    set.remove(const_view(removed));
    EXPECT_EQ(set.size(), 7);
    expect_consistent(set);
    const Index first = set.append(2);
    EXPECT_EQ(first, 7);
    EXPECT_EQ(set.identity[7], 10U);
    EXPECT_EQ(set.identity[8], 11U);
    std::set<Identity> distinct(set.identity.values.begin(), set.identity.values.end());
    EXPECT_EQ(distinct.size(), 9U);
}

TEST(ParticleSet, NewColumnsCoverPresentAndFutureParticles)
{
    ParticleSet set = numbered();
    auto& temperature = set.add_column<Real>("temperature", "K", "T", 293);
    EXPECT_EQ(temperature.values.size(), 10U);
    EXPECT_EQ(temperature[3], Real(293));
    set.add_column<Index>("phase", "1", "φ", 2); // the reference above stays valid
    set.append(1);
    EXPECT_EQ(temperature[10], Real(293));
    EXPECT_EQ(set.column<Index>("phase")[10], 2);
    EXPECT_EQ(set.column<Mat3>("deformation")[10].row[0].x, Real(1));
    EXPECT_EQ(temperature.unit, "K");
    EXPECT_EQ(temperature.symbol, "T");
}

TEST(ParticleSet, RefusesWrongColumns)
{
    ParticleSet set;
    EXPECT_THROW(set.add_column<Real>("mass", "kg", "m"), std::invalid_argument);
    EXPECT_THROW(set.column<Real>("temperature"), std::invalid_argument);
    EXPECT_THROW(set.column<Vec3>("mass"), std::invalid_argument);
    EXPECT_TRUE(set.has_column("position"));
}

TEST(ParticleSet, CopiesAreIndependent)
{
    ParticleSet set = numbered();
    ParticleSet copy = set;
    copy.mass[3] = 100;
    copy.column<Mat3>("deformation")[3].row[2].z = 100;
    expect_consistent(set);
}
