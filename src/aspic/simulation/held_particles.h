#pragma once

#include "aspic/simulation/pose.h"
#include "aspic/simulation/world_state.h"

namespace aspic
{
/// Particles that are pinned, or belong to an object that moves as given. Two columns say which motion holds a particle (0: none) and where
/// in it the particle stands; they exist only if the scene holds any.
class HeldParticles
{
public:
    HeldParticles(const Scene& scene, const Assets& assets);

    /// How many pins and given motions a scene has.
    static std::size_t motion_count(const Scene& scene);

    [[nodiscard]] bool any() const { return !motions_.empty(); }

    /// Adds the two columns to a state that has none yet, and takes hold of the objects that are there.
    void prepare(WorldState& state) const;

    /// Marks those of the particles [first, end) of an object that are held. `since`: [s] from when on, if not from the object's start.
    void take_hold(ParticleSet& particles, Index object, Index first, std::optional<double> since = {}) const;

    /// Puts held particles where their motion wants them at the end of the step.
    void lead(ParticleSet& particles, double time, double dt) const;

    /// v of held particles [m/s] → such that Δt v leads them there.
    void velocities(const ParticleSet& particles, double time, double dt, View<Vec3> v) const;

    /// For each particle whether it is held; empty if none can be.
    [[nodiscard]] View<const Index> flags(const ParticleSet& particles) const;

private:
    struct PreparedPin
    {
        std::shared_ptr<const Solid> region; ///< none: the whole object
        Index object;
        double start;
        std::optional<Motion> motion;
    };

    template <class F> void for_each_held(const ParticleSet& particles, double time, double dt, const F& visit) const;

    std::vector<PreparedPin> motions_; ///< number k in the column is motions_[k − 1]
};
} // namespace aspic
