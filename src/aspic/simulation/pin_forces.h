#pragma once

#include "aspic/particles/particle_set.h"
#include "aspic/scene/scene.h"
#include "aspic/simulation/wall_impulse.h"

#include <vector>

namespace aspic
{
/// What pins, attachments and given motions do to the particles they hold, by the balance of their momentum in a step: J = m (v − v*) − j. v* is the velocity after forces that act on held particles as on others (gravity, viscosity,
/// and all of weakly compressible fluids), j what elasticity and pressure would have given to them had they been loose. Nothing is done unless a probe asks for it.
class PinForces
{
public:
    explicit PinForces(const Scene& scene);

    [[nodiscard]] bool any() const { return is_measured_; }

    /// v = v*
    void begin(const ParticleSet& particles);

    /// j += what something gave [kg m/s]; empty: nothing.
    void add(View<const Vec3> given);

    /// Held particles move as they must: J of each pin. `held`: numbers of the pins of particles, negative if they are parts of rigid bodies; 0: none.
    void finish(const ParticleSet& particles, View<const Index> held);

    /// Of each pin, then motion, of each object, in the last step.
    [[nodiscard]] const std::vector<WallImpulse>& impulses() const { return impulses_; }

    /// Which of these an object's pin is, or all that hold the object: [first, last).
    static std::pair<std::size_t, std::size_t> numbers_of(const PinProbe& probe, const Scene& scene);

private:
    bool is_measured_;
    std::vector<WallImpulse> impulses_;
    Array<Vec3> before_; ///< [m/s] v*
    Array<Vec3> given_;  ///< [kg m/s] j
};
} // namespace aspic
