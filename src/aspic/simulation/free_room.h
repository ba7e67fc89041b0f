#pragma once

#include "aspic/simulation/rigid_bodies.h"

namespace aspic
{
/// Where particles can come into a world: not near to another particle, not inside of a wall or rigid body.
class FreeRoom
{
public:
    FreeRoom(const Scene& scene, const Assets& assets);

    /// How near to another particle one may come, in spacings: a jet that is pressed together a little, or a body. The middle of a cell of resting fluid is 0.87 spacings (in 2D 0.71) away from
    /// its corners and no room for a body.
    static constexpr double in_jet = 0.7, in_body = 0.95;

    /// For each place, whether something is there already (1 or 0).
    ///   `guest`: an object whose supports do not count; none: all do
    [[nodiscard]] std::vector<char> taken(const WorldState& state, const RigidBodies& rigid, const std::vector<Vec3d>& places,
                                          double nearest, const Object* guest = nullptr) const;

private:
    struct PreparedWall
    {
        std::string name;
        std::shared_ptr<const Solid> solid;
        std::optional<Motion> motion;
        bool is_vessel = false;
    };

    [[nodiscard]] std::vector<char> crowded(const ParticleSet& particles, const std::vector<Vec3d>& places, double nearest) const;

    std::vector<PreparedWall> walls_;
    std::vector<std::string> rigid_names_;
    double spacing_; ///< [m]
    int dimension_;
    Periodicity periodicity_;
};
} // namespace aspic
