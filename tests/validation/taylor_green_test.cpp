// L3, coarse: Taylor and Green's vortices at Re = 100 decay as exp(−8π²t/Re). With 25 particles to a wavelength the rate is within 15 %: validation finds
// first order and 5 % at 1/100.

#include "support/scene_world.h"

#include <cmath>

using namespace aspic;

namespace
{
constexpr const char* vortices = R"({
  "version": 1, "dimension": 2, "spacing": 0.04, "kernel": "wendland", "support": 0.12, "gravity": [0, 0],
  "periodic": {"x": {"from": 0, "to": 1}, "y": {"from": 0, "to": 1}},
  "materials": {"fluid": {"density": 1000, "viscosity": 10}},
  "objects": {
    "fluid": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "material": "fluid", "flow": {"vortices": {"speed": 1, "wavelength": 1}}}
  },
  "solvers": {"pressure": {"weakly_compressible": {"sound_speed": 10, "negative_factor": 1, "artificial_viscosity": 0, "shifting": 1}}}
})";

double mean_speed(const World& world)
{
    double sum = 0;
    for_each_fluid(world, [&](Index i) { sum += double(dot(world.particles().velocity[i], world.particles().velocity[i])); });
    return std::sqrt(sum / world.particles().size());
}
} // namespace

TEST(TaylorGreen, VorticesDecayByViscosity)
{
    World world = world_of(vortices);
    EXPECT_NEAR(mean_speed(world), std::sqrt(0.5), 1e-3);
    const double first = mean_speed(world);
    run_world(world, 1);
    constexpr double rate = 8 * pi * pi / 100;
    EXPECT_NEAR(std::log(first / mean_speed(world)), rate, 0.15 * rate);
}
