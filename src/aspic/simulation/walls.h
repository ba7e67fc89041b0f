#pragma once

#include "aspic/simulation/friction_table.h"
#include "aspic/simulation/pose.h"
#include "aspic/simulation/wall_impulse.h"
#include "aspic/simulation/world_state.h"

namespace aspic
{
/// The walls of a scene as a hard constraint (T09 section 6.4): particles stay on their side, a radius away from the surface; where ghosts push them away, half
/// a radius. The column `clearance` holds how far a particle can go before it may touch a wall that rests; until then those are not looked at.
class Walls
{
public:
    Walls(const Scene& scene, const Assets& assets);

    /// Adds the column.
    static void prepare(ParticleSet& particles);

    /// Moves particles that came too near to a wall back, and takes from their velocities what points into it: restitution and friction.
    /// Particles of which `held` is not zero are left alone, and ghosts.
    ///   in:  positions and velocities at the end of the step [time, time + dt]
    ///   out: positions outside of all walls; the impulses on the walls
    ///   `again`: more of the same step
    enum class Turn
    {
        first,
        again
    };
    /// Particles that walls do not touch.
    struct Spared
    {
        View<const Index> by_all = {}; ///< not zero: no wall does; empty: all do
        View<const Index> by_one = {}; ///< the number of one that does not, −1: none; empty: all do
        View<const Index> by_elasticity =
            {}; ///< not negative: elasticity keeps it from walls, which only see to it that it does not pass; empty: all do
    };
    void hold_back(ParticleSet& particles, const Spared& spared, double time, double dt, Turn turn = Turn::first);

    /// Velocity of a particle after touching the wall w, which moves with `wall_velocity`; the normal points away from
    /// it.
    [[nodiscard]] Vec3d after_contact(std::size_t w, Index material, const Vec3d& v, const Vec3d& wall_velocity, const Vec3d& normal) const;

    /// Something besides hold_back() acts on a wall in the step.
    void add_impulse(std::size_t w, const WallImpulse& impulse)
    {
        if (walls_[w].is_measured)
            impulses_[w] = impulses_[w] + impulse;
    }

    /// The first particle that hold_back() did not get out of walls and that stands deeper than a spacing in one; none:
    /// −1.
    [[nodiscard]] Index deep_in_matter(const ParticleSet& particles, const Spared& spared, double time, double spacing) const;

    /// [m/s] of the fastest point of a wall in the next moment: steps must be short enough for what it meets, which may be at rest.
    [[nodiscard]] double largest_speed(double time) const;

    /// Which walls a probe looks at.
    [[nodiscard]] bool is_measured(std::size_t w) const { return walls_[w].is_measured; }

    /// Of the last step; one for each wall.
    [[nodiscard]] const std::vector<WallImpulse>& impulses() const { return impulses_; }

    [[nodiscard]] std::size_t bytes() const;

private:
    struct Prepared
    {
        Wall wall;
        std::shared_ptr<const Solid> solid;
        double distance = 0;      ///< [m] that particles keep from the surface
        bool is_measured = false; ///< a probe wants its impulse
    };

    struct Touching;
    bool touch(std::size_t w, const Movement& movement, Touching& at);
    void sum_impulses(const ParticleSet& particles);

    std::vector<Prepared> walls_;
    FrictionTable friction_;
    std::vector<WallImpulse> impulses_;
    Array<char> stays_in_matter_;              ///< not zero: the particle is nearer to a wall than it should be
    std::vector<Array<Vec3>> velocity_change_; ///< [m/s] by each measured wall
    bool any_moves_ = false;
    double most_clearance_; ///< [m] that is remembered: small steps would be lost in a larger number
    int dimension_;
};
} // namespace aspic
