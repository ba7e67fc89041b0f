// L4, L5: Poiseuille and Couette flow from rest (Morris, Fox & Zhu 1997): gap 1 mm, ν = 1e-6 m²/s, Re = 0.0125.
// References: the series solutions at the listed times. Tolerances: 2 % with 50 particles across, 5 % with 20; of the local speed for Poiseuille,
// of the wall's speed for Couette, whose local speeds begin at nothing.

#include "fluid/fluid_cases.h"
#include "measure.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr double gap = 1e-3, nu = 1e-6, force = 1e-4, wall_speed = 1.25e-5; // [m], [m²/s], [m/s²], [m/s]

constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "$summary",
  "dimension": 2,
  "spacing": $dx,
  "kernel": "$kernel", "support": $h,
  "duration": 1,
  "gravity": [0, 0],
  $force"periodic": {"x": {"from": 0, "to": 0.0005}},
  "materials": {"water": {"density": 1000, "viscosity": 0.001}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [0.0005, 0.001]}}, "material": "water"}},
  "walls": {
    "floor": {"shape": {"half_space": {"point": [0, 0], "normal": [0, 1]}}, "ghosts": "no_slip"},
    "ceiling": {"shape": {"half_space": {"point": [0, 0.001], "normal": [0, -1]}}, "ghosts": "no_slip"$motion}
  },
  "solvers": {"pressure": $pressure, "viscosity": {"$viscosity": {}}$time_step}
})";

/// Speeds at a time and at three places, from the series.
struct Instant
{
    double t;                   ///< [s]
    std::vector<double> speeds; ///< [m/s]
};

/// One of the two flows.
struct Flow
{
    std::string name, summary, force, motion;
    std::vector<double> places; ///< y/L
    std::vector<Instant> instants;
    double (*exact)(double y, double t);
    bool is_local; ///< whether errors are shares of the local speed, or of the wall's
};

double poiseuille(double y, double t)
{
    double v = force / (2 * nu) * y * (gap - y);
    for (int n = 1; n < 200; n += 2)
        v -= 4 * force * gap * gap / (nu * std::pow(n * pi, 3)) * std::sin(n * pi * y / gap) *
             std::exp(-n * n * pi * pi * nu * t / (gap * gap));
    return v;
}

double couette(double y, double t)
{
    double v = wall_speed * y / gap;
    for (int n = 1; n < 200; ++n)
        v += 2 * wall_speed / (n * pi) * (n % 2 == 0 ? 1 : -1) * std::sin(n * pi * y / gap) *
             std::exp(-n * n * pi * pi * nu * t / (gap * gap));
    return v;
}

Flow poiseuille_flow()
{
    return {.name = "poiseuille",
            .summary = "Poiseuille flow from rest between plates 1 mm apart",
            .force = "\"forces\": {\"drive\": {\"acceleration\": [1e-4, 0]}},\n  ",
            .motion = "",
            .places = {0.1, 0.25, 0.5},
            .instants = {{0.0225, {1.2546e-6, 2.0239e-6, 2.2327e-6}},
                         {0.045, {1.9360e-6, 3.5181e-6, 4.2346e-6}},
                         {0.1125, {3.1866e-6, 6.3697e-6, 8.2499e-6}},
                         {0.225, {4.0673e-6, 8.3849e-6, 11.100e-6}},
                         {1, {4.4998e-6, 9.3745e-6, 12.499e-6}}},
            .exact = poiseuille,
            .is_local = true};
}

Flow couette_flow()
{
    return {.name = "couette",
            .summary = "Couette flow from rest: the upper of two plates 1 mm apart begins to move",
            .force = "",
            .motion = ", \"motion\": {\"velocity\": [1.25e-5, 0]}",
            .places = {0.25, 0.5, 0.75},
            .instants = {{0.0225, {5.087e-9, 2.303e-7, 2.982e-6}},
                         {0.045, {1.549e-7, 1.195e-6, 5.058e-6}},
                         {0.1125, {1.318e-6, 3.628e-6, 7.474e-6}},
                         {0.225, {2.515e-6, 5.386e-6, 8.764e-6}}},
            .exact = couette,
            .is_local = false};
}

/// Speeds along the channel over the height.
Profile profile_of(const Experiment& experiment)
{
    Profile profile;
    experiment.for_each_fluid(
        [&](Index i) { profile.add(experiment.particles().position[i].y, static_cast<double>(experiment.particles().velocity[i].x)); });
    return profile;
}

/// How pressure and viscosity are solved for.
struct Variant
{
    std::string name, pressure, viscosity;
    std::string kernel = "wendland";
    double support = 3;         ///< [spacings]
    std::string time_step = ""; ///< further settings of the solvers
};

/// The cubic kernel at 4 spacings: a lattice of that spacing has the density of rest; one that has more cannot come to it in a channel that is full.
/// Incompressible water has no sound that shortens its steps. With 0.5 ms backward Euler errs by ν (π/L)² Δt/2 = 0.25 % in the slowest mode.
std::vector<Variant> variants(Method method)
{
    const auto solvers = pressure_solvers(method, {R"("sound_speed": 1.25e-4, "negative_factor": 1, "artificial_viscosity": 0)"});
    if (method == Method::weakly_compressible)
        return {{.name = "", .pressure = solvers.front().text, .viscosity = "morris"}};
    const std::string steps = R"(, "time_step": {"largest": 5e-4})";
    const auto with = [&](const char* name, const char* viscosity) {
        return Variant{
            .name = name, .pressure = solvers.front().text, .viscosity = viscosity, .kernel = "cubic", .support = 4, .time_step = steps};
    };
    return {with("explicit, ", "morris"), with("implicit, ", "implicit")};
}

