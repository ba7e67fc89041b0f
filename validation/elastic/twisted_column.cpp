// E11: a column of 1 × 6 × 1 m, ρ = 1100 kg/m³, E = 17 MPa, ν = 0.45, twisted by ω₀ sin(πy/2L): with ω₀ = 1 rad/s it swings with √(G J/ρ I_p)/4L = 2.7935 Hz (10 %); with 105 rad/s it turns back and
// comes through 0.5 s whole.

#include "elastic/elastic_body.h"
#include "elastic/elastic_cases.h"
#include "elastic/rest_places.h"
#include "measure.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a column is twisted",
  "spacing": $dx,
  "duration": 0.6,
  "gravity": [0, 0, 0],
  "materials": {"rubber": {"density": 1100, "elastic": {"young_modulus": "17 MPa", "poisson_ratio": 0.45}}},
  "objects": {"column": {"shape": {"box": {"from": [-0.5, $back, -0.5], "to": [0.5, 6, 0.5]}}, "material": "rubber",
                         "pins": {"base": {"region": {"box": {"from": [-1, -1, -1], "to": [1, 0, 1]}}}}}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "1 ms"}}
})";

void twist(WorldState& state, double omega)
{
    ParticleSet& particles = state.particles;
    for (Index i = 0; i < particles.size(); ++i)
    {
        const Vec3d& x = particles.position[i];
        if (x.y > 0)
            particles.velocity[i] = convert<Real>(cross(Vec3d{0, omega * std::sin(pi * x.y / 12), 0}, x));
    }
}

/// [rad] by which the top has turned.
double turn_of_top(Experiment& experiment, const RestPlaces& rest)
{
    double sine = 0, cosine = 0;
    rest.for_each(experiment.world(), [&](const Vec3d& X, Index i) {
        if (X.y < 6 - experiment.spacing())
            return;
        const Vec3d& x = experiment.particles().position[i];
        sine += X.z * x.x - X.x * x.z;
        cosine += X.x * x.x + X.z * x.z;
    });
    return std::atan2(sine, cosine);
}

/// The smallest determinant of a deformation gradient.
double smallest_volume(Experiment& experiment, const RestPlaces& rest)
{
    std::vector<Vec3d> points, places;
    rest.for_each(experiment.world(), [&](const Vec3d& X, Index i) {
        points.push_back(X);
        places.push_back(experiment.particles().position[i]);
    });
    const Scene& settings = experiment.world().scene();
    double smallest = 1e30;
    for (const Mat3& F : ElasticBody(settings, settings.materials.front().value, points).deformation_gradients(places))
        smallest = std::min(smallest, double(determinant(F)));
    return smallest;
}

void run(const Context& context, Outcome& outcome)
{
    const int across = context.quick ? 5 : 10;
    for (const double omega : {1.0, 105.0})
        attempt(outcome, "ω₀ = " + std::to_string(static_cast<int>(omega)), true, [&] {
            const std::string name = "ω₀ = " + std::to_string(static_cast<int>(omega)) + ": ";
            const double dx = 1.0 / across;
            Experiment experiment(
                context, outcome,
                {"twisted-column-" + std::to_string(static_cast<int>(omega)), filled_in(scene, {{"dx", dx}, {"back", -3 * dx}})},
                part(0.6, omega > 1 ? 1 : 0, 2));
            const RestPlaces rest(experiment.world());
            experiment.alter([&](WorldState& state) { twist(state, omega); });
            Curve curve;
            const auto look = [&] { curve.add(experiment.time(), turn_of_top(experiment, rest)); };
            experiment.run_until(omega > 1 ? 0.5 : 0.6, 1e-3, look);
            const auto add = [&](const char* figure, double reference, double measured, Comparison comparison, double tolerance,
                                 bool gated) {
                outcome.rows.push_back({name + figure, reference, measured, comparison, tolerance, gated, experiment.seconds()});
            };
            const double frequency = 1 / oscillation_of(curve).period;
            add("frequency [Hz]", 2.7935, frequency, Comparison::relative, 0.1, omega == 1);
            if (omega == 1)
                return;
            add("smallest turn of the top [rad]", 0, *std::ranges::min_element(curve.y), Comparison::at_most, 0, true);
            add("smallest det F at 0.5 s", 0, smallest_volume(experiment, rest), Comparison::at_least, 0, true);
        });
}
} // namespace

Case twisted_column_case()
{
    return {.name = "twisted-column",
            .id = "E11",
            .group = "elastic",
            .description = "A column of 1 × 6 × 1 m stands on a fixed base and is twisted, gently and hard.",
            .source = "Torsion of a square bar; Lee, Gil and Bonet 2014.",
            .seconds = 60,
            .quick_seconds = 8,
            .run = run};
}
} // namespace aspic::validation
