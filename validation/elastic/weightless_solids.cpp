// S5: two rubber rings in the plane that meet at ± 0.059 c₀ separate again, whole; momentum is exact, no particles clump; what is left of the kinetic energy is reported.
// S6: momentum of fluid and solids without weight is constant to 1e-6.
// R7a: solids and a fluid 1 km from the origin do the same: 1e-6 L in double, 1e-3 L in float, after 200 steps.

#include "elastic/elastic_cases.h"
#include "elastic/rest_places.h"

#include <algorithm>
#include <type_traits>

namespace aspic::validation
{
namespace
{
constexpr std::string_view rings = R"({
  "version": 1,
  "summary": "two rubber rings meet",
  "dimension": 2,
  "spacing": $dx,
  "duration": 0.02,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": 1e7, "poisson_ratio": 0.3975}}},
  "objects": {
    "left": {"shape": {"difference": {"of": {"sphere": {"radius": 0.04}}, "without": [{"sphere": {"radius": 0.03}}]}}, "material": "rubber",
             "position": [-0.041, 0], "velocity": [7.52, 0]},
    "right": {"shape": {"difference": {"of": {"sphere": {"radius": 0.04}}, "without": [{"sphere": {"radius": 0.03}}]}}, "material": "rubber",
              "position": [0.041, 0], "velocity": [-7.52, 0]}},
  "solvers": {"pressure": {"dfsph": {}}}
})";

/// Momentum and kinetic energy of all particles, and of one object.
struct Motions
{
    Vec3d total;                         ///< [N s]
    double size = 0;                     ///< [N s] Σ m |v|
    double energy = 0;                   ///< [J]
    double first_place = 0, first_v = 0; ///< [m], [m/s] mean x of the first object
};

Motions motions_of(Experiment& experiment)
{
    const ParticleSet& particles = experiment.particles();
    const auto& origin = particles.column<Index>("origin");
    Motions found;
    double mass = 0;
    for (Index i = 0; i < particles.size(); ++i)
    {
        const double m = particles.mass[i];
        const Vec3d v = convert<double>(particles.velocity[i]);
        found.total += m * v;
        found.size += m * norm(v);
        found.energy += 0.5 * m * dot(v, v);
        if (origin[i] != 0)
            continue;
        found.first_place += m * particles.position[i].x;
        found.first_v += m * v.x;
        mass += m;
    }
    found.first_place /= mass;
    found.first_v /= mass;
    return found;
}

/// Bonds of neighbours at rest: the longest and shortest now, over what they were.
struct Bonds
{
    double shortest = HUGE_VAL, longest = 0;
};

Bonds bonds_of(Experiment& experiment, const RestPlaces& rest)
{
    std::vector<std::pair<Vec3d, Vec3d>> all;
    rest.for_each(experiment.world(), [&](const Vec3d& X, Index i) { all.emplace_back(X, experiment.particles().position[i]); });
    std::ranges::sort(all, {}, [](const auto& each) { return each.first.x; });
    Bonds found;
    for (std::size_t k = 0; k < all.size(); ++k)
        for (std::size_t l = k + 1; l < all.size() && all[l].first.x - all[k].first.x < 1.1 * experiment.spacing(); ++l)
        {
            const double before = norm(all[k].first - all[l].first);
            if (before > 1.1 * experiment.spacing())
                continue;
            const double ratio = norm(all[k].second - all[l].second) / before;
            found.shortest = std::min(found.shortest, ratio);
            found.longest = std::max(found.longest, ratio);
        }
    return found;
}

void run_rings(const Context& context, Outcome& outcome)
{
    attempt(outcome, "rings", true, [&] {
        Experiment experiment(context, outcome, {"rings", filled_in(rings, {{"dx", context.quick ? 0.001 : 0.0005}})}, {0.02});
        const RestPlaces rest(experiment.world());
        const Motions before = motions_of(experiment);
        experiment.run_until(0.02);
        const Motions after = motions_of(experiment);
        const Bonds bonds = bonds_of(experiment, rest);
        const auto add = [&](const char* figure, double reference, double measured, Comparison comparison, double tolerance, bool gated) {
            outcome.rows.push_back({figure, reference, measured, comparison, tolerance, gated, experiment.seconds()});
        };
        add("they part: speed of the left ring [m/s]", 0, after.first_v, Comparison::at_most, 0, true);
        add("distance of centres at the end [m]", 0.082, -2 * after.first_place, Comparison::at_least, 0, true);
        add("change of momentum / Σ m |v|", 0, norm(after.total - before.total) / before.size, Comparison::absolute, 1e-6, true);
        add("longest bond / at rest", 1.5, bonds.longest, Comparison::at_most, 0, true);
        add("shortest bond / at rest", 0.5, bonds.shortest, Comparison::at_least, 0, true);
        add("kinetic energy left", 0.4, after.energy / before.energy, Comparison::relative, 0, false);
        add("speed of the left ring / at first", -1, after.first_v / before.first_v, Comparison::relative, 0, false);
    });
}

