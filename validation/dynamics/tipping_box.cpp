// D8: a box that stands on an edge of a rough floor, 4° beside its balance, tips over or falls back as a rigid one does:
// the time to 20° beside the balance within 5 %. Its edge is a row of particles half a spacing above the floor; friction
// holds particles, which are points: the rigid body turns about that row.

#include "dynamics/dynamics_cases.h"
#include "dynamics/rigid_pendulum.h"
#include "dynamics/solid_motion.h"

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a box stands on its edge, beside its balance",
  "spacing": 0.025,
  "duration": 0.8,
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": 0.3, "friction": 1}}},
  "objects": {"box": {"shape": {"box": {"from": [$left, $low, -0.1], "to": [$right, $high, 0.1]}}, "material": "rubber",
                      "position": [0, 0.0125, 0], "rotation": [0, 0, $tilt]}},
  "walls": {"floor": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}, "friction": 1}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {$method}$time_step}
})";
constexpr double radius = 0.0125, width = 0.2, height = 0.4, duration = 0.8, g = 9.81, degree = pi / 180;
const double to_center = std::hypot(0.5 * width - radius, 0.5 * height - radius); ///< [m] from the edge
const double balance = std::atan2(0.5 * width - radius, 0.5 * height - radius);   ///< [rad] of the box where its centre is above the edge

struct Variant
{
    double E;
    double dt; ///< [s] 0: default settings
    bool tips; ///< over; else it falls back
    Method method = own_method;

    [[nodiscard]] std::string name() const
    {
        const std::string step =
            dt > 0 ? name_of(E, dt, method) : power_text(E) + " Pa, default step" + (method.name.empty() ? "" : ", " + method.name);
        return std::string(tips ? "tips over, " : "falls back, ") + step;
    }
};

std::vector<Variant> variants(bool is_quick)
{
    if (is_quick)
        return {{1e7, 0.004, true}};
    std::vector<Variant> all;
    for (const bool tips : {true, false})
    {
        for (const double E : {1e6, 1e7, 1e9})
            all.push_back({E, 0.004, tips});
        all.push_back({1e7, 0, tips});
        all.push_back({1e7, 0.001, tips});
        for (const Method& method : compared_methods())
            all.push_back({1e7, 0.004, tips, method});
    }
    return all;
}

/// [rad] of the centre of mass beside the vertical through the edge, over time.
Curve rigid_fall(Experiment& experiment)
{
    const Motion body = motion_of(experiment.world());
    double inertia = body.mass * to_center * to_center;
    experiment.for_each_fluid([&](Index i) {
        const Vec3d r = experiment.particles().position[i] - body.center;
        inertia += double(experiment.particles().mass[i]) * (r.x * r.x + r.y * r.y);
    });
    const double moment = body.mass * g * to_center;
    return motion_from_rest({inertia, [=](double angle) { return moment * std::sin(angle); }}, 4 * degree, duration);
}

/// [rad] in the plane, against the clock.
double rotation_of(const RotationSince& rotation, Experiment& experiment) { return rotation(experiment.world()).z; }

void run(const Context& context, Outcome& outcome)
{
    LinePlot plot{"Angle beside the balance, Δt = 4 ms", {"t [s]", {}}, {"angle [degrees]", {}}, {}};
    const std::vector<Variant> all = variants(context.quick);
    for (std::size_t k = 0; k < all.size(); ++k)
        attempt(outcome, all[k].name(), all[k].method.is_gated, [&] {
            const double E = all[k].E, dt = all[k].dt;
            const bool tips = all[k].tips;
            const Method& method = all[k].method;
            const double tilt = balance + (tips ? 4 : -4) * degree; // about the right edge, which is the origin: with the clock
            const std::string time_step = dt > 0 ? filled_in(R"(, "time_step": {"largest": $dt})", {{"dt", dt}}) : "";
            const std::string text = filled_in(scene, {{"E", E},
                                                       {"left", radius - width},
                                                       {"right", radius},
                                                       {"low", -radius},
                                                       {"high", height - radius},
                                                       {"tilt", -tilt},
                                                       {"method", method.settings},
                                                       {"time_step", time_step}});
            Experiment experiment(context, outcome, {label_of("tipping-box-", all[k].name()), text}, part(duration, k, all.size()));
            const Curve rigid = rigid_fall(experiment);
            const RotationSince rotation(experiment.world());
            Curve fall, shown;
            experiment.run_until(duration, 1e-9, [&] {
                const double angle = 4 * degree + (tips ? -1 : 1) * rotation_of(rotation, experiment);
                fall.add(experiment.time(), angle);
                shown.add(experiment.time(), angle / degree);
            });
            outcome.rows.push_back({all[k].name() + ": time to 20° [s]", time_to_reach(rigid, 20 * degree),
                                    time_to_reach(fall, 20 * degree), Comparison::relative, 0.05, method.is_gated, experiment.seconds()});
            if (plot.series.empty())
            {
                Curve reference;
                for (std::size_t point = 0; point < rigid.x.size() && rigid.y[point] < pi / 3; ++point)
                    reference.add(rigid.x[point], rigid.y[point] / degree);
                plot.series.push_back(reference_line("rigid", reference));
            }
            if (dt == 0.004)
                add_run(plot, all[k].name(), shown, method);
        });
    outcome.plots.push_back(plot);
}
} // namespace

Case tipping_box_case()
{
    return {.name = "tipping-box",
            .id = "D8",
            .group = "dynamics",
            .description = "A box of 0.2 × 0.4 × 0.2 m stands on its edge on a rough floor, 4° beside its balance, and is let go.",
            .source = "The pendulum of a rigid body of the same particles about the row of its edge, integrated.",
            .seconds = 50,
            .quick_seconds = 3,
            .run = run};
}
} // namespace aspic::validation
