// S1: water of 2 m on a clamped plate of 1 × 0.05 m (plane strain, ρ = 2700 kg/m³, E = 67.5 GPa, ν = 0.34) bends it by w = (ρ_f g H + ρ_s g h) L⁴/384 D = 6.860e-5 m in the middle. Tolerances 15 % at h/4,
// 10 % at h/8.
// S2: water of 0.14 m pushes a rubber gate of 79 × 5 mm open (Antoci et al. 2007; E = 11.96 MPa, ν = 0.4): its end moves by 0.045 m at 0.15 s. The figures are read off a plot, ± 10 %: tolerance 20 % of the peak; when it
// comes and the way there are reported.
// S4: an elastic cube of half the density of water floats with half of it in the water, ± 1 spacing, and no water is inside. It does not stay upright (a rigid one would not either), so its centre is held against the
// level, where it is in every position by symmetry.

#include "elastic/elastic_cases.h"
#include "elastic/rest_places.h"
#include "measure.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr std::string_view plate = R"({
  "version": 1,
  "summary": "water stands on an elastic plate",
  "dimension": 2,
  "spacing": $dx,
  "duration": 2,
  "materials": {"water": {}, "metal": {"density": 2700, "elastic": {"young_modulus": 67.5e9, "poisson_ratio": 0.34, "damping": "1 ms"}}},
  "objects": {"water": {"shape": {"box": {"from": [0, 0], "to": [1, 2]}}, "material": "water"},
              "plate": {"shape": {"box": {"from": [$back, -0.05], "to": [$front, 0]}}, "material": "metal",
                        "pins": {"left": {"region": {"box": {"from": [-1, -1], "to": [0, 1]}}},
                                 "right": {"region": {"box": {"from": [1, -1], "to": [2, 1]}}}}}},
  "walls": {"left": {"shape": {"box": {"from": [-0.5, 0], "to": [0, 3]}}}, "right": {"shape": {"box": {"from": [1, 0], "to": [1.5, 3]}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"coupling": "$coupling"}, "time_step": {"largest": "2 ms"}}
})";

/// [m] by which the middle of the plate is bent down.
double sag(Experiment& experiment, const RestPlaces& rest)
{
    double sum = 0;
    int count = 0;
    rest.for_each(experiment.world(), [&](const Vec3d& X, Index i) {
        if (X.y > 0 || std::abs(X.x - 0.5) > 1.01 * experiment.spacing())
            return;
        sum += X.y - experiment.particles().position[i].y;
        ++count;
    });
    return sum / count;
}

struct PlateVariant
{
    int across;
    std::string coupling; ///< as in the scene
    bool gated;
};

void run_plate(const Context& context, Outcome& outcome)
{
    std::vector<PlateVariant> all{{4, "strong", true}};
    if (!context.quick)
        all.insert(all.end(), {{8, "strong", true}, {4, "weak", false}});
    LinePlot plot{"Middle of the plate", {"t [s]", {}}, {"sag [1e-5 m]", {}}, {}};
    for (std::size_t k = 0; k < all.size(); ++k)
    {
        const std::string name = "h/" + std::to_string(all[k].across) + ", " + all[k].coupling + " coupling";
        attempt(outcome, name, all[k].gated, [&] {
            const double dx = 0.05 / all[k].across, duration = 2;
            const std::string text =
                filled_in(plate, {{"dx", dx}, {"back", -3 * dx}, {"front", 1 + 3 * dx}, {"coupling", all[k].coupling}});
            Experiment experiment(context, outcome, {"water-on-plate-" + std::to_string(k + 1), text}, part(duration, k, all.size()));
            const RestPlaces rest(experiment.world());
            Curve curve;
            experiment.run_until(duration, 5e-3, [&] { curve.add(experiment.time(), 1e5 * sag(experiment, rest)); });
            outcome.rows.push_back({name + ": w [1e-5 m], mean of the second half", 6.860, curve.mean(0.5 * duration, duration),
                                    Comparison::relative, all[k].across >= 8 ? 0.10 : 0.15, all[k].gated, experiment.seconds()});
            if (all[k].gated)
                plot.series.push_back(measured_line(name, curve, k));
        });
    }
    outcome.plots.push_back(std::move(plot));
}

