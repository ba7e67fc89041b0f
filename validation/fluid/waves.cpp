// L8, L9: free oscillations of water in a tank: T = 2π/√(gk tanh kH) (linear theory). The amplitude of a mode is (2/L) Σ V cos(kx).
// Tolerances: period 3 %; loss of amplitude at most 20 % in a period of the standing wave with dx = 0.02 m.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include "aspic/io/number_text.h"

#include <cmath>

namespace aspic::validation
{
namespace
{

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "$summary",
  "dimension": 2,
  "spacing": $dx,
  "kernel": "wendland", "support": $h,
  "duration": $duration,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"water": {
    "shape": {"height_field": {"from": [0, 0], "to": [$length, 0], "columns": $columns, "heights": [$heights]}}, "material": "water"
  }},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [$length, $lid]}}, "keeps": "inside"}},
  "solvers": {"pressure": $pressure}
})";

/// An oscillation: the tank, the surface at first, and what is known about it.
struct Wave
{
    std::string name, summary;
    double length, depth, k; ///< [m], [m], [1/m]
    double period;           ///< [s]
    double duration;         ///< [s]
    double dx, quick_dx;     ///< [m]
    double loss;             ///< largest loss per period, or 0: not asked for
    int columns;
    double (*elevation)(double x); ///< [m] of the surface at first
};

Wave standing_wave()
{
    return {.name = "standing-wave",
            .summary = "a standing wave in a tank 2 m long and 1 m deep",
            .length = 2,
            .depth = 1,
            .k = pi,
            .period = 1.13392,
            .duration = 6,
            .dx = 0.02,
            .quick_dx = 0.05,
            .loss = 0.2,
            .columns = 65,
            .elevation = [](double x) { return 0.1 * std::cos(pi * x); }};
}

Wave slosh()
{
    return {.name = "slosh",
            .summary = "water whose surface is tilted by 3 degrees at first sloshes in a tank 1 m long",
            .length = 1,
            .depth = 0.5,
            .k = pi,
            .period = 1.18182,
            .duration = 6,
            .dx = 0.0125,
            .quick_dx = 0.025,
            .loss = 0,
            .columns = 2,
            .elevation = [](double x) { return (0.5 - x) * std::tan(3 * pi / 180); }};
}

std::string heights(const Wave& wave)
{
    std::string text;
    for (int k = 0; k < wave.columns; ++k)
        text += (k == 0 ? "" : ", ") + number_text(wave.depth + wave.elevation(wave.length * k / (wave.columns - 1)));
    return text;
}

std::string scene_of(const Wave& wave, const PressureSolver& solver, double dx, double duration)
{
    return filled_in(scene, {{"summary", wave.summary},
                             {"dx", dx},
                             {"h", 4 * dx},
                             {"duration", duration},
                             {"length", wave.length},
                             {"lid", 1.5 * wave.depth},
                             {"columns", double(wave.columns)},
                             {"heights", heights(wave)},
                             {"pressure", solver.text}});
}

/// Settings of a weakly compressible fluid as deep as that: sound is ten times as fast as the fastest wave.
WeaklyCompressibleText weakly_compressible(const Wave& wave)
{
    return {R"("sound_speed": )" + number_text(10 * std::sqrt(9.81 * wave.depth)) + R"(, "artificial_viscosity": 0.01)",
            R"(, "hydrostatic_start": true)"};
}

void run_with(const Context& context, Outcome& outcome, const Wave& wave, const PressureSolver& solver, LinePlot& plot)
{
    const auto& [form, pressure, gated] = solver;
    const double dx = context.quick ? wave.quick_dx : wave.dx, duration = context.quick ? 2.5 : wave.duration;
    Experiment experiment(context, outcome, {wave.name + "-" + form, scene_of(wave, solver, dx, duration)},
                          part(duration, gated ? 0 : 1, 2));
    Curve curve;
    experiment.run_until(duration, 0.01, [&] { curve.add(experiment.time(), mode_amplitude(experiment, wave.k, wave.length)); });
    const Oscillation found = oscillation_of(curve);
    outcome.rows.push_back({form + ": period [s]", wave.period, found.period, Comparison::relative, 0.03, gated, experiment.seconds()});
    outcome.rows.push_back({form + ": loss of amplitude per period", 0, found.loss_per_period, Comparison::absolute, wave.loss,
                            gated && wave.loss > 0, experiment.seconds()});
    plot.series.push_back(measured_line(form, curve, gated ? 0 : 1));
}

void run(const Context& context, Outcome& outcome, const Wave& wave, Method method)
{
    LinePlot plot{"Amplitude of the mode", {"t [s]", {}}, {"amplitude [m]", {}}, {}};
    for (const PressureSolver& solver : pressure_solvers(method, weakly_compressible(wave)))
        attempt(outcome, solver.name, solver.gated, [&] { run_with(context, outcome, wave, solver, plot); });
    Curve linear;
    const double first = plot.series.empty() ? 0 : plot.series.front().y.front();
    const int points = static_cast<int>(100 * (context.quick ? 2.5 : wave.duration));
    for (int k = 0; k <= points; ++k)
        linear.add(0.01 * k, first * std::cos(2 * pi * 0.01 * k / wave.period));
    plot.series.push_back(reference_line("linear theory", linear));
    outcome.plots.push_back(plot);
}
} // namespace

Case standing_wave_case(Method method)
{
    return {.name = case_name("standing-wave", method),
            .id = "L8",
            .group = "fluid",
            .description = "A standing wave η = 0.1 cos(πx) in a tank 2 m long and 1 m deep swings freely.",
            .source = "Linear theory: T = 2π/√(gk tanh kH) = 1.13392 s; at this steepness (ka = 0.31) third order theory adds about 1 %.",
            .seconds = method == Method::incompressible ? 40.0 : 150.0,
            .quick_seconds = 6,
            .run = [method](const Context& context, Outcome& outcome) { run(context, outcome, standing_wave(), method); }};
}

Case slosh_case(Method method)
{
    return {.name = case_name("slosh", method),
            .id = "L9",
            .group = "fluid",
            .description = "Water 0.5 m deep in a tank 1 m long, its surface tilted by 3 degrees, is released.",
            .source = "Linear theory: T = 2π/√(gk tanh kH) = 1.18182 s.",
            .seconds = method == Method::incompressible ? 40.0 : 150.0,
            .quick_seconds = 4,
            .run = [method](const Context& context, Outcome& outcome) { run(context, outcome, slosh(), method); }};
}
} // namespace aspic::validation
