// E8: a bar of L = 1 m, held at one end, swings along itself with T = 4 L/√(E/ρ) = 0.12649 s. Tolerance 3 %.
// D12: a second-order integrator keeps 0.99 of the amplitude of a mode in a period of 100 steps.
// R6: under backward Euler a mode of T = 1 s keeps 0.96129 and 0.90606 of its amplitude in a period with steps of 2 and
// 5 ms, and its frequencies are 0.999947 and 0.999671 of the true one. Tolerance 1 %.

#include "dynamics/dynamics_cases.h"
#include "dynamics/solid_motion.h"
#include "elastic/elastic_cases.h"
#include "elastic/end_of_bar.h"
#include "measure.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a bar swings along itself",
  "spacing": $dx,
  "duration": 2,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": 0}}},
  "objects": {"bar": {"shape": {"box": {"from": [$back, -0.1, -0.1], "to": [1, 0.1, 0.1]}}, "material": "rubber",
                      "pins": {"clamp": {"region": {"box": {"from": [-1, -1, -1], "to": [0, 1, 1]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"tolerance": 1e-4$settings}, "time_step": {"fixed": $dt}}
})";

struct Swing
{
    std::string label;
    int across;
    double E, dt, duration;    ///< [Pa], [s], [s]
    std::string settings = {}; ///< more keys of solvers.elasticity
};

/// How far its end is from where it rests, over time; at first u = 1 mm sin(πx/2L).
Curve swing_of(const Context& context, Outcome& outcome, const Swing& swing)
{
    const double dx = 0.2 / swing.across;
    const std::string text = filled_in(scene, {{"dx", dx},
                                               {"back", -3 * dx},
                                               {"E", swing.E},
                                               {"dt", swing.dt},
                                               {"settings", swing.settings.empty() ? "" : ", " + swing.settings}});
    Experiment experiment(context, outcome, {swing.label, text}, {swing.duration});
    const EndOfBar end(experiment.world(), 0, 1, 1);
    experiment.alter([](WorldState& state) {
        for (Vec3d& x : state.particles.position.values)
            x.x += x.x > 0 ? 0.001 * std::sin(pi * x.x / 2) : 0;
    });
    Curve curve;
    experiment.run_until(swing.duration, 0.5 * swing.dt, [&] { curve.add(experiment.time(), end.displacement(experiment.world(), 0)); });
    return curve;
}

void run_wave(const Context& context, Outcome& outcome)
{
    for (const int across : context.quick ? std::vector<int>{4} : std::vector<int>{6, 10})
        attempt(outcome, std::to_string(across) + " across", true, [&] {
            const Curve curve = swing_of(context, outcome, {"bar-wave-" + std::to_string(across), across, 1e6, 2.5e-4, 0.18});
            outcome.rows.push_back({std::to_string(across) + " across: T [s]", 0.12649, oscillation_of(curve).period, Comparison::relative,
                                    0.03, across >= 10, 0});
        });
}

void run_mode(const Context& context, Outcome& outcome)
{
    double frequency_of_short_steps = 0;
    for (const auto& [dt, kept, frequency] : {std::tuple{0.002, 0.96129, 0.999947}, {0.005, 0.90606, 0.999671}})
        attempt(outcome, "Δt", true, [&] {
            const std::string label = std::to_string(static_cast<int>(1e3 * dt + 0.5)) + " ms";
            const Curve curve = swing_of(context, outcome, {"bar-mode-" + label.substr(0, 1), 10, 16e3, dt, 1.8});
            const Oscillation found = oscillation_of(curve);
            outcome.rows.push_back(
                {label + ": amplitude after a period", kept, 1 - found.loss_per_period, Comparison::absolute, 0.01, true, 0});
            if (frequency_of_short_steps > 0)
                outcome.rows.push_back({label + ": frequency / that with steps of 2 ms", frequency / 0.999947,
                                        1 / found.period / frequency_of_short_steps, Comparison::absolute, 0.01, true, 0});
            frequency_of_short_steps = 1 / found.period;
        });
}

void run_second_order(const Context& context, Outcome& outcome)
{
    const std::string second_order = R"("integrator": "sdirk2")";
    if (!is_known(second_order))
    {
        outcome.remarks.emplace_back("This program has no second-order integrator.");
        return;
    }
    for (const auto& [name, settings] : {std::pair<std::string, std::string>{"second order", second_order}, {"backward Euler", ""}})
        attempt(outcome, name, true, [&, name = name, settings = settings] {
            const bool is_gated = !settings.empty();
            const Curve curve = swing_of(context, outcome, {is_gated ? "second-order" : "first-order", 10, 16e3, 0.01, 2.8, settings});
            const Oscillation found = oscillation_of(curve);
            const auto add = [&](const char* figure, double reference, double measured, Comparison comparison, double tolerance) {
                outcome.rows.push_back({name + ", T/Δt = 100: " + figure, reference, measured, comparison, tolerance, is_gated, 0});
            };
            add("amplitude after a period", 0.99, 1 - found.loss_per_period, Comparison::at_least, 0);
            add("period [s]", 1, found.period, Comparison::relative, 0.03);
            const auto highest = std::ranges::max_element(curve.y, {}, [](double u) { return std::abs(u); });
            add("largest swing / at first", 1.01, std::abs(*highest / curve.y.front()), Comparison::at_most, 0);
        });
}
} // namespace

Case second_order_case()
{
    return {.name = "second-order",
            .id = "D12",
            .group = "dynamics",
            .description = "The bar of R6, which swings along itself once in a second, with steps of 10 ms.",
            .source = "Issue of solids in motion: 0.99 of the amplitude in a period; T = 4 L/√(E/ρ). Backward Euler keeps 0.82.",
            .seconds = 10,
            .quick_seconds = 10,
            .run = run_second_order};
}

Case bar_wave_case()
{
    return {.name = "bar-wave",
            .id = "E8",
            .group = "elastic",
            .description = "A bar of 0.2 × 0.2 × 1 m with E = 1 MPa and ν = 0, held at one end, swings along itself in its first mode.",
            .source = "T = 4 L/√(E/ρ).",
            .seconds = 30,
            .quick_seconds = 2,
            .run = run_wave};
}

Case bar_mode_case()
{
    return {.name = "bar-mode",
            .id = "R6",
            .group = "elastic",
            .description = "The same bar, so soft that it swings once in a second: what backward Euler takes away.",
            .source = "Amplitude (1 + ω²Δt²)^(−T/2Δt), frequency atan(ωΔt)/ωΔt.",
            .seconds = 5,
            .quick_seconds = 5,
            .run = run_mode};
}
} // namespace aspic::validation