constexpr std::string_view collision = R"({
  "version": 1,
  "summary": "soft bodies meet in a drop of water, without weight, $shift m from the origin",
  "spacing": $dx,
  "duration": 0.4,
  "gravity": [0, 0, 0],
  "materials": {"water": {}, "jelly": {"density": 800, "elastic": {"young_modulus": "50 kPa", "poisson_ratio": 0.4}}},
  "objects": {
    "drop": {"shape": {"sphere": {"radius": 0.2}}, "material": "water", "position": [$shift, $drop, $shift], "velocity": [0, -1, 0]},
    "cube": {"shape": {"box": {"from": [-0.15, -0.15, -0.15], "to": [0.15, 0.15, 0.15]}}, "material": "jelly",
             "position": [$shift, $shift, $shift], "velocity": [0.5, 0.2, 0]},
    "ring": {"shape": {"torus": {"radius": 0.15, "thickness": 0.07}}, "material": "jelly", "position": [$ring, $shift, $shift],
             "velocity": [-1, 0, 0.1]}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"fixed": "2 ms"}}
})";

std::string collision_text(double dx, double shift)
{
    return filled_in(collision, {{"dx", dx}, {"shift", shift}, {"drop", shift + 0.41}, {"ring", shift + 0.45}});
}

void run_momentum(const Context& context, Outcome& outcome)
{
    attempt(outcome, "momentum", true, [&] {
        Experiment experiment(context, outcome, {"solid-momentum", collision_text(0.05, 0)}, {0.4});
        const Motions before = motions_of(experiment);
        experiment.run_until(0.4);
        const Motions after = motions_of(experiment);
        outcome.rows.push_back({"change of momentum / Σ m |v|", 0, norm(after.total - before.total) / before.size, Comparison::absolute,
                                1e-6, true, experiment.seconds()});
        outcome.rows.push_back(
            {"kinetic energy left", 1, after.energy / before.energy, Comparison::at_most, 0, true, experiment.seconds()});
    });
}

/// By identity: where particles are, less the shift.
std::unordered_map<Identity, Vec3d> places_after_200_steps(const Context& context, Outcome& outcome, double shift)
{
    Experiment experiment(context, outcome, {shift > 0 ? "solids-far-away" : "solids-near", collision_text(0.05, shift)}, {0.4});
    experiment.run_until(0.4);
    std::unordered_map<Identity, Vec3d> places;
    for (Index i = 0; i < experiment.particles().size(); ++i)
        places[experiment.particles().identity[i]] = experiment.particles().position[i] - Vec3d{shift, shift, shift};
    return places;
}

void run_far_away(const Context& context, Outcome& outcome)
{
    attempt(outcome, "1 km away", true, [&] {
        const auto near = places_after_200_steps(context, outcome, 0);
        double farthest = 0;
        for (const auto& [identity, place] : places_after_200_steps(context, outcome, 1000))
            farthest = std::max(farthest, norm(place - near.at(identity)));
        constexpr double length = 0.8; // of the scene
        outcome.rows.push_back({"1 km away: largest difference of places / L", 0, farthest / length, Comparison::absolute,
                                std::is_same_v<Real, double> ? 1e-6 : 1e-3, true, 0});
    });
}
} // namespace

Case rings_case()
{
    return {.name = "rings",
            .id = "S5",
            .group = "elastic",
            .description = "Two rubber rings of 30/40 mm in the plane meet at ± 7.52 m/s.",
            .source = "Gray, Monaghan and Swift 2001; conservation of momentum.",
            .seconds = 120,
            .quick_seconds = 15,
            .run = run_rings};
}

Case solid_momentum_case()
{
    return {.name = "solid-momentum",
            .id = "S6",
            .group = "elastic",
            .description = "A soft cube, a soft ring and a drop of water meet without weight.",
            .source = "Newton's third law: total momentum is constant.",
            .seconds = 15,
            .quick_seconds = 3,
            .run = run_momentum};
}

Case far_solids_case()
{
    return {.name = "far-solids",
            .id = "R7a",
            .group = "elastic",
            .description = "The same, at the origin and 1 km from it along each axis, 200 steps.",
            .source = "Translation changes nothing.",
            .seconds = 6,
            .quick_seconds = 6,
            .run = run_far_away};
}
} // namespace aspic::validation
