// D2: a free bar is struck: the last layer of its particles starts at 1 m/s across it, or a force in the first step
// would make it so fast if it were loose. Momentum and angular momentum stay, 1e-3 in a second, and energy never grows
// (1 %).

#include "dynamics/conservation.h"
#include "dynamics/dynamics_cases.h"

#include <algorithm>
#include <array>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a free bar is struck at its end",
  "spacing": 0.025,
  "duration": 1,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": 0.3}}},
  "objects": {"bar": {"shape": {"box": {"from": [-0.3, -0.0625, -0.0625], "to": [0.3, 0.0625, 0.0625]}}, "material": "rubber"}},
  "forces": {"blow": {"region": {"box": {"from": [0.275, -1, -1], "to": [1, 1, 1]}},
                      "acceleration": {"keyframes": [{"time": 0, "value": [0, $blow, 0]}, {"time": 1e-6, "value": [0, 0, 0]}], "interpolation": "step"}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {$method}, "time_step": {"largest": $dt}}
})";

struct Variant
{
    double E, dt;
    Method method = own_method;
    double duration = 1;   ///< [s]
    bool by_force = false; ///< in the first step, instead of velocities at first

    [[nodiscard]] std::string name() const { return name_of(E, dt, method) + (by_force ? ", by a force" : ""); }
};

std::vector<Variant> variants(bool is_quick)
{
    if (is_quick)
        return {{1e6, 0.004, own_method, 0.2}, {1e6, 0.004, own_method, 0.2, true}, {1e9, 0.004, own_method, 0.2}};
    std::vector<Variant> all;
    for (const double E : {1e4, 1e5, 1e6, 1e7, 1e8, 1e9})
        all.push_back({E, 0.004});
    for (const double E : {1e6, 1e7, 1e9})
        all.push_back({E, 0.004, own_method, 1, true});
    for (const double E : {1e6, 1e9})
        all.push_back({E, 0.001});
    for (const double E : {1e7, 1e9})
        all.push_back({E, 0.005});
    for (const double E : {1e4, 1e9})
        all.push_back({E, 0.00025, own_method, 0.25});
    for (const Method& method : compared_methods())
        for (const double E : {1e6, 1e9})
            all.push_back({E, 0.004, method});
    return all;
}

/// The change of momentum, relative.
double run_variant(const Context& context, Outcome& outcome, const Variant& variant, const std::array<double, 2>& extent, LinePlot& plot)
{
    const std::string name = variant.name();
    const Stretch stretch{variant.duration, extent[0], extent[1]};
    Experiment experiment(context, outcome,
                          {label_of("struck-bar-", name), filled_in(scene, {{"E", variant.E},
                                                                            {"dt", variant.dt},
                                                                            {"method", variant.method.settings},
                                                                            {"blow", variant.by_force ? 1 / variant.dt : 0}})},
                          stretch);
    const double last_layer = 0.3 - experiment.spacing();
    const auto blow = [&](const Vec3d& x) { return x.x > last_layer ? Vec3d{0, 1, 0} : Vec3d{}; };
    kick(experiment, blow);
    Conservation watch(experiment);
    if (variant.by_force)
        kick(experiment, [&](const Vec3d& x) { return -1.0 * blow(x); });
    experiment.run_until(25 * variant.dt, 1e-9, [&] { watch.look(); });
    const double early = watch.angular_momentum_kept();
    experiment.run_until(variant.duration, 0.01, [&] { watch.look(); });
    const bool is_gated = variant.method.is_gated;
    outcome.rows.push_back(kept(name + ": L after 25 steps / before", early, 1e-3, is_gated));
    outcome.rows.push_back(kept(name + ": L at the end / before", watch.angular_momentum_kept(), 1e-3, is_gated));
    outcome.rows.push_back(never_above_start(name + ": energy, largest / at first", watch.largest_energy(), is_gated));
    outcome.rows.back().seconds = experiment.seconds();
    if (variant.dt == 0.004 && !variant.by_force)
        add_run(plot, name, watch.angular_momentum, variant.method);
    return watch.momentum_change();
}

void run(const Context& context, Outcome& outcome)
{
    LinePlot plot{"Angular momentum of the bar, Δt = 4 ms", {"t [s]", {}}, {"of that at first", {}}, {}};
    const std::vector<Variant> all = variants(context.quick);
    double steps = 0, done = 0, momentum_change = 0;
    for (const Variant& variant : all)
        steps += variant.duration / variant.dt;
    for (const Variant& variant : all)
    {
        const double after = done + variant.duration / variant.dt;
        attempt(outcome, variant.name(), variant.method.is_gated, [&] {
            momentum_change = std::max(momentum_change, run_variant(context, outcome, variant, {done / steps, after / steps}, plot));
        });
        done = after;
    }
    outcome.rows.push_back(change("all: momentum, largest change", momentum_change, 1e-3, true));
    outcome.plots.push_back(plot);
}
} // namespace

Case struck_bar_case()
{
    return {.name = "struck-bar",
            .id = "D2",
            .group = "dynamics",
            .description =
                "A free bar of 24 × 5 × 5 particles whose last layer starts at 1 m/s across it; for a second, 0.25 s in short steps.",
            .source = "Conservation of momentum and angular momentum; energy that nothing adds to.",
            .seconds = 30,
            .quick_seconds = 3,
            .run = run};
}
} // namespace aspic::validation
