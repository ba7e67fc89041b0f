#pragma once

#include "support/scene_world.h"

#include <cmath>
#include <string>
#include <vector>

namespace aspic
{
inline constexpr double channel_gap = 1e-3, channel_nu = 1e-6; // [m], [m²/s]

/// Water at rest between plates 1 mm apart, 20 particles across, periodic along them (Morris, Fox and Zhu 1997).
inline std::string channel_of(const std::string& pressure, const std::string& viscosity)
{
    return R"({
  "version": 1, "dimension": 2, "spacing": 5e-5, "kernel": "wendland", "support": 1.5e-4, "gravity": [0, 0],
  "periodic": {"x": {"from": 0, "to": 0.0005}},
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [0.0005, 0.001]}}, "material": "water"}},
  "walls": {
    "floor": {"shape": {"half_space": {"point": [0, 0], "normal": [0, 1]}}, "ghosts": "no_slip"},
    "ceiling": {"shape": {"half_space": {"point": [0, 0.001], "normal": [0, -1]}}, "ghosts": "no_slip"}
  },
  "solvers": {"pressure": {")" +
           pressure + R"(": {}}, "viscosity": {")" + viscosity + R"(": {}}, "time_step": {"largest": 0.002}}
})";
}

/// [m/s] at the height y, driven by 1e-4 m/s² since t = 0.
inline double poiseuille_speed(double y, double t)
{
    constexpr double force = 1e-4;
    double v = force / (2 * channel_nu) * y * (channel_gap - y);
    for (int n = 1; n < 200; n += 2)
        v -= 4 * force * square(channel_gap) / (channel_nu * std::pow(n * pi, 3)) * std::sin(n * pi * y / channel_gap) *
             std::exp(-n * n * pi * pi * channel_nu * t / square(channel_gap));
    return v;
}

/// [m/s] at the height y, while the upper plate moves at 1.25e-5 m/s since t = 0.
inline double couette_speed(double y, double t)
{
    constexpr double wall = 1.25e-5;
    double v = wall * y / channel_gap;
    for (int n = 1; n < 200; ++n)
        v += 2 * wall / (n * pi) * (n % 2 == 0 ? 1 : -1) * std::sin(n * pi * y / channel_gap) *
             std::exp(-n * n * pi * pi * channel_nu * t / square(channel_gap));
    return v;
}

/// Means of measured and exact speeds over layers of a spacing, from the floor on.
inline std::vector<std::pair<double, double>> layers_of(const World& world, double (*exact)(double, double))
{
    std::vector<std::pair<double, double>> sums(20);
    std::vector<int> counts(20);
    for_each_fluid(world, [&](Index i) {
        const double y = world.particles().position[i].y;
        const auto k = std::min<std::size_t>(19, static_cast<std::size_t>(y / channel_gap * 20));
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
} // namespace aspic
