// L1: water at rest. p = ρg(H − z); the column that Tait's equation compresses has a known height (integral over the Lagrangian column).
// Tolerances: pressure 3 % (time mean, 3 spacings off the walls), height one spacing, speed at 10 s 0.005 √(gH), drift 0.2 spacings.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr double density = 1000, g = 9.81, depth = 1; // [kg/m³], [m/s²], [m]

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "still water in a tank, 1 m deep",
  "dimension": $dimension,
  "spacing": $dx,
  "kernel": "wendland", "support": $h,
  "duration": $duration,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"water": {"shape": {"box": {"from": $origin, "to": $surface}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": $origin, "to": $lid}}, "keeps": "inside"}},
  "solvers": {
    "pressure": {"weakly_compressible": {
      "sound_speed": $c, "gamma": $gamma, "artificial_viscosity": 0.05, "hydrostatic_start": $hydrostatic, "density": {"$density": {}}
    }}
  }
})";

struct Variant
{
    std::string name;
    double gamma, sound_speed, height; ///< [m/s], [m] settled
    int dimension;
    std::string form;
    bool gated;
};

std::string scene_of(const Variant& variant, double dx, double duration)
{
    const bool is_flat = variant.dimension == 2;
    return filled_in(scene, {{"dimension", double(variant.dimension)},
                             {"dx", dx},
                             {"h", (is_flat ? 4 : 3) * dx},
                             {"duration", duration},
                             {"origin", is_flat ? "[0, 0]" : "[0, 0, 0]"},
                             {"surface", is_flat ? "[1, 1]" : "[1, 1, 1]"},
                             {"lid", is_flat ? "[1, 1.4]" : "[1, 1.4, 1]"},
                             {"c", variant.sound_speed},
                             {"gamma", variant.gamma},
                             {"hydrostatic", std::string(variant.form == "continuity" ? "true" : "false")},
                             {"density", variant.form}});
}

/// What is sampled while the water stands.
struct Samples
{
    Curve bottom, middle, height, speed; ///< over time: [Pa], [Pa], [m], [m/s]
};

bool is_off_side_walls(const Vec3d& x, double margin, bool is_flat)
{
    return x.x > margin && x.x < 1 - margin && (is_flat || (x.z > margin && x.z < 1 - margin));
}

/// Mean of p + ρg(y − level) over particles off the walls whose height is within [from, to]: the pressure at the level.
double pressure_at(Experiment& experiment, double level, double from, double to)
{
    const Array<Real> pressure = experiment.world().pressure();
    const bool is_flat = experiment.world().scene().dimension == 2;
    double sum = 0;
    int n = 0;
    experiment.for_each_fluid([&](Index i) {
        const Vec3d& x = experiment.particles().position[i];
        if (x.y < from || x.y > to || !is_off_side_walls(x, 3 * experiment.spacing(), is_flat))
            return;
        sum += pressure[static_cast<std::size_t>(i)] + density * g * (x.y - level);
        ++n;
    });
    return sum / n;
}

/// Mean over columns of the highest particle, and half a spacing.
double surface_height(const Experiment& experiment)
{
    const double dx = experiment.spacing();
    const auto columns = static_cast<std::size_t>(std::floor(0.5 / dx));
    std::vector<double> highest(columns, 0);
    experiment.for_each_fluid([&](Index i) {
        const Vec3d& x = experiment.particles().position[i];
        const auto k = std::min(columns - 1, static_cast<std::size_t>(std::max(0.0, x.x * static_cast<double>(columns))));
        highest[k] = std::max(highest[k], x.y + dx / 2);
    });
    double sum = 0;
    for (const double y : highest)
        sum += y;
    return sum / static_cast<double>(columns);
}

Samples stand(Experiment& experiment, double duration)
{
    Samples samples;
    const double dx = experiment.spacing();
    experiment.run_until(duration, 0.05, [&] {
        const double t = experiment.time();
        samples.bottom.add(t, pressure_at(experiment, 0, 3 * dx, 5 * dx));
        samples.middle.add(t, pressure_at(experiment, depth / 2, depth / 2 - dx, depth / 2 + dx));
        samples.height.add(t, surface_height(experiment));
        samples.speed.add(t, largest_speed(experiment) / std::sqrt(g * depth));
    });
    return samples;
}

