// Nothing passes a wall: ten seconds of a dam break between plates one particle thick, with sharp edges, and before a thin plate that moves to and fro. The reference is exact: no particle is
// lost, none is beyond a plate, none inside one.
#include "aspic/simulation/pose.h"
#include "support/scene_world.h"

#include <string>

using namespace aspic;

namespace
{
/// A vat of plates as thick as a spacing, which meet at corners only by their edges; in it a thin upright plate and a blade that points at the wave.
constexpr const char* vat_in_plane = R"({
  "version": 1, "dimension": 2, "spacing": 0.025, "duration": 10,
  "materials": {"water": {"viscosity": 0.01}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [0.5, 0.7]}}, "material": "water"}},
  "walls": {
    "floor": {"shape": {"box": {"from": [-0.025, -0.025], "to": [1.525, 0]}}},
    "left": {"shape": {"box": {"from": [-0.025, 0], "to": [0, 3]}}},
    "right": {"shape": {"box": {"from": [1.5, 0], "to": [1.525, 3]}}},
    "plate": {"shape": {"box": {"from": [0.8, 0], "to": [0.825, 0.2]}}},
    "blade": {"shape": {"intersection": {"of": [{"half_space": {"point": [1.1, 0.15], "normal": [0.3, 1]}}, {"half_space": {"point": [1.1, 0.15], "normal": [0.3, -1]}},
      {"box": {"from": [1, 0], "to": [1.1, 0.3]}}]}}}
  },
  "solvers": {"pressure": {"dfsph": {}}}
})";

constexpr const char* vat_in_space = R"({
  "version": 1, "spacing": 0.05, "duration": 10,
  "materials": {"water": {"viscosity": 0.01}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0, 0], "to": [0.35, 0.6, 0.4]}}, "material": "water"}},
  "walls": {
    "floor": {"shape": {"box": {"from": [-0.05, -0.05, -0.05], "to": [1.05, 0, 0.45]}}},
    "left": {"shape": {"box": {"from": [-0.05, 0, -0.05], "to": [0, 3, 0.45]}}},
    "right": {"shape": {"box": {"from": [1, 0, -0.05], "to": [1.05, 3, 0.45]}}},
    "back": {"shape": {"box": {"from": [0, 0, -0.05], "to": [1, 3, 0]}}},
    "front": {"shape": {"box": {"from": [0, 0, 0.4], "to": [1, 3, 0.45]}}},
    "plate": {"shape": {"box": {"from": [0.6, 0, 0], "to": [0.65, 0.2, 0.25]}}}
  },
  "solvers": {"pressure": {"dfsph": {}}}
})";

/// Water on one side only of a thin plate that divides a vessel and moves; another one turns in the water.
constexpr const char* paddle_in_plane = R"({
  "version": 1, "dimension": 2, "spacing": 0.025, "duration": 10,
  "materials": {"water": {"viscosity": 0.01}},
  "objects": {"water": {"shape": {"box": {"from": [0.425, 0], "to": [1.2, 0.4]}}, "material": "water"}},
  "walls": {
    "vessel": {"shape": {"box": {"from": [0, 0], "to": [1.2, 3]}}, "keeps": "inside"},
    "paddle": {"shape": {"box": {"from": [0.4, 0], "to": [0.425, 3]}},
      "motion": {"displacement": {"keyframes": [{"time": 0, "value": [0, 0]}, {"time": 0.5, "value": [0.2, 0]}, {"time": 1, "value": [0, 0]}, {"time": 1.4, "value": [0.2, 0]},
        {"time": 2, "value": [-0.1, 0]}, {"time": 2.3, "value": [0.2, 0]}, {"time": 6, "value": [-0.3, 0]}, {"time": 8, "value": [0.3, 0]}], "interpolation": "smooth"}}},
    "stirrer": {"shape": {"box": {"from": [0.78, 0.1875], "to": [1.02, 0.2125]}}, "motion": {"angular_velocity": [0, 0, 4], "center": [0.9, 0.2]}}
  },
  "solvers": {"pressure": {"dfsph": {}}}
})";

constexpr const char* paddle_in_space = R"({
  "version": 1, "spacing": 0.05, "duration": 10,
  "materials": {"water": {"viscosity": 0.01}},
  "objects": {"water": {"shape": {"box": {"from": [0.35, 0, 0], "to": [0.9, 0.35, 0.3]}}, "material": "water"}},
  "walls": {
    "vessel": {"shape": {"box": {"from": [0, 0, 0], "to": [0.9, 3, 0.3]}}, "keeps": "inside"},
    "paddle": {"shape": {"box": {"from": [0.3, 0, 0], "to": [0.35, 3, 0.3]}},
      "motion": {"displacement": {"keyframes": [{"time": 0, "value": [0, 0, 0]}, {"time": 0.5, "value": [0.15, 0, 0]}, {"time": 1, "value": [0, 0, 0]},
        {"time": 1.4, "value": [0.15, 0, 0]}, {"time": 6, "value": [-0.2, 0, 0]}, {"time": 8, "value": [0.2, 0, 0]}], "interpolation": "smooth"}}}
  },
  "solvers": {"pressure": {"dfsph": {}}}
})";

