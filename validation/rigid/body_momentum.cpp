// B5: a body flies into a blob of fluid without gravity: what one gets the other loses. Tolerance 1e-6 of the momentum. The angular momentum is reported only: nothing promises it, as places of particles are
// corrected without their velocities.

#include "measure.h"
#include "rigid/rigid_cases.h"

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a spinning box flies into a blob of fluid, without gravity",
  "spacing": $dx,
  "duration": 0.4,
  "gravity": [0, 0, 0],
  "materials": {"water": {"viscosity": 1}},
  "objects": {"blob": {"shape": {"sphere": {"radius": 0.3}}, "material": "water"}},
  "rigid_bodies": {"box": {
    "shape": {"box": {"from": [-0.1, -0.1, -0.1], "to": [0.1, 0.1, 0.1]}}, "density": 3000, "position": [-0.5, 0.05, 0],
    "velocity": [2, 0, 0], "angular_velocity": [0, 1, 3], "sticks": $sticks
  }},
  "solvers": {"pressure": {"dfsph": {}}, "viscosity": {"$viscosity": {}}}
})";

struct Momenta
{
    Vec3d linear, angular; ///< [N s], [N m s] about the origin, of fluid and body
};

Momenta momenta_of(Experiment& experiment)
{
    const RigidBody body = experiment.world().rigid_body(0);
    Momenta total{body.mass * body.state.velocity,
                  body.state.angular_momentum + cross(body.state.position, body.mass * body.state.velocity)};
    experiment.for_each_fluid([&](Index i) {
        const Vec3d p = static_cast<double>(experiment.particles().mass[i]) * convert<double>(experiment.particles().velocity[i]);
        total.linear += p;
        total.angular += cross(experiment.particles().position[i], p);
    });
    return total;
}

void run(const Context& context, Outcome& outcome)
{
    for (const std::string viscosity : {"morris", "implicit"})
        attempt(outcome, viscosity, true, [&] {
            const bool is_explicit = viscosity == "morris";
            const std::string text = filled_in(
                scene,
                {{"dx", context.quick ? 0.05 : 0.03}, {"sticks", std::string(is_explicit ? "true" : "false")}, {"viscosity", viscosity}});
            Experiment experiment(context, outcome, {"body-momentum-" + viscosity, text}, part(0.4, is_explicit ? 0 : 1, 2));
            const Momenta before = momenta_of(experiment);
            const double speed = norm(experiment.world().rigid_body(0).state.velocity);
            experiment.run_until(0.4);
            const Momenta after = momenta_of(experiment);
            const auto add = [&](const char* figure, double reference, double measured, Comparison comparison, double tolerance,
                                 bool gated) {
                outcome.rows.push_back(
                    {viscosity + ": " + figure, reference, measured, comparison, tolerance, gated, experiment.seconds()});
            };
            add("change of momentum, relative", 0, norm(after.linear - before.linear) / norm(before.linear), Comparison::absolute, 1e-6,
                true);
            add("speed of the box / at first", 0.9, norm(experiment.world().rigid_body(0).state.velocity) / speed, Comparison::at_most, 0,
                true);
            add("change of angular momentum, relative", 0, norm(after.angular - before.angular) / norm(before.angular),
                Comparison::absolute, 0, false);
        });
}
} // namespace

Case body_momentum_case()
{
    return {.name = "body-momentum",
            .id = "B5",
            .group = "rigid",
            .description = "A spinning box of 24 kg flies into a blob of water at 2 m/s, without gravity, and is braked.",
            .source = "Newton's third law: total momentum is constant.",
            .seconds = 10,
            .quick_seconds = 3,
            .run = run};
}
} // namespace aspic::validation
