// Water comes to rest in a cup of thin walls. Reference: its volume, N V, over the cup's area is its level, twice the
// height of its centre. Tolerance 3 %, none beside the cup.

#include "measure.h"
#include "walls/walls_cases.h"

#include "aspic/io/number_text.h"

namespace aspic::validation
{
namespace
{
constexpr double spacing = 0.025, width = 0.5; // [m]

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "water in a cup of thin walls",
  "dimension": 2,
  "spacing": 0.025,
  "duration": $duration,
  "materials": {"water": {"viscosity": 0.01}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [0.5, 0.4]}}, "material": "water"}},
  "walls": {"cup": {"shape": {"union": {"of": [{"box": {"from": [-$t, -$t], "to": [$right, 0]}}, {"box": {"from": [-$t, -$t], "to": [0, 0.6]}},
    {"box": {"from": [0.5, -$t], "to": [$right, 0.6]}}]}}}},
  "solvers": {"pressure": {"$pressure": {}}}
})";

void run_cup(const Context& context, Outcome& outcome, const std::string& pressure, double share, const Stretch& stretch)
{
    const double t = share * spacing;
    const std::string text = filled_in(scene, {{"duration", stretch.duration}, {"t", t}, {"right", width + t}, {"pressure", pressure}});
    Experiment experiment(context, outcome, {"cup-" + std::to_string(outcome.scenes.size() + 1), text}, stretch);
    experiment.run_until(stretch.duration);
    double count = 0, outside = 0;
    experiment.for_each_fluid([&](Index i) {
        const Vec3d x = experiment.particles().position[i];
        count += 1;
        outside += x.x < 0 || x.x > width || x.y < 0 ? 1 : 0;
    });
    const double expected = count * spacing * spacing / width;
    const std::string name =
        (pressure == "dfsph" ? "incompressible, walls of " : "weakly compressible, walls of ") + number_text(share) + " spacings";
    outcome.rows.push_back(
        {name + ": level [m]", expected, 2 * center_of_mass(experiment).y, Comparison::relative, 0.03, true, experiment.seconds()});
    outcome.rows.push_back({name + ": particles outside", 0, outside, Comparison::absolute, 0, true, experiment.seconds()});
}

void run(const Context& context, Outcome& outcome)
{
    const double duration = context.quick ? 0.3 : 3;
    const std::vector<double> shares{2, 1, 0.5, 0.2, 1e-3};
    std::size_t k = 0;
    for (const std::string pressure : {"dfsph", "weakly_compressible"})
        for (const double share : shares)
        {
            const Stretch stretch = part(duration, k++, 2 * shares.size());
            attempt(outcome, pressure, true, [&] { run_cup(context, outcome, pressure, share, stretch); });
        }
}
} // namespace

Case cups_case()
{
    return {.name = "cups",
            .id = "W3",
            .group = "walls",
            .description = "Water rests in cups whose walls are 2 to 0.001 spacings thick.",
            .source = "The level follows from the volume.",
            .seconds = 60,
            .quick_seconds = 6,
            .run = run};
}
} // namespace aspic::validation
