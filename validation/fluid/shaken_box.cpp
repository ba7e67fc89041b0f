// L15: a closed box half full is shaken for 60 s. Exact: no particle is lost or made, mass stays, none is outside, the centre stays finite.

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
  "summary": "a closed box, half full, is shaken",
  "dimension": 2,
  "spacing": $dx,
  "kernel": "wendland", "support": $h,
  "duration": $duration,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [0.5, 0.25]}}, "material": "water"}},
  "walls": {"box": {
    "shape": {"box": {"from": [0, 0], "to": [0.5, 0.5]}}, "keeps": "inside",
    "motion": {"displacement": {"keyframes": [$keyframes], "interpolation": "smooth"}}
  }},
  "solvers": {"pressure": $pressure}
})";

/// Back and forth by 5 cm, up and down by 2 cm, never the same way twice: up to 10 m/s².
std::string shaking(double duration)
{
    std::string text = R"({"time": 0, "value": [0, 0]})";
    double t = 0.3;
    for (int k = 1; t < duration; ++k)
    {
        text += R"(, {"time": )" + number_text(t) + R"(, "value": [)" + (k % 2 == 0 ? "-0.05" : "0.05") + ", " +
                number_text(0.02 * std::sin(2.0 * k)) + "]}";
        t += 0.26 + 0.06 * std::sin(k);
    }
    return text;
}

struct Census
{
    int particles = 0;
    double mass = 0; ///< [kg]
    int outside = 0; ///< of the box, which has moved
};

Census census_of(const Experiment& experiment, const Vec3d& shift)
{
    Census census;
    experiment.for_each_fluid([&](Index i) {
        const Vec3d x = experiment.particles().position[i] - shift;
        ++census.particles;
        census.mass += static_cast<double>(experiment.particles().mass[i]);
        census.outside += x.x >= 0 && x.x <= 0.5 && x.y >= 0 && x.y <= 0.5 && x.z == 0 ? 0 : 1;
    });
    return census;
}

void run(const Context& context, Outcome& outcome, Method method)
{
    const double duration = context.quick ? 4 : 60, dx = 0.025;
    Curve height;
    const PressureSolver solver = pressure_solvers(method, {R"("sound_speed": 35, "artificial_viscosity": 0.05)"}).front();
    attempt(outcome, solver.name, true, [&] {
        const std::string text = filled_in(
            scene, {{"dx", dx}, {"h", 4 * dx}, {"duration", duration}, {"keyframes", shaking(duration)}, {"pressure", solver.text}});
        Experiment experiment(context, outcome, {"shaken-box-" + solver.name, text}, {duration});
        const auto& displacement = *experiment.world().scene().walls.front().value.motion->displacement;
        const Census first = census_of(experiment, {});
        int most_outside = 0;
        bool is_finite = true;
        experiment.run_until(duration, 0.05, [&] {
            const Vec3d shift = displacement.at(experiment.time());
            most_outside = std::max(most_outside, census_of(experiment, shift).outside);
            const Vec3d center = center_of_mass(experiment) - shift;
            is_finite = is_finite && std::isfinite(center.x) && std::isfinite(center.y);
            height.add(experiment.time(), center.y);
        });
        const Census last = census_of(experiment, displacement.at(experiment.time()));
        const auto add = [&](const char* figure, double reference, double measured) {
            outcome.rows.push_back({figure, reference, measured, Comparison::absolute, 0, true, experiment.seconds()});
        };
        add("particles", first.particles, last.particles);
        add("mass [kg]", first.mass, last.mass);
        add("particles outside of the box, at worst", 0, most_outside);
        add("centre of mass is always finite (1: yes)", 1, is_finite ? 1 : 0);
    });
    outcome.plots.push_back(
        {"Height of the centre of mass above the floor of the box", {"t [s]", {}}, {"y [m]", {}}, {measured_line("", height, 0)}});
}
} // namespace

Case shaken_box_case(Method method)
{
    return {.name = case_name("shaken-box", method),
            .id = "L15",
            .group = "fluid",
            .description = "A closed box of 0.5 m, half full of water, is shaken with up to 10 m/s² for 60 s (2D, 200 particles).",
            .source = "Exact: mass and particles are conserved, nothing passes a wall.",
            .seconds = method == Method::incompressible ? 8.0 : 60.0,
            .quick_seconds = 4,
            .run = [method](const Context& context, Outcome& outcome) { run(context, outcome, method); }};
}
} // namespace aspic::validation
