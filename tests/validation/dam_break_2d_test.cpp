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

/// Where the fluid is; the ghosts of the tank stand behind its walls.
std::vector<aspic::Vec3d> fluid_positions(const aspic::World& world)
{
    const auto material = world.particles().column<aspic::Index>("material").view();
    std::vector<aspic::Vec3d> positions;
    for (aspic::Index i = 0; i < world.particles().size(); ++i)
        if (material[i] != aspic::ghost_material)
            positions.push_back(world.particles().position[i]);
    return positions;
}

double front_of(const aspic::World& world)
{
    double front = 0;
    for (const auto& x : fluid_positions(world))
        front = std::max(front, x.x);
    return front;
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
    EXPECT_EQ(world.state().fluid_size(), 20 * 40);
    for (const double time : {0.1, 0.2, 0.3, 0.4})
    {
        run_until(world, time);
        EXPECT_LT(front_of(world), 1 + 2 * std::sqrt(9.81 * 2) * time);
    }
    EXPECT_GT(front_of(world), 1.7); // at T = t√(2g/a) = 1.77 Martin and Moyce measured 2.0 column widths
    EXPECT_EQ(world.state().fluid_size(), 20 * 40);
    EXPECT_EQ(fluid_positions(world).size(), 20U * 40);
    for (const auto& x : fluid_positions(world))
        EXPECT_TRUE(x.x >= 0 && x.x <= 4 && x.y >= 0 && x.y <= 4 && x.z == 0);
}
