// B7: a ball that falls from 1 m and bounces with e = 0.8: heights e²ⁿ, and rest after √(2h/g) (1 + e)/(1 − e) = 4.0637 s. Tolerance 2 %.

#include "measure.h"
#include "rigid/rigid_cases.h"

#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a ball bounces on the floor",
  "spacing": 0.05,
  "duration": 5,
  "walls": {"floor": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}, "restitution": 0.8}},
  "rigid_bodies": {"ball": {"shape": {"sphere": {"radius": 0.1}}, "position": [0, 1.1, 0], "restitution": 0.8}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": $dt}}
})";

struct Bounces
{
    Curve height;                ///< [m] above where it rests
    std::vector<double> highest; ///< [m] of each bounce
    double rest = 0;             ///< [s] when it last moved
};

Bounces bounces_of(Experiment& experiment)
{
    constexpr double slow = 0.02; // [m/s]
    Bounces found;
    double last_speed = 0;
    experiment.watch_steps([&](const StepReport&) {
        const RigidBodyState state = experiment.world().rigid_body(0).state;
        if (last_speed > 0 && state.velocity.y <= 0)
            found.highest.push_back(state.position.y - 0.1);
        last_speed = state.velocity.y;
        if (std::abs(state.velocity.y) > slow)
            found.rest = experiment.time();
        found.height.add(experiment.time(), state.position.y - 0.1);
    });
    experiment.run_until(5);
    return found;
}

void run(const Context& context, Outcome& outcome)
{
    LinePlot plot{"Height of the ball", {"t [s]", {}}, {"height [m]", {}}, {}};
    for (const double dt : {0.001, 0.005})
        attempt(outcome, "bounce", true, [&] {
            const std::string name = dt < 0.002 ? "1 ms" : "5 ms";
            Experiment experiment(context, outcome, {dt < 0.002 ? "bounce-1" : "bounce-5", filled_in(scene, {{"dt", dt}})}, {5});
            const Bounces found = bounces_of(experiment);
            for (std::size_t k = 0; k < 4; ++k)
                outcome.rows.push_back(
                    {name + ": height of bounce " + std::to_string(k + 1) + " [m]", std::pow(0.64, static_cast<double>(k + 1)),
                     k < found.highest.size() ? found.highest[k] : std::nan(""), Comparison::relative, 0.02, true, experiment.seconds()});
            outcome.rows.push_back(
                {name + ": comes to rest at [s]", 4.0637, found.rest, Comparison::relative, 0.02, true, experiment.seconds()});
            plot.series.push_back(measured_line(name, found.height, plot.series.size()));
        });
    outcome.plots.push_back(plot);
}
} // namespace

Case bounce_case()
{
    return {.name = "bounce",
            .id = "B7",
            .group = "rigid",
            .description = "A ball falls from 1 m and bounces, e = 0.8, with steps of 1 and 5 ms.",
            .source = "Newton's law of impact: heights e²ⁿ, rest after √(2h/g) (1 + e)/(1 − e).",
            .seconds = 1,
            .quick_seconds = 1,
            .run = run};
}
} // namespace aspic::validation
