// L1: water at rest. p = ρg(H − z); the column that Tait's equation compresses has a known height (integral over the Lagrangian column).
// Tolerances: pressure 3 % (time mean, 3 spacings off the walls), height one spacing, speed at 10 s 0.005 √(gH)
// weakly compressible and 0.002 √(gH) incompressible, drift 0.2 spacings.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include "aspic/io/number_text.h"

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
  "kernel": "$kernel", "support": $h,
  "duration": $duration,
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"water": {"shape": {"box": {"from": $origin, "to": $surface}}, "material": "water"}},
  "walls": {"tank": {"shape": {"box": {"from": $origin, "to": $lid}}, "keeps": "inside"}},
  "solvers": {"pressure": $pressure}
})";

struct Variant
{
    std::string name;
    int dimension = 2;
    std::string pressure;      ///< value of solvers.pressure
    bool by_default = false;   ///< kernel and support; else Wendland's over 4 spacings, in space 3
    double height = 1;         ///< [m] settled
    double calm_speed = 0.005; ///< [√(gH)] that may be left
    bool gated = true;
};

std::string scene_of(const Variant& variant, double dx, double duration)
{
    const bool is_flat = variant.dimension == 2;
    return filled_in(scene, {{"dimension", double(variant.dimension)},
                             {"dx", dx},
                             {"kernel", variant.by_default ? "cubic" : "wendland"},
                             {"h", (variant.by_default ? 2
                                    : is_flat          ? 4
                                                       : 3) *
                                       dx},
                             {"duration", duration},
                             {"origin", is_flat ? "[0, 0]" : "[0, 0, 0]"},
                             {"surface", is_flat ? "[1, 1]" : "[1, 1, 1]"},
                             {"lid", is_flat ? "[1, 1.4]" : "[1, 1.4, 1]"},
                             {"pressure", variant.pressure}});
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
    add("largest speed / √(gH)", 0, samples.speed.y.back(), Comparison::absolute, variant.calm_speed);
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

/// Integrated densities, or summed ones.
std::string weakly_compressible(double gamma, double sound_speed, bool summed = false)
{
    const WeaklyCompressibleText text{R"("sound_speed": )" + number_text(sound_speed) + R"(, "gamma": )" + number_text(gamma) +
                                          R"(, "artificial_viscosity": 0.05)",
                                      R"(, "hydrostatic_start": true)"};
    return pressure_solvers(Method::weakly_compressible, text)[summed ? 1 : 0].text;
}

std::vector<Variant> variants(Method method)
{
    if (method == Method::incompressible)
    {
        const std::string dfsph = pressure_solvers(method, {}).front().text;
        return {{.name = "2D", .dimension = 2, .pressure = dfsph, .by_default = true, .calm_speed = 0.002},
                {.name = "3D", .dimension = 3, .pressure = dfsph, .by_default = true, .calm_speed = 0.002}};
    }
    return {{.name = "2D γ 7 c 44.29", .dimension = 2, .pressure = weakly_compressible(7, 44.29), .height = 0.99753},
            {.name = "2D γ 7 c 31.32", .dimension = 2, .pressure = weakly_compressible(7, 31.32), .height = 0.99513},
            {.name = "2D γ 1 c 44.29", .dimension = 2, .pressure = weakly_compressible(1, 44.29), .height = 0.99751},
            {.name = "3D γ 7 c 44.29", .dimension = 3, .pressure = weakly_compressible(7, 44.29), .height = 0.99753},
            {.name = "2D summation", .dimension = 2, .pressure = weakly_compressible(7, 44.29, true), .height = 0.99753, .gated = false}};
}

void run(const Context& context, Outcome& outcome, Method method)
{
    LinePlot pressure{"Pressure at the end", {"height y [m]", {}}, {"p [Pa]", {}}, {}};
    LinePlot speed{"Largest speed", {"t [s]", {}}, {"v / √(gH)", {}}, {}};
    const std::vector<Variant> all = variants(method);
    const double duration = context.quick ? 1 : 10;
    for (std::size_t k = 0; k < all.size(); ++k)
        attempt(outcome, all[k].name, all[k].gated, [&] {
            const double dx = all[k].dimension == 2 ? (context.quick ? 0.05 : 0.02) : (context.quick ? 0.1 : 0.0625);
            const RunScene text{case_name("still-water", method) + "-" + std::to_string(k + 1), scene_of(all[k], dx, duration)};
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

Case still_water_case(Method method)
{
    const bool is_incompressible = method == Method::incompressible;
    return {.name = case_name("still-water", method),
            .id = "L1",
            .group = "fluid",
            .description = "Water 1 m deep stands in a tank for 10 s: in 2D with 50 particles across, in 3D with 16.",
            .source = is_incompressible ? "Hydrostatics: p = ρg(H − z); the column keeps its height."
                                        : "Hydrostatics: p = ρg(H − z); height of a column compressed by Tait's equation of state.",
            .seconds = is_incompressible ? 60.0 : 500.0,
            .quick_seconds = 15,
            .run = [method](const Context& context, Outcome& outcome) { run(context, outcome, method); }};
}
} // namespace aspic::validation
