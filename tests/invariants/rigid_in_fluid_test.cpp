// Rigid bodies in fluids: light ones that stick to thick fluid are dragged along, not thrown about; heavy ones that press water against walls one particle thick press none through.

#include "aspic/io/scene_file.h"
#include "aspic/simulation/world.h"

#include <gtest/gtest.h>

#include <string>

using namespace aspic;

namespace
{
LoadedScene scene_of(const std::string& text)
{
    auto scene = parse_scene(text, "test", ".", {});
    EXPECT_TRUE(scene) << describe(scene.problems());
    return *scene;
}
} // namespace

/// A box in honey that is lighter than it by 3 to 300 times. It rises; its terminal speed is at most that of a free rise of the step's buoyancy against the drag of a plate, below 1 m/s here by two
/// orders of magnitude for a disc of that size: Δρ g a²/μ = 1400·9.81·0.1²/100 = 1.4 m/s is the scale, with a factor of about 0.1. It does not turn: the scene is symmetric.
TEST(RigidInFluid, LightBodiesThatStickAreDraggedAlong)
{
    for (const char* viscosity : {R"({"implicit": {}})", R"({"morris": {}})"})
        for (const double density : {500.0, 5.0})
        {
            const bool is_implicit = std::string(viscosity).find("implicit") != std::string::npos;
            const LoadedScene loaded = scene_of(
                R"({"version": 1, "dimension": 2, "spacing": 0.02, "support": 0.05, "materials": {"honey": {"density": 1400, "viscosity": )" +
                std::string(is_implicit ? "100" : "10") + R"(}},
                "walls": {"box": {"shape": {"box": {"from": [-0.3, 0], "to": [0.3, 1]}}, "keeps": "inside", "ghosts": "no_slip"}},
                "objects": {"pool": {"shape": {"difference": {"of": {"box": {"from": [-0.3, 0], "to": [0.3, 0.4]}}, "without": [{"box": {"from": [-0.1, 0.15], "to": [0.1, 0.25]}}]}},
                                     "material": "honey"}},
                "rigid_bodies": {"raft": {"shape": {"box": {"from": [-0.1, -0.05], "to": [0.1, 0.05]}}, "density": )" +
                std::to_string(density) + R"(, "position": [0, 0.2], "sticks": true}},
                "solvers": {"pressure": {"dfsph": {}}, "viscosity": )" +
                viscosity + "}}");
            World world(loaded.scene, loaded.assets);
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
        const LoadedScene loaded = scene_of(R"({"version": 1, "dimension": 2, "spacing": 0.02, "materials": {"water": {"viscosity": 0.01}},
            "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [0.6, 0.1]}}, "material": "water"}},
            "walls": {"floor": {"shape": {"box": {"from": [-0.02, -0.02], "to": [0.62, 0]}}}, "left": {"shape": {"box": {"from": [-0.02, 0], "to": [0, 2]}}},
                      "right": {"shape": {"box": {"from": [0.6, 0], "to": [0.62, 2]}}}},
            "rigid_bodies": {"block": {"shape": {"box": {"from": [-0.28, -0.1], "to": [0.28, 0.1]}}, "density": 8000, "position": [0.3, 0.6]}},
            "solvers": {"pressure": {"dfsph": {}}, "boundaries": ")" +
                                            std::string(boundaries) + R"("}})");
        World world(loaded.scene, loaded.assets);
        while (world.time() < 1)
            ASSERT_FALSE(world.step(1).not_finite);
        for (const Vec3d& x : world.particles().position.values)
        {
            EXPECT_GT(x.y, -0.02) << boundaries;
            EXPECT_TRUE(x.y >= 2 || (x.x > -0.02 && x.x < 0.62)) << boundaries;
        }
    }
}
