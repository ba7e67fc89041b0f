// S8: a block with ν = 0 that is pressed together by a tenth between plates it is glued to does not bulge. With `contact: elastic` the pressure solve sees each particle's own body as it was at rest: |ν| < 0.05 in its
// middle. With `contact: incompressible` all its particles press each other as those of fluids do, K21 section 6, which keeps its volume whatever the moduli say, as K21 section 10 admits: ν = 0.5 for small strains. More than
// 0.3 is asked for: at its free sides neighbours are missing, and particles there may come nearer before they press.
// Loose plates without friction are reported: walls keep two layers of particles as far away as at rest, but less so at the edges, which probably bends the faces, and lets the block bulge a little.

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
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"contact": "$contact"}, "time_step": {"largest": "4 ms"}}
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
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"contact": "$contact"}, "time_step": {"largest": "4 ms"}}
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

void run(const Context& context, Outcome& outcome)
{
    const double dx = 0.2 / (context.quick ? 6 : 10);
    std::size_t k = 0;
    for (const bool is_glued : {true, false})
        for (const bool is_elastic : {true, false})
        {
            const std::string contact = is_elastic ? "elastic" : "incompressible", plates = is_glued ? "glued" : "loose";
            attempt(outcome, plates + ", " + contact, is_glued, [&] {
                const std::string text =
                    is_glued ? filled_in(glued, {{"dx", dx}, {"bottom", -3 * dx}, {"top", 0.4 + 3 * dx}, {"contact", contact}})
                             : filled_in(loose, {{"dx", dx}, {"contact", contact}});
                Experiment experiment(context, outcome, {"squeezed-block-" + plates + "-" + contact, text}, part(1.5, k++, 4));
                const RestPlaces rest(experiment.world());
                experiment.run_until(1.5);
                const Squeeze found = squeeze_of(experiment, rest);
                const std::string name = plates + ", " + contact + ": ";
                outcome.rows.push_back({name + "λ − 1", -0.1, found.along, Comparison::absolute, 0, false, experiment.seconds()});
                outcome.rows.push_back({name + "ν", is_elastic ? 0 : 0.3, found.poisson_ratio(),
                                        is_elastic ? Comparison::absolute : Comparison::at_least, is_elastic ? 0.05 : 0, is_glued,
                                        experiment.seconds()});
            });
        }
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
