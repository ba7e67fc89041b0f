#pragma once

#include "aspic/boundaries/boundary_body.h"
#include "aspic/boundaries/collect_terms.h"
#include "aspic/boundaries/half_space_profile.h"
#include "aspic/simulation/rigid_bodies.h"
#include "aspic/simulation/world_state.h"
#include "aspic/solvers/fluid.h"

namespace aspic
{
/// Whether a wall or rigid body stands in the sums of an incompressible fluid as samples: as the scene says, or if it
/// is thinner than a spacing somewhere.
bool is_sampled(const Scene& scene, const BoundaryShape& shape);

/// What the fluid meets of a wall, and of a rigid body.
BoundaryShape boundary_shape(const Scene& scene, const Assets& assets, const Wall& wall);
BoundaryShape boundary_shape(const Scene& scene, const Assets& assets, const RigidObject& body);

/// The walls and rigid bodies of a scene as boundary terms: bodies 0 … are its walls, then come its rigid bodies. Walls without ghosts have none.
class SceneBoundaries
{
public:
    SceneBoundaries(const Scene& scene, const Assets& assets);

    /// Finds the terms of all particles and how the walls move in the step [time, time + dt].
    ///   `solid`: not negative for particles of solids whose contact with walls is a part of elasticity; empty: none
    void collect(const ParticleSet& particles, const RigidBodies& rigid, double time, double dt, View<const Index> solid = {});

    /// A particle of a solid near a wall or rigid body: no part of terms(), since elasticity keeps it away.
    struct SolidNearWall
    {
        Index particle, body;
        double distance; ///< [m] from the surface
        Vec3d normal;    ///< away from it
    };
    [[nodiscard]] const std::vector<SolidNearWall>& solids_near_walls() const { return solids_near_walls_; }

    /// Bodies have been pushed since: their velocities are those of `rigid`.
    void follow(const RigidBodies& rigid);
    [[nodiscard]] std::size_t wall_count() const { return walls_.size() - rigid_count_; } ///< rigid bodies stand behind the walls

    [[nodiscard]] double distance_of(const BoundaryTerm& term) const { return double(term.distance); } ///< [m] from its surface
    [[nodiscard]] const BoundaryTerms& terms() const { return terms_; }
    [[nodiscard]] std::vector<BoundaryBody>& bodies() { return bodies_; }
    [[nodiscard]] const std::vector<BoundaryBody>& bodies() const { return bodies_; }

    /// Whether fluid sticks to a wall or body.
    [[nodiscard]] bool sticks(std::size_t body) const { return walls_[body].sticks; }

    [[nodiscard]] std::size_t bytes() const;

private:
    struct Member
    {
        std::unique_ptr<const Boundary> boundary; ///< none: it only keeps particles from passing
        std::optional<Motion> motion;
        bool sticks = false;
        std::shared_ptr<const Solid> solid;
        bool keeps_inside = false;
    };
    void separate_solids(const ParticleSet& particles, View<const Index> solid);
    [[nodiscard]] SolidNearWall solid_near_wall(Index i, const Vec3d& x, const BoundaryTerm& term) const;

    std::vector<Member> walls_; ///< walls, then rigid bodies
    std::size_t rigid_count_ = 0;
    HalfSpaceProfile profile_;
    Periodicity periodicity_;
    TermCollector collector_;
    BoundaryTerms terms_;
    std::vector<BoundaryBody> bodies_;
    std::vector<RigidPose> poses_; ///< of bodies, as the step begins
    std::vector<SolidNearWall> solids_near_walls_;
    double spacing_;
};
} // namespace aspic
