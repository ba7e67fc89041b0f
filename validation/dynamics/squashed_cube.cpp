// D13: a cube that was squashed to a part of its height and let go comes back to its shape: 99 % of its particles to
// within a spacing of where they rest.

#include "dynamics/dynamics_cases.h"
#include "dynamics/solid_motion.h"

#include <vector>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a cube that was squashed comes back",
  "spacing": 0.05,
  "duration": 2,
  "gravity": [0, 0, 0],
  "materials": {"jelly": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": 0.3}}},
  "objects": {"cube": {"shape": {"box": {"from": [-0.2, -0.2, -0.2], "to": [0.2, 0.2, 0.2]}}, "material": "jelly"}},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": "4 ms"}}
})";
constexpr double spacing = 0.05, duration = 2;

/// Fraction of the particles that are within a spacing of their places at rest.
double found_back(const World& world, const std::vector<Vec3d>& rest)
{
    const ParticleSet& particles = world.particles();
    double near = 0;
    for (Index i = 0; i < particles.size(); ++i)
        near += norm(particles.position[i] - rest[static_cast<std::size_t>(particles.identity[i])]) < spacing ? 1 : 0;
    return near / particles.size();
}

void run(const Context& context, Outcome& outcome)
{
    for (const double modulus : context.quick ? std::vector<double>{1e6} : std::vector<double>{1e5, 1e6, 1e7})
        for (const double ratio : {4.5, 9.0, 10.0})
        {
            const std::string name = power_text(modulus) + " Pa, " + std::to_string(ratio).substr(0, ratio < 10 ? 3 : 2) + ":1";
            attempt(outcome, name, true, [&] {
                Experiment experiment(context, outcome, {label_of("squashed-cube-", name), filled_in(scene, {{"E", modulus}})}, {duration});
                std::vector<Vec3d> rest(static_cast<std::size_t>(experiment.world().particles().size()));
                for (Index i = 0; i < experiment.world().particles().size(); ++i)
                    rest[static_cast<std::size_t>(experiment.world().particles().identity[i])] = experiment.world().particles().position[i];
                experiment.alter([&](WorldState& state) {
                    for (Vec3d& x : state.particles.position.values)
                        x.y /= ratio;
                });
                experiment.run_until(duration);
                outcome.rows.push_back({name + ": particles within a spacing", 0.99, found_back(experiment.world(), rest),
                                        Comparison::at_least, 0, true, experiment.seconds()});
            });
        }
}
} // namespace

Case squashed_cube_case()
{
    return {.name = "squashed-cube",
            .id = "D13",
            .group = "dynamics",
            .description = "A cube of 8³ particles, squashed to a 4.5th, a 9th and a 10th of its height, is let go.",
            .source = "It is elastic: it comes back.",
            .seconds = 20,
            .quick_seconds = 5,
            .run = run};
}
} // namespace aspic::validation
