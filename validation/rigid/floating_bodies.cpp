// B1, B2: a body that floats displaces its own weight (Archimedes): the draft of a box is s H; that d of a ball follows from d²(3R − d)/4R³ = s, of a cylinder from the segment of a circle.
// Tolerance: one spacing. Bodies begin two spacings too high, and their mean over the second half of the time counts.

#include "probe_watch.h"
#include "rigid/floating.h"
#include "rigid/rigid_cases.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "$name floats in a tank",
  "dimension": $dimension,
  "spacing": $dx,
  "duration": $duration,
  "materials": {"water": {"density": 1000, "viscosity": 0.1}},
  "objects": {"water": {"shape": {"difference": {"of": {"box": {"from": $origin, "to": $surface}}, "without": [{"moved": {"shape": $shape, "position": $position}}]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": $origin, "to": $lid}}, "keeps": "inside"}},
  "rigid_bodies": {"body": {"shape": $shape, "density": $density, "position": $position}},
  "solvers": {"pressure": {"dfsph": {}}},
  "probes": {"body": {"rigid": {"body": "body"}}}
})";

/// A body whose lowest point is `bottom` below its origin.
struct Floater
{
    std::string name, shape;
    int dimension;
    double share;            ///< s, density over that of water
    double bottom;           ///< [m]
    double draft;            ///< [m] that is known
    double width, depth, dx; ///< [m] of the tank, which is as long as wide; of the water; spacing
    double duration;         ///< [s]
    bool upright = false;    ///< whether it must not turn
    bool gated = true;
};

std::string point(int dimension, double x, double y)
{
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), dimension == 2 ? "[%.9g, %.9g]" : "[%.9g, %.9g, %.9g]", x, y, x);
    return text.data();
}

std::string scene_of(const Floater& floater)
{
    const int d = floater.dimension;
    const double height = floater.depth - floater.draft + floater.bottom + 2 * floater.dx;
    return filled_in(scene, {{"name", floater.name},
                             {"dimension", double(d)},
                             {"dx", floater.dx},
                             {"duration", floater.duration},
                             {"origin", point(d, 0, 0)},
                             {"surface", point(d, floater.width, floater.depth)},
                             {"lid", point(d, floater.width, floater.depth + 0.5)},
                             {"shape", floater.shape},
                             {"density", 1000 * floater.share},
                             {"position", point(d, 0.5 * floater.width, height)}});
}

void run_floater(const Context& context, Outcome& outcome, const Floater& floater, const Stretch& stretch, LinePlot& plot)
{
    const std::string label = "floating-" + std::to_string(outcome.scenes.size() + 1);
    Experiment experiment(context, outcome, {(floater.upright ? "box-" : "ball-") + label, scene_of(floater)}, stretch);
    ProbeWatch watch(experiment, 0);
    const double area = floater.dimension == 2 ? floater.width : floater.width * floater.width;
    const double level = floating_level(experiment, area);
    experiment.run_until(floater.duration);

    Curve draft = watch.curve("position_y [m]");
    for (double& y : draft.y)
        y = level - (y - floater.bottom);
    const double half = floater.duration / 2, mean = draft.mean(half, floater.duration);
    double swing = 0, turn = 0;
    for (std::size_t k = 0; k < draft.x.size(); ++k)
        swing = std::max(swing, draft.x[k] > half ? std::abs(draft.y[k] - mean) : 0);
    for (const char* axis : {"rotation_x [rad]", "rotation_y [rad]", "rotation_z [rad]"})
        for (const double angle : watch.curve(axis).y)
            turn = std::max(turn, std::abs(angle));
    const auto add = [&](const char* figure, double reference, double measured, double tolerance, bool gated) {
        outcome.rows.push_back({floater.name + ": " + figure, reference, measured, Comparison::absolute, tolerance, gated && floater.gated,
                                experiment.seconds()});
    };
    add("draft [m]", floater.draft, mean, floater.dx, true);
    add("largest swing about it / dx", 0, swing / floater.dx, 0, false);
    if (floater.upright)
        add("largest turn [rad]", 0, turn, 0.1, true);
    plot.series.push_back(measured_line(floater.name, draft, plot.series.size()));
}

