#pragma once

#include "experiment.h"

#include <algorithm>
#include <unordered_map>

namespace aspic::validation
{
/// How far the free end of a bar has moved: the mean over its last layer of particles, carried on by half a spacing along the slope between the last two layers.
class EndOfBar
{
public:
    /// `axis`: along which the bar stands; `end`: [m] where it ends at rest, `direction`: +1 or −1.
    EndOfBar(const World& world, int axis, double end, double direction) : spacing_(world.scene().spacing)
    {
        const ParticleSet& particles = world.particles();
        for (Index i = 0; i < particles.size(); ++i)
        {
            const double from_end = direction * (end - particles.position[i][axis]);
            if (from_end < 2 * spacing_)
                rest_[particles.identity[i]] = {particles.position[i], from_end < spacing_};
        }
    }

    /// [m] along an axis.
    [[nodiscard]] double displacement(const World& world, int axis) const
    {
        double last = 0, before = 0;
        int last_count = 0, before_count = 0;
        const ParticleSet& particles = world.particles();
        for (Index i = 0; i < particles.size(); ++i)
            if (const auto found = rest_.find(particles.identity[i]); found != rest_.end())
            {
                const double moved = particles.position[i][axis] - found->second.place[axis];
                (found->second.is_last ? last : before) += moved;
                ++(found->second.is_last ? last_count : before_count);
            }
        last /= std::max(last_count, 1);
        before /= std::max(before_count, 1);
        return last + 0.5 * (last - before);
    }

private:
    struct Rest
    {
        Vec3d place;
        bool is_last = false;
    };
    std::unordered_map<Identity, Rest> rest_;
    double spacing_;
};
} // namespace aspic::validation
