// B3: a cube of 0.2 m under water: held fast, it feels its buoyancy ρga³ = 78.48 N, within 5 %; as heavy as water it hovers, slower than 0.02 m/s; heavier it sinks to the floor, lighter it rises
// to the surface, within a spacing.

#include "probe_watch.h"
#include "rigid/floating.h"
#include "rigid/rigid_cases.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr double side = 0.2, width = 0.6, depth = 0.6; // [m]

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a cube under water $name",
  "spacing": $dx,
  "duration": $duration,
  "materials": {"water": {"density": 1000, "viscosity": 0.1}},
  "objects": {"water": {
    "shape": {"difference": {"of": {"box": {"from": [0, 0, 0], "to": [0.6, 0.6, 0.6]}}, "without": [{"box": {"from": [0.2, 0.2, 0.2], "to": [0.4, 0.4, 0.4]}}]}},
    "material": "water"
  }},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0, 0], "to": [0.6, 1, 0.6]}}, "keeps": "inside"}},
  "rigid_bodies": {"cube": {"shape": {"box": {"from": [-0.1, -0.1, -0.1], "to": [0.1, 0.1, 0.1]}}, "density": $density, "position": [0.3, 0.3, 0.3]$motion}},
  "solvers": {"pressure": {"dfsph": {}}},
  "probes": {"cube": {"rigid": {"body": "cube"}}}
})";

struct Dive
{
    std::string name;
    double density;  ///< [kg/m³]
    double duration; ///< [s]
    bool held = false;
};

using AddRow = std::function<void(const char* figure, double reference, double measured, Comparison, double tolerance)>;

void add_force(const ProbeWatch& watch, double end, const AddRow& add)
{
    const double buoyancy = 1000 * 9.81 * side * side * side;
    add("force upwards [N]", buoyancy, watch.curve("force_y [N]").mean(end / 2, end), Comparison::relative, 0.05);
    add("force sideways / buoyancy", 0,
        std::hypot(watch.curve("force_x [N]").mean(end / 2, end), watch.curve("force_z [N]").mean(end / 2, end)) / buoyancy,
        Comparison::absolute, 0.05);
}

void add_speed(const ProbeWatch& watch, const AddRow& add)
{
    double largest = 0;
    const Curve x = watch.curve("velocity_x [m/s]"), y = watch.curve("velocity_y [m/s]"), z = watch.curve("velocity_z [m/s]");
    for (std::size_t k = 0; k < x.x.size(); ++k)
        largest = std::max(largest, std::sqrt(x.y[k] * x.y[k] + y.y[k] * y.y[k] + z.y[k] * z.y[k]));
    add("largest speed [m/s]", 0.02, largest, Comparison::at_most, 0);
}

void run_dive(const Context& context, Outcome& outcome, const Dive& dive, const Stretch& stretch)
{
    const double dx = context.quick ? 0.04 : 0.02;
    const std::string text = filled_in(scene, {{"name", dive.name},
                                               {"dx", dx},
                                               {"duration", dive.duration},
                                               {"density", dive.density},
                                               {"motion", dive.held ? R"(, "motion": {"velocity": [0, 0, 0]})" : ""}});
    Experiment experiment(context, outcome, {"submerged-" + std::to_string(outcome.scenes.size() + 1), text}, stretch);
    ProbeWatch watch(experiment, 0);
    const double level = floating_level(experiment, width * width);
    experiment.run_until(dive.duration);
    const AddRow add = [&](const char* figure, double reference, double measured, Comparison comparison, double tolerance) {
        outcome.rows.push_back({dive.name + ": " + figure, reference, measured, comparison, tolerance, true, experiment.seconds()});
    };
    const double share = dive.density / 1000, y = watch.curve("position_y [m]").mean(0.75 * dive.duration, dive.duration);
    if (dive.held)
        add_force(watch, dive.duration, add);
    else if (share == 1)
        add_speed(watch, add);
    else if (share > 1)
        add("height of its centre [m]", side / 2, y, Comparison::absolute, dx);
    else
        add("height of its centre [m]", level - share * side + side / 2, y, Comparison::absolute, dx);
}

void run(const Context& context, Outcome& outcome)
{
    const double t = context.quick ? 0.5 : 1;
    const std::vector<Dive> dives{{"is held", 1000, 2 * t, true}, {"hovers", 1000, 2 * t}, {"sinks", 2000, 2 * t}, {"rises", 850, 4 * t}};
    for (std::size_t k = 0; k < dives.size(); ++k)
        attempt(outcome, dives[k].name, true, [&] { run_dive(context, outcome, dives[k], part(dives[k].duration, k, dives.size())); });
}
} // namespace

Case submerged_case()
{
    return {.name = "submerged",
            .id = "B3",
            .group = "rigid",
            .description = "A cube of 0.2 m, 10 particles to its side, in the middle of water 0.6 m deep: held fast, and free with 0.85, 1 "
                           "and 2 times the density.",
            .source = "Archimedes: ρga³; what is as heavy as water hovers.",
            .seconds = 150,
            .quick_seconds = 6,
            .run = run};
}
} // namespace aspic::validation
