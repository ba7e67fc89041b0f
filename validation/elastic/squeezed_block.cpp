// S8: a block with ν = 0 that plates press together by a tenth does not bulge, whether it is glued to them or slides on them without friction. With `contact: elastic` the pressure solve sees each particle's own body as it
// was at rest: |ν| < 0.05 in its middle. With `contact: incompressible` all its particles press each other as those of fluids do, K21 section 6, which keeps its volume whatever the moduli say, as K21 section 10 admits:
// ν = 0.5 for small strains. More than 0.3 is asked for: at its free sides neighbours are missing, and particles there may come nearer before they press.
// Loose plates are walls, and need strong coupling: then the middle is pressed together by the tenth, too (± 10 %: two layers of particles see the walls). With weak coupling, reported, pressure moves the layers at the walls in each
// step before elasticity answers, and the middle is pressed together by a third of it.

#include "elastic/elastic_cases.h"
#include "elastic/rest_places.h"
#include "measure.h"

namespace aspic::validation
{
namespace
{
constexpr std::string_view glued = R"({
  "version": 1,
  "summary": "a block is pressed together between plates that it is glued to",
  "spacing": $dx,
  "duration": 1.5,
  "gravity": [0, 0, 0],
  "materials": {"cork": {"density": 1000, "elastic": {"young_modulus": "100 kPa", "poisson_ratio": 0, "damping": "20 ms"}}},
  "objects": {"block": {"shape": {"box": {"from": [-0.1, $bottom, -0.1], "to": [0.1, $top, 0.1]}}, "material": "cork",
                        "pins": {"below": {"region": {"box": {"from": [-1, -1, -1], "to": [1, 0, 1]}}},
                                 "above": {"region": {"box": {"from": [-1, 0.4, -1], "to": [1, 1, 1]}},
                                           "motion": {"displacement": {"keyframes": [{"time": 0, "value": [0, 0, 0]}, {"time": 1, "value": [0, -0.04, 0]}]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"contact": "$contact", "coupling": "$coupling"}, "time_step": {"largest": "4 ms"}}
})";

constexpr std::string_view loose = R"({
  "version": 1,
  "summary": "walls without friction press a block together",
  "spacing": $dx,
  "duration": 1.5,
  "gravity": [0, 0, 0],
  "materials": {"cork": {"density": 1000, "elastic": {"young_modulus": "100 kPa", "poisson_ratio": 0, "damping": "20 ms", "friction": 0}}},
  "objects": {"block": {"shape": {"box": {"from": [-0.1, 0, -0.1], "to": [0.1, 0.4, 0.1]}}, "material": "cork"}},
  "walls": {"below": {"shape": {"box": {"from": [-0.3, -0.2, -0.3], "to": [0.3, 0, 0.3]}}, "friction": 0},
            "above": {"shape": {"box": {"from": [-0.3, 0.4, -0.3], "to": [0.3, 0.6, 0.3]}}, "friction": 0,
                      "motion": {"displacement": {"keyframes": [{"time": 0, "value": [0, 0, 0]}, {"time": 1, "value": [0, -0.04, 0]}]}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"contact": "$contact", "coupling": "$coupling"}, "time_step": {"largest": "4 ms"}}
})";

/// Strains in the middle of the block: lengthwise over half of it, across over a fifth.
struct Squeeze
{
    double along = 0, across = 0; ///< λ − 1

    [[nodiscard]] double poisson_ratio() const { return -across / along; }
};

Squeeze squeeze_of(Experiment& experiment, const RestPlaces& rest)
{
    Curve along, x, z;
    rest.for_each(experiment.world(), [&](const Vec3d& X, Index i) {
        const Vec3d& place = experiment.particles().position[i];
        if (std::abs(X.y - 0.2) < 0.1)
            along.add(X.y, place.y);
        if (std::abs(X.y - 0.2) < 0.04)
        {
            x.add(X.x, place.x);
            z.add(X.z, place.z);
        }
    });
    const auto strain = [](const Curve& curve) { return line_through(curve.x, curve.y).slope - 1; };
    return {strain(along), 0.5 * (strain(x) + strain(z))};
}

struct Variant
{
    bool is_glued, is_elastic; ///< to the plates; contact
    std::string coupling;      ///< as in the scene
    bool gated;
};

void run_variant(const Context& context, Outcome& outcome, const Variant& variant, const Stretch& stretch)
{
    const double dx = 0.2 / (context.quick ? 6 : 10);
    const std::string contact = variant.is_elastic ? "elastic" : "incompressible", plates = variant.is_glued ? "glued" : "loose";
    const std::string name = plates + ", " + contact + ", " + variant.coupling + " coupling: ";
    attempt(outcome, name, variant.gated, [&] {
        const std::string text =
            variant.is_glued
                ? filled_in(glued,
                            {{"dx", dx}, {"bottom", -3 * dx}, {"top", 0.4 + 3 * dx}, {"contact", contact}, {"coupling", variant.coupling}})
                : filled_in(loose, {{"dx", dx}, {"contact", contact}, {"coupling", variant.coupling}});
        Experiment experiment(context, outcome, {"squeezed-block-" + std::to_string(outcome.scenes.size() + 1), text}, stretch);
        const RestPlaces rest(experiment.world());
        experiment.run_until(stretch.duration);
        const Squeeze found = squeeze_of(experiment, rest);
        const bool must_be_squeezed = variant.gated && variant.is_elastic && !variant.is_glued;
        outcome.rows.push_back({name + "λ − 1", -0.1, found.along, Comparison::relative, 0.1, must_be_squeezed, experiment.seconds()});
        outcome.rows.push_back({name + "ν", variant.is_elastic ? 0 : 0.3, found.poisson_ratio(),
                                variant.is_elastic ? Comparison::absolute : Comparison::at_least, variant.is_elastic ? 0.05 : 0,
                                variant.gated, experiment.seconds()});
    });
}

void run(const Context& context, Outcome& outcome)
{
    const std::vector<Variant> all{{true, true, "weak", true},
                                   {true, false, "weak", true},
                                   {false, true, "strong", true},
                                   {false, false, "strong", true},
                                   {false, true, "weak", false}};
    for (std::size_t k = 0; k < all.size(); ++k)
        run_variant(context, outcome, all[k], part(1.5, k, all.size()));
}
} // namespace

Case squeezed_block_case()
{
    return {.name = "squeezed-block",
            .id = "S8",
            .group = "elastic",
            .description =
                "Plates press a block of 0.2 × 0.4 × 0.2 m with E = 100 kPa and ν = 0 together by a tenth, with both kinds of contact.",
            .source = "ν = 0 of the material; K21 section 10.",
            .seconds = 30,
            .quick_seconds = 5,
            .run = run};
}
} // namespace aspic::validation
