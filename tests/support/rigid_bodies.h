#pragma once

#include "aspic/solvers/contact/rigid_solver.h"

namespace aspic
{
inline RigidBody made(const RigidBodySettings& settings, int dimension = 3)
{
    return make_rigid_body(settings, dimension, Assets{}).value();
}

/// A box of that size about its centre.
inline Shape box_shape(const Vec3d& size) { return Shape{Box{-0.5 * size, 0.5 * size}}; }

/// A wall: everything below the plane through the origin.
inline RigidBody ground(const ContactSurface& surface, const Vec3d& normal = {0, 1, 0}, int dimension = 3)
{
    RigidBodySettings settings;
    settings.shape = Shape{HalfSpace{{0, 0, 0}, normal}};
    settings.is_given = true;
    settings.surface = surface;
    return made(settings, dimension);
}

inline RigidBody body_at(const Shape& shape, const Vec3d& position, const ContactSurface& surface, const Vec3d& rotation = {},
                         int dimension = 3)
{
    RigidBodySettings settings;
    settings.shape = shape;
    settings.position = position;
    settings.rotation = rotation;
    settings.surface = surface;
    return made(settings, dimension);
}

inline constexpr Vec3d earth{0, -9.81, 0};

/// Steps of `dt` for a time; `look(time)` after each.
template <class Look> RigidReport simulate(RigidSolver& solver, std::vector<RigidBody>& bodies, double time, double dt, const Look& look)
{
    RigidReport worst;
    const int steps = static_cast<int>(time / dt + 0.5);
    for (int step = 1; step <= steps; ++step)
    {
        const RigidReport report = solver.advance(bodies, {}, earth, dt);
        worst.deepest = max(worst.deepest, report.deepest);
        worst.iterations += report.iterations;
        look(step * dt);
    }
    return worst;
}
inline RigidReport simulate(RigidSolver& solver, std::vector<RigidBody>& bodies, double time, double dt)
{
    return simulate(solver, bodies, time, dt, [](double) {});
}
} // namespace aspic
