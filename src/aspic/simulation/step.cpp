#include "aspic/operators/advance.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/world.h"

namespace aspic
{
/// Search, forces and pressure (T09 algorithm 5, B15 algorithm 1), integration (T09 (59)), walls; then what comes and goes.
StepReport World::step(double longest)
{
    StepReport report = begin_step(longest);
    const FluidStep step = fluid_step(report);
    ParticleSet& particles = state_.particles;
    const auto n = [&] { return particles.size(); };
    const auto v = [&] { return particles.velocity.view(); };
    const auto x = [&] { return particles.position.view(); };
    const auto c = [&] { return particles.column<Real>("clearance").view(); };
    const auto spared = [&] { return spared_by_walls(); };
    const double dt = step.dt;

    Stages stages(report, particles, farthest_coordinate(*scene_));
    stages.run("search", [&] { solver_->find_neighbors(model_, state_); }); // x       → N
    stages.run("paths", [&] { paths_.begin(state_, rigid_); });             // x, X
    stages.run("body forces", [&] { model_.find_body_forces(state_); });    // x       → g
    solver_->advance_velocities(stages, step);                              // x, v, g → ρ, p, a → v
    stages.run("position", "position", x, [&] { parallel_for(n(), AdvancePosition{v(), elastic_.drift(), dt, x(), c()}); }); // v       → x
    stages.run("rigid bodies", [&] { rigid_.move(state_, dt); });                   // V       → X
    stages.run("pins", [&] { held_.lead(particles, step.time, dt); });              // given   → x, v
    stages.run("attachments", [&] { attachments_.follow(state_, held_, rigid_); }); // X, v, V → x, v, V
    if (pins_.any())
        stages.run("pin forces", [&] { pins_.finish(particles, held_.flags(particles)); });            // v       → J
    stages.run("ghosts", [&] { solver_->follow_walls(step); });                                        // given   → x, v
    stages.run("walls", "position", x, [&] { walls_.hold_back(particles, spared(), step.time, dt); }); // x, v    → x, v
    stages.run("bodies", "position", x, [&] { press_between(step); });                                 // X, x, v → x, v
    stages.run("passing", "position", x, [&] { stop_at_surfaces(dt); });                               // paths   → x, v
    stages.run("periodic", [&] { wrap_periodic_axes(); });                                             // x       → x
    look_for_lost(report);
    if (report.not_finite || report.lost)
        return report;

    solver_->end_step(step);
    const auto [mean, largest] = compression();
    report.mean_compression = mean;
    report.largest_compression = largest;
    state_.time = step.time + dt;
    ++state_.steps;
    stages.run("sources", [&] {
        sources_.drain(state_);                                                                                             // − particles
        sources_.start_objects(state_, held_, rigid_);                                                                      // + particles
        sources_.emit(state_, rigid_, dt, [&](const Vec3d& from, const Vec3d& to) { return paths_.is_crossed(from, to); }); // + particles
        elastic_.adopt(state_); // solids among them
    });
    report.particles = state_.fluid_size();
    watch_boundaries();
    return report;
}
} // namespace aspic
