// E1: a cube whose outer three layers follow an affine map comes to rest as that map wants. Tolerance 1e-8 of the largest displacement in double; 1e-5 in float, whose F has seven digits.

#include "elastic/elastic_cases.h"
#include "elastic/rest_places.h"

#include "aspic/math/mat.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a cube whose outer layers are strained evenly",
  "spacing": 0.1,
  "duration": 1,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": "1 MPa", "poisson_ratio": 0.3, "damping": "10 ms"}}},
  "objects": {"cube": {"shape": {"box": {"from": [0, 0, 0], "to": [1, 1, 1]}}, "material": "rubber",
                       "pins": {"shell": {"region": {"difference": {"of": {"box": {"from": [-1, -1, -1], "to": [2, 2, 2]}},
                                                                    "without": [{"box": {"from": [0.3, 0.3, 0.3], "to": [0.7, 0.7, 0.7]}}]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {"tolerance": 1e-4}, "time_step": {"largest": "10 ms"}}
})";

constexpr Mat3d affine{{{1.02, 0.03, 0}, {0, 0.99, 0.01}, {0.01, 0, 1.01}}};

void strain_shell(WorldState& state)
{
    ParticleSet& particles = state.particles;
    const auto& held = particles.column<Index>("held_by");
    auto& point = particles.column<Vec3d>("held_point");
    for (Index i = 0; i < particles.size(); ++i)
        if (held[i] != 0)
            particles.position[i] = point[i] = affine * point[i];
}

void run(const Context& context, Outcome& outcome)
{
    attempt(outcome, "lattice", true, [&] {
        Experiment experiment(context, outcome, {"patch", std::string(scene)}, {});
        const RestPlaces rest(experiment.world());
        experiment.alter(strain_shell);
        experiment.run_until(1);
        double largest = 0, error = 0;
        rest.for_each(experiment.world(), [&](const Vec3d& X, Index i) {
            largest = std::max(largest, norm(affine * X - X));
            error = std::max(error, norm(experiment.particles().position[i] - affine * X));
        });
        outcome.rows.push_back({"lattice: largest error of place / displacement", 0, error / largest, Comparison::absolute,
                                std::is_same_v<Real, double> ? 1e-8 : 1e-5, true, experiment.seconds()});
    });
}
} // namespace

Case patch_case()
{
    return {.name = "patch",
            .id = "E1",
            .group = "elastic",
            .description = "A cube of 10³ particles whose outer three layers are moved by an affine map; the inside finds its place.",
            .source = "The affine map.",
            .seconds = 3,
            .quick_seconds = 3,
            .run = run};
}
} // namespace aspic::validation
