// D10: stiff elastic bodies roll down a rough slope of 20° without slipping: a = g sin θ/(1 + k) with k = 1/2 for a
// cylinder and 2/5 for a ball, 5 %.

#include "dynamics/dynamics_cases.h"
#include "dynamics/solid_motion.h"

namespace aspic::validation
{
namespace
{
constexpr double angle = 20 * pi / 180, g = 9.81, radius = 0.2, duration = 0.4; // [rad], [m/s²], [m], [s]
const Vec3d normal{std::sin(angle), std::cos(angle), 0};
const Vec3d downhill{std::cos(angle), -std::sin(angle), 0};

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a round elastic body rolls down a slope of 20 degrees",
  "spacing": $dx,
  "duration": 0.4,
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": 0.3, "friction": 1}}},
  "objects": {"body": {"shape": $shape, "material": "rubber", "sampling": {"relaxed": {}}, "position": [$x, $y, 0]}},
  "walls": {"slope": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [$nx, $ny, 0]}}, "friction": 1}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {$method}, "time_step": {"largest": $dt}}
})";

struct Variant
{
    std::string name, shape;
    double share; ///< of g sin θ
    double E, dt;
    Method method = own_method;
};

std::vector<Variant> variants(bool is_quick)
{
    const std::string cylinder = R"({"cylinder": {"from": [0, 0, -0.08], "to": [0, 0, 0.08], "radius": 0.2}})";
    const std::string ball = R"({"sphere": {"radius": 0.2}})";
    if (is_quick)
        return {{"cylinder", cylinder, 2.0 / 3, 1e7, 0.004}};
    std::vector<Variant> all;
    for (const double E : {1e6, 1e7, 1e8})
        all.push_back({"cylinder", cylinder, 2.0 / 3, E, 0.004});
    all.push_back({"cylinder", cylinder, 2.0 / 3, 1e7, 0.001});
    for (const double E : {1e6, 1e7})
        all.push_back({"ball", ball, 5.0 / 7, E, 0.004});
    for (const Method& method : compared_methods())
        all.push_back({"cylinder", cylinder, 2.0 / 3, 1e7, 0.004, method});
    return all;
}

void run(const Context& context, Outcome& outcome)
{
    LinePlot plot{"Speed down the slope, Δt = 4 ms", {"t [s]", {}}, {"v / (g sin θ) [s]", {}}, {}};
    const std::vector<Variant> all = variants(context.quick);
    for (std::size_t k = 0; k < all.size(); ++k)
    {
        const auto& [body, shape, share, E, dt, method] = all[k];
        const std::string name = body + ", " + name_of(E, dt, method);
        attempt(outcome, name, method.is_gated, [&] {
            const Vec3d start = radius * normal;
            const std::string text = filled_in(scene, {{"dx", context.quick || body == "ball" ? 0.025 : 0.02},
                                                       {"E", E},
                                                       {"shape", shape},
                                                       {"x", start.x},
                                                       {"y", start.y},
                                                       {"nx", normal.x},
                                                       {"ny", normal.y},
                                                       {"method", method.settings},
                                                       {"dt", dt}});
            Experiment experiment(context, outcome, {label_of("rolling-", name), text}, part(duration, k, all.size()));
            Curve speed, scaled;
            experiment.run_until(duration, 1e-9, [&] {
                const Motion motion = motion_of(experiment.world());
                speed.add(experiment.time(), dot(motion.momentum, downhill) / motion.mass);
                scaled.add(experiment.time(), speed.y.back() / (g * std::sin(angle)));
            });
            outcome.rows.push_back({name + ": a / (g sin θ)", share, line_through(speed.x, speed.y).slope / (g * std::sin(angle)),
                                    Comparison::relative, 0.05, method.is_gated, experiment.seconds()});
            if (dt == 0.004)
                add_run(plot, name, scaled, method);
        });
    }
    Curve two_thirds;
    two_thirds.add(0, 0);
    two_thirds.add(duration, duration * 2 / 3);
    plot.series.insert(plot.series.begin(), reference_line("a rigid cylinder", two_thirds));
    outcome.plots.push_back(plot);
}
} // namespace

Case rolling_solids_case()
{
    return {.name = "rolling-solids",
            .id = "D10",
            .group = "dynamics",
            .description = "An elastic cylinder and a ball of 0.4 m roll down a slope of 20° with friction 1, from rest, for 0.4 s.",
            .source = "Rolling without slipping: 2/3 and 5/7 of g sin θ.",
            .seconds = 60,
            .quick_seconds = 4,
            .run = run};
}
} // namespace aspic::validation
