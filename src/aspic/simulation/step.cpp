#include "aspic/operators/advance.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/world.h"

namespace aspic
{
/// T09 algorithm 5 with the corrected pressure, without XSPH: search, density, forces, integration (T09 (58), (59)), walls; then what comes and goes.
StepReport World::step(double longest)
{
    StepReport report = begin_step(longest);
    const double dt = report.dt;
    const double time = state_.time;
    ParticleSet& particles = state_.particles;
    const auto n = [&] { return particles.size(); };
    const auto rho = [&] { return particles.density.view(); };
    const auto a = [&] { return const_view(acceleration_); };
    const auto v = [&] { return particles.velocity.view(); };
    const auto x = [&] { return particles.position.view(); };

    Stages stages(report, particles, farthest_coordinate(*scene_));
    stages.run("search", [&] { sort_and_find_neighbors(); });               // x    → N
    stages.run("density", "density", rho, [&] { estimate_density(); });     // x, m → ρ
    stages.run("gravity", [&] { apply_gravity(); });                        // g    → a
    stages.run("viscosity", "acceleration", a, [&] { apply_viscosity(); }); // v, ρ → a
    stages.run("pressure", "acceleration", a, [&] { apply_pressure(); });   // ρ    → p → a
    stages.run("velocity", "velocity", v, [&] { parallel_for(n(), AdvanceVelocity{a(), static_cast<Real>(dt), v()}); }); // a → v
    stages.run("position", "position", x, [&] { parallel_for(n(), AdvancePosition{v(), dt, x()}); });                    // v    → x
    stages.run("pins", [&] { held_.lead(particles, time, dt); });                                                        // given → x, v
    stages.run("walls", "position", x, [&] { walls_.hold_back(particles, held_.flags(particles), time, dt); });          // x, v → x, v
    stages.run("periodic", [&] { wrap_periodic_axes(); });                                                               // x    → x
    if (report.not_finite)
        return report;

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
    report.particles = n();
    probes_.watch_walls(state_, walls_.impulses());
    return report;
}
} // namespace aspic
