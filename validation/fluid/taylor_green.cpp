// L3: Taylor–Green vortices, L = 1, U = 1, Re = 100, periodic: all speeds decay as e^(−8π²t/Re) (exact solution of Navier–Stokes).
// Tolerances: decay rate 5 % at 1/100; first order or better.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr double rate = 8 * pi * pi / 100; // [1/s]

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "Taylor-Green vortices at Re = 100",
  "dimension": 2,
  "spacing": $dx,
  "kernel": "wendland", "support": $h,
  "duration": 2,
  "gravity": [0, 0],
  "periodic": {"x": {"from": 0, "to": 1}, "y": {"from": 0, "to": 1}},
  "materials": {"fluid": {"density": 1000, "viscosity": 10}},
  "objects": {
    "fluid": {"shape": {"box": {"from": [0, 0], "to": [1, 1]}}, "material": "fluid", "flow": {"vortices": {"speed": 1, "wavelength": 1}}}
  },
  "solvers": {"pressure": $pressure}
})";

double square_of(const Vec3d& v) { return dot(v, v); }

Vec3d exact_velocity(const Vec3d& x, double t)
{
    const double u = std::exp(-rate * t), k = 2 * pi;
    return {-u * std::cos(k * x.x) * std::sin(k * x.y), u * std::sin(k * x.x) * std::cos(k * x.y), 0};
}

/// √(Σ v² / Σ exact v² at t = 0): the speed relative to the start, robust against single particles.
double mean_speed(const Experiment& experiment)
{
    double sum = 0;
    experiment.for_each_fluid([&](Index i) { sum += square_of(convert<double>(experiment.particles().velocity[i])); });
    return std::sqrt(sum / experiment.particles().size());
}

/// √(Σ |v − v_exact|² / Σ v_exact²)
double velocity_error(const Experiment& experiment)
{
    double difference = 0, whole = 0;
    experiment.for_each_fluid([&](Index i) {
        const Vec3d exact = exact_velocity(experiment.particles().position[i], experiment.time());
        difference += square_of(convert<double>(experiment.particles().velocity[i]) - exact);
        whole += square_of(exact);
    });
    return std::sqrt(difference / whole);
}

/// What one resolution shows.
struct Decay
{
    Curve largest, mean; ///< speeds over time [m/s]
    double error = 0;    ///< of the velocities when t = 0.5 s is passed
};

Decay decay_of(Experiment& experiment, double end)
{
    Decay decay;
    experiment.run_until(end, 0.02, [&] {
        decay.largest.add(experiment.time(), largest_speed(experiment));
        decay.mean.add(experiment.time(), mean_speed(experiment));
        if (decay.error == 0 && experiment.time() >= 0.5)
            decay.error = velocity_error(experiment);
    });
    return decay;
}

double fitted_rate(const Curve& speeds)
{
    std::vector<double> logarithms;
    for (const double v : speeds.y)
        logarithms.push_back(std::log(v));
    return -line_through(speeds.x, logarithms).slope;
}

void add_rows(Outcome& outcome, const std::string& at, const Decay& decay, bool gated, double seconds)
{
    const auto add = [&](const std::string& figure, double reference, double measured, bool is_gated) {
        outcome.rows.push_back({at + ": " + figure, reference, measured, Comparison::relative, 0.05, is_gated, seconds});
    };
    add("decay rate of the largest speed [1/s]", rate, fitted_rate(decay.largest), gated);
    add("decay rate of the mean speed [1/s]", rate, fitted_rate(decay.mean), gated);
    add("largest speed at 0.5 s [m/s]", 0.67383, decay.largest.at(0.5), false);
    add("largest speed at 1 s [m/s]", 0.45404, decay.largest.at(1), false);
}

void run(const Context& context, Outcome& outcome, Method method)
{
    LinePlot plot{"Decay of the vortices", {"t [s]", {}}, {"largest speed [m/s]", {}}, {}};
    Curve exact;
    for (int k = 0; k <= 100; ++k)
        exact.add(0.02 * k, std::exp(-rate * 0.02 * k));
    plot.series.push_back(reference_line("exact", exact));
    const PressureSolver solver =
        pressure_solvers(method, {R"("sound_speed": 10, "negative_factor": 1, "artificial_viscosity": 0, "shifting": 1)"}).front();
    std::vector<double> errors;
    const std::vector<int> across = context.quick ? std::vector<int>{25, 50} : std::vector<int>{50, 100};
    for (std::size_t k = 0; k < across.size(); ++k)
        attempt(outcome, "1/" + std::to_string(across[k]), true, [&] {
            const std::string at = "1/" + std::to_string(across[k]);
            const double dx = 1.0 / across[k], end = context.quick ? 1 : 2;
            const RunScene text{case_name("taylor-green", method) + "-" + std::to_string(across[k]),
                                filled_in(scene, {{"dx", dx}, {"h", 3 * dx}, {"pressure", solver.text}})};
            Experiment experiment(context, outcome, text, {end, k == 0 ? 0 : 0.15, k == 0 ? 0.15 : 1});
            const Decay decay = decay_of(experiment, end);
            add_rows(outcome, at, decay, k == 1, experiment.seconds());
            outcome.rows.push_back(
                {at + ": error of the velocities at 0.5 s", 0, decay.error, Comparison::absolute, 0, false, experiment.seconds()});
            errors.push_back(decay.error);
            plot.series.push_back(measured_line(at, decay.largest, k));
        });
    if (errors.size() == 2)
        outcome.rows.push_back(
            {"order of convergence of velocities at 0.5 s", 1, std::log2(errors[0] / errors[1]), Comparison::at_least, 0});
    outcome.plots.push_back(plot);
}
} // namespace

Case taylor_green_case(Method method)
{
    return {.name = case_name("taylor-green", method),
            .id = "L3",
            .group = "fluid",
            .description = "Four vortices in a periodic square decay by viscosity at Re = 100, with spacings 1/50 and 1/100.",
            .source = "Taylor & Green 1937: exact solution, every speed decays as exp(−8π²t/Re).",
            .seconds = method == Method::incompressible ? 150.0 : 30.0,
            .quick_seconds = 4,
            .run = [method](const Context& context, Outcome& outcome) { run(context, outcome, method); }};
}
} // namespace aspic::validation
