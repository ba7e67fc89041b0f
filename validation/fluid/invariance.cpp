// R3 (fluids): pressure forces of a free irregular blob sum up to nothing, and so do their torques: T09 (51), not T09 (50).
// R7a: a scene that is moved by 1 km does the same. Tolerances: 1e-12 in double, round-off in float; 1e-6 L in double, 1e-3 L in float.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include <algorithm>
#include <map>
#include <type_traits>

namespace aspic::validation
{
namespace
{
constexpr bool is_double = std::is_same_v<Real, double>;

constexpr std::string_view blob = R"({
  "version": 1,
  "summary": "an irregular blob of fluid, alone in space",
  "dimension": 3,
  "spacing": 0.01,
  "kernel": "cubic",
  "gravity": [0, 0, 0],
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"blob": {"shape": {"sphere": {"radius": 0.0782}}, "material": "water", "jitter": 0.3}},
  "solvers": {"pressure": {"weakly_compressible": {
    "sound_speed": 10, "negative_factor": 1, "gradient": "$gradient", "artificial_viscosity": 0, "density": {"summation": {}}
  }}}
})";

/// |Σ F| / Σ |F| and |Σ x × F| / Σ |x × F| of the pressure forces.
struct Imbalance
{
    double force = 0, torque = 0;
};

Imbalance imbalance_of(Experiment& experiment)
{
    const Evaluation evaluation = experiment.world().evaluate();
    Vec3d force, torque;
    double forces = 0, torques = 0;
    for (Index i = 0; i < evaluation.particles.size(); ++i)
    {
        const Vec3d f =
            static_cast<double>(evaluation.particles.mass[i]) * convert<double>(evaluation.pressure_gradient[static_cast<std::size_t>(i)]);
        const Vec3d moment = cross(evaluation.particles.position[i], f);
        force += f;
        torque += moment;
        forces += norm(f);
        torques += norm(moment);
    }
    return {norm(force) / forces, norm(torque) / torques};
}

void run_momentum(const Context& context, Outcome& outcome)
{
    const double tolerance = is_double ? 1e-12 : 1e-6;
    const std::vector<std::string> gradients{"symmetric", "plain", "averaged"};
    for (const std::string& gradient : gradients)
        attempt(outcome, gradient, gradient == "symmetric", [&] {
            Experiment experiment(context, outcome, {"momentum-" + gradient, filled_in(blob, {{"gradient", gradient}})}, {});
            const Imbalance found = imbalance_of(experiment);
            const bool gated = gradient == "symmetric";
            outcome.rows.push_back(
                {gradient + ": |Σ m a| / Σ |m a|", 0, found.force, Comparison::absolute, tolerance, gated, experiment.seconds()});
            outcome.rows.push_back(
                {gradient + ": |Σ x × m a| / Σ |x × m a|", 0, found.torque, Comparison::absolute, tolerance, gated, experiment.seconds()});
        });
}

constexpr std::string_view moved_column = R"({
  "version": 1,
  "summary": "a column collapses, $shift m from the origin",
  "dimension": 2,
  "spacing": 0.02,
  "kernel": "wendland", "support": 0.08,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"column": {"shape": {"box": {"from": [$x, $x], "to": [$column, $top]}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": [$x, $x], "to": [$end, $end]}}, "keeps": "inside"}},
  "solvers": {"pressure": {"weakly_compressible": {"sound_speed": 45}}, "time_step": {"fixed": 1e-4}}
})";

/// Where each fluid particle is after 200 steps, relative to the shift.
std::map<Identity, Vec3d> places_after_200_steps(const Context& context, Outcome& outcome, double shift, double& seconds)
{
    const std::string text =
        filled_in(moved_column, {{"shift", shift}, {"x", shift}, {"column", shift + 0.5}, {"top", shift + 1.0}, {"end", shift + 2.0}});
    Experiment experiment(context, outcome, {shift > 0 ? "translation-moved" : "translation-origin", text}, {0.02});
    experiment.run_until(0.02);
    std::map<Identity, Vec3d> places;
    experiment.for_each_fluid([&](Index i) {
        places[experiment.particles().identity[i]] = experiment.particles().position[i] - Vec3d{shift, shift, 0};
    });
    seconds += experiment.seconds();
    return places;
}

void run_translation(const Context& context, Outcome& outcome)
{
    attempt(outcome, "translation", true, [&] {
        double seconds = 0, farthest = 0;
        const auto here = places_after_200_steps(context, outcome, 0, seconds);
        auto there = places_after_200_steps(context, outcome, 1000, seconds);
        for (const auto& [identity, place] : here)
            farthest = std::max(farthest, norm(place - there[identity]));
        outcome.rows.push_back({.figure = "largest difference after 200 steps / L",
                                .reference = 0,
                                .measured = farthest,
                                .comparison = Comparison::absolute,
                                .tolerance = is_double ? 1e-6 : 1e-3,
                                .seconds = seconds});
    });
}
} // namespace

Case momentum_case()
{
    return {.name = "momentum",
            .id = "R3",
            .group = "fluid",
            .description =
                "Pressure forces and torques of an irregular blob of about 2000 particles, alone in space, by each form of the gradient.",
            .source = "Newton's third law: T09 (51) is antisymmetric, T09 (50) is not (claim B4.7).",
            .seconds = 1,
            .quick_seconds = 1,
            .run = run_momentum};
}

Case translation_case()
{
    return {.name = "translation",
            .id = "R7a",
            .group = "fluid",
            .description = "A collapsing column (1250 particles, 1 m high) at the origin and 1 km away in x and y, 200 steps.",
            .source = "Physics does not know the origin.",
            .seconds = 3,
            .quick_seconds = 3,
            .run = run_translation};
}
} // namespace aspic::validation
