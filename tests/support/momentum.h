#pragma once

#include "support/fluid_of_world.h"

namespace aspic
{
/// Of the fluid, the solids and the rigid bodies of a world, about the origin.
struct Momentum
{
    Vec3d linear, angular;
    double size = 0; ///< Σ m |v|
};

inline Momentum momentum_of(const World& world)
{
    Momentum sum;
    const ParticleSet& particles = world.particles();
    const auto add = [&](const Vec3d& x, const Vec3d& p) {
        sum.linear += p;
        sum.angular += cross(x, p);
        sum.size += norm(p);
    };
    for_each_fluid(world, [&](Index i) { add(particles.position[i], double(particles.mass[i]) * convert<double>(particles.velocity[i])); });
    for (std::size_t k = 0; k < world.state().rigid_bodies.size(); ++k)
    {
        const RigidBody body = world.rigid_body(k);
        add(body.state.position, body.mass * body.state.velocity);
        sum.angular += body.state.angular_momentum;
    }
    return sum;
}
} // namespace aspic
