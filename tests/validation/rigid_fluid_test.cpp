// Rigid bodies in an incompressible fluid. A floating body displaces its own weight (Archimedes; validation A.7, B2 and B3); what one gets the other loses (B5).

#include "support/scene_world.h"

#include <cmath>

using namespace aspic;

namespace
{
/// Water 0.5 m deep in a plane tank, and a cylinder of radius 0.1 m.
constexpr const char* cylinder_in_tank = R"({
  "version": 1, "dimension": 2, "spacing": 0.02,
  "materials": {"water": {"density": 1000, "viscosity": 1}},
  "objects": {"water": {"shape": {"difference": {"of": {"box": {"from": [0, 0], "to": [1, 0.5]}}, "without": [{"sphere": {"center": [0.5, 0.5], "radius": 0.1}}]}},
    "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1, 2]}}, "keeps": "inside"}},
  "rigid_bodies": {"cylinder": {"shape": {"sphere": {"radius": 0.1}}, "density": 500, "position": [0.5, 0.5]}},
  "solvers": {"pressure": {"dfsph": {}}}
})";

/// Mean height of the body's centre from one time to another.
double mean_height(World& world, double from, double to)
{
    run_world(world, from);
    double sum = 0;
    int steps = 0;
    for (; world.time() < to; ++steps)
    {
        world.step(to - world.time());
        sum += world.rigid_body(0).state.position.y;
    }
    return sum / steps;
}

Vec3d momentum(const World& world)
{
    Vec3d total;
    for (Index i = 0; i < world.particles().size(); ++i)
        total += double(world.particles().mass[i]) * convert<double>(world.particles().velocity[i]);
    const RigidBody body = world.rigid_body(0);
    return total + body.mass * body.state.velocity;
}
} // namespace

// Half as heavy as water, half of it is under the surface: its centre is at the level, which rises by nothing, since the water it displaces was left out.
TEST(RigidFluid, SlowHalfHeavyCylinderFloatsWithItsCentreAtTheLevel)
{
    World world = world_of(cylinder_in_tank);
    EXPECT_NEAR(mean_height(world, 1.5, 2.5), 0.5, 0.02); // a particle
}

TEST(RigidFluid, SlowHeavyCylinderSinksAndLightOneRises)
{
    World heavy = world_of(cylinder_in_tank, {"rigid_bodies.cylinder.density=2000"});
    run_world(heavy, 1.5);
    EXPECT_NEAR(heavy.rigid_body(0).state.position.y, 0.1, 0.02); // lies on the ground
    World light = world_of(cylinder_in_tank, {"rigid_bodies.cylinder.density=100"});
    // A share of 0.1 of a circle below the surface: draft 0.3130 R.
    EXPECT_NEAR(mean_height(light, 1.5, 2.5), 0.5 + 0.1 - 0.0313 - 0.0126, 0.03);
}

TEST(RigidFluid, KeepsMomentum)
{
    World world = world_of(R"({
      "version": 1, "spacing": 0.05, "gravity": [0, 0, 0], "materials": {"water": {"viscosity": 1}},
      "objects": {"blob": {"shape": {"sphere": {"radius": 0.3}}, "material": "water"}},
      "rigid_bodies": {"bullet": {"shape": {"box": {"from": [-0.1, -0.1, -0.1], "to": [0.1, 0.1, 0.1]}}, "density": 3000, "position": [-0.5, 0.05, 0],
        "velocity": [2, 0, 0], "angular_velocity": [0, 1, 3], "sticks": true}},
      "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": 0.003}}
    })");
    const Vec3d before = momentum(world);
    const double speed_before = norm(world.rigid_body(0).state.velocity);
    run_world(world, 0.25);
    EXPECT_LT(norm(world.rigid_body(0).state.velocity), 0.95 * speed_before); // they have met
    EXPECT_LT(norm(momentum(world) - before), 1e-6 * norm(before));           // B5; velocities of particles are floats
}

TEST(RigidFluid, GoesOnFromItsStateWithTheSameBits)
{
    const auto loaded = parse_scene(cylinder_in_tank, "test", ".", std::vector<std::string>{"spacing=0.04"});
    ASSERT_TRUE(loaded) << describe(loaded.problems());
    World whole(loaded->scene, loaded->assets), first(loaded->scene, loaded->assets);
    for (int k = 0; k < 40; ++k)
        whole.step(1);
    for (int k = 0; k < 20; ++k)
        first.step(1);
    World second(loaded->scene, loaded->assets, first.state());
    for (int k = 0; k < 20; ++k)
        second.step(1);
    EXPECT_EQ(second.rigid_body(0).state, whole.rigid_body(0).state);
    EXPECT_EQ(second.particles().position.values, whole.particles().position.values);
}