/// A run: a variant with so many particles across, and which part of the case it is.
struct Channel
{
    const Variant* variant;
    int across;
    double from, to;
    std::size_t color;
};

/// Rows of one instant: the speed midway, and the largest deviation at the listed places.
void add_rows(Outcome& outcome, const Flow& flow, const Instant& instant, const Profile& profile, const Channel& channel, double seconds)
{
    const int across = channel.across;
    const double tolerance = across >= 50 ? 0.02 : 0.05;
    std::array<char, 64> begin{};
    std::snprintf(begin.data(), begin.size(), "%s%d across, t %.4g s: ", channel.variant->name.c_str(), across, instant.t);
    double worst = 0;
    for (std::size_t k = 0; k < flow.places.size(); ++k)
    {
        const double measured = profile.at(flow.places[k] * gap, 1.8 * gap / across);
        const double scale = flow.is_local ? instant.speeds[k] : wall_speed;
        worst = std::isnan(measured) ? measured : std::max(worst, std::abs(measured - instant.speeds[k]) / scale);
        if (flow.places[k] == 0.5)
            outcome.rows.push_back({begin.data() + std::string("speed midway [m/s]"), instant.speeds[k], measured,
                                    flow.is_local ? Comparison::relative : Comparison::absolute,
                                    flow.is_local ? tolerance : tolerance * wall_speed, true, seconds});
    }
    outcome.rows.push_back({begin.data() + std::string("worst of 3 places"), 0, worst, Comparison::absolute, tolerance, true, seconds});
}

void run_flow(const Context& context, Outcome& outcome, const Flow& flow, const Channel& channel, LinePlot& plot)
{
    const auto& [variant, across, from, to, color] = channel;
    const double dx = gap / across, end = flow.instants.back().t;
    const std::string text = filled_in(scene, {{"dx", dx},
                                               {"h", variant->support * dx},
                                               {"kernel", variant->kernel},
                                               {"summary", flow.summary},
                                               {"force", flow.force},
                                               {"motion", flow.motion},
                                               {"pressure", variant->pressure},
                                               {"viscosity", variant->viscosity},
                                               {"time_step", variant->time_step}});
    const std::string label =
        flow.name + "-" + variant->name.substr(0, variant->name.find(',')) + (variant->name.empty() ? "" : "-") + std::to_string(across);
    Experiment experiment(context, outcome, {label, text}, {end, from, to});
    for (const Instant& instant : flow.instants)
    {
        experiment.run_until(instant.t);
        const Profile profile = profile_of(experiment);
        add_rows(outcome, flow, instant, profile, channel, experiment.seconds());
        Curve dots;
        for (std::size_t k = 0; k < profile.points().x.size(); k += 7)
            dots.add(profile.points().x[k] / gap, profile.points().y[k]);
        const bool is_first = plot.series.empty() || instant.t == flow.instants.front().t;
        plot.series.push_back(measured_dots(is_first ? variant->name + std::to_string(across) + " across" : "", dots, color));
    }
}

void run(const Context& context, Outcome& outcome, const Flow& flow, Method method)
{
    LinePlot plot{"Profiles at the listed times", {"y/L", {}}, {"speed [m/s]", {}}, {}};
    const std::vector<Variant> all = variants(method);
    for (std::size_t k = 0; k < all.size(); ++k)
        for (const int across : context.quick ? std::vector<int>{20} : std::vector<int>{20, 50})
        {
            const double begin = static_cast<double>(k) + (across == 20 ? 0 : 0.1), end = static_cast<double>(k) + (across == 20 ? 0.1 : 1);
            const auto parts = static_cast<double>(all.size());
            const Channel channel{&all[k], across, begin / parts, end / parts, 2 * k + (across == 20 ? 1 : 0)};
            attempt(outcome, all[k].name + std::to_string(across) + " across", true,
                    [&] { run_flow(context, outcome, flow, channel, plot); });
        }
    for (const Instant& instant : flow.instants)
    {
        Curve exact;
        for (int k = 0; k <= 100; ++k)
            exact.add(0.01 * k, flow.exact(0.01 * k * gap, instant.t));
        plot.series.push_back(reference_line(instant.t == flow.instants.front().t ? "series" : "", exact));
    }
    outcome.plots.push_back(plot);
}
} // namespace

Case poiseuille_case(Method method)
{
    return {.name = case_name("poiseuille", method),
            .id = "L4",
            .group = "fluid",
            .description = "Water between two plates 1 mm apart is driven from rest by a body force, 20 and 50 particles across.",
            .source = "Series solution (Morris, Fox & Zhu 1997).",
            .seconds = 40,
            .quick_seconds = 3,
            .run = [method](const Context& context, Outcome& outcome) { run(context, outcome, poiseuille_flow(), method); }};
}

Case couette_case(Method method)
{
    return {.name = case_name("couette", method),
            .id = "L5",
            .group = "fluid",
            .description = "The upper of two plates 1 mm apart begins to slide over water at rest, 20 and 50 particles across.",
            .source = "Series solution (Morris, Fox & Zhu 1997).",
            .seconds = 10,
            .quick_seconds = 1,
            .run = [method](const Context& context, Outcome& outcome) { run(context, outcome, couette_flow(), method); }};
}
} // namespace aspic::validation
