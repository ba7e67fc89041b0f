#pragma once

#include "aspic/particles/particle_set.h"
#include "aspic/simulation/pose.h"

namespace aspic
{
/// What the particles gave to a wall in a step.
struct WallImpulse
{
    Vec3d linear;  ///< [N s]
    Vec3d angular; ///< [N m s] about the origin
};

/// The walls of a scene as a hard constraint (T09 section 6.4): particles stay on their side, a radius away from the surface.
class Walls
{
public:
    Walls(const Scene& scene, const Assets& assets);

    /// Moves particles that came too near to a wall back, and takes from their velocities what points into it: restitution and friction.
    /// Particles of which `held` is not zero are left alone.
    ///   in:  positions and velocities at the end of the step [time, time + dt]
    ///   out: positions outside of all walls; the impulses on the walls
    void hold_back(ParticleSet& particles, View<const Index> held, double time, double dt);

    /// Of the last step; one for each wall.
    [[nodiscard]] const std::vector<WallImpulse>& impulses() const { return impulses_; }

    [[nodiscard]] std::size_t bytes() const;

private:
    struct Prepared
    {
        Wall wall;
        std::shared_ptr<const Solid> solid;
        bool is_measured = false; ///< a probe wants its impulse
    };

    std::vector<Prepared> walls_;
    std::vector<WallImpulse> impulses_;
    std::vector<Array<Vec3>> velocity_change_; ///< [m/s] by each measured wall
    double radius_;
    int dimension_;
};
} // namespace aspic
