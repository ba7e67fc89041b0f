// Rigid bodies against closed forms: rolling, sliding, bouncing, turning freely, resting (validation cases B6 to B9).
#include "support/rigid_bodies.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aspic
{
namespace
{
constexpr double angle = 20 * pi / 180;
const Vec3d uphill_normal{std::sin(angle), std::cos(angle), 0}; ///< of a plane that falls along +x
const Vec3d downhill{std::cos(angle), -std::sin(angle), 0};

/// Acceleration along a slope of 20 degrees during one second, from the way: s = a t²/2.
double acceleration_on_slope(const Shape& shape, double height, double friction, double dt, const Vec3d& rotation = {}, int dimension = 3)
{
    const ContactSurface surface{friction, 0};
    std::vector<RigidBody> bodies{ground(surface, uphill_normal, dimension),
                                  body_at(shape, height * uphill_normal, surface, rotation, dimension)};
    const Vec3d start = bodies[1].state.position;
    RigidSolver solver;
    simulate(solver, bodies, 1, dt);
    return 2 * dot(bodies[1].state.position - start, downhill);
}

// B6: rolling a = g sin θ/(1 + k), k = 2/5 and 1/2; slipping a = g (sin θ − μ cos θ), which sets in below μ = tan θ k/(1 + k).
TEST(Slope, SphereRolls)
{
    for (const double dt : {0.001, 0.005})
        EXPECT_NEAR(acceleration_on_slope(Shape{Sphere{{0, 0, 0}, 0.1}}, 0.1, 0.5, dt) / 2.3966, 1, 0.03) << dt;
}

TEST(Slope, SphereSlips)
{
    const double g = 9.81;
    EXPECT_NEAR(acceleration_on_slope(Shape{Sphere{{0, 0, 0}, 0.1}}, 0.1, 0.05, 0.001) / (g * (std::sin(angle) - 0.05 * std::cos(angle))),
                1, 0.03);
    // just above and below the least friction for rolling
    EXPECT_NEAR(acceleration_on_slope(Shape{Sphere{{0, 0, 0}, 0.1}}, 0.1, 0.105, 0.001) / 2.3966, 1, 0.005);
    EXPECT_NEAR(acceleration_on_slope(Shape{Sphere{{0, 0, 0}, 0.1}}, 0.1, 0.095, 0.001) / (g * (std::sin(angle) - 0.095 * std::cos(angle))),
                1, 0.005);
}

TEST(Slope, CylinderRolls)
{
    const Shape lying{Cylinder{{0, 0, -0.1}, {0, 0, 0.1}, 0.1}};
    EXPECT_NEAR(acceleration_on_slope(lying, 0.1, 0.5, 0.001) / 2.2368, 1, 0.03);
    EXPECT_NEAR(acceleration_on_slope(lying, 0.1, 0.5, 0.001, {}, 2) / 2.2368, 1, 0.03);
    EXPECT_NEAR(acceleration_on_slope(Shape{Sphere{{0, 0, 0}, 0.1}}, 0.1, 0.5, 0.001, {}, 2) / 2.2368, 1, 0.03); // a disc
}

TEST(Slope, CapsuleRolls)
{
    // I/(m r²) between those of a cylinder and a ball
    const double a = acceleration_on_slope(Shape{Capsule{{0, 0, -0.1}, {0, 0, 0.1}, 0.1}}, 0.1, 0.5, 0.001);
    EXPECT_GT(a, 2.2368);
    EXPECT_LT(a, 2.3966);
}

TEST(Slope, BlockSlidesOrStays)
{
    const Shape block = box_shape({0.3, 0.1, 0.2});
    for (const int dimension : {3, 2})
        for (const double dt : {0.001, 0.005})
        {
            EXPECT_NEAR(acceleration_on_slope(block, 0.05, 0.2, dt, {0, 0, -angle}, dimension) / 1.5115, 1, 0.03) << dt;
            EXPECT_LT(std::abs(acceleration_on_slope(block, 0.05, 0.4, dt, {0, 0, -angle}, dimension)), 1e-4) << dt;
        }
}

// B7: each bounce has e² of the height before; the last is over at √(2h/g) (1 + e)/(1 − e) = 4.0637 s.
void expect_bounces(const Shape& shape, double half_height, double dt, int dimension)
{
    const ContactSurface surface{0.5, 0.8};
    std::vector<RigidBody> bodies{ground(surface, {0, 1, 0}, dimension), body_at(shape, {0, 1 + half_height, 0}, surface, {}, dimension)};
    RigidSolver solver;
    std::vector<double> heights;
    double last_speed = 0;
    double rest_time = 0;
    simulate(solver, bodies, 5, dt, [&](double time) {
        const double speed = bodies[1].state.velocity.y;
        if (last_speed > 0 && speed <= 0)
            heights.push_back(bodies[1].state.position.y - half_height);
        last_speed = speed;
        if (std::abs(speed) > 0.02)
            rest_time = time;
    });
    ASSERT_GE(heights.size(), 4U);
    const double expected[] = {0.64, 0.4096, 0.26214, 0.16777};
    for (std::size_t k = 0; k < 4; ++k)
        EXPECT_NEAR(heights[k] / expected[k], 1, 0.02) << k << " dt " << dt;
    EXPECT_NEAR(rest_time / 4.0637, 1, 0.06) << dt; // bounces below the threshold are left out
    EXPECT_NEAR(bodies[1].state.position.y, half_height, 1e-3 * half_height);
}
TEST(Bounce, HeightsFallByTheSquareOfTheRestitution)
{
    for (const double dt : {0.0005, 0.001, 0.0023, 0.005})
    {
        expect_bounces(Shape{Sphere{{0, 0, 0}, 0.1}}, 0.1, dt, 3);
        expect_bounces(box_shape({0.2, 0.2, 0.2}), 0.1, dt, 3);
        expect_bounces(Shape{Sphere{{0, 0, 0}, 0.1}}, 0.1, dt, 2);
    }
}

// B8: Dzhanibekov's turns. L is constant, the energy too; about the middle axis the body flips.
TEST(FreeTurn, TennisRacketKeepsMomentumAndEnergy)
{
    RigidBody body;
    body.mass = 1;
    body.inverse_mass = 1;
    body.principal_inertia = {1, 2, 3};
    body.inverse_inertia = {1, 0.5, 1.0 / 3};
    body.state.angular_momentum = {0.01, 10, 0.03}; // ω = (0.01, 5, 0.01)
    for (const double dt : {0.001, 0.005})
    {
        std::vector<RigidBody> bodies{body};
        RigidSolver solver;
        const double energy = body.kinetic_energy();
        double worst = 0;
        int flips = 0;
        double side = 1;
        for (int step = 0; step < static_cast<int>(60 / dt); ++step)
        {
            solver.advance(bodies, {}, {0, 0, 0}, dt);
            worst = max(worst, abs(bodies[0].kinetic_energy() / energy - 1));
            const double now = matrix_of(bodies[0].state.orientation).row[1].y; // the middle axis against L
            flips += now * side < -0.5 ? 1 : 0;
            side = now * side < -0.5 ? -side : side;
        }
        EXPECT_EQ(bodies[0].state.angular_momentum, body.state.angular_momentum);
        EXPECT_LT(worst, 1e-4) << dt;
        EXPECT_GE(flips, 10) << dt;
    }
}

// B9: five boxes rest on each other for a minute.
void expect_rest(std::vector<RigidBody> bodies, double size, double time, double dt)
{
    const std::vector<RigidBody> start = bodies;
    RigidSolver solver;
    simulate(solver, bodies, time, dt);
    double drift = 0;
    double tilt = 0;
    for (std::size_t k = 0; k < bodies.size(); ++k)
    {
        drift = max(drift, norm(bodies[k].state.position - start[k].state.position) / size);
        tilt = max(tilt, norm(rotation_vector(bodies[k].state.orientation * conjugate(start[k].state.orientation))));
        EXPECT_LT(norm(bodies[k].state.velocity), 1e-3) << k;
    }
    EXPECT_LT(drift, 0.01) << dt;
    EXPECT_LT(tilt, 0.01) << dt;
}
TEST(Stack, SlowFiveBoxesRest)
{
    const ContactSurface surface{0.5, 0};
    for (const int dimension : {3, 2})
    {
        std::vector<RigidBody> bodies{ground(surface, {0, 1, 0}, dimension)};
        for (int k = 0; k < 5; ++k)
            bodies.push_back(body_at(box_shape({0.2, 0.2, 0.2}), {0, 0.1 + 0.2 * k, 0}, surface, {}, dimension));
        expect_rest(bodies, 0.2, 60, 0.005);
        expect_rest(bodies, 0.2, 20, 0.001);
    }
}
TEST(Stack, UnevenBoxesCylindersAndATurnedOneRest)
{
    const ContactSurface surface{0.5, 0};
    std::vector<RigidBody> bodies{ground(surface)};
    bodies.push_back(body_at(box_shape({0.4, 0.1, 0.4}), {0, 0.05, 0}, surface));
    bodies.push_back(body_at(Shape{Cylinder{{0, -0.1, 0}, {0, 0.1, 0}, 0.12}}, {0.02, 0.2, 0}, surface));
    bodies.push_back(body_at(box_shape({0.2, 0.1, 0.2}), {0, 0.35, 0}, surface, {0, 0.6, 0}));
    bodies.push_back(body_at(box_shape({0.25, 0.1, 0.15}), {0.03, 0.45, 0.01}, surface, {0, -0.2, 0}));
    expect_rest(bodies, 0.2, 10, 0.002);
}

// Dominoes fall one after another: each later than the one before, and all of them.
TEST(Dominoes, FallOneAfterAnother)
{
    const ContactSurface surface{0.4, 0};
    const int count = 8;
    std::vector<RigidBody> bodies{ground(surface)};
    for (int k = 0; k < count; ++k)
        bodies.push_back(body_at(box_shape({0.03, 0.2, 0.1}), {0.1 * k, 0.1, 0}, surface));
    apply_impulse(bodies[1], {0.6 * bodies[1].mass, 0, 0}, {0, 0.2, 0});
    std::vector<double> fallen(count, 0.0);
    RigidSolver solver;
    simulate(solver, bodies, 4, 0.002, [&](double time) {
        for (std::size_t k = 0; k < fallen.size(); ++k)
            if (fallen[k] == 0 && matrix_of(bodies[k + 1].state.orientation).row[1].y < 0.9)
                fallen[k] = time;
    });
    for (std::size_t k = 0; k < fallen.size(); ++k)
    {
        EXPECT_GT(fallen[k], k == 0 ? 0 : fallen[k - 1]) << k;
        EXPECT_LT(std::abs(bodies[k + 1].state.position.z), 0.01) << k; // straight on
        EXPECT_LT(norm(bodies[k + 1].state.velocity), 0.05) << k;
    }
}

// A box at rest that is hit by one of the same mass, e = 1, takes over its velocity.
TEST(Impact, EqualBoxesExchangeVelocities)
{
    const ContactSurface surface{0, 1};
    std::vector<RigidBody> bodies{body_at(box_shape({0.2, 0.2, 0.2}), {0, 0, 0}, surface),
                                  body_at(box_shape({0.2, 0.2, 0.2}), {0.5, 0, 0}, surface)};
    bodies[0].state.velocity = {2, 0, 0};
    RigidSolver solver;
    for (int step = 0; step < 400; ++step)
        solver.advance(bodies, {}, {0, 0, 0}, 0.001);
    EXPECT_LT(norm(bodies[0].state.velocity), 1e-5);
    EXPECT_LT(norm(bodies[1].state.velocity - Vec3d{2, 0, 0}), 1e-5);
}
} // namespace
} // namespace aspic
