// B3.5: a body whose particles start at random places comes back with α = 1: RMS to the best fit of its rest shape below 2 % of its size within 5 s. With α = 0 it stays above 10 %. No number is NaN.

#include "elastic/elastic_cases.h"
#include "experiment.h"

#include "aspic/math/best_rotation.h"
#include "aspic/simulation/body_points.h"

#include <cmath>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a body whose particles start at random places, α = $alpha",
  "spacing": $dx,
  "duration": $duration,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": "2.5 MPa", "poisson_ratio": 0.33, "zero_energy": $alpha}}},
  "objects": {"walrus": {
    "shape": {"union": {"of": [
      {"capsule": {"from": [-0.8, 0, 0], "to": [0.6, 0, 0], "radius": 0.75}},
      {"sphere": {"center": [1.35, 0.55, 0], "radius": 0.55}},
      {"capsule": {"from": [-1.3, -0.2, 0], "to": [-2.2, -0.4, 0], "radius": 0.3}},
      {"capsule": {"from": [0.5, -0.4, 0.6], "to": [0.8, -0.7, 1.3], "radius": 0.25}},
      {"capsule": {"from": [0.5, -0.4, -0.6], "to": [0.8, -0.7, -1.3], "radius": 0.25}}]}},
    "material": "rubber",
    "scatter": {"box": {"from": [-2.5, -0.95, -1.55], "to": [1.9, 1.1, 1.55]}}}},
  "solvers": {"pressure": {"dfsph": {"smallest_step": "1 ms"}}, "time_step": {"largest": "1 ms"}}
})";
constexpr double size = 4.4; ///< [m] its longest side

/// [m] Places in the order of identities, as the body is at rest.
std::vector<Vec3d> rest_places(const Scene& scene)
{
    Body body = scene.objects[0].value;
    body.scatter.reset();
    FilledShapes filled;
    return body_points(body, scene, {}, 0, filled).positions;
}

/// [m] Root of the mean squared distance from the rest shape, moved and turned as fits best.
double distance_from(const std::vector<Vec3d>& rest, const ParticleSet& particles)
{
    const auto n = static_cast<double>(rest.size());
    Vec3d center, rest_center;
    for (Index i = 0; i < particles.size(); ++i)
    {
        center += particles.position[i] / n;
        rest_center += rest[static_cast<std::size_t>(particles.identity[i])] / n;
    }
    Mat3d covariance{};
    for (Index i = 0; i < particles.size(); ++i)
        covariance =
            covariance + outer(particles.position[i] - center, rest[static_cast<std::size_t>(particles.identity[i])] - rest_center);
    const Mat3d R = rotation_matrix(best_rotation(covariance));
    double sum = 0;
    for (Index i = 0; i < particles.size(); ++i)
    {
        const Vec3d d = particles.position[i] - center - R * (rest[static_cast<std::size_t>(particles.identity[i])] - rest_center);
        sum += dot(d, d);
    }
    return std::sqrt(sum / n);
}

void run(const Context& context, Outcome& outcome)
{
    const double duration = context.quick ? 1 : 5;
    LinePlot plot{"Distance from the rest shape", {"t [s]", {}}, {"RMS / size", {}}, {}};
    for (const double alpha : {1.0, 0.0})
        attempt(outcome, alpha > 0 ? "α = 1" : "α = 0", true, [&] {
            const std::string label = alpha > 0 ? "α = 1" : "α = 0";
            const double dx = context.quick ? 0.15 : 0.12;
            Experiment experiment(context, outcome,
                                  {alpha > 0 ? "randomised" : "randomised-without-control",
                                   filled_in(scene, {{"dx", dx}, {"alpha", alpha}, {"duration", duration}})},
                                  part(duration, alpha > 0 ? 0 : 1, 2));
            const std::vector<Vec3d> rest = rest_places(experiment.world().scene());
            PlotSeries curve{label, {}, {}, {}};
            experiment.run_until(duration, 0.1, [&] {
                curve.x.push_back(experiment.time());
                curve.y.push_back(distance_from(rest, experiment.particles()) / size);
            });
            const double left = curve.y.back();
            plot.series.push_back(std::move(curve));
            if (alpha > 0)
            {
                outcome.rows.push_back({label + ": RMS / size", 0.02, left, Comparison::at_most, 0, true, experiment.seconds()});
                outcome.rows.push_back(
                    {label + ": RMS [spacings]", 0.1, left * size / dx, Comparison::at_most, 0, false, experiment.seconds()});
            }
            else
                outcome.rows.push_back({label + ": RMS / size", 0.1, left, Comparison::at_least, 0, true, experiment.seconds()});
        });
    outcome.plots.push_back(std::move(plot));
}
} // namespace

Case randomised_body_case()
{
    return {.name = "randomised-body",
            .id = "B3.5",
            .group = "elastic",
            .description = "The particles of a body with E = 2.5 MPa start at random places in the box around it; Δt = 1 ms.",
            .source = "Kugelstadt et al. 2021, figure 2: with zero-energy control the body finds back to its shape, without it does not.",
            .seconds = 300,
            .quick_seconds = 30,
            .run = run};
}
} // namespace aspic::validation
