// What comes after the start finds room or does not come: late fluid leaves out the particles whose places are taken, emitted bodies and late solids wait. Nothing is ever born
// nearer than 0.7 spacings to another particle, or in a wall or rigid body.

#include "aspic/simulation/doctor.h"
#include "aspic/simulation/estimate.h"
#include "support/emission.h"
#include "support/fluid_of_world.h"

#include <gmock/gmock.h>

#include <set>

using namespace aspic;

namespace
{
Object block(const Vec3d& from, const Vec3d& to, double start = 0)
{
    Object object;
    object.shape = {Box{from, to}};
    object.material = "water";
    object.start = start;
    return object;
}

BodyEmitter blocks(double interval)
{
    BodyEmitter emitter;
    emitter.shape = {Box{{0, 0, 0}, {0.4, 0.4, 0}}}; // 16 particles
    emitter.material = "water";
    emitter.interval = interval;
    return emitter;
}

Scene with_solids()
{
    Scene scene = weightless(2);
    Material rubber;
    rubber.elastic = ElasticMaterial{};
    rubber.elastic->young_modulus = 1e5;
    rubber.elastic->poisson_ratio = 0.3;
    scene.materials.push_back({"rubber", rubber});
    scene.solvers.pressure = DfsphSettings{};
    return scene;
}
} // namespace

TEST(LateBodies, FluidLeavesOutWhatHasNoRoom)
{
    Scene scene = weightless(2);
    scene.objects = {{"pool", block({0, 0, 0}, {1, 0.5, 0})}, {"drop", block({0.03, 0.3, 0}, {0.43, 0.9, 0}, 0.05)}};
    const WorldState state = after_emission(scene, 0.01, 10);
    EXPECT_GE(nearest_of_new(state.particles, 0), 0.95 * scene.spacing);
    EXPECT_EQ(state.left_out, 8); // two of six rows of four
    EXPECT_EQ(state.emitted, 16);
    EXPECT_EQ(state.particles.size(), 50 + 16);
    EXPECT_THAT(source_notes(state, scene), testing::ElementsAre(testing::HasSubstr("8 particles")));
}

/// Across the end of a periodic axis too.
TEST(LateBodies, SeeParticlesAcrossTheEndsOfPeriodicAxes)
{
    Scene scene = weightless(2);
    scene.periodic.x = Interval{0, 1};
    scene.objects = {{"pool", block({0, 0, 0}, {0.2, 0.5, 0})}, {"block", block({0.83, 0, 0}, {1.13, 0.5, 0}, 0.05)}};
    const WorldState state = after_emission(scene, 0.01, 10);
    EXPECT_EQ(state.left_out, 10); // 0.98 is 0.07 from 1.05; 1.08 is 0.03 from it
    EXPECT_EQ(state.particles.size(), 10 + 5);
}

TEST(LateBodies, FluidLeavesOutWhatIsInWallsAndRigidBodies)
{
    Scene scene = weightless(2);
    scene.solvers.pressure = DfsphSettings{};
    Wall tank, plate;
    tank.shape = {Box{{0, 0, 0}, {1, 1, 0}}};
    tank.keeps = Side::inside;
    plate.shape = {Box{{0, 0, 0}, {0.2, 0.2, 0}}};
    plate.motion = Motion{};
    plate.motion->velocity = Keyframed<Vec3d>(Vec3d{10, 0, 0}); // from 0.5 to 0.7 when the water comes
    scene.walls = {{"tank", tank}, {"plate", plate}};
    RigidObject ball;
    ball.shape = {Sphere{{0, 0, 0}, 0.15}};
    ball.position = {0.5, 0.5, 0};
    scene.rigid_bodies = {{"ball", ball}};
    scene.objects = {{"water", block({0, 0, 0}, {1.2, 1, 0}, 0.05)}};
    scene.solvers.time_step.fixed = 0.0025;
    World world(scene, {});
    while (world.state().object_is_there[0] == 0)
        ASSERT_FALSE(world.step(0.05 - world.time()).not_finite);
    EXPECT_EQ(world.state().left_out, 20 + 4 + 4); // outside; in the plate; the four nearest to the middle of the ball
    EXPECT_EQ(world.particles().size(), 120 - 28);
    for (const Vec3d& x : world.particles().position.values)
        EXPECT_GT(norm(x - Vec3d{0.5, 0.5, 0}), 0.14);
}

/// A body that stays takes the room of the next, which comes when it is gone; each that waits is counted once, and the clock goes on.
TEST(LateBodies, EmittedBodiesWaitForRoom)
{
    Scene scene = weightless(2);
    BodyEmitter emitter = blocks(0.1);
    emitter.count = 3;
    scene.emitters = {{"blocks", emitter}};
    const WorldState stuck = after_emission(scene, 0.01, 100);
    EXPECT_EQ(stuck.particles.size(), 16);
    EXPECT_EQ(stuck.emitters[0].emitted, 1);
    EXPECT_EQ(stuck.postponed, 1);
    EXPECT_THAT(source_notes(stuck, scene), testing::Contains(testing::HasSubstr("'blocks' still waits")));

    Sink sink; // takes all at 0.5 s
    sink.shape = {Box{{-1, -1, 0}, {1, 1, 0}}};
    sink.start = 0.495;
    sink.stop = 0.505;
    scene.sinks = {{"drain", sink}};
    const WorldState freed = after_emission(scene, 0.01, 52);
    EXPECT_EQ(freed.particles.size(), 16);
    EXPECT_EQ(freed.emitters[0].emitted, 2);
    EXPECT_EQ(freed.postponed, 2); // the third waits now
    EXPECT_EQ(freed.particles.next_identity(), 32);
}

