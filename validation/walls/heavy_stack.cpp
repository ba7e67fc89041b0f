// Stacks with the heaviest box on top rest, and ten equal boxes do without a solve that its limit ends. Tolerance:
// drift below 1 % of their size, none unsolved.

#include "measure.h"
#include "walls/walls_cases.h"

#include "aspic/io/number_text.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr double size = 0.2; // [m]

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "boxes stand on each other",
  "spacing": 0.05,
  "duration": $duration,
  "walls": {"floor": {"shape": {"half_space": {"point": [0, 0], "normal": [0, 1]}}, "friction": 0.5}},
  "rigid_bodies": {$boxes},
  "solvers": {"pressure": {"dfsph": {}}}
})";

std::string boxes(const std::vector<double>& masses)
{
    std::string text;
    for (std::size_t k = 0; k < masses.size(); ++k)
        text += (k > 0 ? ", \"b" : "\"b") + std::to_string(k + 1) +
                R"(": {"shape": {"box": {"from": [-0.1, -0.1, -0.1], "to": [0.1, 0.1, 0.1]}}, "position": [0, )" +
                number_text(0.1 + size * static_cast<double>(k)) + R"(, 0], "mass": )" + number_text(masses[k]) + "}";
    return text;
}

struct Stack
{
    const char* name;
    std::vector<double> masses; ///< [kg] from below
};

void run_stack(const Context& context, Outcome& outcome, const Stack& stack, const Stretch& stretch)
{
    const std::string text = filled_in(scene, {{"duration", stretch.duration}, {"boxes", boxes(stack.masses)}});
    Experiment experiment(context, outcome, {"heavy-stack-" + std::to_string(outcome.scenes.size() + 1), text}, stretch);
    double unsolved = 0;
    experiment.watch_steps([&](const StepReport& report) {
        unsolved += std::ranges::any_of(report.stages, [](const StageReport& stage) { return !stage.converged; }) ? 1 : 0;
    });
    const std::vector<RigidBodyState> first = experiment.world().state().rigid_bodies;
    experiment.run_until(stretch.duration);
    double drift = 0;
    for (std::size_t k = 0; k < first.size(); ++k)
        drift = std::max(drift, norm(experiment.world().state().rigid_bodies[k].position - first[k].position));
    const std::string name = stack.name;
    outcome.rows.push_back({name + ": drift / size", 0, drift / size, Comparison::absolute, 0.01, true, experiment.seconds()});
    outcome.rows.push_back({name + ": steps ended by a limit", 0, unsolved, Comparison::absolute, 0, true, experiment.seconds()});
}

void run(const Context& context, Outcome& outcome)
{
    const std::vector<Stack> stacks{{"1, 1, 1, 1, 10⁴ kg", {1, 1, 1, 1, 1e4}},
                                    {"1, 10, 100, 10³, 10⁴ kg", {1, 10, 100, 1e3, 1e4}},
                                    {"1, 10³, 1, 10³, 1 kg", {1, 1e3, 1, 1e3, 1}},
                                    {"ten of 8 kg", std::vector<double>(10, 8.0)}};
    const double duration = context.quick ? 2 : 60;
    for (std::size_t k = 0; k < stacks.size(); ++k)
        attempt(outcome, stacks[k].name, true, [&] { run_stack(context, outcome, stacks[k], part(duration, k, stacks.size())); });
}
} // namespace

Case heavy_stack_case()
{
    return {.name = "heavy-stack",
            .id = "W1",
            .group = "walls",
            .description = "Boxes stand on each other for 60 s, the heaviest on top, at default settings.",
            .source = "What rests remains at rest.",
            .seconds = 30,
            .quick_seconds = 2,
            .run = run};
}
} // namespace aspic::validation
