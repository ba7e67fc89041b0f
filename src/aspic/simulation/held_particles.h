#pragma once

#include "aspic/simulation/pose.h"
#include "aspic/simulation/rigid_bodies.h"
#include "aspic/solvers/elasticity/rigid_group.h"

namespace aspic
{
/// Particles that are pinned, attached to walls or rigid bodies, or belong to an object that moves as given. Two columns say by which pin or motion a particle is held (0: none; negative: it is a part of a rigid body that moves freely) and
/// where in it the particle stands; they exist only if the scene holds any. A third says for particles that are attached, or near to such ones, or inside of what they are attached to, which wall or rigid body that is: the two do not press each other.
class HeldParticles
{
public:
    HeldParticles(const Scene& scene, const Assets& assets);

    /// How many pins and given motions a scene has.
    static std::size_t motion_count(const Scene& scene);

    [[nodiscard]] bool any() const { return !motions_.empty(); }

    /// Adds the columns to a state that has none yet, and takes hold of the objects that are there.
    void prepare(WorldState& state, const RigidBodies& rigid) const;

    /// Marks those of the particles [first, end) of an object that are held. `since`: [s] from when on, if not from the object's start.
    void take_hold(WorldState& state, const RigidBodies& rigid, Index object, Index first, std::optional<double> since = {}) const;

    /// Puts particles that move as given where their motion wants them at the end of the step.
    void lead(ParticleSet& particles, double time, double dt) const;

    /// v of particles that move as given [m/s] → such that Δt v leads them there.
    void velocities(const ParticleSet& particles, double time, double dt, View<Vec3> v) const;

    /// For each particle whether it moves as given (positive) or with a rigid body (negative); empty if none can.
    [[nodiscard]] View<const Index> flags(const ParticleSet& particles) const;

    /// Particles that are parts of rigid bodies, whose numbers are those of the groups; as bodies stand now.
    [[nodiscard]] std::vector<GroupLink> links(const ParticleSet& particles, const RigidBodies& rigid) const;

    /// For each particle the number of the wall, or behind all walls rigid body, that does not press it; −1: all do. Empty: all press all.
    static View<const Index> beside(const ParticleSet& particles);

private:
    /// What a pin is a part of.
    struct Support
    {
        std::shared_ptr<const Solid> solid;
        bool is_vessel = false;
        Index number = 0;           ///< among walls, then rigid bodies
        std::optional<Index> rigid; ///< among rigid bodies; none: a wall
        bool is_free = false;       ///< nothing prescribes its motion
    };
    struct PreparedPin
    {
        std::shared_ptr<const Solid> region; ///< none: the whole object
        Index object;
        double start;
        std::optional<Motion> motion;
        std::optional<Support> support;
    };

    [[nodiscard]] PreparedPin prepared(const Pin& pin, const Scene& scene, const Assets& assets) const;
    void note_neighbors(WorldState& state, const RigidBodies& rigid, Index pin, Index first, double time) const;
    template <class F> void for_each_led(const ParticleSet& particles, double time, double dt, const F& visit) const;

    std::vector<PreparedPin> motions_; ///< number k or −k in the column is motions_[k − 1]
    double home_ = 0;                  ///< [m] particles that are nearer to attached ones are not pressed by what those are a part of
    int dimension_ = 3;
};
} // namespace aspic
