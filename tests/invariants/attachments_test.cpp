// Solids that are parts of walls and rigid bodies: pins with `attach_to`.

#include "aspic/io/scene_file.h"
#include "aspic/simulation/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace aspic;

namespace
{
World world_of(const std::string& rest, const std::vector<std::string>& settings = {})
{
    auto scene = parse_scene(
        R"({"version": 1, "spacing": 0.05, "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "2 ms"}}, )" + rest + "}",
        "test", ".", settings);
    EXPECT_TRUE(scene) << describe(scene.problems());
    return {scene->scene, scene->assets};
}

void run_until(World& world, double end)
{
    while (world.time() < end - 1e-12)
        ASSERT_FALSE(world.step(end - world.time()).not_finite);
}

struct Momenta
{
    double mass = 0;
    Vec3d linear, angular; ///< about the origin
};

/// Of particles and rigid bodies.
Momenta momenta(const World& world)
{
    Momenta total;
    const auto& particles = world.particles();
    for (Index i = 0; i < particles.size(); ++i)
    {
        const double mass = double(particles.mass[i]);
        const Vec3d p = mass * convert<double>(particles.velocity[i]);
        total.mass += mass;
        total.linear += p;
        total.angular += cross(particles.position[i], p);
    }
    for (std::size_t k = 0; k < world.state().rigid_bodies.size(); ++k)
    {
        const RigidBody body = world.rigid_body(k);
        total.mass += body.mass;
        total.linear += body.mass * body.state.velocity;
        total.angular += body.state.angular_momentum + cross(body.state.position, body.mass * body.state.velocity);
    }
    return total;
}

double largest_speed(const World& world)
{
    double largest = 0;
    for (Index i = 0; i < world.particles().size(); ++i)
        largest = std::max(largest, double(norm(world.particles().velocity[i])));
    return largest;
}

std::string rubber(const std::string& young_modulus, const std::string& more = "")
{
    return R"("materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": ")" + young_modulus + R"(", "poisson_ratio": 0.3)" +
           more + "}}}, ";
}
const std::string weightless = R"("gravity": [0, 0, 0], )";

/// A bar along x from 0 to 0.6 m whose first 0.2 m are in a box.
std::string bar(const std::string& motion)
{
    return R"("objects": {"bar": {"shape": {"box": {"from": [0, -0.1, -0.1], "to": [0.6, 0.1, 0.1]}}, "material": "rubber", )" + motion +
           R"("pins": {"root": {"region": {"box": {"from": [-0.1, -0.2, -0.2], "to": [0.2, 0.2, 0.2]}}, "attach_to": "box"}}}}, )";
}
std::string box(const std::string& more)
{
    return R"("rigid_bodies": {"box": {"shape": {"box": {"from": [-0.1, -0.15, -0.15], "to": [0.2, 0.15, 0.15]}}, )" + more + "}}";
}
} // namespace

/// The box stands still when the bar swings away with it. Momentum: exact in double but for rounding of velocities in float; angular momentum: rotations are fixed in a step, which costs the bar
/// alone 0.3 % here; it halves with the step.
TEST(Attachments, BarAndBoxKeepTheirMomenta)
{
    for (const char* preconditioner : {"direct", "two-level"})
        for (const char* density : {"30", "1000", "8000"})
        {
            const std::string label = std::string(preconditioner) + " " + density;
            World world = world_of(weightless + rubber("200 kPa") + bar(R"("velocity": [0.3, 0.2, 0], "angular_velocity": [0, 2, 3], )") +
                                       box(std::string(R"("density": )") + density),
                                   {std::string("solvers.elasticity.preconditioner=\"") + preconditioner + "\""});
            const Momenta before = momenta(world);
            run_until(world, 0.5);
            const Momenta after = momenta(world);
            EXPECT_LT(norm(after.linear - before.linear), 1e-5 * norm(before.linear)) << label;
            EXPECT_LT(norm(after.angular - before.angular), 0.01 * norm(before.angular)) << label;
            EXPECT_GT(norm(world.rigid_body(0).motion().angular_velocity), 0.1) << label;
        }
}

/// Every solve of elasticity ends by its tolerance, on two levels as with a factor.
TEST(Attachments, SolvesConvergeOnTwoLevels)
{
    World world = world_of(rubber("20 MPa") + bar(R"("angular_velocity": [0, 2, 3], )") + box(R"("density": 1000)"),
                           {R"(solvers.elasticity.preconditioner="two-level")"});
    for (int k = 0; k < 50; ++k)
        for (const StageReport& stage : world.step(1).stages)
            EXPECT_TRUE(stage.converged) << stage.name << " " << k;
}

