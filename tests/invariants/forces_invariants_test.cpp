// Surface tension, wetting, vorticity and air: momentum, also of wetted rigid bodies; one result for any number of threads and instruction set, and from a saved state; what is refused.

#include "aspic/simulation/state_hash.h"
#include "support/execution_variants.h"
#include "support/momentum.h"
#include "support/scene_world.h"

#include <set>

using namespace aspic;

namespace
{
/// Drops that meet without weight, with all forces that conserve momentum.
constexpr const char* drops = R"({
  "version": 1, "spacing": 0.05, "support": 0.125, "gravity": [0, 0, 0],
  "materials": {"water": {"viscosity": 0.1, "surface_tension": 5}, "oil": {"density": 300, "viscosity": 0.2, "surface_tension": 2}},
  "objects": {
    "left": {"shape": {"sphere": {"center": [-0.3, 0.05, 0], "radius": 0.25}}, "material": "water", "velocity": [2, 0, 0.5], "angular_velocity": [0, 3, 0]},
    "right": {"shape": {"sphere": {"center": [0.3, 0, 0], "radius": 0.25}}, "material": "oil", "velocity": [-3, 0.5, 0]}
  },
  "solvers": {"pressure": {"dfsph": {}}, "surface_tension": {"akinci": {}}, "vorticity": {"micropolar": {"transfer": 0.01}}}
})";

/// A ball that a drop wets.
constexpr const char* wetted_ball = R"({
  "version": 1, "dimension": 2, "spacing": 0.04, "support": 0.1, "gravity": [0, 0],
  "materials": {"water": {"viscosity": 0.1, "surface_tension": 20}},
  "objects": {"drop": {"shape": {"sphere": {"center": [-0.3, 0.1], "radius": 0.2}}, "material": "water"}},
  "rigid_bodies": {"ball": {"shape": {"sphere": {"radius": 0.15}}, "density": 500, "position": [0.07, 0.1], "contact_angle": "20 deg"}},
  "solvers": {"pressure": {"dfsph": {}}, "surface_tension": {"akinci": {}}}
})";

/// Everything at once.
constexpr const char* all_forces = R"({
  "version": 1, "dimension": 2, "spacing": 0.04, "support": 0.1,
  "materials": {"water": {"viscosity": 0.01, "surface_tension": 3}},
  "objects": {"column": {"shape": {"box": {"from": [0, 0], "to": [0.6, 0.8]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1.2, 2]}}, "keeps": "inside", "contact_angle": "40 deg"}},
  "air": {"velocity": [-20, 3]},
  "solvers": {"pressure": {"dfsph": {}}, "surface_tension": {"akinci": {}}, "vorticity": {"micropolar": {"transfer": 0.02}}}
})";
} // namespace

TEST(ForcesInvariants, DropsKeepTheirLinearMomentum)
{
    World world = world_of(drops);
    const Momentum before = momentum_of(world);
    run_world(world, 0.15);
    const Momentum after = momentum_of(world);
    EXPECT_LT(norm(after.linear - before.linear), 2e-6 * before.size); // rounding of some hundred steps
    EXPECT_LT(after.size, 1.2 * before.size);                          // and nothing burst
}

TEST(ForcesInvariants, WettedBallIsDrawnToTheDropAndMomentumStays)
{
    for (const char* boundaries : {"solvers.boundaries=\"map\"", "solvers.boundaries=\"samples\""})
    {
        World world = world_of(wetted_ball, {boundaries});
        run_world(world, 0.15);
        const RigidBody body = world.rigid_body(0);
        EXPECT_LT(body.state.velocity.x, -0.01) << boundaries; // towards the drop
        const Momentum after = momentum_of(world);
        EXPECT_LT(norm(after.linear), 1e-5 * after.size) << boundaries; // drops rest at first: rounding of forces that nearly cancel
        EXPECT_LT(norm(after.angular), 5e-3 * after.size)
            << boundaries; // normals do not act along the line of a pair, and places are corrected
    }
}

TEST(ForcesInvariants, ThreadsAndInstructionSetsGiveTheSameBits)
{
    std::set<std::uint64_t> hashes;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        World world = world_of(all_forces);
        for (int step = 0; step < 25; ++step)
            world.step(1);
        hashes.insert(state_hash(world.state()));
    }
    EXPECT_EQ(hashes.size(), 1U);
}

TEST(ForcesInvariants, GoesOnFromItsStateWithTheSameBits)
{
    const LoadedScene scene = parse_scene(all_forces, "test", ".").value();
    World straight(scene.scene, scene.assets);
    World halting(scene.scene, scene.assets);
    for (int step = 0; step < 20; ++step)
    {
        halting = World(scene.scene, scene.assets, WorldState(halting.state()));
        straight.step(1);
        halting.step(1);
        ASSERT_EQ(state_hash(halting.state()), state_hash(straight.state())) << step;
    }
    EXPECT_TRUE(straight.particles().has_column("spin"));
}

TEST(ForcesInvariants, NothingRunsThatIsNotAskedFor)
{
    World world = world_of(wetted_ball);
    const StepReport report = world.step(1);
    for (const StageReport& stage : report.stages)
        EXPECT_NE(stage.name, "air");
    EXPECT_FALSE(world.particles().has_column("spin"));
}

TEST(ForcesInvariants, RefusesWhatWetsNothing)
{
    const auto problem = [](const std::vector<std::string>& settings) {
        return describe(parse_scene(all_forces, "test", ".", settings).problems());
    };
    EXPECT_NE(problem({R"(solvers.surface_tension={"cohesion": {}})"}).find("only the surface tension of Akinci"), std::string::npos);
    EXPECT_NE(problem({R"(solvers.pressure={"weakly_compressible": {}})"}).find("does not wet walls"), std::string::npos);
    EXPECT_NE(problem({R"(solvers.vorticity={"micropolar": {}})"}).find("transfer"), std::string::npos);
    EXPECT_NE(problem({R"(air.velocity=[0, 0, 1])"}).find("z must be 0"), std::string::npos);
    EXPECT_NE(problem({R"(walls.tank.contact_angle="200 deg")"}).find("contact_angle"), std::string::npos);
}
