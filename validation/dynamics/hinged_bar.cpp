// D1: a bar of 24 × 5 × 5 particles is hinged along a line at one end and released level. A stiff one falls as a rigid
// body of the same particles about that axis: time to the vertical within 5 %, 8 % at 1 GPa.

#include "dynamics/dynamics_cases.h"
#include "dynamics/rigid_pendulum.h"
#include "dynamics/solid_motion.h"

namespace aspic::validation
{
namespace
{
// Only the middle row of the first layer is pinned. A bold Courant number, so that steps are as long as they are said
// to be.
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a bar falls about a hinge",
  "spacing": 0.025,
  "duration": 0.6,
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": $nu}}},
  "objects": {"bar": {"shape": {"box": {"from": [0, -0.0625, -0.0625], "to": [0.6, 0.0625, 0.0625]}}, "material": "rubber",
                      "pins": {"hinge": {"region": {"box": {"from": [0, -0.0125, -1], "to": [0.025, 0.0125, 1]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {$method}, "time_step": {"largest": $dt, "courant": 1}}
})";
const Vec3d hinge{0.0125, 0, 0};
constexpr double duration = 0.6, vertical = 0.5 * pi, g = 9.81;

struct Variant
{
    double E, nu, dt;
    Method method = own_method;

    [[nodiscard]] std::string name() const
    {
        return name_of(E, dt, method) + (nu == 0.3 ? "" : ", ν = " + std::to_string(nu).substr(0, 4));
    }
};

std::vector<Variant> variants(bool is_quick)
{
    if (is_quick)
        return {{1e7, 0.3, 0.004}, {1e9, 0.3, 0.004}};
    std::vector<Variant> all;
    for (const double dt : {0.001, 0.004})
        for (const double E : {1e6, 1e7, 1e8, 1e9})
            all.push_back({E, 0.3, dt});
    all.push_back({1e9, 0.3, 0.00025});
    all.push_back({1e7, 0.3, 0.005});
    for (const double nu : {0.0, 0.45})
        for (const double E : {1e7, 1e9})
            all.push_back({E, nu, 0.004});
    for (const Method& method : compared_methods())
        for (const double E : {1e6, 1e7, 1e9})
            all.push_back({E, 0.3, 0.004, method});
    return all;
}

/// The angle below the horizontal of a rigid body of these particles.
Curve rigid_fall(const Experiment& experiment)
{
    const Motion body = motion_of(experiment.world());
    double inertia = 0;
    experiment.for_each_fluid([&](Index i) {
        const Vec3d r = experiment.particles().position[i] - hinge;
        inertia += double(experiment.particles().mass[i]) * (r.x * r.x + r.y * r.y);
    });
    const double moment = body.mass * g * (body.center.x - hinge.x);
    return motion_from_rest({inertia, [=](double angle) { return moment * std::cos(angle); }}, 0, duration);
}

void run(const Context& context, Outcome& outcome)
{
    LinePlot plot{"Angle of the bar below the horizontal, Δt = 4 ms, ν = 0.3", {"t [s]", {}}, {"angle [rad]", {}}, {}};
    const std::vector<Variant> all = variants(context.quick);
    for (std::size_t k = 0; k < all.size(); ++k)
        attempt(outcome, all[k].name(), all[k].method.is_gated, [&] {
            const auto& [E, nu, dt, method] = all[k];
            Experiment experiment(
                context, outcome,
                {label_of("hinged-bar-", all[k].name()), filled_in(scene, {{"E", E}, {"nu", nu}, {"dt", dt}, {"method", method.settings}})},
                part(duration, k, all.size()));
            const Curve rigid = rigid_fall(experiment);
            Curve fall;
            ContinuedAngle angle;
            experiment.run_until(duration, 1e-9, [&] {
                const Vec3d arm = motion_of(experiment.world()).center - hinge;
                fall.add(experiment.time(), angle({arm.x, -arm.y, 0}));
            });
            outcome.rows.push_back({all[k].name() + ": time to the vertical [s]", time_to_reach(rigid, vertical),
                                    time_to_reach(fall, vertical), Comparison::relative, E > 5e8 ? 0.08 : 0.05, method.is_gated,
                                    experiment.seconds()});
            if (std::isnan(outcome.rows.back().measured))
                outcome.rows.push_back(
                    {all[k].name() + ": angle after 0.6 s [rad]", rigid.y.back(), fall.y.back(), Comparison::absolute, 0, false, 0});
            if (plot.series.empty())
                plot.series.push_back(reference_line("rigid", rigid));
            if (dt == 0.004 && nu == 0.3)
                add_run(plot, all[k].name(), fall, method);
        });
    outcome.plots.push_back(plot);
}
} // namespace

Case hinged_bar_case()
{
    return {.name = "hinged-bar",
            .id = "D1",
            .group = "dynamics",
            .description = "A bar of 24 × 5 × 5 particles, hinged along a line at one end, is released level.",
            .source = "The pendulum of a rigid body of the same particles about that line, integrated.",
            .seconds = 60,
            .quick_seconds = 5,
            .run = run};
}
} // namespace aspic::validation
