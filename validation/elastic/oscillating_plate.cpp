// E9: a clamped plate in plane strain, L = 0.2 m, H = 0.02 m, ν = 0.3975, E = 2 MPa, swings with T = 0.25403 s (Landau and Lifshitz, thin and slow). Tolerances: +8 % at H/10, 4 % at H/20; amplitude −5 % in a
// period.

#include "elastic/elastic_cases.h"
#include "elastic/end_of_bar.h"
#include "measure.h"

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a plate swings",
  "dimension": 2,
  "spacing": $dx,
  "duration": 0.65,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": "2 MPa", "poisson_ratio": 0.3975}}},
  "objects": {"plate": {"shape": {"box": {"from": [$back, -0.01], "to": [0.2, 0.01]}}, "material": "rubber",
                        "pins": {"clamp": {"region": {"box": {"from": [-1, -1], "to": [0, 1]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"fixed": 2.5e-4}}
})";

/// The first mode, 1 at the end.
double mode(double x)
{
    constexpr double L = 0.2, k = 1.875 / L;
    const auto f = [&](double s) {
        return (std::cos(k * L) + std::cosh(k * L)) * (std::cosh(k * s) - std::cos(k * s)) +
               (std::sin(k * L) - std::sinh(k * L)) * (std::sinh(k * s) - std::sin(k * s));
    };
    return x > 0 ? f(x) / f(L) : 0;
}

void run(const Context& context, Outcome& outcome)
{
    const double top_speed = 0.01 * std::sqrt(3.25e6 / 1000); // v_f √(K/ρ)
    for (const int across : context.quick ? std::vector<int>{6} : std::vector<int>{10, 20})
        attempt(outcome, "H/" + std::to_string(across), true, [&] {
            const std::string name = "H/" + std::to_string(across) + ": ";
            const double dx = 0.02 / across;
            Experiment experiment(context, outcome,
                                  {"oscillating-plate-" + std::to_string(across), filled_in(scene, {{"dx", dx}, {"back", -3 * dx}})},
                                  {0.65});
            const EndOfBar end(experiment.world(), 0, 0.2, 1);
            experiment.alter([&](WorldState& state) {
                for (Index i = 0; i < state.particles.size(); ++i)
                    state.particles.velocity[i].y = static_cast<Real>(top_speed * mode(state.particles.position[i].x));
            });
            Curve curve;
            experiment.run_until(0.65, 1e-3, [&] { curve.add(experiment.time(), end.displacement(experiment.world(), 1)); });
            const Oscillation found = oscillation_of(curve);
            outcome.rows.push_back(
                {name + "T [s]", 0.25403, found.period, Comparison::relative, across >= 20 ? 0.04 : 0.08, true, experiment.seconds()});
            outcome.rows.push_back(
                {name + "loss of amplitude in a period", 0, found.loss_per_period, Comparison::at_most, 0.05, true, experiment.seconds()});
        });
}
} // namespace

Case oscillating_plate_case()
{
    return {.name = "oscillating-plate",
            .id = "E9",
            .group = "elastic",
            .description = "A clamped plate of 0.2 × 0.02 m in plane strain is struck in its first mode (v_f = 0.01).",
            .source = "Landau and Lifshitz; Gray, Monaghan and Swift 2001.",
            .seconds = 60,
            .quick_seconds = 5,
            .run = run};
}
} // namespace aspic::validation
