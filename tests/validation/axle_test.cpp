// Bodies on an axle: the period of a rod that swings (Huygens 1673), impulses and their levers, momentum about the axle with contact and with a fluid.
#include "support/rigid_bodies.h"
#include "support/scene_world.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aspic
{
namespace
{
constexpr double g = 9.81;

RigidBodySettings rod(double length)
{
    RigidBodySettings settings;
    settings.shape = Shape{Box{{-0.01, -length, -0.01}, {0.01, 0, 0.01}}};
    settings.axle = Vec3d{0, 0, 2};
    return settings;
}

/// [s] of a swing that begins at rest, from the times at which it passes the lowest place.
double period(const RigidBodySettings& settings, int dimension, double dt)
{
    std::vector<RigidBody> bodies{made(settings, dimension)};
    const Vec3d pivot = bodies[0].state.position;
    const Vec3d sideways = cross(*bodies[0].axle, Vec3d{0, 1, 0});
    const auto deflection = [&] { return dot(bodies[0].pose().place_of(Vec3d{0, -1, 0}) - pivot, sideways); };
    RigidSolver solver;
    std::vector<double> passes;
    double before = deflection();
    simulate(solver, bodies, 6, dt, [&](double time) {
        const double now = deflection();
        if (before * now < 0)
            passes.push_back(time - dt * now / (now - before));
        before = now;
    });
    EXPECT_EQ(bodies[0].state.position, pivot); // to the last bit
    return passes.size() < 3 ? 0 : 2 * (passes.back() - passes.front()) / static_cast<double>(passes.size() - 1);
}

/// T = 2π √(J/(m g s)) (1 + θ²/16) with J = m (L²/3 + b²/12) about the end of a rod of width b, and s = L/2.
TEST(Axle, RodSwingsWithItsPeriod)
{
    const double L = 0.8, b = 0.02, theta = 0.1;
    const double expected = 2 * pi * std::sqrt((L * L / 3 + b * b / 12) / (g * L / 2)) * (1 + theta * theta / 16);
    RigidBodySettings settings = rod(L);
    settings.position = {3, 4, 0};
    settings.rotation = {0, 0, theta};
    EXPECT_NEAR(period(settings, 3, 0.001), expected, 1e-4 * expected);
    EXPECT_NEAR(period(settings, 2, 0.001), expected, 1e-4 * expected);
    EXPECT_NEAR(period(settings, 3, 0.005), expected, 1e-3 * expected);
    // about a slanting level axis
    settings.axle = Vec3d{1, 0, 1};
    settings.rotation = theta / std::sqrt(2.0) * *settings.axle;
    EXPECT_NEAR(period(settings, 3, 0.001), expected, 1e-4 * expected);
}

TEST(Axle, ImpulsesActByTheirLever)
{
    RigidBodySettings settings;
    settings.shape = Shape{Box{{-1, -0.1, -0.2}, {1, 0.1, 0.2}}};
    settings.density = 100;
    settings.axle = Vec3d{0, 0, 1};
    settings.position = {5, 0, 0};
    RigidBody wheel = made(settings);
    const double J = wheel.mass * (4 + 0.04) / 12;
    apply_impulse(wheel, {0, 3, 7}, {5.5, 0, 0.1}); // what lies along the axle goes into its bearing
    EXPECT_NEAR(norm(wheel.angular_velocity() - Vec3d{0, 0, 0.5 * 3 / J}), 0, 1e-14);
    EXPECT_EQ(wheel.state.velocity, Vec3d{});
    const Vec3d before = wheel.state.angular_momentum;
    apply_impulse(wheel, {4, 0, 0}, {7, 0, 0}); // towards the axle: nothing
    EXPECT_EQ(wheel.state.angular_momentum, before);
}

/// A ball falls on the arm of a balance and stays on it: m v r = (J + m r²) ω.
TEST(Axle, BalanceTakesTheMomentumOfABall)
{
    RigidBodySettings arm;
    arm.shape = Shape{Box{{-1, -0.05, -0.2}, {1, 0.05, 0.2}}};
    arm.density = 50;
    arm.axle = Vec3d{0, 0, 1};
    const ContactSurface smooth{0, 0};
    std::vector<RigidBody> bodies{made(arm), body_at(Shape{Sphere{{0, 0, 0}, 0.1}}, {0.6, 0.15 + 1e-6, 0}, smooth)};
    bodies[1].state.velocity = {0, -2, 0};
    const double J = bodies[0].principal_inertia.z, m = bodies[1].mass, r = 0.6;
    RigidSolver solver;
    solver.advance(bodies, {}, {}, 1e-4);
    solver.advance(bodies, {}, {}, 1e-4);
    EXPECT_NEAR(bodies[0].angular_velocity().z, -m * 2 * r / (J + m * r * r), 1e-3 * 2);
    EXPECT_NEAR(bodies[1].state.velocity.y, r * bodies[0].angular_velocity().z, 1e-3 * 2);
}

/// Where contact can do nothing, for all forces go through the bearing, it does nothing: not even divide by zero.
TEST(Axle, WheelBetweenWallsTurnsOn)
{
    RigidBodySettings wheel;
    wheel.shape = Shape{Box{{-0.3, -0.3, -0.1}, {0.3, 0.3, 0.1}}};
    wheel.axle = Vec3d{0, 0, 1};
    wheel.angular_velocity = {0, 0, 5};
    wheel.position = {0, 1, 0};
    RigidBodySettings wall;
    wall.shape = Shape{HalfSpace{{0, 0, -0.0999}, {0, 0, 1}}}; // a little inside of its side
    wall.is_given = true;
    std::vector<RigidBody> bodies{made(wall), made(wheel)};
    RigidSolver solver;
    const RigidReport report = simulate(solver, bodies, 1, 0.004);
    EXPECT_NEAR(bodies[1].angular_velocity().z, 5, 1e-9);
    EXPECT_EQ(report.lost_body, -1);
}

/// A turning arm comes to rest on the ground, with friction, in a place that its length says: it leans at asin(height/length).
TEST(Axle, DoorFallsToTheGround)
{
    RigidBodySettings door = rod(1);
    door.position = {0, 0.5, 0};
    door.rotation = {0, 0, 2.5};
    std::vector<RigidBody> bodies{ground({}), made(door)};
    RigidSolver solver;
    simulate(solver, bodies, 4, 0.004);
    const Vec3d end = bodies[1].pose().place_of({0, -1, 0});
    EXPECT_NEAR(end.y, 0, 0.02);
    EXPECT_LT(norm(bodies[1].angular_velocity()), 1e-6);
}

/// Momentum about the axle of a wheel and of a ball of water that hits its paddle: the bearing has no lever.
TEST(Axle, WaterAndWheelKeepMomentumAboutTheAxle)
{
    World world = world_of(R"({
      "version": 1, "spacing": 0.05, "gravity": [0, 0, 0], "materials": {"water": {"viscosity": 1}},
      "objects": {"ball": {"shape": {"sphere": {"radius": 0.25}}, "material": "water", "position": [0.5, 0.45, 0], "velocity": [0, -2, 0]}},
      "rigid_bodies": {"wheel": {"shape": {"box": {"from": [-1, -0.1, -0.4], "to": [1, 0.1, 0.4]}}, "density": 300, "sticks": true, "axle": {}}},
      "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": 0.003}}
    })");
    const auto momentum = [&] {
        double total = world.rigid_body(0).state.angular_momentum.z;
        for (Index i = 0; i < world.particles().size(); ++i)
            total +=
                double(world.particles().mass[i]) * cross(world.particles().position[i], convert<double>(world.particles().velocity[i])).z;
        return total;
    };
    const double before = momentum();
    run_world(world, 0.3);
    EXPECT_LT(world.rigid_body(0).angular_velocity().z, -0.3); // they have met
    EXPECT_EQ(world.rigid_body(0).state.position, Vec3d{});
    EXPECT_NEAR(momentum() / before, 1, 2e-3);
}
} // namespace
} // namespace aspic