/// How many particles stand where none may: outside of the bounds, or inside a wall of which they are kept out.
Index trespassers(const World& world, const Bounds& allowed)
{
    std::vector<std::shared_ptr<const Solid>> solids;
    std::vector<Pose> poses;
    for (const auto& [name, wall] : world.scene().walls)
    {
        solids.push_back(wall.keeps == Side::outside ? make_solid(wall.shape, world.scene().dimension, {}).value() : nullptr);
        poses.push_back(pose_at(wall.motion, world.time()));
    }
    Index count = 0;
    for (Index i = 0; i < world.particles().size(); ++i)
    {
        const Vec3d x = world.particles().position[i];
        bool is_wrong = squared_distance(allowed, x) > 0;
        for (std::size_t w = 0; w < solids.size(); ++w)
            is_wrong = is_wrong || (solids[w] && solids[w]->contains(poses[w].material_point(x)));
        count += is_wrong ? 1 : 0;
    }
    return count;
}

/// Ten seconds; `allowed(world)`: where particles may be.
template <class Allowed> void expect_no_leak(const char* text, const std::string& boundaries, const Allowed& allowed)
{
    World world = world_of(text, {"solvers.boundaries=" + boundaries});
    const Index particles = world.particles().size();
    ASSERT_GT(particles, 400);
    for (int frame = 1; frame <= 100; ++frame)
    {
        while (world.time() < 0.1 * frame - 1e-9)
            ASSERT_FALSE(world.step(0.1 * frame - world.time()).not_finite) << boundaries;
        ASSERT_EQ(world.particles().size(), particles);
        ASSERT_EQ(trespassers(world, allowed(world)), 0) << boundaries << " at " << world.time() << " s";
    }
}

class Leak : public testing::TestWithParam<const char*>
{
};

TEST_P(Leak, SlowThinPlatesInThePlane)
{
    expect_no_leak(vat_in_plane, GetParam(), [](const World&) { return Bounds{{0, 0, 0}, {1.5, 10, 0}}; });
}

TEST_P(Leak, SlowThinPlatesInSpace)
{
    expect_no_leak(vat_in_space, GetParam(), [](const World&) { return Bounds{{0, 0, 0}, {1, 10, 0.4}}; });
}

/// Right of the plate that moves.
Bounds before_paddle(const World& world, double face, const Vec3d& far_corner)
{
    const auto& paddle = world.scene().walls[1].value;
    return {{pose_at(paddle.motion, world.time()).place_of({face, 0, 0}).x, 0, 0}, far_corner};
}

TEST_P(Leak, SlowMovingPlateInThePlane)
{
    expect_no_leak(paddle_in_plane, GetParam(), [](const World& world) { return before_paddle(world, 0.425, {1.2, 10, 0}); });
}

TEST_P(Leak, SlowMovingPlateInSpace)
{
    expect_no_leak(paddle_in_space, GetParam(), [](const World& world) { return before_paddle(world, 0.35, {0.9, 10, 0.3}); });
}

/// A thin plate that starts at once with 40 m/s, three spacings before water at rest, and stops after 0.3 m: steps must follow its speed, not that of the water.
TEST_P(Leak, SuddenPlate)
{
    World world = world_of(R"({
      "version": 1, "dimension": 2, "spacing": 0.025,
      "objects": {"water": {"shape": {"box": {"from": [0.5, 0], "to": [1.2, 0.4]}}, "material": "water"}}, "materials": {"water": {}},
      "walls": {
        "vessel": {"shape": {"box": {"from": [0, 0], "to": [1.2, 3]}}, "keeps": "inside"},
        "paddle": {"shape": {"box": {"from": [0.4, 0], "to": [0.425, 3]}},
          "motion": {"displacement": {"keyframes": [{"time": 0.02, "value": [0, 0]}, {"time": 0.0275, "value": [0.3, 0]}]}}}
      },
      "solvers": {"pressure": {"dfsph": {}}}
    })",
                           {"solvers.boundaries=" + std::string(GetParam())});
    while (world.time() < 0.1)
    {
        ASSERT_FALSE(world.step(1).not_finite);
        ASSERT_EQ(trespassers(world, before_paddle(world, 0.425, {1.2, 10, 0})), 0) << world.time();
    }
}

INSTANTIATE_TEST_SUITE_P(Boundaries, Leak, testing::Values("map", "samples"), [](const auto& info) { return std::string(info.param); });
} // namespace