void run(const Context& context, Outcome& outcome, const std::vector<Floater>& floaters)
{
    LinePlot plot{"Draft", {"t [s]", {}}, {"draft [m]", {}}, {}};
    for (std::size_t k = 0; k < floaters.size(); ++k)
        attempt(outcome, floaters[k].name, true,
                [&] { run_floater(context, outcome, floaters[k], part(floaters[k].duration, k, floaters.size()), plot); });
    outcome.plots.push_back(plot);
}

/// Flat boxes float upright; so does a square that is light enough (s < 0.2113).
std::vector<Floater> boxes(bool quick)
{
    const double dx = quick ? 0.04 : 0.02, duration = quick ? 2 : 10;
    const std::string flat = R"({"box": {"from": [-0.2, -0.1], "to": [0.2, 0.1]}})",
                      square = R"({"box": {"from": [-0.15, -0.15], "to": [0.15, 0.15]}})",
                      slab = R"({"box": {"from": [-0.2, -0.1, -0.2], "to": [0.2, 0.1, 0.2]}})";
    return {{"2D box 2:1, s 0.5", flat, 2, 0.5, 0.1, 0.1, 1, 0.5, dx, duration, true},
            {"2D box 2:1, s 0.7", flat, 2, 0.7, 0.1, 0.14, 1, 0.5, dx, duration, true},
            {"2D square, s 0.15", square, 2, 0.15, 0.15, 0.045, 1, 0.5, dx, duration, true},
            {"3D box 2:1:2, s 0.5", slab, 3, 0.5, 0.1, 0.1, 0.8, 0.4, quick ? 0.05 : 0.025, quick ? 1.0 : 4.0, true}};
}

std::vector<Floater> balls(bool quick)
{
    const double R = 0.1, dx = quick ? 0.02 : 0.01, duration = quick ? 1.5 : 4;
    const std::string ball = R"({"sphere": {"radius": 0.1}})";
    return {{"2D cylinder, s 0.25", ball, 2, 0.25, R, 0.59603 * R, 0.8, 0.4, dx, duration},
            {"2D cylinder, s 0.5", ball, 2, 0.5, R, R, 0.8, 0.4, dx, duration},
            {"2D cylinder, s 0.7", ball, 2, 0.7, R, 1.31969 * R, 0.8, 0.4, dx, duration},
            {"2D cylinder, s 0.8", ball, 2, 0.8, R, 1.49186 * R, 0.8, 0.4, dx, duration},
            {"ball, s 0.5", ball, 3, 0.5, R, R, 0.4, 0.25, quick ? 0.025 : 0.01, quick ? 1.0 : 2.5}};
}
} // namespace

Case floating_box_case()
{
    return {.name = "floating-box",
            .id = "B1",
            .group = "rigid",
            .description = "Boxes 0.2 and 0.3 m high float in tanks with 10 and 15 particles to their height.",
            .source = "Archimedes: the draft is s H.",
            .seconds = 150,
            .quick_seconds = 6,
            .run = [](const Context& context, Outcome& outcome) { run(context, outcome, boxes(context.quick)); }};
}

Case floating_ball_case()
{
    return {.name = "floating-ball",
            .id = "B2",
            .group = "rigid",
            .description = "Cylinders and a ball of 0.1 m radius, 10 particles to it, float in tanks.",
            .source = "Archimedes: a segment of the circle or ball displaces its weight.",
            .seconds = 250,
            .quick_seconds = 6,
            .run = [](const Context& context, Outcome& outcome) { run(context, outcome, balls(context.quick)); }};
}
} // namespace aspic::validation
