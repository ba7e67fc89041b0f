// L12: a dam breaks and hits the far wall (Buchner 2002, digitised data of PySPH): tank 5.366 H, column 2H × H, pressure at 0.2 H above the floor.
// Tolerances: plateau p/ρgH ≈ 0.55 for 3.2 < t√(g/H) < 4.6 within 15 %, arrival (first rise) within 5 %. Half of the
// plateau and the second peak, when the water falls back, are reported.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr double H = 0.6, g = 9.81, wall = 5.366 * H;   // [m], [m/s²], [m]
constexpr double first_rise = 0.1, half_plateau = 0.27; // of ρgH
constexpr double known_arrival = 2.50;                  // [√(H/g)] when the measured pressure rises for good, out of noise of 0.16 ρgH

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "Buchner 2002: a dam breaks and the water hits a wall",
  "dimension": 2,
  "spacing": $dx,
  "kernel": "wendland", "support": $h,
  "duration": 1.85,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"column": {"shape": {"box": {"from": [0, 0], "to": [1.2, 0.6]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [0, 0], "to": [3.2196, 2]}}, "keeps": "inside"}},
  "solvers": {"pressure": $pressure}
})";

/// p/ρgH over t√(g/H).
const Curve& measured_by_buchner()
{
    static const Curve curve{
        {0.055, 0.394, 0.466, 0.506, 0.553, 0.675, 0.674, 0.765, 0.844, 0.994, 1.055, 1.113, 1.156, 1.295, 1.323, 1.525, 1.594, 1.835,
         1.864, 2.084, 2.095, 2.285, 2.244, 2.455, 2.494, 2.514, 2.493, 2.512, 2.611, 2.590, 2.599, 2.628, 2.678, 2.728, 2.738, 2.828,
         2.868, 2.968, 2.988, 3.109, 3.249, 3.519, 3.649, 3.909, 4.009, 4.189, 4.339, 4.509, 4.669, 4.869, 5.149, 5.319, 5.399, 5.499,
         5.648, 5.708, 5.697, 5.767, 5.777, 5.806, 5.836, 5.917, 5.918, 5.928, 5.989, 6.089, 6.199, 6.219, 6.308, 6.339, 6.349, 6.370,
         6.460, 6.550, 6.699, 6.749, 6.769, 6.800, 6.860, 6.970, 7.020, 7.059, 7.100, 7.160, 7.210, 7.360},
        {0.000,  0.0280, -0.134, -0.162, 0.1629, -0.078, 0.0505, -0.050, 0.0505, 0.0786, -0.067, 0.1292, -0.134, -0.078, 0.1011,
         -0.056, 0.0280, -0.044, 0.0168, 0.0112, -0.033, -0.028, 0.0112, -0.028, 0.0168, 0.0786, 0.1516, 0.258,  0.359,  0.455,
         0.550,  0.601,  0.662,  0.617,  0.691,  0.662,  0.601,  0.651,  0.606,  0.573,  0.544,  0.539,  0.539,  0.550,  0.556,
         0.550,  0.556,  0.550,  0.528,  0.522,  0.511,  0.539,  0.561,  0.589,  0.617,  0.662,  0.724,  0.747,  0.780,  0.853,
         0.887,  0.735,  0.685,  0.646,  0.589,  0.556,  0.561,  0.595,  0.640,  0.589,  0.533,  0.488,  0.477,  0.488,  0.522,
         0.561,  0.511,  0.460,  0.415,  0.432,  0.477,  0.505,  0.466,  0.455,  0.415,  0.449}};
    return curve;
}

/// Mean pressure on the sensor [Pa]: a disc of 90 mm in the experiment. Where no water is near, 0.
double sensor_pressure(Experiment& experiment)
{
    const Array<Real> pressure = experiment.world().pressure();
    double sum = 0;
    int n = 0;
    experiment.for_each_fluid([&](Index i) {
        const Vec3d& x = experiment.particles().position[i];
        if (x.x < wall - 2 * experiment.spacing() || std::abs(x.y - 0.2 * H) > 0.045)
            return;
        sum += pressure[static_cast<std::size_t>(i)];
        ++n;
    });
    return n > 0 ? sum / n : 0;
}