constexpr std::string_view gate = R"({
  "version": 1,
  "summary": "water pushes a rubber gate open",
  "dimension": 2,
  "spacing": $dx,
  "duration": 0.3,
  "materials": {"water": {}, "rubber": {"density": 1100, "elastic": {"young_modulus": 11.96e6, "poisson_ratio": 0.4, "friction": 0}}},
  "objects": {"water": {"shape": {"box": {"from": [-0.1, 0], "to": [0, 0.14]}}, "material": "water"},
              "gate": {"shape": {"box": {"from": [0, 0], "to": [0.005, 0.085]}}, "material": "rubber",
                       "pins": {"hinge": {"region": {"box": {"from": [-1, 0.079], "to": [1, 1]}}, "attach_to": "upper"}}}},
  "walls": {"floor": {"shape": {"half_space": {"point": [0, 0], "normal": [0, 1]}}, "friction": 0},
            "left": {"shape": {"box": {"from": [-0.13, 0], "to": [-0.1, 0.2]}}},
            "upper": {"shape": {"box": {"from": [0, 0.079], "to": [0.03, 0.2]}}}},
  "sinks": {"end": {"shape": {"half_space": {"point": [0.25, 0], "normal": [-1, 0]}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"coupling": "strong"}, "time_step": {"largest": "1 ms"}}
})";

/// [m] by which the lowest layer of the gate has moved aside.
double opening(Experiment& experiment, const RestPlaces& rest)
{
    double sum = 0;
    int count = 0;
    rest.for_each(experiment.world(), [&](const Vec3d& X, Index i) {
        if (X.x < 0 || X.y > experiment.spacing())
            return;
        sum += experiment.particles().position[i].x - X.x;
        ++count;
    });
    return sum / count;
}

void run_gate(const Context& context, Outcome& outcome)
{
    attempt(outcome, "gate", true, [&] {
        Experiment experiment(context, outcome, {"elastic-gate", filled_in(gate, {{"dx", context.quick ? 0.0025 : 0.00125}})}, {0.3});
        const RestPlaces rest(experiment.world());
        Curve curve;
        experiment.run_until(0.3, 2e-3, [&] { curve.add(experiment.time(), opening(experiment, rest)); });
        const auto peak = std::ranges::max_element(curve.y);
        const auto add = [&](const char* figure, double reference, double measured, double tolerance, bool gated) {
            outcome.rows.push_back({figure, reference, measured, Comparison::relative, tolerance, gated, experiment.seconds()});
        };
        add("peak of the end's displacement [m]", 0.045, *peak, 0.2, true);
        add("when it comes [s]", 0.15, curve.x[static_cast<std::size_t>(peak - curve.y.begin())], 0.2, false);
        add("at 0.04 s [m]", 0.012, curve.at(0.04), 0.2, false);
        add("at 0.08 s [m]", 0.030, curve.at(0.08), 0.2, false);
        add("at 0.12 s [m]", 0.041, curve.at(0.12), 0.2, false);
        add("at 0.24 s [m]", 0.039, curve.at(0.24), 0.2, false);
        const Curve measured{{0.04, 0.08, 0.12, 0.15, 0.24}, {0.012, 0.030, 0.041, 0.045, 0.039}};
        outcome.plots.push_back({"End of the gate",
                                 {"t [s]", {}},
                                 {"displacement [m]", {}},
                                 {reference_line("Antoci et al. 2007", measured), measured_line("found", curve, 0)}});
    });
}

