// Friction where pressure keeps particles from walls, rigid bodies and other solids: B6's block on a slope of 20°, for soft blocks and thick fluid.

#include "aspic/io/scene_file.h"
#include "aspic/simulation/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

using namespace aspic;

namespace
{
constexpr double g = 9.81, slope = 0.3490658503988659; // 20°

/// Gravity is turned by the slope, so that it is level.
World world_on_slope(const std::string& rest)
{
    const std::string gravity = std::to_string(g * std::sin(slope)) + ", " + std::to_string(-g * std::cos(slope)) + ", 0";
    auto scene = parse_scene(R"({"version": 1, "spacing": 0.04, "gravity": [)" + gravity + "], " + rest + "}", "test", ".", {});
    EXPECT_TRUE(scene) << describe(scene.problems());
    return {scene->scene, scene->assets};
}

std::string soft_block(double friction)
{
    return R"("materials": {"rubber": {"elastic": {"young_modulus": "300 kPa", "damping": "5 ms", "friction": )" +
           std::to_string(friction) + "}}}, ";
}

/// [m/s] Mean over a material.
Vec3d velocity(const World& world, Index material = 0)
{
    const auto& particles = world.particles();
    const auto of = particles.column<Index>("material").view();
    Vec3d momentum;
    double mass = 0;
    for (Index i = 0; i < particles.size(); ++i)
        if (of[i] == material)
        {
            momentum += double(particles.mass[i]) * convert<double>(particles.velocity[i]);
            mass += double(particles.mass[i]);
        }
    return momentum / mass;
}

void run_until(World& world, double end)
{
    while (world.time() < end - 1e-12)
        ASSERT_FALSE(world.step(end - world.time()).not_finite);
}

/// [m/s²] Along the slope, after it has settled.
double acceleration(World& world, Index material = 0)
{
    run_until(world, 0.3);
    const double before = velocity(world, material).x;
    run_until(world, 0.7);
    return (velocity(world, material).x - before) / 0.4;
}

const std::string floor_of_0_2 =
    R"("walls": {"floor": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}, "friction": 0.2}})";
const std::string floor_of_0_4 =
    R"("walls": {"floor": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}, "friction": 0.4}})";
const std::string block =
    R"("objects": {"block": {"shape": {"box": {"from": [0, 0, 0], "to": [0.32, 0.16, 0.24]}}, "material": "rubber"}}, )";
const std::string dfsph = R"("solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "4 ms"}}, )";
} // namespace

/// a = g (sin θ − μ cos θ): all of the block's weight is borne by pressure at the floor, whatever happens at single particles. 5 %: it trembles a little when it settles.
TEST(DryFriction, SoftBlockSlidesDownASlope)
{
    World world = world_on_slope(soft_block(0.2) + block + dfsph + floor_of_0_2);
    const double expected = g * (std::sin(slope) - 0.2 * std::cos(slope));
    EXPECT_NEAR(acceleration(world), expected, 0.05 * expected);
}

/// tan 20° = 0.36.
TEST(DryFriction, SoftBlockStaysOnASlope)
{
    World world = world_on_slope(soft_block(0.4) + block + dfsph + floor_of_0_4);
    run_until(world, 0.3);
    const double before = velocity(world).x;
    run_until(world, 0.7);
    EXPECT_LT(std::abs(velocity(world).x), 0.01);
    EXPECT_LT(std::abs(before), 0.05);
}

/// Without friction of one of the two there is none.
TEST(DryFriction, SmoothBlockSlides)
{
    World world = world_on_slope(soft_block(0) + block + dfsph + floor_of_0_4);
    const double expected = g * std::sin(slope);
    EXPECT_NEAR(acceleration(world), expected, 0.02 * expected);
}

