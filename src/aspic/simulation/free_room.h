#pragma once

#include "aspic/simulation/rigid_bodies.h"

namespace aspic
{
/// Where particles can come into a world: not near to another particle, not inside of a wall or rigid body.
class FreeRoom
{
public:
    FreeRoom(const Scene& scene, const Assets& assets);

    /// For each place, whether something is there already (1 or 0).
    [[nodiscard]] std::vector<char> taken(const WorldState& state, const RigidBodies& rigid, const std::vector<Vec3d>& places) const;

private:
    struct PreparedWall
    {
        std::shared_ptr<const Solid> solid;
        std::optional<Motion> motion;
        bool is_vessel = false;
    };

    [[nodiscard]] std::vector<char> crowded(const ParticleSet& particles, const std::vector<Vec3d>& places) const;

    std::vector<PreparedWall> walls_;
    double spacing_; ///< [m]
    int dimension_;
    Periodicity periodicity_;
};
} // namespace aspic
