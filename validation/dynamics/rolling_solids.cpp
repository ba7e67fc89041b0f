// D10: stiff elastic bodies roll down a rough slope of 20° without slipping: a = g sin θ/(1 + k) with k = 1/2 for a
// cylinder and 2/5 for a ball, 5 %.

// Friction holds particles, which are points: the body rolls on the polygon of its outermost ones. With 15 of
// them on a radius that and the impacts of its edges slow it by about 3 %.

#include "dynamics/dynamics_cases.h"
#include "dynamics/solid_motion.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr double angle = 20 * pi / 180, g = 9.81, radius = 0.3, duration = 0.4; // [rad], [m/s²], [m], [s]
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
    double dx, E, dt;
    Method method = own_method;
};

std::vector<Variant> variants(bool is_quick)
{
    const std::string cylinder = R"({"cylinder": {"from": [0, 0, -0.04], "to": [0, 0, 0.04], "radius": 0.3}})";
    const std::string ball = R"({"sphere": {"radius": 0.3}})";
    if (is_quick)
        return {{"cylinder", cylinder, 0.025, 1e7, 0.004}};
    std::vector<Variant> all;
    for (const double E : {1e6, 1e7, 1e8})
        all.push_back({"cylinder", cylinder, 0.02, E, 0.004});
    all.push_back({"cylinder", cylinder, 0.02, 1e7, 0.001});
    all.push_back({"ball", ball, 0.02, 1e7, 0.004});
    for (const Method& method : compared_methods())
        all.push_back({"cylinder", cylinder, 0.02, 1e7, 0.004, method});
    return all;
}

/// [m] How far the lowest particle may sink before it touches the slope.
double gap_below(Experiment& experiment)
{
    double lowest = HUGE_VAL;
    experiment.for_each_fluid([&](Index i) { lowest = std::min(lowest, dot(experiment.particles().position[i], normal)); });
    return lowest - 0.5 * experiment.spacing();
}

/// a/(g sin θ) of a rigid body of these particles, which rolls on a radius as large as its centre is high.
double rigid_acceleration(Experiment& experiment)
{
    const Motion body = motion_of(experiment.world());
    double inertia = 0;
    experiment.for_each_fluid([&](Index i) {
        const Vec3d r = experiment.particles().position[i] - body.center;
        inertia += double(experiment.particles().mass[i]) * (r.x * r.x + r.y * r.y);
    });
    const double height = dot(body.center, normal);
    return 1 / (1 + inertia / (body.mass * height * height));
}

std::string text_of(const Variant& variant, double height)
{
    const Vec3d start = height * normal;
    return filled_in(scene, {{"dx", variant.dx},
                             {"E", variant.E},
                             {"shape", variant.shape},
                             {"x", start.x},
                             {"y", start.y},
                             {"nx", normal.x},
                             {"ny", normal.y},
                             {"method", variant.method.settings},
                             {"dt", variant.dt}});
}

void run_variant(const Context& context, Outcome& outcome, const Variant& variant, const Stretch& stretch, LinePlot& plot)
{
    Outcome trial;
    Experiment above(context, trial, {"above", text_of(variant, radius)}, stretch);
    const std::string name = variant.name + ", " + name_of(variant.E, variant.dt, variant.method);
    const std::string text = text_of(variant, radius - gap_below(above));
    Experiment experiment(context, outcome, {label_of("rolling-", name), text}, stretch);
    const double expected = rigid_acceleration(experiment);
    Curve speed, scaled;
    experiment.run_until(duration, 1e-9, [&] {
        const Motion motion = motion_of(experiment.world());
        speed.add(experiment.time(), dot(motion.momentum, downhill) / motion.mass);
        scaled.add(experiment.time(), speed.y.back() / (g * std::sin(angle)));
    });
    const bool is_stiff = variant.E > 5e6;
    const double found = line_through(speed.x, speed.y).slope / (g * std::sin(angle));
    outcome.rows.push_back(
        {name + ": a / (g sin θ)", expected, found, Comparison::relative, 0.05, is_stiff && variant.method.is_gated, experiment.seconds()});
    if (variant.dt == 0.004)
        add_run(plot, name, scaled, variant.method);
}

void run(const Context& context, Outcome& outcome)
{
    Curve two_thirds;
    two_thirds.add(0, 0);
    two_thirds.add(duration, duration * 2 / 3);
    LinePlot plot{"Speed down the slope, Δt = 4 ms", {"t [s]", {}}, {"v / (g sin θ) [s]", {}}, {reference_line("2/3", two_thirds)}};
    const std::vector<Variant> all = variants(context.quick);
    for (std::size_t k = 0; k < all.size(); ++k)
        attempt(outcome, all[k].name, all[k].method.is_gated,
                [&] { run_variant(context, outcome, all[k], part(duration, k, all.size()), plot); });
    outcome.plots.push_back(plot);
}
} // namespace

Case rolling_solids_case()
{
    return {.name = "rolling-solids",
            .id = "D10",
            .group = "dynamics",
            .description = "An elastic cylinder and a ball of 0.6 m roll down a slope of 20° with friction 1, from rest, for 0.4 s.",
            .source = "Rolling without slipping: a = g sin θ/(1 + I/(m R²)) of a rigid body of the same particles; round ones 2/3 and 5/7.",
            .seconds = 60,
            .quick_seconds = 3,
            .run = run};
}
} // namespace aspic::validation
