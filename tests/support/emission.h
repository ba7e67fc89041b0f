#pragma once

#include "aspic/simulation/world.h"

#include <cmath>

namespace aspic
{
inline Scene weightless(int dimension)
{
    Scene scene;
    scene.dimension = dimension;
    scene.spacing = 0.1;
    scene.gravity = Vec3d{};
    scene.materials.push_back({"water", {}});
    scene.duration = 1;
    return scene;
}

/// A slit or a rectangle, along x.
inline FluidEmitter jet(double speed)
{
    FluidEmitter emitter;
    emitter.material = "water";
    emitter.nozzle = RectangleNozzle{0.3, 0.2};
    emitter.direction = {1, 0, 0};
    emitter.speed = speed;
    return emitter;
}

/// The state after emitting in steps of dt, without any other physics.
inline WorldState after_emission(const Scene& scene, double dt, int steps)
{
    const Assets assets;
    const Sources sources(scene, assets);
    const HeldParticles held(scene, assets);
    const RigidBodies rigid(scene, assets);
    WorldState state;
    sources.prepare(state);
    rigid.prepare(state);
    held.prepare(state, rigid);
    sources.start_objects(state, held, rigid);
    for (int k = 0; k < steps; ++k)
    {
        for (Index i = 0; i < state.particles.size(); ++i)
            state.particles.position[i] += dt * convert<double>(state.particles.velocity[i]);
        state.time += dt;
        ++state.steps;
        sources.drain(state);
        sources.start_objects(state, held, rigid);
        sources.emit(state, rigid, dt);
    }
    return state;
}

/// The smallest distance of a particle with at least this identity to any other.
inline double nearest_of_new(const ParticleSet& particles, Identity first_new)
{
    double nearest = HUGE_VAL;
    for (Index i = 0; i < particles.size(); ++i)
        for (Index j = 0; j < particles.size() && particles.identity[i] >= first_new; ++j)
            if (j != i)
                nearest = std::min(nearest, norm(particles.position[i] - particles.position[j]));
    return nearest;
}
} // namespace aspic
