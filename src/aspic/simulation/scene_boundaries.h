#pragma once

#include "aspic/boundaries/boundary_body.h"
#include "aspic/boundaries/collect_terms.h"
#include "aspic/boundaries/half_space_profile.h"
#include "aspic/simulation/rigid_bodies.h"
#include "aspic/simulation/world_state.h"
#include "aspic/solvers/fluid.h"

namespace aspic
{
/// The walls and rigid bodies of a scene as boundary terms: bodies 0 … are its walls, then come its rigid bodies. Walls without ghosts have none.
class SceneBoundaries
{
public:
    SceneBoundaries(const Scene& scene, const Assets& assets);

    /// Finds the terms of all particles and how the walls move in the step [time, time + dt].
    void collect(const ParticleSet& particles, const RigidBodies& rigid, double time, double dt);

    /// Bodies have been pushed since: their velocities are those of `rigid`.
    void follow(const RigidBodies& rigid);
    [[nodiscard]] std::size_t wall_count() const { return walls_.size() - rigid_count_; } ///< rigid bodies stand behind the walls

    [[nodiscard]] double distance_of(const BoundaryTerm& term) const
    {
        return double(term.distance) + profile_.shift();
    } ///< [m] from its surface
    [[nodiscard]] const BoundaryTerms& terms() const { return terms_; }
    [[nodiscard]] std::vector<BoundaryBody>& bodies() { return bodies_; }
    [[nodiscard]] const std::vector<BoundaryBody>& bodies() const { return bodies_; }

    /// Friction of walls to which the fluid sticks: v, μ → a. Morris with velocities of the wall that continue those of the fluid in a straight line, so that they meet at the surface.
    ///   Σ_b V_b ω'/r (v_i − v_b) = (v_i − v_wall) gradient·n/d at a distance d; returns what the walls get
    std::vector<BodyImpulse> add_friction(const Fluid& fluid, View<const Real> viscosity, double dt, View<Vec3> a) const;

    /// The same for a solve that looks for velocities at the end of a step, v = v* − w (v − v_wall): μ → Σ w v_wall [m/s]; Σ w.
    void find_grip(const Fluid& fluid, View<const Real> viscosity, double dt, View<Vec4> grip) const;

    /// What the walls get in a step by the friction of fluid with velocities v.
    [[nodiscard]] std::vector<BodyImpulse> friction_impulses(const Fluid& fluid, View<const Real> viscosity, double dt,
                                                             View<const Vec3> v) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    struct Member
    {
        std::unique_ptr<const Boundary> boundary; ///< none: it only keeps particles from passing
        std::optional<Motion> motion;
        bool sticks = false;
    };

    /// How a wall brakes a particle: a = −rate (v − velocity).
    struct Brake
    {
        double rate = 0; ///< [1/s]
        Vec3d velocity;  ///< [m/s] of the wall
    };
    [[nodiscard]] Brake brake(const Fluid& fluid, Index i, const BoundaryTerm& term, double viscosity) const;

    std::vector<Member> walls_; ///< walls, then rigid bodies
    std::size_t rigid_count_ = 0;
    HalfSpaceProfile profile_;
    Periodicity periodicity_;
    TermCollector collector_;
    BoundaryTerms terms_;
    std::vector<BoundaryBody> bodies_;
};
} // namespace aspic
