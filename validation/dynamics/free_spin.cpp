// D4: bodies turn freely for a second. Angular momentum stays, in size and direction (1e-3). A body that turns about a
// principal axis keeps its energy too (1 %; stiff ones, as soft ones also swing).
// D5: a bar tumbles about no principal axis, and bends at first.

#include "dynamics/conservation.h"
#include "dynamics/dynamics_cases.h"

namespace aspic::validation
{
namespace
{
// A bold Courant number, so that steps are as long as they are said to be.
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a body turns freely",
  "dimension": $dimension,
  "spacing": $dx,
  "duration": 1,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": $nu}}},
  "objects": {"body": {"shape": $shape, "material": "rubber", "sampling": {"$sampling": {}}, "angular_velocity": [$wx, $wy, $wz]}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {$method}, "time_step": {"largest": $dt, "courant": 1}}
})";

struct Body
{
    std::string name, shape;
    int dimension = 3;
    double dx = 0.03;
    Vec3d spin{0, 0, 20}; ///< [rad/s]
    std::string sampling = "lattice";
    double bending = 0; ///< [m/s] of the ends across the bar against the middle
};
const Body cube{"cube", R"({"box": {"from": [-0.15, -0.15, -0.15], "to": [0.15, 0.15, 0.15]}})"};
const Body relaxed_cube{"relaxed cube", cube.shape, 3, 0.03, {0, 0, 20}, "relaxed"};
const Body disk{"disk in 2D", R"({"sphere": {"radius": 0.2}})", 2, 0.02};
const std::string bar_shape = R"({"box": {"from": [-0.3, -0.1, -0.0625], "to": [0.3, 0.1, 0.0625]}})";
const Body bar{"bar", bar_shape, 3, 0.025, {4, 6, 3}, "lattice", 0.5};
const Body relaxed_bar{"relaxed bar", bar_shape, 3, 0.025, {4, 6, 3}, "relaxed", 0.5};

struct Variant
{
    Body body;
    double E, dt, nu = 0.3;
    Method method = own_method;

    [[nodiscard]] std::string name() const
    {
        return body.name + ", " + name_of(E, dt, method) + (nu == 0.3 ? "" : ", ν = " + std::to_string(nu).substr(0, 4));
    }
};

std::vector<Variant> spins(bool is_quick)
{
    if (is_quick)
        return {{disk, 1e7, 0.004}};
    std::vector<Variant> all;
    for (const double E : {1e5, 1e7, 1e9})
        all.push_back({cube, E, 0.004});
    all.push_back({cube, 1e7, 0.001});
    all.push_back({cube, 1e7, 0.004, 0.45});
    all.push_back({relaxed_cube, 1e7, 0.004});
    all.push_back({disk, 1e7, 0.004});
    all.push_back({disk, 1e7, 0.001});
    for (const Method& method : compared_methods())
        all.push_back({cube, 1e7, 0.004, 0.3, method});
    return all;
}

std::vector<Variant> tumbles(bool is_quick)
{
    if (is_quick)
        return {{bar, 1e7, 0.004}};
    std::vector<Variant> all;
    for (const double E : {1e5, 1e7, 1e9})
        all.push_back({bar, E, 0.004});
    all.push_back({bar, 1e7, 0.001});
    all.push_back({bar, 1e7, 0.004, 0.45});
    all.push_back({relaxed_bar, 1e7, 0.004});
    for (const Method& method : compared_methods())
        all.push_back({bar, 1e7, 0.004, 0.3, method});
    return all;
}

struct Plots
{
    LinePlot angular_momentum{"Angular momentum", {"t [s]", {}}, {"of that at first", {}}, {}};
    LinePlot energy{"Energy", {"t [s]", {}}, {"of that at first", AxisRange{0, 2}}, {}};
};

void run_variant(const Context& context, Outcome& outcome, const Variant& variant, const Stretch& stretch, Plots& plots)
{
    const Body& body = variant.body;
    const std::string text = filled_in(scene, {{"dimension", static_cast<double>(body.dimension)},
                                               {"dx", body.dx},
                                               {"E", variant.E},
                                               {"nu", variant.nu},
                                               {"shape", body.shape},
                                               {"sampling", body.sampling},
                                               {"wx", body.spin.x},
                                               {"wy", body.spin.y},
                                               {"wz", body.spin.z},
                                               {"method", variant.method.settings},
                                               {"dt", variant.dt}});
    Experiment experiment(context, outcome, {label_of("free-spin-", variant.name()), text}, stretch);
    if (body.bending != 0) // the first mode of a free bar, about: no momentum, no angular momentum
        kick(experiment, [&](const Vec3d& x) { return Vec3d{0, 0, body.bending * (1.5 * x.x * x.x / 0.09 - 0.5)}; });
    Conservation watch(experiment);
    experiment.run_until(1, 0.01, [&] { watch.look(); });
    const std::string name = variant.name();
    const bool is_gated = variant.method.is_gated, is_rigid = body.bending == 0 && variant.E > 5e6;
    outcome.rows.push_back(
        kept(name + ": |L|, after 1 s / at first", norm(watch.now().spin()) / norm(watch.start().spin()), 1e-3, is_gated));
    outcome.rows.push_back(change(name + ": L, change of direction [rad]", watch.direction_change(), 1e-3, is_gated));
    outcome.rows.push_back(never_above_start(name + ": energy, largest / at first", watch.largest_energy(), is_gated));
    outcome.rows.push_back(kept(name + ": energy, after 1 s / at first", watch.energy_kept(), 0.01, is_gated && is_rigid));
    outcome.rows.back().seconds = experiment.seconds();
    add_run(plots.angular_momentum, name, watch.angular_momentum, variant.method);
    add_run(plots.energy, name, watch.energy, variant.method);
}

void run_all(const Context& context, Outcome& outcome, const std::vector<Variant>& all)
{
    Plots plots;
    for (std::size_t k = 0; k < all.size(); ++k)
        attempt(outcome, all[k].name(), all[k].method.is_gated,
                [&] { run_variant(context, outcome, all[k], part(1, k, all.size()), plots); });
    outcome.plots.push_back(plots.angular_momentum);
    outcome.plots.push_back(plots.energy);
}
} // namespace

Case free_spin_case()
{
    return {.name = "free-spin",
            .id = "D4",
            .group = "dynamics",
            .description = "A cube of 10³ particles, and a disk in 2D, turn freely with 20 rad/s about a principal axis for 1 s.",
            .source = "Conservation of angular momentum and energy.",
            .seconds = 20,
            .quick_seconds = 2,
            .run = [](const Context& context, Outcome& outcome) { run_all(context, outcome, spins(context.quick)); }};
}

Case tumbling_bar_case()
{
    return {.name = "tumbling-bar",
            .id = "D5",
            .group = "dynamics",
            .description = "A flat bar of 24 × 8 × 5 particles tumbles about no principal axis with 7.8 rad/s for 1 s, and bends at first.",
            .source = "Conservation of angular momentum; energy that nothing adds to.",
            .seconds = 20,
            .quick_seconds = 2,
            .run = [](const Context& context, Outcome& outcome) { run_all(context, outcome, tumbles(context.quick)); }};
}
} // namespace aspic::validation
