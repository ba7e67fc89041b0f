#include "aspic/operators/advance.h"
#include "aspic/simulation/world.h"

namespace aspic
{
/// T09 algorithm 5 with the corrected pressure, without XSPH: search, density, pressure, integration (T09 (58), (59)), walls.
StepReport World::step(double longest)
{
    const double dt = std::min(stable_step(), longest);
    ParticleSet& particles = state_.particles;
    const Index n = particles.size();

    sort_and_find_neighbors();                                                                                     // x       → N
    estimate_density();                                                                                            // x, m    → ρ
    apply_gravity();                                                                                               // g       → a
    pressure_.add_acceleration(neighborhood_, kernel_, particles, view(acceleration_));                            // ρ       → p → a
    parallel_for(n, AdvanceVelocity{const_view(acceleration_), static_cast<Real>(dt), particles.velocity.view()}); // a → v
    parallel_for(n, AdvancePosition{particles.velocity.view(), dt, particles.position.view()});                    // v       → x
    keep_inside_walls();                                                                                           // x, v    → x, v

    state_.time += dt;
    return report(dt);
}
} // namespace aspic
