// B9: five boxes stand on each other for a minute. Tolerance: drift and tilt below 1 % of their size and 0.01 rad.

#include "measure.h"
#include "rigid/rigid_cases.h"

#include "aspic/io/number_text.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr double size = 0.2; // [m]

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "five boxes stand on each other",
  "dimension": $dimension,
  "spacing": 0.05,
  "duration": $duration,
  "walls": {"floor": {"shape": {"half_space": {"point": [0, 0], "normal": [0, 1]}}, "friction": 0.5}},
  "rigid_bodies": {$boxes},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": $dt}}
})";

std::string boxes(int dimension)
{
    std::string text;
    const std::string depth = dimension == 3 ? ", 0.1" : "";
    for (int k = 0; k < 5; ++k)
        text += (k > 0 ? ", \"" : "\"") + std::to_string(k + 1) + R"(": {"shape": {"box": {"from": [-0.1, -0.1)" +
                (dimension == 3 ? ", -0.1" : "") + R"(], "to": [0.1, 0.1)" + depth + R"(]}}, "position": [0, )" +
                number_text(0.1 + size * k) + (dimension == 3 ? ", 0" : "") + "]}";
    return text;
}

struct Change
{
    double drift = 0, tilt = 0; ///< [m], [rad]
};

/// The most that any box has moved and turned since.
Change change_since(const std::vector<RigidBodyState>& first, const std::vector<RigidBodyState>& now)
{
    Change change;
    for (std::size_t k = 0; k < first.size(); ++k)
    {
        change.drift = std::max(change.drift, norm(now[k].position - first[k].position));
        change.tilt = std::max(change.tilt, norm(rotation_vector(now[k].orientation * conjugate(first[k].orientation))));
    }
    return change;
}

void run(const Context& context, Outcome& outcome)
{
    const double duration = context.quick ? 5 : 60;
    for (const int dimension : {3, 2})
        for (const double dt : {0.001, 0.005})
            attempt(outcome, "stack", true, [&] {
                const std::string name = std::to_string(dimension) + (dt < 0.002 ? "D, 1 ms" : "D, 5 ms");
                const std::string text =
                    filled_in(scene, {{"dimension", double(dimension)}, {"duration", duration}, {"boxes", boxes(dimension)}, {"dt", dt}});
                Experiment experiment(context, outcome, {"stack-" + std::to_string(outcome.scenes.size() + 1), text},
                                      part(duration, outcome.scenes.size(), 4));
                const std::vector<RigidBodyState> first = experiment.world().state().rigid_bodies;
                experiment.run_until(duration);
                const Change change = change_since(first, experiment.world().state().rigid_bodies);
                outcome.rows.push_back(
                    {name + ": drift / size", 0, change.drift / size, Comparison::absolute, 0.01, true, experiment.seconds()});
                outcome.rows.push_back({name + ": tilt [rad]", 0, change.tilt, Comparison::absolute, 0.01, true, experiment.seconds()});
            });
}
} // namespace

Case stack_case()
{
    return {.name = "stack",
            .id = "B9",
            .group = "rigid",
            .description = "Five boxes of 0.2 m stand on each other for 60 s, in 3D and in 2D, with steps of 1 and 5 ms.",
            .source = "What rests remains at rest.",
            .seconds = 20,
            .quick_seconds = 2,
            .run = run};
}
} // namespace aspic::validation
