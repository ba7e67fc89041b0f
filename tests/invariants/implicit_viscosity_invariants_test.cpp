// Implicit viscosity in a world: momentum of a spinning blob; a thick drop that falls on the ground at long steps; one result for any number of threads; going on with the same bits; no
// step limit by viscosity; the walls' impulse.

#include "aspic/simulation/derived.h"
#include "aspic/simulation/state_hash.h"
#include "support/execution_variants.h"
#include "support/scene_world.h"

#include <algorithm>
#include <set>

using namespace aspic;

namespace
{
constexpr const char* blob = R"({
  "version": 1, "spacing": 0.05, "gravity": [0, 0, 0],
  "materials": {"pitch": {"viscosity": 100}},
  "objects": {"blob": {"shape": {"box": {"from": [-0.4, -0.15, -0.2], "to": [0.4, 0.15, 0.2]}}, "material": "pitch",
              "velocity": [1, 0.5, 0], "angular_velocity": [0, 0.5, 2]}},
  "solvers": {"pressure": {"dfsph": {}}, "viscosity": {"implicit": {}}}
})";

constexpr const char* drop = R"({
  "version": 1, "spacing": 0.02,
  "materials": {"pitch": {"viscosity": 1000}},
  "objects": {"drop": {"shape": {"sphere": {"radius": 0.1}}, "material": "pitch", "position": [0, 0.12, 0], "velocity": [0.5, -2, 0]}},
  "walls": {"ground": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}, "ghosts": "no_slip"}},
  "solvers": {"pressure": {"dfsph": {}}, "viscosity": {"implicit": {}}}
})";

struct Momentum
{
    Vec3d linear, angular;
    double size = 0;   ///< Σ m |v|
    double energy = 0; ///< [J] of motion
};

Momentum momentum_of(const World& world)
{
    Momentum sum;
    const ParticleSet& particles = world.particles();
    for (Index i = 0; i < particles.size(); ++i)
    {
        const Vec3d v = convert<double>(particles.velocity[i]);
        const Vec3d p = double(particles.mass[i]) * v;
        sum.linear += p;
        sum.angular += cross(particles.position[i], p);
        sum.size += norm(p);
        sum.energy += 0.5 * dot(p, v);
    }
    return sum;
}

LoadedScene drop_with(const std::vector<std::string>& settings) { return parse_scene(drop, "test", ".", settings).value(); }

const StageReport& viscosity_stage(const StepReport& report)
{
    return *std::ranges::find(report.stages, std::string_view("viscosity"), &StageReport::name);
}
} // namespace

TEST(ImplicitViscosityInvariants, SpinningBlobKeepsItsMomentum)
{
    World world = world_of(blob);
    const Momentum before = momentum_of(world);
    run_world(world, 0.3);
    const Momentum after = momentum_of(world);
    EXPECT_LT(norm(after.linear - before.linear), 1e-6 * before.size);
    EXPECT_LT(norm(after.angular - before.angular), 2e-3 * before.size); // places are corrected too, which turns velocities about them
    EXPECT_LE(after.energy, before.energy * 1.0001);
}

TEST(ImplicitViscosityInvariants, StepsDoNotDependOnViscosity)
{
    const LoadedScene thin = drop_with({"materials.pitch.viscosity=0"});
    const LoadedScene thick = drop_with({});
    const LoadedScene stiff = drop_with({R"(solvers.viscosity={"morris":{}})"});
    EXPECT_EQ(first_step_limit(thick.scene, thick.assets), first_step_limit(thin.scene, thin.assets));
    EXPECT_GT(first_step_limit(thick.scene, thick.assets), 50 * first_step_limit(stiff.scene, stiff.assets));
}

TEST(ImplicitViscosityInvariants, ThickDropFallsOnTheGround)
{
    World world = world_of(drop);
    int steps = 0, iterations = 0;
    double speed = 2.1;
    while (world.time() < 0.3)
    {
        const StepReport report = world.step(0.3 - world.time());
        ASSERT_FALSE(report.not_finite);
        EXPECT_TRUE(viscosity_stage(report).converged) << steps;
        iterations += viscosity_stage(report).iterations;
        speed = std::max(speed, report.largest_speed);
        ++steps;
    }
    EXPECT_LT(steps, 400); // an explicit solver needs ten thousand
    EXPECT_GT(iterations, steps);
    EXPECT_LT(speed, 2.5); // it had 2.06 and falls 2 cm
    double top = 0, low = 1;
    for (Index i = 0; i < world.particles().size(); ++i)
    {
        top = std::max(top, world.particles().position[i].y);
        low = std::min(low, world.particles().position[i].y);
    }
    EXPECT_GT(low, 0);
    EXPECT_GT(top, 0.1); // it has hardly begun to flow: ρ g R/μ is 1/s
    EXPECT_LT(momentum_of(world).energy, 0.05 * 0.5 * 4.19 * 4.25);
}

TEST(ImplicitViscosityInvariants, ThreadsAndInstructionSetsGiveTheSameBits)
{
    std::set<std::uint64_t> hashes;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        World world = world_of(drop, {"spacing=0.025"});
        for (int step = 0; step < 15; ++step)
            world.step(1);
        hashes.insert(state_hash(world.state()));
    }
    EXPECT_EQ(hashes.size(), 1U);
}

TEST(ImplicitViscosityInvariants, GoesOnFromItsStateWithTheSameBits)
{
    const LoadedScene scene = drop_with({"spacing=0.025"});
    World straight(scene.scene, scene.assets);
    World halting(scene.scene, scene.assets);
    for (int step = 0; step < 15; ++step)
    {
        halting = World(scene.scene, scene.assets, WorldState(halting.state()));
        straight.step(1);
        halting.step(1);
        ASSERT_EQ(state_hash(halting.state()), state_hash(straight.state())) << step;
    }
}

TEST(ImplicitViscosityInvariants, WallsGetWhatTheFluidLoses)
{
    World world = world_of(drop, {"gravity=[0,0,0]", R"(probes.ground={"wall":{"wall":"ground"}})"});
    const Momentum before = momentum_of(world);
    run_world(world, 0.02);
    const Vec3d lost = before.linear - momentum_of(world).linear;
    EXPECT_GT(norm(lost), 0.1 * before.size); // it has met the ground
    EXPECT_LT(norm(lost - world.state().probes[0].impulse), 2e-5 * before.size);
}

TEST(ImplicitViscosityInvariants, WeaklyCompressibleFluidsHaveNone)
{
    const std::vector<std::string> settings{R"(solvers.pressure={"weakly_compressible":{}})"};
    const auto result = parse_scene(drop, "test", ".", settings);
    ASSERT_FALSE(result);
    EXPECT_NE(result.problems().front().where.find("solvers.viscosity"), std::string::npos);
}