/// A block hits a stiff bar that is a part of a box: what one loses the others gain, however pressure sees the bar.
TEST(Attachments, BlowsOnABarReachItsBody)
{
    for (const char* coupling : {"weak", "strong"})
    {
        World world = world_of(
            weightless + R"("materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": "100 MPa", "poisson_ratio": 0.3}}}, )" +
                R"("objects": {"bar": {"shape": {"box": {"from": [0, -0.1, -0.1], "to": [0.6, 0.1, 0.1]}}, "material": "rubber",
                                       "pins": {"root": {"region": {"box": {"from": [-0.1, -0.2, -0.2], "to": [0.2, 0.2, 0.2]}}, "attach_to": "box"}}},
                               "block": {"shape": {"box": {"from": [0.35, 0.15, -0.1], "to": [0.55, 0.35, 0.1]}}, "material": "rubber", "velocity": [0, -1, 0]}}, )" +
                box(R"("density": 1000)"),
            {std::string("solvers.elasticity.coupling=\"") + coupling + "\""});
        const Momenta before = momenta(world);
        run_until(world, 0.2);
        const Momenta after = momenta(world);
        EXPECT_LT(norm(after.linear - before.linear), 1e-4 * norm(before.linear)) << coupling;
        EXPECT_GT(norm(world.rigid_body(0).motion().velocity), 0.02) << coupling;
    }
}

/// Attached particles stay where they are in the box.
TEST(Attachments, BarStaysInTheBox)
{
    World world = world_of(rubber("200 kPa") + bar("") + box(R"("density": 500, "angular_velocity": [1, 2, 3])"));
    run_until(world, 0.5);
    const RigidBody body = world.rigid_body(0);
    Index inside = 0;
    for (Index i = 0; i < world.particles().size(); ++i)
    {
        const Vec3d X = body.pose().material_point(world.particles().position[i]);
        inside += X.x < 0.2 + 1e-6 && std::abs(X.y) < 0.1 && std::abs(X.z) < 0.1 ? 1 : 0;
    }
    EXPECT_EQ(inside, 4 * 4 * 4);
}

/// Nothing presses what is attached: neither in the box nor beside it.
TEST(Attachments, WhatIsEmbeddedRests)
{
    const std::string wall = R"("walls": {"box": {"shape": {"box": {"from": [-0.1, -0.15, -0.15], "to": [0.2, 0.15, 0.15]}}}})";
    for (const std::string& support : {wall, box(R"("density": 1000)")})
    {
        World world = world_of(weightless + rubber("200 kPa") + bar("") + support);
        run_until(world, 0.1);
        EXPECT_LT(largest_speed(world), 1e-4) << support;
    }
}

/// A weight M on a spring of mass m swings with T = 2π √((M + m/3)/k) and rests at δ = (M + m/2) g/k: T follows from δ, whatever k is. 3 %: the law for m is right for small m/M (here 0.05), backward Euler
/// slows nothing at these steps.
TEST(Attachments, WeightOnASpring)
{
    const std::string scene =
        R"("objects": {"rope": {"shape": {"box": {"from": [-0.1, 0, -0.1], "to": [0.1, 0.8, 0.1]}}, "material": "rubber",
        "pins": {"top": {"region": {"box": {"from": [-1, 0.7, -1], "to": [1, 1, 1]}}, "attach_to": "ceiling"},
                 "hook": {"region": {"box": {"from": [-1, -1, -1], "to": [1, 0.1, 1]}}, "attach_to": "weight"}}}},
        "walls": {"ceiling": {"shape": {"half_space": {"point": [0, 0.7, 0], "normal": [0, -1, 0]}}}},
        "rigid_bodies": {"weight": {"shape": {"box": {"from": [-0.2, -0.4, -0.2], "to": [0.2, 0.1, 0.2]}}, "mass": 500}})";
    World settled = world_of(rubber("2 MPa", R"(, "damping": "0.2 s")") + scene);
    const double start = settled.rigid_body(0).state.position.y;
    run_until(settled, 2);
    const double sag = start - settled.rigid_body(0).state.position.y;
    EXPECT_LT(largest_speed(settled), 2e-3);

    World swinging = world_of(rubber("2 MPa") + scene);
    double lowest = start, time_of_lowest = 0;
    while (swinging.time() < 0.5)
    {
        ASSERT_FALSE(swinging.step(0.01).not_finite);
        if (const double y = swinging.rigid_body(0).state.position.y; y < lowest)
        {
            lowest = y;
            time_of_lowest = swinging.time();
        }
    }
    const double m = 0.2 * 0.2 * 0.6 * 1000, M = 500;
    const double period = 2 * pi * std::sqrt((M + m / 3) / (M + m / 2) * sag / 9.81);
    EXPECT_NEAR(2 * time_of_lowest, period, 0.03 * period);
}

