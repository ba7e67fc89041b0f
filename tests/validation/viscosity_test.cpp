// Viscosity of incompressible fluids, explicit and implicit: a shear wave decays as exp(−ν k² t); Poiseuille and Couette flow from rest follow their series (validation A.6, L4 and L5).

#include "support/channel_flow.h"
#include "support/scene_world.h"

#include <cmath>

using namespace aspic;

namespace
{
constexpr double wave_speed = 1e-3; // [m/s] at first: particles hardly move

constexpr const char* box_with_wave = R"({
  "version": 1, "dimension": 2, "spacing": 0.05, "kernel": "wendland", "support": 0.15, "gravity": [0, 0],
  "periodic": {"x": {"from": 0, "to": 0.5}, "y": {"from": 0, "to": 1}},
  "materials": {"oil": {"density": 1000, "viscosity": 10}},
  "objects": {"oil": {"shape": {"box": {"from": [0, 0], "to": [0.5, 1]}}, "material": "oil", "flow": {"shear": {"speed": 1e-3, "wavelength": 1}}}},
  "solvers": {"pressure": {"dfsph": {}}}
})";

/// ln(amplitude at first/amplitude) of v_x = sin(2π y) after a time, as a share of ν k² t.
double measured_decay(const std::vector<std::string>& settings, double nu, double time)
{
    World world = world_of(box_with_wave, settings);
    run_world(world, time);
    double amplitude = 0;
    for (Index i = 0; i < world.particles().size(); ++i)
        amplitude += 2 * double(world.particles().velocity[i].x) * std::sin(2 * pi * world.particles().position[i].y) /
                     static_cast<double>(world.particles().size());
    return std::log(wave_speed / amplitude) / (nu * square(2 * pi) * time);
}

/// Forces along the line between particles do not see the neighbours straight ahead and beside in a lattice that is aligned with the flow: summed over it, the viscosity is 0.89 of what it should
/// be with Wendland's kernel at a support of 3 spacings, 0.95 with the cubic one, 0.97 at 4; over all directions the mean is within 1 %.
constexpr const char* implicit = R"(solvers.viscosity={"implicit":{}})";
} // namespace

// What is expected besides rounding. Explicit: sums over the lattice, below 2 %. Implicit: 2.6 % by the lattice, 2 % by the wave's length of 5 supports, k² r²/24, and 1 % by backward Euler, ν k² Δt/2.
TEST(ShearWave, ExplicitViscosityDecaysAtItsRate)
{
    EXPECT_NEAR(measured_decay({}, 0.01, 1), 1, 0.05);
    EXPECT_NEAR(measured_decay({"materials.oil.viscosity=100"}, 0.1, 0.1), 1, 0.05);
}

TEST(ShearWave, ImplicitViscosityDecaysAtItsRate)
{
    const auto decay = [](const std::string& viscosity, const std::string& dt, double nu, double time) {
        return measured_decay(
            {implicit, "kernel=cubic", "support=0.2", "materials.oil.viscosity=" + viscosity, "solvers.time_step.largest=" + dt}, nu, time);
    };
    EXPECT_NEAR(decay("10", "0.05", 0.01, 1), 1, 0.06);
    EXPECT_NEAR(decay("1000", "0.0005", 1, 0.02), 1, 0.06);
    EXPECT_NEAR(decay("1000", "0.02", 1, 0.02), std::log(1 + 0.79) / 0.79, 0.05); // one step of backward Euler
}

/// A channel with explicit viscosity, or with implicit one and the support it needs.
class DfsphChannel : public testing::TestWithParam<bool>
{
protected:
    static World channel(const std::string& drive)
    {
        std::vector<std::string> settings{drive};
        if (GetParam())
            settings.insert(settings.end(), {implicit, "kernel=cubic", "support=2e-4"});
        return world_of(channel_of("dfsph", "morris"), settings);
    }
};
INSTANTIATE_TEST_SUITE_P(ExplicitAndImplicit, DfsphChannel, testing::Bool());

TEST_P(DfsphChannel, PoiseuilleFlowFollowsItsSeries)
{
    World world = channel("forces.drive={\"acceleration\": [1e-4, 0]}");
    for (const double time : {0.045, 0.225})
    {
        run_world(world, time);
        for (const auto& [measured, exact] : layers_of(world, poiseuille_speed))
            EXPECT_NEAR(measured, exact, 0.05 * poiseuille_speed(channel_gap / 2, time)) << time;
    }
}

TEST_P(DfsphChannel, CouetteFlowFollowsItsSeries)
{
    World world = channel("walls.ceiling.motion={\"velocity\": [1.25e-5, 0]}");
    run_world(world, 0.1125);
    for (const auto& [measured, exact] : layers_of(world, couette_speed))
        EXPECT_NEAR(measured, exact, 0.05 * 1.25e-5);
}
