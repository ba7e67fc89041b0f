// E5: the beam of E4 under full gravity bends down by 0.3343 m (elastica) + 0.011 m (shear) and back by 0.0663 m. E10 (CSM1 of Turek and Hron 2006): a bar of 0.35 × 0.02 m in plane strain with E = 1.4 MPa,
// ν = 0.4 moves by (−7.187, −66.10) mm at its tip under g = 2 m/s². Tolerances 6 % at 8 across and 5 % at 10 across. E6: a force P = EI/L² at the end of the beam of E4 (without its weight) moves it by 0.30172 L down and 0.05643 L
// back (elastica; shear adds up to 2.7 %). Tolerance 5 %.

#include "elastic/elastic_cases.h"
#include "elastic/end_of_bar.h"

namespace aspic::validation
{
namespace
{
constexpr std::string_view beam = R"({
  "version": 1,
  "summary": "a soft beam bends under its weight",
  "spacing": $dx,
  "duration": 3,
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0, "damping": "250 ms"}}},
  "objects": {"beam": {"shape": {"box": {"from": [$back, -0.1, -0.1], "to": [1, 0.1, 0.1]}}, "material": "rubber",
                       "pins": {"clamp": {"region": {"box": {"from": [-1, -1, -1], "to": [0, 1, 1]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "4 ms"}}
})";

/// The last layer of particles is a part on which a force acts.
constexpr std::string_view pulled = R"({
  "version": 1,
  "summary": "a force bends a soft beam",
  "spacing": $dx,
  "duration": 3,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0, "damping": "250 ms"}},
                "tip": {"density": 1000, "elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0, "damping": "250 ms"}}},
  "objects": {"beam": {"shape": {"box": {"from": [$back, -0.1, -0.1], "to": [1, 0.1, 0.1]}}, "material": "rubber",
                       "parts": {"tip": {"region": {"box": {"from": [$last, -1, -1], "to": [2, 1, 1]}}, "material": "tip"}},
                       "pins": {"clamp": {"region": {"box": {"from": [-1, -1, -1], "to": [0, 1, 1]}}}}}},
  "forces": {"pull": {"acceleration": [0, $pull, 0], "material": "tip"}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "4 ms"}}
})";

constexpr std::string_view bar = R"({
  "version": 1,
  "summary": "CSM1: a bar in the plane bends under its weight",
  "dimension": 2,
  "spacing": $dx,
  "duration": 3,
  "gravity": [0, -2, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": "1.4 MPa", "poisson_ratio": 0.4, "damping": "250 ms"}}},
  "objects": {"bar": {"shape": {"box": {"from": [$back, -0.01], "to": [0.35, 0.01]}}, "material": "rubber",
                      "pins": {"clamp": {"region": {"box": {"from": [-1, -1], "to": [0, 1]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"volumes": "$volumes"}, "time_step": {"largest": "4 ms"}}
})";

/// A bar along x, held at x < 0, and where its end comes to rest.
struct Bent
{
    std::string label;
    std::string text;
    double length;     ///< [m]
    double down, back; ///< [m] references
    double tolerance;
    Stretch stretch{3};
    bool gated = true;
};

void run_bent(const Context& context, Outcome& outcome, const Bent& bent)
{
    attempt(outcome, bent.label, bent.gated, [&] {
        Experiment experiment(context, outcome, {bent.label, bent.text}, bent.stretch);
        const EndOfBar end(experiment.world(), 0, bent.length, 1);
        experiment.run_until(3);
        const auto add = [&](const char* figure, double reference, int axis) {
            outcome.rows.push_back({bent.label + ": " + figure, 1e3 * reference, -1e3 * end.displacement(experiment.world(), axis),
                                    Comparison::relative, bent.tolerance, bent.gated, experiment.seconds()});
        };
        add("tip down [mm]", bent.down, 1);
        add("tip back [mm]", bent.back, 0);
    });
}

void run_beam(const Context& context, Outcome& outcome)
{
    const int across = context.quick ? 4 : 8;
    const double dx = 0.2 / across;
    run_bent(
        context, outcome,
        {"large-bending-" + std::to_string(across), filled_in(beam, {{"dx", dx}, {"back", -3 * dx}}), 1, 0.3343 + 0.011, 0.0663, 0.06});
}

/// The force acts in the middle of the last layer: that is the beam's end.
void run_pulled(const Context& context, Outcome& outcome)
{
    const int across = context.quick ? 4 : 8;
    const double dx = 0.2 / across, length = 1 - 0.5 * dx, stiffness = 1e6 * 0.2 * 0.2 * 0.2 * 0.2 / 12;
    const double pull = stiffness / (length * length) / (1000 * 0.04 * dx); // of the mass of a layer
    const std::string label = "tip-force-" + std::to_string(across);
    attempt(outcome, label, true, [&] {
        Experiment experiment(context, outcome,
                              {label, filled_in(pulled, {{"dx", dx}, {"back", -3 * dx}, {"last", 1 - dx}, {"pull", -pull}})}, {3});
        experiment.run_until(3);
        const ParticleSet& particles = experiment.particles();
        Vec3d place;
        double count = 0;
        for (Index i = 0; i < particles.size(); ++i)
            if (particles.column<Index>("material")[i] == 1)
            {
                place += particles.position[i];
                ++count;
            }
        outcome.rows.push_back(
            {label + ": end down / L", 0.30172, -place.y / count / length, Comparison::relative, 0.05, true, experiment.seconds()});
        outcome.rows.push_back(
            {label + ": end back / L", 0.05643, 1 - place.x / count / length, Comparison::relative, 0.05, true, experiment.seconds()});
    });
}

/// With volumes 1/Σω the outermost layers, which bend the most, are too stiff; beside it those that are scaled to the volume of the bar.
void run_bar(const Context& context, Outcome& outcome)
{
    const std::vector<int> all = context.quick ? std::vector<int>{6} : std::vector<int>{10, 20};
    for (std::size_t k = 0; k < all.size(); ++k)
        for (const bool is_usual : {true, false})
        {
            const double dx = 0.02 / all[k];
            const std::string text = filled_in(bar, {{"dx", dx}, {"back", -3 * dx}, {"volumes", is_usual ? "kernel" : "normalized"}});
            run_bent(context, outcome,
                     {"csm1-" + std::to_string(all[k]) + (is_usual ? "" : "-normalized"), text, 0.35, 0.0661, 0.007187, 0.05,
                      part(3, 2 * k + (is_usual ? 0 : 1), 2 * all.size()), is_usual});
        }
}
} // namespace

Case large_bending_case()
{
    return {.name = "large-bending",
            .id = "E5",
            .group = "elastic",
            .description = "The beam of the cantilever case under full gravity, ν = 0, run to rest.",
            .source = "Elastica with β = 2.943, and shear.",
            .seconds = 30,
            .quick_seconds = 4,
            .run = run_beam};
}

Case csm1_case()
{
    return {.name = "csm1",
            .id = "E10",
            .group = "elastic",
            .description = "A bar of 0.35 × 0.02 m in plane strain, clamped, under its weight.",
            .source = "Turek and Hron 2006, CSM1.",
            .seconds = 60,
            .quick_seconds = 4,
            .run = run_bar};
}

Case tip_force_case()
{
    return {.name = "tip-force",
            .id = "E6",
            .group = "elastic",
            .description = "The beam of E4 without weight, bent by a force at its end.",
            .source = "The elastica of a cantilever with an end load, PL²/EI = 1.",
            .seconds = 25,
            .quick_seconds = 4,
            .run = run_pulled};
}
} // namespace aspic::validation
