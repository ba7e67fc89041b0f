#pragma once

#include "aspic/simulation/held_particles.h"
#include "aspic/solvers/elasticity/rigid_group.h"

namespace aspic
{
/// Particles that are a part of rigid bodies that move freely, in one step: body and particles have one motion, and what acts on one acts on all.
class Attachments
{
public:
    /// How bodies stand after RigidBodies::begin; particles keep their order as long as this is used.
    void find(const ParticleSet& particles, const HeldParticles& held, const RigidBodies& rigid);

    [[nodiscard]] bool any() const { return !links_.empty(); }

    /// v, V → v, V: one motion with the momentum and angular momentum of all.
    void share_momentum(ParticleSet& particles, RigidBodies& rigid);

    /// Sorted by particles; a group for each rigid body.
    [[nodiscard]] const std::vector<GroupLink>& links() const { return links_; }
    [[nodiscard]] std::vector<RigidGroup>& groups() { return groups_; }

    /// V → v of linked particles [m/s], such that Δt v leads them where bodies will be if nothing else happens. links_ahead() have the arms that they will have then: torques of solids on bodies balance those within the
    /// solids there.
    void look_ahead(const RigidBodies& rigid, double dt, View<Vec3> v);
    [[nodiscard]] const std::vector<GroupLink>& links_ahead() const { return links_ahead_; }

    /// The changes of the groups → V; they are zero then.
    void apply_changes(RigidBodies& rigid);

    /// V → V by contacts of bodies that have the mass of their particles too, and v, V → v, V.
    RigidReport solve_contacts(ParticleSet& particles, RigidBodies& rigid, double dt);

    /// After bodies have moved: x, v, V → x, v, V, with the momentum and angular momentum that all had before they moved.
    void follow(WorldState& state, const HeldParticles& held, RigidBodies& rigid);

private:
    struct Momenta
    {
        Vec3d linear, angular; ///< [kg m/s], [kg m²/s] about the origin
    };

    [[nodiscard]] RigidBody with_particles(const RigidBody& body, Index group, const ParticleSet& particles) const;
    [[nodiscard]] std::vector<Momenta> momenta(const ParticleSet& particles) const;
    void join(ParticleSet& particles, RigidBodies& rigid, std::span<const Momenta> of_particles);

    std::vector<GroupLink> links_, links_ahead_;
    std::vector<RigidGroup> groups_;
    std::vector<Vec3d> centers_; ///< [m] of the groups' bodies
};
} // namespace aspic