/// The plate is held. Contact goes by pressure between the particles of both, whose lattices are rough for each other: as if μ were 0.08 larger with four particles across (measured without friction), 0.04 with eight.
TEST(DryFriction, SoftBlockOnAnother)
{
    const auto coefficient = [](const std::string& friction) {
        World world = world_on_slope(R"("materials": {"rubber": {"elastic": {"young_modulus": "300 kPa", "damping": "5 ms", "friction": )" +
                                     friction + R"(}},
                                                      "other": {"elastic": {"young_modulus": "300 kPa", "friction": 0.2}}},
            "objects": {"block": {"shape": {"box": {"from": [0, 0, 0], "to": [0.32, 0.16, 0.24]}}, "material": "rubber"},
                        "plate": {"shape": {"box": {"from": [-0.2, -0.12, -0.12], "to": [1.2, 0, 0.36]}}, "material": "other",
                                  "pins": {"all": {"region": {"half_space": {"point": [0, 0.1, 0], "normal": [0, 1, 0]}}}}}},
            "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "4 ms"}})");
        run_until(world, 0.3);
        return std::tan(slope) - velocity(world).x / (0.3 * g * std::cos(slope));
    };
    const double rough = coefficient("0");
    EXPECT_GT(rough, 0);
    EXPECT_LT(rough, 0.1);
    EXPECT_NEAR(coefficient("0.2") - rough, 0.2, 0.05); // rough surfaces brake slow bodies more
}

/// A plank on the floor is pulled along by the block on it: both get what the other loses.
TEST(DryFriction, RigidBodyAndSoftBlockRubEachOther)
{
    World world = world_on_slope(
        soft_block(0.5) + block + dfsph +
        R"("rigid_bodies": {"plank": {"shape": {"box": {"from": [-0.1, -0.1, -0.1], "to": [0.5, -0.02, 0.34]}}, "density": 2000, "friction": 0.5}},
        "walls": {"ice": {"shape": {"half_space": {"point": [0, -0.1, 0], "normal": [0, 1, 0]}}, "friction": 0}})");
    run_until(world, 0.4);
    const Vec3d block_velocity = velocity(world);
    const Vec3d plank_velocity = world.rigid_body(0).state.velocity;
    const double expected = g * std::sin(slope) * 0.4;
    EXPECT_NEAR(block_velocity.x, expected, 0.05 * expected);
    EXPECT_NEAR(plank_velocity.x, expected, 0.05 * expected);
}

/// A layer that is so thick that it moves as one, on a slope without ends.
TEST(DryFriction, ThickFluidOnASlope)
{
    World world = world_on_slope(
        R"("materials": {"paste": {"viscosity": 2000}}, "periodic": {"x": {"from": 0, "to": 0.4}, "z": {"from": 0, "to": 0.32}},
        "objects": {"layer": {"shape": {"box": {"from": [0, 0, 0], "to": [0.4, 0.2, 0.32]}}, "material": "paste"}},
        "walls": {"floor": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}, "fluid_friction": 0.2}},
        "solvers": {"pressure": {"dfsph": {}}, "viscosity": {"implicit": {}}, "time_step": {"largest": "4 ms"}})");
    const double expected = g * (std::sin(slope) - 0.2 * std::cos(slope));
    EXPECT_NEAR(acceleration(world), expected, 0.05 * expected);
}

/// A belt of rubber that is led along takes a rigid box with it: from rest to 0.4 m/s at μ g = 4.9 m/s².
TEST(DryFriction, HeldSolidsTakeRigidBodiesAlong)
{
    auto scene = parse_scene(R"({"version": 1, "spacing": 0.04, "gravity": [0, -9.81, 0],
        "materials": {"rubber": {"elastic": {"young_modulus": "1 MPa", "friction": 0.5}}},
        "objects": {"belt": {"shape": {"box": {"from": [-1, -0.12, -0.2], "to": [1, 0, 0.2]}}, "material": "rubber", "motion": {"velocity": [0.4, 0, 0]}}},
        "rigid_bodies": {"box": {"shape": {"box": {"from": [-0.16, 0.02, -0.12], "to": [0.16, 0.18, 0.12]}}, "density": 800, "friction": 0.5}},
        "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "2 ms"}}})",
                             "test", ".", {});
    ASSERT_TRUE(scene) << describe(scene.problems());
    World world(scene->scene, scene->assets);
    run_until(world, 0.4);
    EXPECT_NEAR(world.rigid_body(0).state.velocity.x, 0.4, 0.04);
}
