// The front of a collapsing column never runs ahead of Ritter's dry-bed solution, x − x0 = 2 √(gH) t, and no particle leaves the tank: exact bounds.

#include "aspic/io/scene_file.h"
#include "aspic/simulation/world.h"

#include <gtest/gtest.h>

#include <cmath>

namespace
{
aspic::LoadedScene small_dam_break()
{
    const std::vector<std::string> settings{"spacing=5 cm"};
    return *aspic::load_scene("dam-break-2d", settings);
}

void run_until(aspic::World& world, double end)
{
    while (world.time() < end)
        ASSERT_FALSE(world.step(end - world.time()).not_finite);
}
} // namespace

TEST(DamBreak2d, FrontStaysBehindRitter)
{
    const aspic::LoadedScene loaded = small_dam_break();
    aspic::World world(loaded.scene, loaded.assets);
    const auto n = world.particles().size();
    EXPECT_EQ(n, 20 * 40);
    for (const double time : {0.1, 0.2, 0.3, 0.4})
    {
        run_until(world, time);
        double front = 0;
        for (const auto& x : world.particles().position.values)
            front = std::max(front, x.x);
        EXPECT_LT(front, 1 + 2 * std::sqrt(9.81 * 2) * time);
    }
    double front = 0;
    for (const auto& x : world.particles().position.values)
        front = std::max(front, x.x);
    EXPECT_GT(front, 1.7); // at T = t√(2g/a) = 1.77 Martin and Moyce measured 2.0 column widths
    EXPECT_EQ(world.particles().size(), n);
    for (const auto& x : world.particles().position.values)
        EXPECT_TRUE(x.x >= 0 && x.x <= 4 && x.y >= 0 && x.y <= 4 && x.z == 0);
}
