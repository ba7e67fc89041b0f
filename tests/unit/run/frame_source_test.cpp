// What a frame holds: the fluid, and the ghosts of walls only where the scene wants them.

#include "aspic/run/frame_source.h"

#include "support/scene_world.h"

#include <algorithm>
#include <map>

using namespace aspic;

namespace
{
constexpr const char* tank = R"({
  "version": 1, "dimension": 2, "spacing": 0.1,
  "materials": {"water": {}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [1, 0.5]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "keeps": "inside"}}
})";

/// The frame after a few steps, when ghosts stand among the particles.
ParticleFrame frame_with(World& world)
{
    for (int step = 0; step < 3; ++step)
        EXPECT_FALSE(world.step(1).not_finite);
    EXPECT_GT(world.state().ghosts, 0);
    return frame_of_world(world);
}
} // namespace

TEST(FrameOfWorld, LeavesOutGhosts)
{
    World world = world_of(tank);
    const ParticleFrame frame = frame_with(world);
    EXPECT_EQ(frame.size(), 50);
    const auto material = frame.values_as<Index>("material");
    ASSERT_TRUE(material);
    EXPECT_EQ(std::ranges::count(*material, Index(0)), 50);
    // Every column has the fluid's rows, in the world's order.
    const auto identities = frame.values_as<Identity>("identity");
    const auto pressures = frame.values_as<Real>("pressure");
    ASSERT_TRUE(identities && pressures);
    ASSERT_EQ(pressures->size(), 50U);
    const Array<Real> pressure = world.pressure();
    std::size_t k = 0;
    for_each_fluid(world, [&](Index i) {
        EXPECT_EQ((*identities)[k], world.particles().identity[i]);
        EXPECT_EQ((*pressures)[k], pressure[static_cast<std::size_t>(i)]);
        EXPECT_EQ(frame.position().values[k], world.particles().position[i]);
        ++k;
    });
}

TEST(FrameOfWorld, HasGhostsIfTheSceneWantsThem)
{
    World world = world_of(tank, {"output.ghosts=true"});
    const ParticleFrame frame = frame_with(world);
    EXPECT_EQ(frame.size(), 50 + world.state().ghosts);
    const auto material = frame.values_as<Index>("material");
    ASSERT_TRUE(material);
    EXPECT_EQ(std::ranges::count(*material, ghost_material), world.state().ghosts);
}

TEST(FrameOfWorld, HasTheStressOfSolids)
{
    // A bar in the plane whose ends are led apart by about a tenth; with Poisson's ratio 0, plane strain changes nothing: σ = E ε, ε as its places say. Tolerance that of E2, 3 %, away from the ends.
    World world = world_of(R"({
      "version": 1, "dimension": 2, "spacing": 0.1, "gravity": [0, 0],
      "materials": {"rubber": {"elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0, "damping": "50 ms"}}, "water": {}},
      "objects": {
        "bar": {"shape": {"box": {"from": [0, 0], "to": [2, 0.5]}}, "material": "rubber", "pins": {
          "left": {"region": {"box": {"from": [-1, -1], "to": [0.3, 1]}}},
          "right": {"region": {"box": {"from": [1.7, -1], "to": [3, 1]}},
                    "motion": {"displacement": {"keyframes": [{"time": 0, "value": [0, 0]}, {"time": 0.2, "value": [0.15, 0]}]}}}}},
        "drop": {"shape": {"box": {"from": [0, 3], "to": [0.3, 3.3]}}, "material": "water"}},
      "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "5 ms"}},
      "output": {"columns": ["stress", "origin"]}
    })");
    const ParticleFrame before = frame_of_world(world);
    while (world.time() < 0.6)
        ASSERT_FALSE(world.step(1).not_finite);
    const ParticleFrame frame = frame_of_world(world);
    const auto stress = frame.values_as<Real>("stress");
    const auto origin = frame.values_as<Index>("origin");
    const auto identity = frame.values_as<Identity>("identity");
    const auto first_identity = before.values_as<Identity>("identity");
    ASSERT_TRUE(stress && origin && identity && first_identity);
    std::map<Identity, double> rest;
    for (std::size_t i = 0; i < first_identity->size(); ++i)
        rest[(*first_identity)[i]] = before.position().values[i].x;
    double n = 0, pull = 0, work = 0, square = 0;
    for (std::size_t i = 0; i < stress->size(); ++i)
    {
        const double arm = rest[(*identity)[i]] - 1; // from the middle, about which the places at rest are even
        if ((*origin)[i] == 1)
        {
            EXPECT_EQ((*stress)[i], 0);
        }
        else if (std::abs(arm) < 0.3)
        {
            n += 1;
            pull += (*stress)[i];
            work += arm * frame.position().values[i].x;
            square += arm * arm;
        }
    }
    const double strain = work / square - 1;
    EXPECT_NEAR(strain, 0.1, 0.02);
    EXPECT_NEAR(pull / n, 1e6 * strain, 0.03 * 1e6 * strain);
    Scene without_solids = world_of(tank).scene();
    without_solids.output.columns = {"stress"};
    EXPECT_FALSE(unknown_columns(without_solids, world_of(tank).particles()).empty());
}
