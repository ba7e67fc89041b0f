// B8: a body turns without torques, almost about its middle axis (tennis racket, Dzhanibekov): angular momentum and energy are constant, and it flips again and again.
// Tolerances: momentum 1e-6, energy 1e-3, relative. Flips come with the period of Jacobi's elliptic functions; 1 %, as they depend on the logarithm of the small part of ω, which holds 4e-6 of the energy: so
// much the energy oscillates with steps of 5 ms.

#include "measure.h"
#include "rigid/rigid_cases.h"

#include <algorithm>
#include <cmath>

namespace aspic::validation
{
namespace
{
// A plate √24 × √12 m, 1 mm thick, of 1 kg: inertia 1, 2 and 3 kg m² about x, y and z, up to 1e-7.
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a plate turns freely about its middle axis, and flips",
  "spacing": 0.5,
  "duration": 60,
  "gravity": [0, 0, 0],
  "rigid_bodies": {"plate": {
    "shape": {"box": {"from": [-2.4494897427831779, -1.7320508075688772, -0.0005], "to": [2.4494897427831779, 1.7320508075688772, 0.0005]}},
    "mass": 1, "angular_velocity": [0.01, 5, 0.01]
  }},
  "solvers": {"pressure": {"dfsph": {}}, "time_step": {"largest": $dt}}
})";

struct Turn
{
    double momentum_error = 0, energy_error = 0; ///< largest, relative
    std::vector<double> flips;                   ///< [s] when the middle axis stands across L
    Curve middle;                                ///< cosine of the angle between the middle axis and L, over time
};

Turn turn_of(Experiment& experiment)
{
    const RigidBody first = experiment.world().rigid_body(0);
    const Vec3d momentum = first.state.angular_momentum;
    Turn found;
    double last = 1, last_time = 0;
    experiment.watch_steps([&](const StepReport&) {
        const RigidBody body = experiment.world().rigid_body(0);
        found.momentum_error = std::max(found.momentum_error, norm(body.state.angular_momentum - momentum) / norm(momentum));
        found.energy_error = std::max(found.energy_error, std::abs(body.kinetic_energy() / first.kinetic_energy() - 1));
        const double now = dot(matrix_of(body.state.orientation) * Vec3d{0, 1, 0}, momentum) / norm(momentum);
        if ((now < 0) != (last < 0))
            found.flips.push_back(std::lerp(last_time, experiment.time(), last / (last - now)));
        last = now;
        last_time = experiment.time();
        found.middle.add(experiment.time(), now);
    });
    experiment.run_until(60);
    return found;
}

/// Complete elliptic integral of the first kind, by the arithmetic-geometric mean.
double complete_elliptic_integral(double parameter)
{
    double a = 1, b = std::sqrt(1 - parameter);
    while (std::abs(a - b) > 1e-15)
    {
        const double mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
    }
    return pi / (2 * a);
}

/// [s] between two flips: half the period 4 K(m)/Ω of the components of ω along the axes (Landau and Lifshitz 1976, §37), with
/// M² = Σ I²ω² and 2E = Σ Iω². Here M² > 2 E I₂: about the axis of the largest inertia.
double exact_time_between_flips(const Vec3d& I, const Vec3d& w)
{
    const Vec3d M{I.x * w.x, I.y * w.y, I.z * w.z};
    const double M2 = dot(M, M), E2 = dot(M, w);
    double I1 = I.x, I3 = I.z;
    if (M2 < E2 * I.y)
        std::swap(I1, I3);
    const double parameter = (I.y - I1) * (E2 * I3 - M2) / ((I3 - I.y) * (M2 - E2 * I1));
    const double speed = std::sqrt((I3 - I.y) * (M2 - E2 * I1) / (I1 * I.y * I3));
    return 2 * complete_elliptic_integral(parameter) / speed;
}

void run(const Context& context, Outcome& outcome)
{
    LinePlot plot{"Middle axis", {"t [s]", {}}, {"cos of its angle to L", {}}, {}};
    const double between = exact_time_between_flips({1, 2, 3}, {0.01, 5, 0.01});
    for (const double dt : {0.001, 0.005})
        attempt(outcome, "free turn", true, [&] {
            const std::string name = dt < 0.002 ? "1 ms" : "5 ms";
            Experiment experiment(context, outcome, {dt < 0.002 ? "free-turn-1" : "free-turn-5", filled_in(scene, {{"dt", dt}})}, {60});
            const Turn found = turn_of(experiment);
            const auto add = [&](const char* figure, double reference, double measured, Comparison comparison, double tolerance) {
                outcome.rows.push_back({name + ": " + figure, reference, measured, comparison, tolerance, true, experiment.seconds()});
            };
            const auto flips = static_cast<double>(found.flips.size());
            add("change of L / |L|", 0, found.momentum_error, Comparison::absolute, 1e-6);
            add("change of the energy, relative", 0, found.energy_error, Comparison::absolute, 1e-3);
            add("flips in 60 s", std::floor(60 / between + 0.5), flips, Comparison::absolute, 1);
            add("time between flips [s]", between, flips > 1 ? (found.flips.back() - found.flips.front()) / (flips - 1) : std::nan(""),
                Comparison::relative, 0.01);
            plot.series.push_back(measured_line(name, found.middle, plot.series.size()));
        });
    outcome.plots.push_back(plot);
}
} // namespace

Case free_turn_case()
{
    return {.name = "free-turn",
            .id = "B8",
            .group = "rigid",
            .description =
                "A plate with inertia 1, 2 and 3 kg m² turns freely for 60 s, almost about its middle axis, with steps of 1 and 5 ms.",
            .source = "Euler's equations: momentum and energy are constant, flips come with the period of Jacobi's elliptic functions.",
            .seconds = 4,
            .quick_seconds = 4,
            .run = run};
}
} // namespace aspic::validation
