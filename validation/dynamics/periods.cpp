// D6: the first bending period of a strip in 2D and of a cantilever in 3D, for steps of a fiftieth of it and shorter:
// Timoshenko's beam, 5 %. Backward Euler itself makes a period longer by atan: ωΔt/atan(ωΔt), 0.5 % at T/50.
// D7: the torsion period of a bar of square section, T = 4 L/√(G J/ρ I_p) with J = 0.1406 a⁴ and I_p = a⁴/6. 5 %.

#include "dynamics/dynamics_cases.h"
#include "dynamics/solid_motion.h"
#include "dynamics/timoshenko.h"
#include "elastic/rest_places.h"

#include <array>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a clamped beam swings",
  "dimension": $dimension,
  "spacing": $dx,
  "duration": $duration,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": $nu}}},
  "objects": {"beam": {"shape": {"box": {"from": [$back, $low, $low], "to": [1, $high, $high]}}, "material": "rubber",
                       "pins": {"clamp": {"region": {"box": {"from": [-1, -1, -1], "to": [0, 1, 1]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {$method}, "time_step": {"largest": $dt}}
})";

struct Beam
{
    std::string name;
    int dimension;
    double height; ///< [m]
    int across;    ///< particles
    bool is_twisted = false;
};
const Beam strip{"strip in 2D", 2, 0.1, 8}, cantilever{"cantilever", 3, 0.2, 8}, coarse_cantilever{"cantilever", 3, 0.2, 6};
const Beam twisted{"twisted bar", 3, 0.2, 8, true}, coarse_twisted{"twisted bar", 3, 0.2, 5, true};

struct Variant
{
    Beam beam;
    double E, dt; ///< [s]; 0: a fiftieth of the period
    double nu = 0.3;
    Method method = own_method;
};

double exact_period(const Variant& variant)
{
    const Beam& beam = variant.beam;
    if (beam.is_twisted)
        return 4 / std::sqrt(variant.E / (2 * (1 + variant.nu)) * 0.1406 * 6 / 1000);
    return timoshenko_period({.height = beam.height,
                              .width = beam.dimension == 2 ? 1 : beam.height,
                              .young_modulus = variant.E,
                              .poisson_ratio = variant.nu,
                              .is_plane_strain = beam.dimension == 2});
}

/// [m/s] about as in the first mode, small.
Vec3d first_mode(const Beam& beam, const Vec3d& x, double speed)
{
    if (x.x < 0)
        return {};
    if (beam.is_twisted)
        return cross(Vec3d{speed / beam.height * std::sin(0.5 * pi * x.x), 0, 0}, x);
    return {0, 0.5 * speed * x.x * x.x * (3 - x.x), 0};
}

/// How far the last layers have moved across, or around: of the size of the beam.
double swing_of(Experiment& experiment, const RestPlaces& rest, const Beam& beam)
{
    double moved = 0, extent = 0;
    rest.for_each(experiment.world(), [&](const Vec3d& X, Index i) {
        if (X.x < 1 - 2 * experiment.spacing())
            return;
        const Vec3d x = experiment.particles().position[i];
        moved += beam.is_twisted ? X.y * x.z - X.z * x.y : x.y - X.y;
        extent += beam.is_twisted ? X.y * X.y + X.z * X.z : 1;
    });
    return moved / extent;
}

/// [s] of a swing that begins at zero: from the last time that it passes zero again, which a slow one may do only once.
double period_of(const Curve& curve)
{
    double found = std::nan("");
    int half_periods = 0;
    for (std::size_t k = 2; k < curve.x.size(); ++k)
        if ((curve.y[k - 1] < 0) != (curve.y[k] < 0))
            found = 2 * std::lerp(curve.x[k - 1], curve.x[k], curve.y[k - 1] / (curve.y[k - 1] - curve.y[k])) / ++half_periods;
    return found;
}

void run_variant(const Context& context, Outcome& outcome, const Variant& variant, std::array<double, 2> extent,
                 std::vector<LinePlot>& plots)
{
    const Beam& beam = variant.beam;
    const double T = exact_period(variant), dt = variant.dt > 0 ? variant.dt : T / 50, duration = 1.6 * T;
    const std::string name = beam.name + ", " + name_of(variant.E, dt, variant.method) +
                             (variant.nu == 0.3 ? "" : ", ν = " + std::to_string(variant.nu).substr(0, 4));
    attempt(outcome, name, variant.method.is_gated, [&] {
        const double dx = beam.height / beam.across;
        const std::string text = filled_in(scene, {{"dimension", static_cast<double>(beam.dimension)},
                                                   {"dx", dx},
                                                   {"duration", duration},
                                                   {"E", variant.E},
                                                   {"nu", variant.nu},
                                                   {"back", -3 * dx},
                                                   {"low", -0.5 * beam.height},
                                                   {"high", 0.5 * beam.height},
                                                   {"method", variant.method.settings},
                                                   {"dt", dt}});
        Experiment experiment(context, outcome, {label_of("period-", name), text}, {duration, extent[0], extent[1]});
        const RestPlaces rest(experiment.world());
        kick(experiment, [&](const Vec3d& x) { return first_mode(beam, x, 0.02 * 2 * pi / T * beam.height); });
        Curve curve, over_period;
        experiment.run_until(duration, 1e-9, [&] {
            curve.add(experiment.time(), swing_of(experiment, rest, beam));
            over_period.add(experiment.time() / T, curve.y.back() / (beam.is_twisted ? 0.02 : 0.02 * beam.height));
        });
        outcome.rows.push_back({name + ", T/Δt = " + std::to_string(static_cast<int>(T / dt + 0.5)) + ": period [s]", T, period_of(curve),
                                Comparison::relative, 0.05, variant.method.is_gated, experiment.seconds()});
        if (variant.nu != 0.3)
            return;
        if (plots.empty() || plots.back().title != beam.name)
            plots.push_back({beam.name, {"t / T", {}}, {"swing, scaled", {}}, {}});
        add_run(plots.back(), name_of(variant.E, dt, variant.method), over_period, variant.method);
    });
}

void run_all(const Context& context, Outcome& outcome, const std::vector<Variant>& all)
{
    const auto weight = [](const Variant& variant) {
        return (variant.beam.dimension == 2 ? 1 : 4) * (variant.dt > 0 ? exact_period(variant) / variant.dt : 50);
    };
    double total = 0, done = 0;
    for (const Variant& variant : all)
        total += weight(variant);
    for (const Variant& variant : all)
    {
        run_variant(context, outcome, variant, {done / total, (done + weight(variant)) / total}, outcome.plots);
        done += weight(variant);
    }
}

void run_bending(const Context& context, Outcome& outcome)
{
    std::vector<Variant> all{{strip, 1e7, 0.004}, {coarse_cantilever, 1e7, 0.004}};
    if (!context.quick)
    {
        all = {{strip, 1e6, 0.005}, {strip, 1e7, 0.001},   {strip, 1e7, 0.004},  {strip, 1e8, 0.001},  {strip, 1e8, 0},
               {strip, 1e9, 0},     {strip, 1e9, 0.00025}, {strip, 1e8, 0, 0.0}, {strip, 1e8, 0, 0.45}};
        for (const Method& method : compared_methods())
            all.push_back({strip, 1e7, 0.004, 0.3, method});
        for (const Variant& more : {Variant{cantilever, 1e6, 0.004},
                                    {cantilever, 1e7, 0.001},
                                    {cantilever, 1e7, 0.004},
                                    {cantilever, 1e8, 0.001},
                                    {cantilever, 1e9, 0},
                                    {cantilever, 1e7, 0.004, 0.0},
                                    {cantilever, 1e7, 0.004, 0.45}})
            all.push_back(more);
        for (const Method& method : compared_methods())
            all.push_back({cantilever, 1e7, 0.004, 0.3, method});
    }
    run_all(context, outcome, all);
}

void run_torsion(const Context& context, Outcome& outcome)
{
    std::vector<Variant> all{{coarse_twisted, 1e6, 0.0025}};
    if (!context.quick)
    {
        all = {{twisted, 1e5, 0.005}, {twisted, 1e6, 0.0005}, {twisted, 1e6, 0.0025}, {twisted, 1e7, 0}, {twisted, 1e9, 0}};
        for (const Method& method : compared_methods())
            all.push_back({twisted, 1e6, 0.0025, 0.3, method});
    }
    run_all(context, outcome, all);
}
} // namespace

Case bending_period_case()
{
    return {.name = "bending-period",
            .id = "D6",
            .group = "dynamics",
            .description =
                "A clamped strip of 1 × 0.1 m in 2D and a cantilever of 1 × 0.2 × 0.2 m swing gently in their first bending mode.",
            .source = "Timoshenko's beam with shear and rotary inertia, shear coefficient of Cowper 1966; plane strain in 2D.",
            .seconds = 50,
            .quick_seconds = 6,
            .run = run_bending};
}

Case torsion_period_case()
{
    return {.name = "torsion-period",
            .id = "D7",
            .group = "dynamics",
            .description = "A clamped bar of 1 × 0.2 × 0.2 m swings gently in its first torsion mode.",
            .source = "Saint-Venant's torsion of a square section: T = 4 L/√(G J/ρ I_p), J = 0.1406 a⁴.",
            .seconds = 20,
            .quick_seconds = 2,
            .run = run_torsion};
}
} // namespace aspic::validation