/// When a curve first passes a value, by straight lines between its points.
double arrival(const Curve& curve, double value)
{
    for (std::size_t k = 1; k < curve.y.size(); ++k)
        if (curve.y[k] > value)
            return std::lerp(curve.x[k - 1], curve.x[k], (value - curve.y[k - 1]) / (curve.y[k] - curve.y[k - 1]));
    return std::nan("");
}

/// Means over windows, which take the sound out of a curve.
Curve smoothed(const Curve& curve, double width)
{
    Curve result;
    for (const double x : curve.x)
        result.add(x, curve.mean(x - width / 2, x + width / 2));
    return result;
}

double largest_between(const Curve& curve, double from, double to)
{
    double largest = 0;
    for (std::size_t k = 0; k < curve.x.size(); ++k)
        if (curve.x[k] > from && curve.x[k] < to)
            largest = std::max(largest, curve.y[k]);
    return largest;
}

void run_with(const Context& context, Outcome& outcome, const PressureSolver& solver, LinePlot& plot)
{
    const auto& [form, pressure, gated] = solver;
    const double dx = H / (context.quick ? 20 : 60), unit = std::sqrt(H / g), end = (context.quick ? 4.8 : 7.4) * unit;
    const std::string text = filled_in(scene, {{"dx", dx}, {"h", 4 * dx}, {"pressure", pressure}});
    Experiment experiment(context, outcome, {"wall-impact-" + form, text}, part(end, gated ? 0 : 1, 2));
    Curve curve;
    experiment.run_until(end, 0.01 * unit, [&] { curve.add(experiment.time() / unit, sensor_pressure(experiment) / (1000 * g * H)); });
    const Curve smooth = smoothed(curve, 0.1);
    const Curve& known = measured_by_buchner();
    const auto add = [&](const char* figure, double reference, double measured, double tolerance) {
        outcome.rows.push_back(
            {form + ": " + figure, reference, measured, Comparison::relative, tolerance, gated && tolerance > 0, experiment.seconds()});
    };
    add("plateau p/ρgH", known.mean(3.2, 4.6), curve.mean(3.2, 4.6), 0.15);
    add("arrival (0.1 ρgH) t√(g/H)", known_arrival, arrival(smooth, first_rise), 0.05);
    add("half of the plateau t√(g/H)", arrival(known, half_plateau), arrival(smooth, half_plateau), 0);
    if (!context.quick)
        add("second peak p/ρgH", 0.887, largest_between(smooth, 5, 7), 0);
    plot.series.push_back(measured_line(form, smooth, gated ? 0 : 1));
}

void run(const Context& context, Outcome& outcome, Method method)
{
    LinePlot plot{"Pressure on the wall at 0.2 H", {"t √(g/H)", {{1.5, 7.5}}}, {"p/ρgH", {{-0.2, 1.6}}}, {}};
    for (const PressureSolver& solver : pressure_solvers(method, {R"("sound_speed": 48, "artificial_viscosity": 0.02)"}))
        attempt(outcome, solver.name, solver.gated, [&] { run_with(context, outcome, solver, plot); });
    const Curve& known = measured_by_buchner();
    plot.series.push_back(
        {.name = "Buchner 2002", .x = known.x, .y = known.y, .color = Color{0.2, 0.2, 0.2}, .line_width = 0, .dot_radius = 2.6});
    outcome.plots.push_back(plot);
}
} // namespace

Case wall_impact_case(Method method)
{
    return {.name = case_name("wall-impact", method),
            .id = "L12",
            .group = "fluid",
            .description = "A column 1.2 m long and 0.6 m high, 60 particles high, collapses and hits a wall 3.22 m away; pressures are "
                           "means over 0.1 √(H/g).",
            .source = "Buchner 2002 (experiment), digitised by the PySPH project.",
            .seconds = method == Method::incompressible ? 60.0 : 200.0,
            .quick_seconds = 10,
            .run = [method](const Context& context, Outcome& outcome) { run(context, outcome, method); }};
}
} // namespace aspic::validation
