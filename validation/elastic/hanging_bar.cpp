// E3: a bar of length L hung from its top is drawn out by u = ρ g L²/(2 E): 4.905 mm. Tolerance 5 % (10 across).

#include "elastic/elastic_cases.h"
#include "elastic/end_of_bar.h"

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a bar hung from its top",
  "spacing": $dx,
  "duration": 1,
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0, "damping": "20 ms"}}},
  "objects": {"bar": {"shape": {"box": {"from": [-0.1, -1, -0.1], "to": [0.1, $top, 0.1]}}, "material": "rubber",
                      "pins": {"clamp": {"region": {"box": {"from": [-1, 0, -1], "to": [1, 1, 1]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "4 ms"}}
})";

void run(const Context& context, Outcome& outcome)
{
    for (const int across : context.quick ? std::vector<int>{4} : std::vector<int>{4, 8, 10})
        attempt(outcome, std::to_string(across) + " across", true, [&] {
            const double dx = 0.2 / across;
            Experiment experiment(context, outcome,
                                  {"hanging-bar-" + std::to_string(across), filled_in(scene, {{"dx", dx}, {"top", 3 * dx}})}, {});
            const EndOfBar end(experiment.world(), 1, -1, -1);
            experiment.run_until(1);
            outcome.rows.push_back({std::to_string(across) + " across: u [mm]", 4.905, -1e3 * end.displacement(experiment.world(), 1),
                                    Comparison::relative, 0.05, across >= 10, experiment.seconds()});
        });
}
} // namespace

Case hanging_bar_case()
{
    return {.name = "hanging-bar",
            .id = "E3",
            .group = "elastic",
            .description = "A bar of 0.2 × 0.2 × 1 m with E = 1 MPa hangs from a clamp.",
            .source = "u = ρ g L²/(2 E).",
            .seconds = 40,
            .quick_seconds = 2,
            .run = run};
}
} // namespace aspic::validation
