// L10: Martin & Moyce 1952, "An experimental study of the collapse of liquid columns on a rigid horizontal plane", n² = 2, a = 57.15 mm:
// front Z = z/a at T = t √(2g/a). Bound: Ritter 1892, Z ≤ 1 + 2T. Tolerance 15 %: inviscid SPH runs 5…12 % ahead of the experiment.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace aspic::validation
{
namespace
{
constexpr double a = 0.05715; // [m] width of the column

const Curve& measured_by_martin_and_moyce()
{
    static const Curve curve{{0.832, 1.219, 1.997, 2.547, 3.345, 4.034, 4.418, 5.091},
                             {1.217, 1.474, 2.292, 2.995, 4.134, 4.944, 5.881, 6.980}};
    return curve;
}

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "Martin and Moyce 1952: a water column 57.15 mm wide and twice as high collapses",
  "dimension": 2,
  "spacing": $dx,
  "kernel": "wendland", "support": $h,
  "duration": 0.3,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"column": {"shape": {"box": {"from": [0, 0], "to": [0.05715, 0.1143]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [0.5, 0.2]}}, "keeps": "inside", "ghosts": "no_slip"}},
  "solvers": {"pressure": $pressure},
  "probes": {"front": {"front": {"direction": [1, 0]}}}
})";

double front(const Experiment& experiment)
{
    double x = 0;
    experiment.for_each_fluid([&](Index i) { x = std::max(x, experiment.particles().position[i].x); });
    return x + experiment.spacing() / 2;
}

/// Z over T until T = 4.5.
Curve run_column(Experiment& experiment)
{
    const double time_scale = std::sqrt(a / (2 * 9.81)); // [s]
    Curve curve;
    experiment.run_until(4.5 * time_scale, 0.02 * time_scale, [&] { curve.add(experiment.time() / time_scale, front(experiment) / a); });
    return curve;
}

void add_rows(Outcome& outcome, const std::string& form, const Curve& curve, bool gated, double seconds)
{
    const Curve& reference = measured_by_martin_and_moyce();
    for (std::size_t k = 0; k < reference.x.size(); ++k)
        if (const double T = reference.x[k]; T > 1 && T < 4)
        {
            std::array<char, 64> figure{};
            std::snprintf(figure.data(), figure.size(), "%s: front z/a at T = %.3f", form.c_str(), T);
            outcome.rows.push_back({.figure = figure.data(),
                                    .reference = reference.y[k],
                                    .measured = curve.at(T),
                                    .tolerance = 0.15,
                                    .gated = gated,
                                    .seconds = seconds});
        }
    double largest = 0;
    for (std::size_t k = 1; k < curve.x.size(); ++k) // both begin at 1
        largest = std::max(largest, curve.y[k] / (1 + 2 * curve.x[k]));
    outcome.rows.push_back({.figure = form + ": largest share of Ritter's front",
                            .reference = 1,
                            .measured = largest,
                            .comparison = Comparison::at_most,
                            .tolerance = 1e-6,
                            .gated = gated,
                            .seconds = seconds});
}

void run(const Context& context, Outcome& outcome, Method method)
{
    LinePlot plot{.title = "Front of the water", .x = {"T = t √(2g/a)", {}}, .y = {"Z = z/a", {{0.5, 8}}}, .series = {}};
    plot.series.push_back({.name = "Martin & Moyce 1952",
                           .x = measured_by_martin_and_moyce().x,
                           .y = measured_by_martin_and_moyce().y,
                           .color = Color{0.2, 0.2, 0.2},
                           .line_width = 0,
                           .dot_radius = 4});
    plot.series.push_back(
        {.name = "Ritter's bound", .x = {0, 4}, .y = {1, 9}, .color = Color{0.6, 0.6, 0.6}, .line_width = 1.2, .dashed = true});
    const double dx = a / (context.quick ? 16 : 40);
    const auto solvers = pressure_solvers(method, {R"("sound_speed": 20, "artificial_viscosity": 0.02)"});
    for (std::size_t k = 0; k < solvers.size(); ++k)
        attempt(outcome, solvers[k].name, solvers[k].gated, [&] {
            const std::string text = filled_in(scene, {{"dx", dx}, {"h", 4 * dx}, {"pressure", solvers[k].text}});
            const Stretch stretch = part(4.5 * std::sqrt(a / (2 * 9.81)), k, solvers.size());
            Experiment experiment(context, outcome, {"dam-break-" + solvers[k].name, text}, stretch);
            const Curve curve = run_column(experiment);
            add_rows(outcome, solvers[k].name, curve, solvers[k].gated, experiment.seconds());
            plot.series.push_back(measured_line(solvers[k].name, curve, k));
        });
    outcome.plots.push_back(plot);
}
} // namespace

Case dam_break_case(Method method)
{
    return {.name = case_name("dam-break", method),
            .id = "L10",
            .group = "fluid",
            .description = "A water column 57.15 mm wide and twice as high, 40 particles across, collapses on a dry floor.",
            .source = "Martin & Moyce 1952 (experiment, a = 57.15 mm); Ritter 1892 as a bound, Z ≤ 1 + 2T.",
            .seconds = method == Method::incompressible ? 8.0 : 60.0,
            .quick_seconds = 8,
            .run = [method](const Context& context, Outcome& outcome) { run(context, outcome, method); }};
}
} // namespace aspic::validation
