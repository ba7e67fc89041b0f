// B6: on a slope of 20°, what rolls has a = g sin θ/(1 + k), k = 2/5 for a ball and 1/2 for a cylinder, if friction is at least tan θ k/(1 + k) = 0.10399 for the ball; what slides has
// a = g (sin θ − μ cos θ); a block with μ > tan θ = 0.364 stays. Tolerance 3 %; of what stays, 1 mm in a second.

#include "measure.h"
#include "rigid/rigid_cases.h"

#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr double angle = 20 * pi / 180, g = 9.81; // [rad], [m/s²]
const Vec3d normal{std::sin(angle), std::cos(angle), 0};
const Vec3d downhill{std::cos(angle), -std::sin(angle), 0};

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "$name on a slope of 20 degrees",
  "spacing": 0.05,
  "duration": 1,
  "walls": {"slope": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [$nx, $ny, 0]}}, "friction": $friction}},
  "rigid_bodies": {"body": {"shape": $shape, "position": [$x, $y, 0], "rotation": [0, 0, $turn], "friction": $friction}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": $dt}}
})";

struct Variant
{
    std::string name, shape;
    double height;       ///< [m] of the centre above the slope
    double friction;     ///< of both surfaces
    double acceleration; ///< [m/s²] that is known
};

std::vector<Variant> variants()
{
    const std::string ball = R"({"sphere": {"radius": 0.1}})";
    const std::string cylinder = R"({"cylinder": {"from": [0, 0, -0.1], "to": [0, 0, 0.1], "radius": 0.1}})";
    const std::string block = R"({"box": {"from": [-0.15, -0.05, -0.1], "to": [0.15, 0.05, 0.1]}})";
    const auto sliding = [](double friction) { return g * (std::sin(angle) - friction * std::cos(angle)); };
    return {{"a ball rolls", ball, 0.1, 0.5, 5.0 / 7 * g * std::sin(angle)},
            {"a cylinder rolls", cylinder, 0.1, 0.5, 2.0 / 3 * g * std::sin(angle)},
            {"a ball slips", ball, 0.1, 0.05, sliding(0.05)},
            {"a block slides", block, 0.05, 0.2, sliding(0.2)},
            {"a block stays", block, 0.05, 0.4, 0}};
}

/// From the way in the first second: s = a t²/2.
double measured_acceleration(Experiment& experiment)
{
    const Vec3d start = experiment.world().rigid_body(0).state.position;
    experiment.run_until(1);
    return 2 * dot(experiment.world().rigid_body(0).state.position - start, downhill);
}

void run(const Context& context, Outcome& outcome)
{
    const std::vector<Variant> all = variants();
    for (const double dt : {0.001, 0.005})
        for (const Variant& variant : all)
            attempt(outcome, variant.name, true, [&] {
                const bool is_block = variant.height < 0.1;
                const Vec3d place = variant.height * normal;
                const std::string text = filled_in(scene, {{"name", variant.name},
                                                           {"nx", normal.x},
                                                           {"ny", normal.y},
                                                           {"friction", variant.friction},
                                                           {"shape", variant.shape},
                                                           {"x", place.x},
                                                           {"y", place.y},
                                                           {"turn", is_block ? -angle : 0},
                                                           {"dt", dt}});
                Experiment experiment(context, outcome, {"slope-" + std::to_string(outcome.scenes.size() + 1), text}, {});
                const double a = measured_acceleration(experiment);
                const bool stays = variant.acceleration == 0;
                outcome.rows.push_back({variant.name + (dt < 0.002 ? ", 1 ms" : ", 5 ms") + ": a [m/s²]", variant.acceleration, a,
                                        stays ? Comparison::absolute : Comparison::relative, stays ? 0.002 : 0.03, true,
                                        experiment.seconds()});
            });
}
} // namespace

Case slope_case()
{
    return {.name = "slope",
            .id = "B6",
            .group = "rigid",
            .description = "A ball, a cylinder and a block of 0.1 to 0.3 m on a slope of 20°, with steps of 1 and 5 ms.",
            .source = "Coulomb's friction and Newton's laws.",
            .seconds = 1,
            .quick_seconds = 1,
            .run = run};
}
} // namespace aspic::validation
