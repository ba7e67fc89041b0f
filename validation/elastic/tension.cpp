// E2: a bar drawn out by grips to λ = 1.1 pulls with P = E (λ − 1) and shrinks across by ν (λ − 1) (corotated energy). Young's modulus within 3 % after division by Σ V/V₀, or with normalized volumes, ν within 0.02, both of the strain
// that its middle has: the grips do not let the ends shrink.

#include "elastic/elastic_body.h"
#include "elastic/elastic_cases.h"
#include "elastic/rest_places.h"
#include "measure.h"

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a bar is drawn out by a tenth",
  "spacing": $dx,
  "duration": 1.5,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0.3, "damping": "20 ms"}}},
  "objects": {"bar": {"shape": {"box": {"from": [$back, -0.1, -0.1], "to": [$front, 0.1, 0.1]}}, "material": "rubber",
                      "pins": {"left": {"region": {"box": {"from": [-1, -1, -1], "to": [0, 1, 1]}}},
                               "right": {"region": {"box": {"from": [1, -1, -1], "to": [2, 1, 1]}},
                                         "motion": {"displacement": {"keyframes": [{"time": 0, "value": [0, 0, 0]}, {"time": 1, "value": [0.1, 0, 0]}]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"volumes": "$volumes"}, "time_step": {"largest": "5 ms"}}
})";

struct Tension
{
    double stretch = 0, shrink = 0; ///< λ − 1 along, 1 − λ across, in the middle
    double pull = 0;                ///< [N]
    double volume_ratio = 0;        ///< Σ V/V₀
};

Tension tension_of(Experiment& experiment, const RestPlaces& rest, double true_volume)
{
    std::vector<Vec3d> points, places;
    Curve along, across;
    rest.for_each(experiment.world(), [&](const Vec3d& X, Index i) {
        const Vec3d& x = experiment.particles().position[i];
        points.push_back(X);
        places.push_back(x);
        if (std::abs(X.x - 0.5) < 0.15)
            along.add(X.x, x.x);
        if (std::abs(X.x - 0.5) < 0.05)
            across.add(X.y, x.y);
    });
    const Scene& settings = experiment.world().scene();
    ElasticBody body(settings, settings.materials.front().value, points);
    const std::vector<Vec3d> f = body.forces(places);
    Tension found{line_through(along.x, along.y).slope - 1, 1 - line_through(across.x, across.y).slope, 0, body.volume() / true_volume};
    for (std::size_t k = 0; k < points.size(); ++k)
        found.pull -= points[k].x > 0.5 ? f[k].x : 0;
    return found;
}

/// How finely, and with which volumes.
struct Variant
{
    int across = 0;
    bool is_normalized = false;
};

void run(const Context& context, Outcome& outcome)
{
    for (const auto& [across, is_normalized] : context.quick ? std::vector<Variant>{{4}} : std::vector<Variant>{{6}, {10}, {10, true}})
        attempt(outcome, std::to_string(across) + " across", true, [&] {
            const double dx = 0.2 / across, length = 1 + 6 * dx;
            const std::string volumes = is_normalized ? "normalized" : "kernel";
            const std::string name = std::to_string(across) + " across" + (is_normalized ? ", normalized volumes: " : ": ");
            Experiment experiment(context, outcome,
                                  {"tension-" + std::to_string(across) + (is_normalized ? "-normalized" : ""),
                                   filled_in(scene, {{"dx", dx}, {"back", -3 * dx}, {"front", 1 + 3 * dx}, {"volumes", volumes}})},
                                  {1.5});
            const RestPlaces rest(experiment.world());
            experiment.run_until(1.5);
            const Tension found = tension_of(experiment, rest, 0.04 * length);
            const double modulus = found.pull / 0.04 / found.stretch / 1e6;
            const auto add = [&](const char* figure, double reference, double measured, Comparison comparison, double tolerance,
                                 bool gated) {
                outcome.rows.push_back({name + figure, reference, measured, comparison, tolerance, gated, experiment.seconds()});
            };
            add("λ − 1 in the middle", 0.1, found.stretch, Comparison::relative, 0, false);
            add("effective E / E", 1, modulus, Comparison::absolute, is_normalized ? 0.03 : 0, is_normalized);
            if (!is_normalized)
                add("effective E / E / (Σ V/V₀)", 1, modulus / found.volume_ratio, Comparison::absolute, 0.03, across >= 10);
            add("ν", 0.3, found.shrink / found.stretch, Comparison::absolute, 0.02, true);
        });
}
} // namespace

Case tension_case()
{
    return {.name = "tension",
            .id = "E2",
            .group = "elastic",
            .description = "A bar of 0.2 × 0.2 × 1 m with E = 1 MPa and ν = 0.3 is drawn out by grips to 1.1 of its length.",
            .source = "P = E (λ − 1), across 1 − ν (λ − 1).",
            .seconds = 20,
            .quick_seconds = 2,
            .run = run};
}
} // namespace aspic::validation