/// Sheets that turn with a wheel: their angular momentum about the axle is that of both.
TEST(Attachments, WheelTakesItsSheetsAlong)
{
    World world = world_of(weightless + rubber("200 kPa") + bar("") +
                           box(R"("density": 2000, "axle": {"axis": [0, 0, 1]}, "angular_velocity": [0, 0, 3])"));
    run_until(world, 0.002);
    const double before = momenta(world).angular.z;
    run_until(world, 0.6);
    EXPECT_NEAR(momenta(world).angular.z, before, 0.01 * before);
    EXPECT_LT(norm(world.rigid_body(0).state.velocity), 1e-12);
    EXPECT_GT(world.rigid_body(0).motion().angular_velocity.z, 0.5);
}

/// One end is attached to the floor, all of it lies on the floor.
TEST(Attachments, MatStaysOnTheFloor)
{
    World world = world_of(rubber("200 kPa", R"(, "damping": "10 ms")") +
                           R"("objects": {"mat": {"shape": {"box": {"from": [0, 0, -0.2], "to": [1, 0.15, 0.2]}}, "material": "rubber",
        "pins": {"end": {"region": {"box": {"from": [-1, -1, -1], "to": [0.1, 1, 1]}}, "attach_to": "floor"}}}},
        "walls": {"floor": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}}})");
    run_until(world, 0.5);
    double lowest = 1;
    for (Index i = 0; i < world.particles().size(); ++i)
        lowest = std::min(lowest, world.particles().position[i].y);
    EXPECT_GT(lowest, 0);
}

/// Contacts of a light plate bear the block on it.
TEST(Attachments, LightPlateWithAHeavyBlockRests)
{
    World world =
        world_of(rubber("1 MPa", R"(, "damping": "10 ms")") +
                 R"("objects": {"block": {"shape": {"box": {"from": [-0.2, 0.1, -0.2], "to": [0.2, 0.5, 0.2]}}, "material": "rubber",
        "pins": {"foot": {"region": {"box": {"from": [-1, 0, -1], "to": [1, 0.2, 1]}}, "attach_to": "plate"}}}},
        "walls": {"floor": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}}},
        "rigid_bodies": {"plate": {"shape": {"box": {"from": [-0.3, 0, -0.3], "to": [0.3, 0.2, 0.3]}}, "density": 10}})");
    run_until(world, 1);
    const RigidBodyState plate = world.rigid_body(0).state;
    EXPECT_NEAR(plate.position.y, 0.1, 0.005); // the slop of contacts
    EXPECT_LT(norm(plate.velocity), 0.02);
}

/// A bar between two boxes.
TEST(Attachments, OneSolidOnTwoBodiesKeepsItsMomentum)
{
    World world = world_of(
        weightless + rubber("200 kPa") +
        R"("objects": {"bar": {"shape": {"box": {"from": [0, -0.1, -0.1], "to": [0.8, 0.1, 0.1]}}, "material": "rubber", "velocity": [0.3, 0.2, 0],
        "pins": {"left": {"region": {"box": {"from": [-1, -1, -1], "to": [0.2, 1, 1]}}, "attach_to": "a"},
                 "right": {"region": {"box": {"from": [0.6, -1, -1], "to": [2, 1, 1]}}, "attach_to": "b"}}}},
        "rigid_bodies": {"a": {"shape": {"box": {"from": [-0.2, -0.15, -0.15], "to": [0.2, 0.15, 0.15]}}},
                         "b": {"shape": {"box": {"from": [0.6, -0.15, -0.15], "to": [0.9, 0.15, 0.15]}}, "density": 3000, "angular_velocity": [0, 0, 2]}})");
    const Momenta before = momenta(world);
    run_until(world, 0.5);
    EXPECT_LT(norm(momenta(world).linear - before.linear), 1e-5 * norm(before.linear));
}
