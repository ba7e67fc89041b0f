// L4, L5, coarse: Poiseuille and Couette flow from rest between plates 1 mm apart (Morris, Fox and Zhu 1997) follow their series within 5 % with 20 particles
// across: of the local speed for Poiseuille, of the wall's for Couette.

#include "support/scene_world.h"

#include <cmath>

using namespace aspic;

namespace
{
constexpr double gap = 1e-3, nu = 1e-6; // [m], [m²/s]

constexpr const char* channel = R"({
  "version": 1, "dimension": 2, "spacing": 5e-5, "kernel": "wendland", "support": 1.5e-4, "gravity": [0, 0],
  "periodic": {"x": {"from": 0, "to": 0.0005}},
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [0.0005, 0.001]}}, "material": "water"}},
  "walls": {
    "floor": {"shape": {"half_space": {"point": [0, 0], "normal": [0, 1]}}, "ghosts": "no_slip"},
    "ceiling": {"shape": {"half_space": {"point": [0, 0.001], "normal": [0, -1]}}, "ghosts": "no_slip"}
  },
  "solvers": {
    "pressure": {"weakly_compressible": {"sound_speed": 1.25e-4, "negative_factor": 1, "artificial_viscosity": 0}},
    "time_step": {"viscous": 0.05}
  }
})";

double poiseuille(double y, double t)
{
    constexpr double force = 1e-4; // [m/s²]
    double v = force / (2 * nu) * y * (gap - y);
    for (int n = 1; n < 200; n += 2)
        v -= 4 * force * gap * gap / (nu * std::pow(n * pi, 3)) * std::sin(n * pi * y / gap) *
             std::exp(-n * n * pi * pi * nu * t / (gap * gap));
    return v;
}

double couette(double y, double t)
{
    constexpr double wall = 1.25e-5; // [m/s]
    double v = wall * y / gap;
    for (int n = 1; n < 200; ++n)
        v += 2 * wall / (n * pi) * (n % 2 == 0 ? 1 : -1) * std::sin(n * pi * y / gap) * std::exp(-n * n * pi * pi * nu * t / (gap * gap));
    return v;
}

/// Means of measured and exact speeds over layers of a spacing, from the floor on.
std::vector<std::pair<double, double>> layers(const World& world, double (*exact)(double, double))
{
    std::vector<std::pair<double, double>> sums(20);
    std::vector<int> counts(20);
    for_each_fluid(world, [&](Index i) {
        const double y = world.particles().position[i].y;
        const auto k = std::min<std::size_t>(19, static_cast<std::size_t>(y / gap * 20));
        sums[k].first += world.particles().velocity[i].x;
        sums[k].second += exact(y, world.time());
        ++counts[k];
    });
    for (std::size_t k = 0; k < 20; ++k)
    {
        EXPECT_GT(counts[k], 0);
        sums[k].first /= counts[k];
        sums[k].second /= counts[k];
    }
    return sums;
}
} // namespace

TEST(Channel, PoiseuilleFlowFollowsItsSeries)
{
    World world = world_of(channel, {"forces.drive={\"acceleration\": [1e-4, 0]}"});
    for (const double time : {0.045, 0.225})
    {
        run_world(world, time);
        const auto speeds = layers(world, poiseuille);
        // 5 % of the local speed; of the three layers next to each wall, which move slowly, 2.5 % of the speed midway.
        for (std::size_t k = 0; k < 20; ++k)
        {
            const bool is_near_wall = k < 3 || k > 16;
            const double tolerance = is_near_wall ? 0.025 * poiseuille(gap / 2, time) : 0.05 * speeds[k].second;
            EXPECT_NEAR(speeds[k].first, speeds[k].second, tolerance) << "layer " << k << " at " << time;
        }
    }
}

TEST(Channel, CouetteFlowFollowsItsSeries)
{
    World world = world_of(channel, {"walls.ceiling.motion={\"velocity\": [1.25e-5, 0]}"});
    run_world(world, 0.1125);
    for (const auto& [measured, exact] : layers(world, couette))
        EXPECT_NEAR(measured, exact, 0.05 * 1.25e-5);
}
