// D9: a cube of 0.3 m at rest on a rough floor stays at rest for 10 s: rotation below 1e-3 rad, and in the second half
// kinetic energy below 1e-5 m g L.
// Soft ones are put down without their sag and swing first; a little damping (0.02 s below 1 MPa) brings these to rest
// in time.

#include "dynamics/dynamics_cases.h"
#include "dynamics/solid_motion.h"

#include <algorithm>

namespace aspic::validation
{
namespace
{
constexpr std::string_view scene = R"({
  "version": 1,
  "summary": "a cube rests on a rough floor",
  "spacing": 0.03,
  "duration": $duration,
  "materials": {"rubber": {"density": 1000, "elastic": {"young_modulus": $E, "poisson_ratio": 0.3, "friction": 0.5, "damping": $damping}}},
  "objects": {"cube": {"shape": {"box": {"from": [-0.15, 0, -0.15], "to": [0.15, 0.3, 0.15]}}, "material": "rubber"}},
  "walls": {"floor": {"shape": {"half_space": {"point": [0, 0, 0], "normal": [0, 1, 0]}}, "friction": 0.5}},
  "solvers": {"pressure": {"dfsph": {}}, "elasticity": {$method}$time_step}
})";
constexpr double frame = 0.02, size = 0.3, g = 9.81;

struct Variant
{
    double E;
    double dt; ///< [s] 0: default settings
    Method method = own_method;

    [[nodiscard]] std::string name() const
    {
        return dt > 0 ? name_of(E, dt, method) : power_text(E) + " Pa, default step" + (method.name.empty() ? "" : ", " + method.name);
    }
};

std::vector<Variant> variants(bool is_quick)
{
    if (is_quick)
        return {{1e6, 0}, {1e7, 0}};
    std::vector<Variant> all;
    for (const double E : {1e4, 1e5, 1e6, 1e7, 1e8})
        all.push_back({E, 0});
    for (const double E : {1e4, 1e6, 1e7, 1e8})
        for (const double dt : {0.002, 0.004})
            all.push_back({E, dt});
    for (const Method& method : compared_methods())
        all.push_back({1e6, 0, method});
    return all;
}

void run(const Context& context, Outcome& outcome)
{
    const double duration = context.quick ? 2 : 10;
    LinePlot rotations{"Rotation of the cube, default step", {"t [s]", {}}, {"lg of the angle [rad]", {}}, {}};
    LinePlot energies{"Kinetic energy of the cube, default step", {"t [s]", {}}, {"lg of E / (m g L)", {}}, {}};
    const std::vector<Variant> all = variants(context.quick);
    for (std::size_t k = 0; k < all.size(); ++k)
        attempt(outcome, all[k].name(), all[k].method.is_gated, [&] {
            const double E = all[k].E, dt = all[k].dt;
            const Method& method = all[k].method;
            const std::string time_step = dt > 0 ? filled_in(R"(, "time_step": {"largest": $dt})", {{"dt", dt}}) : "";
            const std::string text = filled_in(
                scene,
                {{"E", E}, {"duration", duration}, {"damping", E < 9e5 ? 0.02 : 0}, {"method", method.settings}, {"time_step", time_step}});
            Experiment experiment(context, outcome, {label_of("resting-cube-", all[k].name()), text}, part(duration, k, all.size()));
            const RotationSince rotation_since(experiment.world());
            Curve rotation, energy;
            double largest_rotation = 0, largest_energy = 0;
            for (int n = 1; n * frame <= duration + 1e-9; ++n) // as a user runs it: frame by frame
            {
                experiment.run_until(n * frame);
                const Motion motion = motion_of(experiment.world());
                const double angle = norm(rotation_since(experiment.world())), share = motion.kinetic / (motion.mass * g * size);
                largest_rotation = std::max(largest_rotation, angle);
                largest_energy = std::max(largest_energy, n * frame > 0.5 * duration ? share : 0);
                rotation.add(experiment.time(), std::log10(angle + 1e-9));
                energy.add(experiment.time(), std::log10(share + 1e-15));
            }
            const auto add = [&](const char* figure, double measured, double allowed) {
                outcome.rows.push_back(
                    {all[k].name() + figure, allowed, measured, Comparison::at_most, 0, method.is_gated, experiment.seconds()});
            };
            add(": largest rotation [rad]", largest_rotation, 1e-3);
            add(": largest E_kin / (m g L), second half", largest_energy, 1e-5);
            if (dt > 0)
                return;
            add_run(rotations, all[k].name(), rotation, method);
            add_run(energies, all[k].name(), energy, method);
        });
    outcome.plots.push_back(rotations);
    outcome.plots.push_back(energies);
}
} // namespace

Case resting_cube_case()
{
    return {.name = "resting-cube",
            .id = "D9",
            .group = "dynamics",
            .description = "A cube of 10³ particles, 0.3 m, lies on a floor with friction 0.5 for 10 s.",
            .source = "A body at rest stays at rest.",
            .seconds = 140,
            .quick_seconds = 4,
            .run = run};
}
} // namespace aspic::validation
