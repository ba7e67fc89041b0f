// D3: two bodies collide off-centre where nothing else acts: momentum and angular momentum of both stay (1e-3), and
// energy never grows (1 %).

#include "dynamics/conservation.h"
#include "dynamics/dynamics_cases.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "two bodies collide off-centre",
  "spacing": 0.025,
  "duration": 0.4,
  "gravity": [0, 0, 0],
  "materials": {"first": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": 0.3, "friction": $friction}},
                "second": {"density": 1500, "elastic": {"young_modulus": $E, "poisson_ratio": 0.3, "friction": $friction}}},
  "objects": {"left": {"shape": $left, "material": "first", "position": [-0.16, 0, 0], "velocity": [1.5, 0, 0]},
              "right": {"shape": $right, "material": "second", "position": [0.16, 0.08, 0.03], "velocity": [-1, 0, 0],
                        "angular_velocity": [2, -1, 3], "sampling": {"$sampling": {}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {$method}, "time_step": {"largest": $dt}}
})";
constexpr std::string_view cube = R"({"box": {"from": [-0.1, -0.1, -0.1], "to": [0.1, 0.1, 0.1]}})";
constexpr std::string_view plate = R"({"box": {"from": [-0.05, -0.2, -0.1], "to": [0.05, 0.2, 0.1]}})";
constexpr std::string_view ball = R"({"sphere": {"radius": 0.12}})";

struct Variant
{
    std::string name;
    std::string_view left, right;
    double E, dt;
    Method method = own_method;
    double friction = 0.5;

    [[nodiscard]] std::string full_name() const { return name + ", " + name_of(E, dt, method); }
};

std::vector<Variant> variants(bool is_quick)
{
    if (is_quick)
        return {{"cubes", cube, cube, 1e6, 0.004}};
    const Method strong{"strong", R"("coupling": "strong")", true};
    std::vector<Variant> all;
    for (const double dt : {0.001, 0.004})
        for (const double E : {1e5, 1e7, 1e9})
            all.push_back({"cubes", cube, cube, E, dt});
    for (const double E : {1e5, 1e7})
    {
        all.push_back({"plate, ball", plate, ball, E, 0.004});
        all.push_back({"cubes", cube, cube, E, 0.004, strong});
    }
    all.push_back({"smooth cubes", cube, cube, 1e5, 0.004, own_method, 0});
    all.push_back({"smooth cubes", cube, cube, 1e5, 0.00025, own_method, 0});
    all.push_back({"cubes", cube, cube, 1e5, 0.00025});
    for (const Method& method : compared_methods())
        all.push_back({"cubes", cube, cube, 1e7, 0.004, method});
    return all;
}

struct Plots
{
    LinePlot spin{"Angular momentum, Δt = 4 ms", {"t [s]", {}}, {"of that at first", AxisRange{-0.5, 1.5}}, {}};
    LinePlot energy{"Energy, Δt = 4 ms", {"t [s]", {}}, {"of that at first", AxisRange{0, 2}}, {}};
};

/// The change of momentum, relative.
double run_variant(const Context& context, Outcome& outcome, const Variant& variant, const Stretch& stretch, Plots& plots)
{
    const std::string name = variant.full_name();
    const std::string text = filled_in(scene, {{"left", std::string(variant.left)},
                                               {"right", std::string(variant.right)},
                                               {"sampling", variant.right == ball ? "relaxed" : "lattice"},
                                               {"E", variant.E},
                                               {"dt", variant.dt},
                                               {"friction", variant.friction},
                                               {"method", variant.method.settings}});
    Experiment experiment(context, outcome, {label_of("colliding-bodies-", name), text}, stretch);
    Conservation watch(experiment);
    experiment.run_until(stretch.duration, 0.004, [&] { watch.look(); });
    const bool is_gated = variant.method.is_gated;
    outcome.rows.push_back(change(name + ": L, change", watch.angular_momentum_change(), 1e-3, is_gated));
    outcome.rows.push_back(never_above_start(name + ": energy, largest / at first", watch.largest_energy(), is_gated));
    outcome.rows.back().seconds = experiment.seconds();
    if (variant.dt == 0.004)
    {
        add_run(plots.spin, name, watch.angular_momentum, variant.method);
        add_run(plots.energy, name, watch.energy, variant.method);
    }
    return watch.momentum_change();
}

void run(const Context& context, Outcome& outcome)
{
    constexpr double duration = 0.4;
    double momentum_change = 0;
    Plots plots;
    const std::vector<Variant> all = variants(context.quick);
    for (std::size_t k = 0; k < all.size(); ++k)
        attempt(outcome, all[k].full_name(), all[k].method.is_gated, [&] {
            momentum_change = std::max(momentum_change, run_variant(context, outcome, all[k], part(duration, k, all.size()), plots));
        });
    outcome.rows.push_back(change("all: momentum, largest change", momentum_change, 1e-3, true));
    outcome.plots.push_back(plots.spin);
    outcome.plots.push_back(plots.energy);
}
} // namespace

Case colliding_bodies_case()
{
    return {.name = "colliding-bodies",
            .id = "D3",
            .group = "dynamics",
            .description = "Two elastic bodies of 0.2 to 0.4 m, one of them turning, meet off-centre at 2.5 m/s, without gravity.",
            .source = "Conservation of momentum and angular momentum of both together; energy that nothing adds to.",
            .seconds = 25,
            .quick_seconds = 2,
            .run = run};
}
} // namespace aspic::validation
