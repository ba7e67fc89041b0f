// What a frame holds: the fluid, and the ghosts of walls only where the scene wants them.

#include "aspic/run/frame_source.h"

#include "support/scene_world.h"

#include <algorithm>

using namespace aspic;

namespace
{
constexpr const char* tank = R"({
  "version": 1, "dimension": 2, "spacing": 0.1,
  "materials": {"water": {}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [1, 0.5]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "keeps": "inside"}}
})";

/// The frame after a few steps, when ghosts stand among the particles.
ParticleFrame frame_with(World& world)
{
    for (int step = 0; step < 3; ++step)
        EXPECT_FALSE(world.step(1).not_finite);
    EXPECT_GT(world.state().ghosts, 0);
    return frame_of_world(world);
}
} // namespace

TEST(FrameOfWorld, LeavesOutGhosts)
{
    World world = world_of(tank);
    const ParticleFrame frame = frame_with(world);
    EXPECT_EQ(frame.size(), 50);
    const auto material = frame.values_as<Index>("material");
    ASSERT_TRUE(material);
    EXPECT_EQ(std::ranges::count(*material, Index(0)), 50);
    // Every column has the fluid's rows, in the world's order.
    const auto identities = frame.values_as<Identity>("identity");
    const auto pressures = frame.values_as<Real>("pressure");
    ASSERT_TRUE(identities && pressures);
    ASSERT_EQ(pressures->size(), 50U);
    const Array<Real> pressure = world.pressure();
    std::size_t k = 0;
    for_each_fluid(world, [&](Index i) {
        EXPECT_EQ((*identities)[k], world.particles().identity[i]);
        EXPECT_EQ((*pressures)[k], pressure[static_cast<std::size_t>(i)]);
        EXPECT_EQ(frame.position().values[k], world.particles().position[i]);
        ++k;
    });
}

TEST(FrameOfWorld, HasGhostsIfTheSceneWantsThem)
{
    World world = world_of(tank, {"output.ghosts=true"});
    const ParticleFrame frame = frame_with(world);
    EXPECT_EQ(frame.size(), 50 + world.state().ghosts);
    const auto material = frame.values_as<Index>("material");
    ASSERT_TRUE(material);
    EXPECT_EQ(std::ranges::count(*material, ghost_material), world.state().ghosts);
}
