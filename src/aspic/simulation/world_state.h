#pragma once

#include "aspic/particles/particle_set.h"
#include "aspic/solvers/contact/rigid_solver.h"

#include <string>
#include <vector>

namespace aspic
{
/// In the column `material`: the particle is a ghost, which stands behind the surface of a wall and moves with it.
inline constexpr Index ghost_material = -1;

/// How far an emitter has come.
struct EmitterState
{
    double passed = 0;        ///< layers that a jet of its mean speed has made
    std::int64_t emitted = 0; ///< particles, or bodies
    std::int64_t waits = 0;   ///< 1: the next body found its room taken
};

/// What a probe remembers from row to row.
struct ProbeState
{
    std::int64_t rows = 0;          ///< written so far
    double start = 0;               ///< [s] when it first looked
    Identity particle = 0;          ///< that it follows, once it has rows
    Vec3d impulse, angular_impulse; ///< [N s], [N m s] on a wall or rigid body since the last row
    double since = 0;               ///< [s] time of the last row
};

/// All that a world needs besides its scene to go on with the same bits.
struct WorldState
{
    ParticleSet particles;
    double time = 0; ///< [s]
    std::int64_t steps = 0;
    std::int64_t emitted = 0;                  ///< particles, by emitters and late objects
    std::int64_t removed = 0;                  ///< particles, by sinks
    std::int64_t lost = 0;                     ///< particles that left the domain and were taken out
    std::int64_t withheld = 0;                 ///< particles that emitters and late objects did not bring: the budget was spent
    std::int64_t left_out = 0;                 ///< particles of late objects whose places were taken
    std::int64_t postponed = 0;                ///< bodies that had to wait until there was room for them
    std::int64_t shortened_steps = 0;          ///< steps that had to be shorter than the scene's fixed one
    double largest_acceleration = 0;           ///< [m/s²] in the last step, of most particles if incompressible
    double last_step = 0;                      ///< [s] as long as limits allowed; 0: none yet. For solvers whose steps grow slowly
    std::int64_t ghosts = 0;                   ///< how many of the particles are ghosts of walls now
    double ghost_travel = 1e30;                ///< [m] how far anything may have moved since the ghosts near the fluid were looked for
    std::int64_t held_motions = 0;             ///< motions that the column `held_by` may name
    std::vector<std::int64_t> object_is_there; ///< for each object: 1, 0 before its time, −1 while it waits for room
    std::vector<EmitterState> emitters;
    std::vector<ProbeState> probes;
    std::vector<RigidBodyState> rigid_bodies; ///< of the scene's, in its order
    std::vector<ContactMemory> contacts;      ///< of rigid bodies, in the last step

    [[nodiscard]] Index fluid_size() const { return particles.size() - static_cast<Index>(ghosts); } ///< particles that are not ghosts
};

/// Calls `visit(name, number)` for every number of the state that is not in a column: what a checkpoint saves and the hash covers. The lengths of the
/// lists follow from the scene.
template <class State, class Visit> void visit_numbers(State& state, const Visit& visit)
{
    visit("time", state.time);
    visit("steps", state.steps);
    visit("emitted", state.emitted);
    visit("removed", state.removed);
    visit("lost", state.lost);
    visit("withheld", state.withheld);
    visit("left_out", state.left_out);
    visit("postponed", state.postponed);
    visit("shortened_steps", state.shortened_steps);
    visit("largest_acceleration", state.largest_acceleration);
    visit("last_step", state.last_step);
    visit("ghosts", state.ghosts);
    visit("ghost_travel", state.ghost_travel);
    visit("held_motions", state.held_motions);
    for (auto& there : state.object_is_there)
        visit("object_is_there", there);
    for (auto& emitter : state.emitters)
    {
        visit("emitter.passed", emitter.passed);
        visit("emitter.emitted", emitter.emitted);
        visit("emitter.waits", emitter.waits);
    }
    for (auto& probe : state.probes)
    {
        visit("probe.rows", probe.rows);
        visit("probe.start", probe.start);
        visit("probe.particle", probe.particle);
        for (int axis = 0; axis < 3; ++axis)
        {
            visit("probe.impulse", probe.impulse[axis]);
            visit("probe.angular_impulse", probe.angular_impulse[axis]);
        }
        visit("probe.since", probe.since);
    }
    const auto visit_vector = [&](const char* name, auto& a) {
        for (int axis = 0; axis < 3; ++axis)
            visit(name, a[axis]);
    };
    for (auto& body : state.rigid_bodies)
    {
        visit_vector("rigid.position", body.position);
        visit("rigid.orientation.w", body.orientation.w);
        visit_vector("rigid.orientation.v", body.orientation.v);
        visit_vector("rigid.velocity", body.velocity);
        visit_vector("rigid.angular_momentum", body.angular_momentum);
    }
    for (auto& contact : state.contacts)
    {
        visit("contact.a", contact.a);
        visit("contact.b", contact.b);
        visit("contact.key", contact.key);
        visit_vector("contact.place", contact.place);
        visit_vector("contact.force", contact.force);
    }
}
} // namespace aspic