TEST(LateBodies, BodiesThatMoveAwaySlowlyFollowEachOtherWithoutOverlap)
{
    Scene scene = weightless(2);
    BodyEmitter emitter = blocks(0.1);
    emitter.velocity = {1, 0, 0}; // needs 0.4 s for its own length
    scene.emitters = {{"blocks", emitter}};
    const WorldState state = after_emission(scene, 0.01, 200);
    EXPECT_GE(nearest_of_new(state.particles, 0), 0.95 * scene.spacing - 1e-6);
    // A gap of 0.95 spacings between the rows at least: every 0.395 s, to a step.
    EXPECT_EQ(state.particles.size(), 16 * 5);
    EXPECT_EQ(state.withheld, 0);
}

/// Solids come whole: when the water has gone through the drain.
TEST(LateBodies, LateSolidsWait)
{
    Scene scene = with_solids();
    scene.objects = {{"pool", block({0, 0, 0}, {1, 0.5, 0})}, {"cube", block({0.2, 0.2, 0}, {0.6, 0.6, 0}, 0.05)}};
    scene.objects[1].value.material = "rubber";
    Sink sink;
    sink.shape = {Box{{-1, -1, 0}, {2, 0.5, 0}}};
    sink.start = 0.095;
    sink.stop = 0.105;
    scene.sinks = {{"drain", sink}};
    const WorldState waiting = after_emission(scene, 0.01, 8);
    EXPECT_EQ(waiting.particles.size(), 50);
    EXPECT_EQ(waiting.object_is_there[1], -1);
    EXPECT_EQ(waiting.postponed, 1);
    const WorldState there = after_emission(scene, 0.01, 12);
    EXPECT_EQ(there.particles.size(), 16);
    EXPECT_EQ(there.object_is_there[1], 1);
    EXPECT_EQ(there.postponed, 1);
    EXPECT_EQ(there.left_out, 0);
}

/// A pin with a motion takes hold when the solid comes: it does not jump to where it would have been.
TEST(LateBodies, PinsOfSolidsThatWaitedBeginWhenTheyCome)
{
    Scene scene = with_solids();
    Object cube = block({0.2, 0.4, 0}, {0.6, 0.8, 0}, 0.05); // less than half of it in the drain
    cube.material = "rubber";
    Pin pin;
    pin.region = {Box{{0, 0, 0}, {1, 1, 0}}};
    pin.motion = Motion{};
    pin.motion->velocity = Keyframed<Vec3d>(Vec3d{1, 0, 0});
    cube.pins = {{"hand", pin}};
    scene.objects = {{"pool", block({0, 0, 0}, {1, 0.5, 0})}, {"cube", cube}};
    Sink sink;
    sink.shape = {Box{{-1, -1, 0}, {2, 0.5, 0}}};
    sink.start = 0.095;
    sink.stop = 0.105;
    scene.sinks = {{"drain", sink}};
    scene.solvers.time_step.fixed = 0.005;
    World world(scene, {});
    while (world.time() < 0.2 - 1e-9)
        ASSERT_FALSE(world.step(0.005).not_finite);
    double left = HUGE_VAL;
    for (const Vec3d& x : world.particles().position.values)
        left = std::min(left, x.x);
    EXPECT_EQ(world.particles().size(), 16);
    EXPECT_NEAR(left, 0.25 + 0.1, 0.005 + 1e-9); // came at 0.1 s, to a step
}

TEST(LateBodies, LateObjectsKeepToTheBudget)
{
    Scene scene = weightless(2);
    scene.objects = {{"pool", block({0, 0, 0}, {1, 0.5, 0})}, {"late", block({2, 0, 0}, {3, 0.5, 0}, 0.05)}};
    scene.max_particles = 99;
    const WorldState state = after_emission(scene, 0.01, 10);
    EXPECT_EQ(state.particles.size(), 50); // whole or not at all
    EXPECT_EQ(state.withheld, 50);
    EXPECT_LE(estimate_particles(scene, {}), 99);
    scene.max_particles = 100;
    EXPECT_EQ(after_emission(scene, 0.01, 10).particles.size(), 100);
    EXPECT_EQ(estimate_particles(scene, {}), 100);
}

/// A rigid body in front of a nozzle blocks it.
TEST(LateBodies, NothingIsEmittedIntoRigidBodies)
{
    Scene scene = weightless(2);
    scene.solvers.pressure = DfsphSettings{};
    RigidObject plug;
    plug.shape = {Box{{-0.2, -1, 0}, {0.2, 0.02, 0}}};
    scene.rigid_bodies = {{"plug", plug}};
    scene.emitters = {{"jet", jet(2)}};
    World world(scene, {});
    ASSERT_FALSE(world.step(0.001).not_finite);
    EXPECT_GT(world.particles().size(), 0);
    EXPECT_LT(world.particles().size(), 3);
    for (const Vec3d& x : world.particles().position.values)
        EXPECT_GT(x.y, 0.02 - 0.1 * scene.spacing);
}

/// A lattice that is shifted by half a spacing would fit in between the particles of another.
TEST(LateBodies, FindNoRoomBetweenParticles)
{
    Scene scene = weightless(2);
    scene.objects = {{"pool", block({0, 0, 0}, {1, 0.5, 0})}, {"late", block({0.25, 0.15, 0}, {0.65, 0.35, 0}, 0.05)}};
    const WorldState state = after_emission(scene, 0.01, 10);
    EXPECT_EQ(state.particles.size(), 50);
    EXPECT_EQ(state.left_out, 8);
}
