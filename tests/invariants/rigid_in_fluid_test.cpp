// Rigid bodies in fluids: what a body gives the fluid takes (B5); light ones that stick to thick fluid are dragged along, not thrown about; heavy ones that press water against walls one particle thick press none through.

#include "support/momentum.h"
#include "support/scene_world.h"

#include <algorithm>
#include <cmath>
#include <string>

using namespace aspic;

/// A box in honey that is lighter than it by 3 to 300 times. It rises; its terminal speed is at most that of a free rise of the step's buoyancy against the drag of a plate, below 1 m/s here by two
/// orders of magnitude for a disc of that size: Δρ g a²/μ = 1400·9.81·0.1²/100 = 1.4 m/s is the scale, with a factor of about 0.1. It does not turn: the scene is symmetric.
TEST(RigidInFluid, LightBodiesThatStickAreDraggedAlong)
{
    for (const char* viscosity : {R"({"implicit": {}})", R"({"morris": {}})"})
        for (const double density : {500.0, 5.0})
        {
            const bool is_implicit = std::string(viscosity).find("implicit") != std::string::npos;
            World world = world_of(
                R"({"version": 1, "dimension": 2, "spacing": 0.02, "support": 0.05, "materials": {"honey": {"density": 1400, "viscosity": )" +
                std::string(is_implicit ? "100" : "10") + R"(}},
                "walls": {"box": {"shape": {"box": {"from": [-0.3, 0], "to": [0.3, 1]}}, "keeps": "inside", "ghosts": "no_slip"}},
                "objects": {"pool": {"shape": {"difference": {"of": {"box": {"from": [-0.3, 0], "to": [0.3, 0.4]}}, "without": [{"box": {"from": [-0.1, 0.15], "to": [0.1, 0.25]}}]}},
                                     "material": "honey"}},
                "rigid_bodies": {"raft": {"shape": {"box": {"from": [-0.1, -0.05], "to": [0.1, 0.05]}}, "density": )" +
                std::to_string(density) + R"(, "position": [0, 0.2], "sticks": true}},
                "solvers": {"pressure": {"dfsph": {}}, "viscosity": )" +
                viscosity + "}}");
            double fastest = 0, turning = 0;
            while (world.time() < (is_implicit ? 0.2 : 0.05))
            {
                ASSERT_FALSE(world.step(1).not_finite);
                const RigidBody body = world.rigid_body(0);
                fastest = std::max(fastest, norm(body.motion().velocity));
                turning = std::max(turning, norm(body.motion().angular_velocity));
            }
            EXPECT_GT(world.rigid_body(0).motion().velocity.y, 0) << density << viscosity;
            EXPECT_LT(fastest, 1.4) << density << viscosity;
            EXPECT_LT(turning, 0.5) << density << viscosity;
        }
}

TEST(RigidInFluid, PressNothingThroughThinWalls)
{
    for (const char* boundaries : {"map", "samples"})
    {
        World world = world_of(R"({"version": 1, "dimension": 2, "spacing": 0.02, "materials": {"water": {"viscosity": 0.01}},
            "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [0.6, 0.1]}}, "material": "water"}},
            "walls": {"floor": {"shape": {"box": {"from": [-0.02, -0.02], "to": [0.62, 0]}}}, "left": {"shape": {"box": {"from": [-0.02, 0], "to": [0, 2]}}},
                      "right": {"shape": {"box": {"from": [0.6, 0], "to": [0.62, 2]}}}},
            "rigid_bodies": {"block": {"shape": {"box": {"from": [-0.28, -0.1], "to": [0.28, 0.1]}}, "density": 8000, "position": [0.3, 0.6]}},
            "solvers": {"pressure": {"dfsph": {}}, "boundaries": ")" +
                               std::string(boundaries) + R"("}})");
        while (world.time() < 1)
            ASSERT_FALSE(world.step(1).not_finite);
        for (const Vec3d& x : world.particles().position.values)
        {
            EXPECT_GT(x.y, -0.02) << boundaries;
            EXPECT_TRUE(x.y >= 2 || (x.x > -0.02 && x.x < 0.62)) << boundaries;
        }
    }
}

/// B5: a body is shot through a drop in a closed box without weight, and hits another; nothing comes to the walls. Fluid and bodies exchange the same impulses, in another order of sums: to rounding. In single
/// precision a velocity is rounded to 6e-8 of itself in each of some hundred steps, mostly independently of its neighbours'.
TEST(RigidInFluid, MomentumStaysInAClosedBox)
{
    for (const char* boundaries : {"solvers.boundaries=\"map\"", "solvers.boundaries=\"samples\""})
    {
        World world =
            world_of(R"({"version": 1, "dimension": 2, "spacing": 0.02, "gravity": [0, 0], "materials": {"water": {"viscosity": 0.01}},
            "objects": {"drop": {"shape": {"difference": {"of": {"sphere": {"radius": 0.3}}, "without": [{"sphere": {"center": [-0.1, 0.02], "radius": 0.06}}]}}, "material": "water"}},
            "walls": {"box": {"shape": {"box": {"from": [-1, -1], "to": [1, 1]}}, "keeps": "inside"}},
            "rigid_bodies": {"ball": {"shape": {"sphere": {"radius": 0.06}}, "density": 2000, "position": [-0.1, 0.02], "velocity": [2, 0.3]},
                             "raft": {"shape": {"box": {"from": [-0.03, -0.1], "to": [0.03, 0.1]}}, "density": 500, "position": [0.34, 0], "rotation": [0, 0, "20 deg"]}},
            "solvers": {"pressure": {"dfsph": {}}}})",
                     {boundaries});
        const Momentum before = momentum_of(world);
        run_world(world, 0.3);
        const Momentum after = momentum_of(world);
        for (const Vec3d& x : world.particles().position.values)
            ASSERT_LT(std::max(std::abs(x.x), std::abs(x.y)), 0.95) << "the walls were reached";
        EXPECT_GT(norm(world.rigid_body(1).state.velocity), 0.05) << boundaries; // it was hit
        EXPECT_LT(norm(after.linear - before.linear), 1e-6 * norm(before.linear)) << boundaries;
    }
}
