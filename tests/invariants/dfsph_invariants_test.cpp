// Incompressible fluid: momentum of drops that collide without weight; one result for any number of threads and instruction set; fluid that does not fit ends, and says so.

#include "aspic/simulation/state_hash.h"
#include "support/execution_variants.h"
#include "support/momentum.h"
#include "support/scene_world.h"

#include <algorithm>
#include <set>

using namespace aspic;

namespace
{
constexpr const char* drops = R"({
  "version": 1, "spacing": 0.05, "gravity": [0, 0, 0],
  "materials": {"water": {"viscosity": 0.1}, "oil": {"density": 300, "viscosity": 0.2}},
  "objects": {
    "left": {"shape": {"sphere": {"center": [-0.3, 0.05, 0], "radius": 0.25}}, "material": "water", "velocity": [2, 0, 0.5]},
    "right": {"shape": {"sphere": {"center": [0.3, 0, 0], "radius": 0.25}}, "material": "oil", "velocity": [-3, 0.5, 0]}
  },
  "solvers": {"pressure": {"dfsph": {}}}
})";

constexpr const char* dam = R"({
  "version": 1, "dimension": 2, "spacing": 0.04,
  "materials": {"water": {"viscosity": 0.01}},
  "objects": {"column": {"shape": {"box": {"from": [0, 0], "to": [0.6, 0.8]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1.2, 2]}}, "keeps": "inside", "ghosts": "no_slip"},
            "post": {"shape": {"box": {"from": [0.8, -1], "to": [0.9, 0.2]}}}},
  "solvers": {"pressure": {"dfsph": {}}, "smoothing": {"xsph": {"strength": 0.02}}}
})";
} // namespace

TEST(DfsphInvariants, CollidingDropsKeepTheirMomentum)
{
    World world = world_of(drops);
    const Momentum before = momentum_of(world);
    int most = 0;
    while (world.time() < 0.2)
    {
        const StepReport report = world.step(0.2 - world.time());
        ASSERT_FALSE(report.not_finite);
        for (const StageReport& stage : report.stages)
            most = std::max(most, stage.iterations);
    }
    EXPECT_GT(most, 1); // they did meet
    const Momentum after = momentum_of(world);
    EXPECT_LT(norm(after.linear - before.linear), 1e-6 * before.size);
    EXPECT_LT(norm(after.angular - before.angular), 2e-3 * before.size); // places are corrected too, which turns velocities about them
}

TEST(DfsphInvariants, ThreadsAndInstructionSetsGiveTheSameBits)
{
    std::set<std::uint64_t> hashes;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        World world = world_of(dam);
        for (int step = 0; step < 25; ++step)
            world.step(1);
        hashes.insert(state_hash(world.state()));
    }
    EXPECT_EQ(hashes.size(), 1U);
}

TEST(DfsphInvariants, GoesOnFromItsStateWithTheSameBits)
{
    const LoadedScene scene = parse_scene(dam, "test", ".").value();
    World straight(scene.scene, scene.assets);
    World halting(scene.scene, scene.assets);
    for (int step = 0; step < 20; ++step)
    {
        halting = World(scene.scene, scene.assets, WorldState(halting.state()));
        straight.step(1);
        halting.step(1);
        ASSERT_EQ(state_hash(halting.state()), state_hash(straight.state())) << step;
    }
}

TEST(DfsphInvariants, NobodyLeavesTheTank)
{
    World world = world_of(dam);
    run_world(world, 0.6);
    for (Index i = 0; i < world.particles().size(); ++i)
    {
        const Vec3d& x = world.particles().position[i];
        EXPECT_TRUE(x.x > 0 && x.x < 1.2 && x.y > 0 && x.y < 2);
        EXPECT_FALSE(x.x > 0.81 && x.x < 0.89 && x.y < 0.19);
    }
}

TEST(DfsphInvariants, OverfullBoxEndsAndSaysSo)
{
    World world = world_of(R"({"version": 1, "dimension": 2, "spacing": 0.04, "materials": {"water": {}},
      "objects": {"much": {"shape": {"box": {"from": [0, 0], "to": [0.4, 0.4]}}, "material": "water"},
                  "more": {"shape": {"box": {"from": [0.02, 0.02], "to": [0.38, 0.38]}}, "material": "water"}},
      "walls": {"box": {"shape": {"box": {"from": [0, 0], "to": [0.4, 0.4]}}, "keeps": "inside"}},
      "solvers": {"pressure": {"dfsph": {}}}})");
    StepReport report;
    for (int step = 0; step < 10; ++step)
    {
        report = world.step(0.001);
        ASSERT_FALSE(report.not_finite);
    }
    EXPECT_GT(report.mean_compression, 0.5); // 1.81 times as much as has room: runs end with a warning from a hundredth on
}

TEST(DfsphInvariants, OneParticleAndNoneFall)
{
    const auto falling = [](const std::string& more) {
        return world_of(R"({"version": 1, "spacing": 0.1, "materials": {"water": {}}, "solvers": {"pressure": {"dfsph": {}}})" + more +
                        "}");
    };
    World none = falling("");
    EXPECT_FALSE(none.step(0.01).not_finite);
    World one = falling(R"(, "objects": {"dot": {"shape": {"box": {"from": [0, 0, 0], "to": [0.1, 0.1, 0.1]}}, "material": "water"}})");
    ASSERT_EQ(one.particles().size(), 1);
    run_world(one, 0.1);
    EXPECT_NEAR(one.particles().velocity[0].y, -0.981, 1e-5);
    EXPECT_EQ(one.pressure()[0], 0);
}
