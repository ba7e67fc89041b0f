#include "aspic/operators/advance.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/world.h"

namespace aspic
{
/// T09 algorithm 5 with the corrected pressure: search, density, forces, integration (T09 (58), (59)), walls; then what comes and goes.
StepReport World::step(double longest)
{
    StepReport report = begin_step(longest);
    const double dt = report.dt;
    const double time = state_.time;
    ParticleSet& particles = state_.particles;
    const auto n = [&] { return particles.size(); };
    const auto rho = [&] { return particles.density.view(); };
    const auto a = [&] { return acceleration(); };
    const auto v = [&] { return particles.velocity.view(); };
    const auto x = [&] { return particles.position.view(); };
    const auto c = [&] { return particles.column<Real>("clearance").view(); };

    Stages stages(report, particles, farthest_coordinate(*scene_));
    stages.run("search", [&] { sort_and_find_neighbors(); });                                              // x       → N
    stages.run("density", "density", rho, [&] { update_density(dt); });                                    // x, v    → ρ
    stages.run("body forces", [&] { add_body_forces(); });                                                 // x       → g
    stages.run("pressure", [&] { update_pressure(); });                                                    // ρ       → p, of ghosts too
    stages.run("forces", "acceleration", a, [&] { sum_forces(); });                                        // p, v    → a
    stages.run("wall forces", [&] { measure_wall_forces(dt); });                                           // p, v    → forces on walls
    stages.run("smoothing", [&] { smooth_velocities(dt); });                                               // v       → v or x
    stages.run("shifting", [&] { shift_particles(report.largest_speed, dt); });                            // x  → x
    stages.run("velocity", "velocity", v, [&] { advance_velocities(dt); });                                // a, g   → v
    stages.run("position", "position", x, [&] { parallel_for(n(), AdvancePosition{v(), dt, x(), c()}); }); // v    → x
    stages.run("pins", [&] { held_.lead(particles, time, dt); });                                          // given → x, v
    stages.run("ghosts", [&] { ghosts_.lead(particles, acceleration(), time, dt); });                      // given → x, v
    stages.run("walls", "position", x, [&] { walls_.hold_back(particles, held_.flags(particles), time, dt); }); // x, v → x, v
    stages.run("periodic", [&] { wrap_periodic_axes(); });                                                      // x    → x
    if (report.not_finite)
        return report;

    note_travel(report, time);
    const auto [mean, largest] = compression();
    report.mean_compression = mean;
    report.largest_compression = largest;
    state_.time = time + dt;
    ++state_.steps;
    stages.run("sources", [&] {
        sources_.drain(state_);                // − particles
        sources_.start_objects(state_, held_); // + particles
        sources_.emit(state_, dt);             // + particles
    });
    report.particles = state_.fluid_size();
    watch_walls();
    return report;
}
} // namespace aspic
