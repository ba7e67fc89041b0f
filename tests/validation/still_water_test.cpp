// L1, coarse: water at rest has the pressure p = ρg(H − y); the mean over time midway is within 3 %, and the water stays.

#include "support/scene_world.h"

using namespace aspic;

namespace
{
constexpr const char* tank = R"({
  "version": 1, "dimension": 2, "spacing": 0.04, "kernel": "wendland", "support": 0.16,
  "materials": {"water": {}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [1, 1.4]}}, "keeps": "inside"}},
  "solvers": {"pressure": {"weakly_compressible": {"sound_speed": 44.29, "artificial_viscosity": 0.05, "hydrostatic_start": true}}}
})";

/// Mean of p + ρg(y − ½) over particles off the walls that are within a spacing of mid depth.
double pressure_midway(const World& world)
{
    const Array<Real> pressure = world.pressure();
    double sum = 0;
    int n = 0;
    for_each_fluid(world, [&](Index i) {
        const Vec3d& x = world.particles().position[i];
        if (std::abs(x.y - 0.5) > 0.04 || std::abs(x.x - 0.5) > 0.38)
            return;
        sum += pressure[static_cast<std::size_t>(i)] + 1000 * 9.81 * (x.y - 0.5);
        ++n;
    });
    return sum / n;
}

double mean_height(const World& world)
{
    double sum = 0;
    for_each_fluid(world, [&](Index i) { sum += world.particles().position[i].y; });
    return sum / world.state().fluid_size();
}
} // namespace

TEST(StillWater, SlowHasThePressureOfItsDepth)
{
    World world = world_of(tank);
    double sum = 0;
    int samples = 0;
    for (int k = 1; k <= 30; ++k)
    {
        run_world(world, 0.05 * k);
        if (k <= 10) // sound of the start
            continue;
        sum += pressure_midway(world);
        ++samples;
    }
    EXPECT_NEAR(sum / samples, 1000 * 9.81 * 0.5, 0.03 * 1000 * 9.81 * 0.5);
    EXPECT_NEAR(mean_height(world), 0.5 - 0.0013,
                0.2 * 0.04); // Tait compresses the column by 0.25 %; a fifth of a spacing, as L1 allows in 10 s
    double fastest = 0;
    for_each_fluid(world, [&](Index i) { fastest = std::max(fastest, double(norm(world.particles().velocity[i]))); });
    EXPECT_LT(fastest, 0.05 * std::sqrt(9.81)); // after 1.5 s it still bobs: L1 allows 0.5 % of √(gH) after 10 s
}