constexpr std::string_view cube = R"({
  "version": 1,
  "summary": "an elastic cube floats",
  "spacing": $dx,
  "duration": 3,
  "materials": {"water": {"viscosity": 1}, "jelly": {"density": 500, "elastic": {"young_modulus": 1e5, "poisson_ratio": 0.3, "damping": "5 ms"}}},
  "objects": {"water": {"shape": {"difference": {"of": {"box": {"from": [-0.25, 0, -0.25], "to": [0.25, 0.3, 0.25]}},
                                                 "without": [{"box": {"from": [-0.1, 0.2, -0.1], "to": [0.1, 0.4, 0.1]}}]}}, "material": "water"},
              "cube": {"shape": {"box": {"from": [-0.1, 0.2, -0.1], "to": [0.1, 0.4, 0.1]}}, "material": "jelly"}},
  "walls": {"tank": {"shape": {"box": {"from": [-0.25, 0, -0.25], "to": [0.25, 1, 0.25]}}, "keeps": "inside"}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "4 ms"}}
})";

/// How a cube floats.
struct Floating
{
    double depth = 0;   ///< [m] of its centre below the level
    double in_cube = 0; ///< fluid particles in a ball of 0.4 of its side about its centre
};

Floating floating(Experiment& experiment)
{
    const ParticleSet& particles = experiment.particles();
    const auto& solid = particles.column<Index>("solid");
    double water = 0, count = 0;
    Vec3d center;
    for (Index i = 0; i < particles.size(); ++i)
    {
        water += solid[i] < 0 ? experiment.world().scene().particle_volume() : 0;
        count += solid[i] < 0 ? 0 : 1;
        center += solid[i] < 0 ? Vec3d{} : particles.position[i];
    }
    center = center / count;
    const double level = (water + 0.5 * 0.008) / 0.25; // water and what half of the cube displaces fill the tank up to it
    Floating found{level - center.y, 0};
    for (Index i = 0; i < particles.size(); ++i)
        found.in_cube += solid[i] < 0 && norm(particles.position[i] - center) < 0.08 ? 1 : 0;
    return found;
}

void run_cube(const Context& context, Outcome& outcome)
{
    attempt(outcome, "cube", true, [&] {
        const double dx = context.quick ? 0.04 : 0.02;
        Experiment experiment(context, outcome, {"floating-cube", filled_in(cube, {{"dx", dx}})}, {3});
        experiment.run_until(3);
        const Floating found = floating(experiment);
        outcome.rows.push_back(
            {"depth of its centre below the level [m]", 0, found.depth, Comparison::absolute, dx, true, experiment.seconds()});
        outcome.rows.push_back({"fluid particles inside", 0, found.in_cube, Comparison::absolute, 0, true, experiment.seconds()});
    });
}
} // namespace

Case water_on_plate_case()
{
    return {.name = "water-on-plate",
            .id = "S1",
            .group = "elastic",
            .description = "Water of 1 × 2 m in the plane stands on a plate of 5 cm that is clamped at both ends.",
            .source = "w = (ρ_f g H + ρ_s g h) L⁴/384 D; Fourey et al. 2017.",
            .seconds = 300,
            .quick_seconds = 60,
            .run = run_plate};
}

Case floating_cube_case()
{
    return {.name = "floating-cube",
            .id = "S4",
            .group = "elastic",
            .description = "An elastic cube of 0.2 m with half the density of water floats in a tank.",
            .source = "Archimedes.",
            .seconds = 60,
            .quick_seconds = 5,
            .run = run_cube};
}

Case elastic_gate_case()
{
    return {.name = "elastic-gate",
            .id = "S2",
            .group = "elastic",
            .description = "Water of 0.1 × 0.14 m behind a rubber gate of 79 × 5 mm that is clamped at its top, in the plane.",
            .source = "Antoci, Gallati and Sibilla 2007, their experiment.",
            .seconds = 60,
            .quick_seconds = 10,
            .run = run_gate};
}
} // namespace aspic::validation
