// A single particle falls in air as fast as ½ρ_air C_d A v² = m g, and drifts with the wind; half of that speed is reached as v = v_t tanh(g t/v_t) says.

#include "support/scene_world.h"

#include <cmath>

using namespace aspic;

namespace
{
World falling(const std::string& pressure, const std::string& wind)
{
    return world_of(R"({"version": 1, "spacing": 0.01, "materials": {"water": {}}, "solvers": {"pressure": )" + pressure + R"(},
      "objects": {"dot": {"shape": {"box": {"from": [0, 0, 0], "to": [0.01, 0.01, 0.01]}}, "material": "water"}},
      "air": {"density": 12, "velocity": )" +
                    wind + R"(, "drag_coefficient": 0.47}})");
}
const double terminal = std::sqrt(2 * 1e-3 * 9.81 / (12 * 0.47 * pi * std::pow(3e-6 / (4 * pi), 2.0 / 3)));
} // namespace

TEST(AirDrag, DropFallsAtItsTerminalVelocity)
{
    for (const char* pressure : {R"({"dfsph": {}})", R"({"weakly_compressible": {"sound_speed": 10}})"})
    {
        World world = falling(pressure, "[0, 0, 0]");
        ASSERT_EQ(world.state().fluid_size(), 1);
        const double half = terminal / 9.81 * std::atanh(0.5);
        run_world(world, half);
        EXPECT_NEAR(world.particles().velocity[0].y, -0.5 * terminal, 0.005 * terminal); // forces and drag take turns: an error of g dt/2
        run_world(world, 5 * terminal / 9.81);
        EXPECT_NEAR(world.particles().velocity[0].y, -terminal, 0.005 * terminal);
    }
}

TEST(AirDrag, WindCarriesADropAlong)
{
    World world = falling(R"({"dfsph": {}})", "[20, 0, 0]");
    run_world(world, 8 * terminal / 9.81);
    EXPECT_NEAR(world.particles().velocity[0].x, 20, 0.2); // approached as 1/t
    EXPECT_NEAR(world.particles().velocity[0].y, -terminal, 0.02 * terminal);
}
