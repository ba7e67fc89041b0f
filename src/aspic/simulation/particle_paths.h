#pragma once

#include "aspic/boundaries/swept_path.h"
#include "aspic/simulation/rigid_bodies.h"
#include "aspic/simulation/walls.h"

namespace aspic
{
/// Keeps particles from passing walls and rigid bodies of any thickness at any speed. However a particle came to where
/// it is after a step, its path from where it was before, seen from each
/// wall and body as these stood then and stand now, must not cross a surface: the particle stops on the side from which
/// it comes, and loses the velocity into the surface. Paths of successive steps are
/// joined in the frame of each body, so that nothing passes between two steps.
class ParticlePaths
{
public:
    ParticlePaths(const Scene& scene, const Assets& assets);

    [[nodiscard]] bool any() const { return !surfaces_.empty(); }

    /// Remembers where particles, walls and bodies are; particles keep their order until `stop_at_surfaces`.
    void begin(const WorldState& state, const RigidBodies& rigid);

    /// At the end of the step [time, time + dt]: x, v → x, v; what walls and bodies got from it is added to theirs.
    void stop_at_surfaces(WorldState& state, Walls& walls, RigidBodies& rigid, const Walls::Spared& spared, double dt);

    /// Whether a wall or body, as they stand at the end of the step, is between two places.
    [[nodiscard]] bool is_crossed(const Vec3d& from, const Vec3d& to) const;

    [[nodiscard]] std::size_t bytes() const { return before_.capacity() * sizeof(Vec3d) + touches_.capacity(); }

private:
    /// A wall, or behind all walls a rigid body.
    struct Surface
    {
        std::shared_ptr<const Solid> solid;
        bool keeps_inside = false;
        std::optional<Motion> motion;
        Bounds bounds; ///< of what particles must not enter, in its own frame; endless for vessels
    };

    [[nodiscard]] bool may_touch(std::size_t s, const Vec3d& X_before, const Vec3d& X_after) const;
    [[nodiscard]] std::optional<PathContact> contact(std::size_t s, Index i, const Vec3d& x) const;
    void place_after(const WorldState& state, const RigidBodies& rigid, double dt);
    void find_touching(const ParticleSet& particles, const Walls::Spared& spared);
    [[nodiscard]] Vec3d slid(std::size_t s, const Vec3d& x, const PathContact& found) const;
    bool stop(std::size_t s, Index i, WorldState& state, Walls& walls, RigidBodies& rigid) const;
    [[nodiscard]] bool is_spared(std::size_t s, Index i, const Walls::Spared& spared) const
    {
        return !spared.by_one.empty() && spared.by_one[i] == static_cast<Index>(s);
    }

    std::vector<Surface> surfaces_; ///< walls, then rigid bodies
    std::size_t wall_count_ = 0;
    std::vector<RigidPose> poses_before_, poses_after_;
    std::vector<Movement> movements_; ///< of walls
    double time_ = 0;                 ///< [s] as the step begins
    Array<Vec3d> before_;             ///< [m] of each particle
    Array<char> touches_;             ///< not zero: the path of the particle touches something
    double skin_;                     ///< [m]
    int dimension_;
};
} // namespace aspic