void add_rows(Outcome& outcome, const Variant& variant, const Samples& samples, double drift, const Experiment& experiment)
{
    const double end = samples.speed.x.back();
    const auto add = [&](const char* figure, double reference, double measured, Comparison comparison, double tolerance) {
        outcome.rows.push_back(
            {variant.name + ": " + figure, reference, measured, comparison, tolerance, variant.gated, experiment.seconds()});
    };
    add("pressure at the bottom [Pa]", density * g * depth, samples.bottom.mean(end / 2, end), Comparison::relative, 0.03);
    add("pressure midway [Pa]", density * g * depth / 2, samples.middle.mean(end / 2, end), Comparison::relative, 0.03);
    add("height [m]", variant.height, samples.height.mean(end / 2, end), Comparison::absolute, experiment.spacing());
    add("largest speed / √(gH)", 0, samples.speed.y.back(), Comparison::absolute, 0.005);
    add("drift of the centre / dx", 0, drift / experiment.spacing(), Comparison::absolute, 0.2);
}

/// Pressures of the particles over their height.
Curve pressures(Experiment& experiment)
{
    Curve curve;
    const Array<Real> pressure = experiment.world().pressure();
    experiment.for_each_fluid([&](Index i) {
        if (i % 4 == 0)
            curve.add(experiment.particles().position[i].y, pressure[static_cast<std::size_t>(i)]);
    });
    return curve;
}

std::vector<Variant> variants()
{
    return {{"2D γ 7 c 44.29", 7, 44.29, 0.99753, 2, "continuity", true},
            {"2D γ 7 c 31.32", 7, 31.32, 0.99513, 2, "continuity", true},
            {"2D γ 1 c 44.29", 1, 44.29, 0.99751, 2, "continuity", true},
            {"3D γ 7 c 44.29", 7, 44.29, 0.99753, 3, "continuity", true},
            {"2D summation", 7, 44.29, 0.99753, 2, "summation", false}};
}

void run(const Context& context, Outcome& outcome)
{
    LinePlot pressure{"Pressure at the end", {"height y [m]", {}}, {"p [Pa]", {}}, {}};
    LinePlot speed{"Largest speed", {"t [s]", {}}, {"v / √(gH)", {}}, {}};
    const std::vector<Variant> all = variants();
    const double duration = context.quick ? 1 : 10;
    for (std::size_t k = 0; k < all.size(); ++k)
        attempt(outcome, all[k].name, all[k].gated, [&] {
            const double dx = all[k].dimension == 2 ? (context.quick ? 0.05 : 0.02) : (context.quick ? 0.1 : 0.0625);
            const RunScene text{"still-water-" + std::to_string(k + 1), scene_of(all[k], dx, duration)};
            Experiment experiment(context, outcome, text, part(duration, k, all.size()));
            const Vec3d begin = center_of_mass(experiment);
            const Samples samples = stand(experiment, duration);
            add_rows(outcome, all[k], samples, norm(center_of_mass(experiment) - begin), experiment);
            pressure.series.push_back(measured_dots(all[k].name, pressures(experiment), k));
            pressure.series.back().dot_radius = 1.3;
            speed.series.push_back(measured_line(all[k].name, samples.speed, k));
        });
    pressure.series.push_back(reference_line("ρg(H − y)", {{0, 1}, {density * g, 0}}));
    outcome.plots = {pressure, speed};
}
} // namespace

Case still_water_case()
{
    return {.name = "still-water",
            .id = "L1",
            .group = "fluid",
            .description = "Water 1 m deep stands in a tank for 10 s: in 2D with 50 particles across, in 3D with 16.",
            .source = "Hydrostatics: p = ρg(H − z); height of a column compressed by Tait's equation of state.",
            .seconds = 500,
            .quick_seconds = 15,
            .run = run};
}
} // namespace aspic::validation
