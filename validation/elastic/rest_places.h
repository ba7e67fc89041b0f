#pragma once

#include "experiment.h"

#include <unordered_map>

namespace aspic::validation
{
/// Where the particles of a world stood when this was made: without load.
class RestPlaces
{
public:
    explicit RestPlaces(const World& world)
    {
        const ParticleSet& particles = world.particles();
        for (Index i = 0; i < particles.size(); ++i)
            rest_[particles.identity[i]] = particles.position[i];
    }

    /// Calls f(X, i) for each particle that has such a place.
    template <class F> void for_each(const World& world, F&& f) const
    {
        const ParticleSet& particles = world.particles();
        for (Index i = 0; i < particles.size(); ++i)
            if (const auto found = rest_.find(particles.identity[i]); found != rest_.end())
                f(found->second, i);
    }

private:
    std::unordered_map<Identity, Vec3d> rest_;
};
} // namespace aspic::validation
