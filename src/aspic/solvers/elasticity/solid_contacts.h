#pragma once

#include "aspic/math/quaternion.h"
#include "aspic/operators/smoothing_kernel.h"
#include "aspic/solvers/elasticity/wall_contacts.h"

#include <vector>

namespace aspic
{
class ElasticSystem;
class GroupUnknowns;

/// A particle of one of the systems that are solved together, or a point of a rigid body.
struct SolidParticle
{
    std::size_t system = 0; ///< its number among them
    Index slot = 0;         ///< of a rigid body: its number
    bool is_rigid = false;
    Vec3d arm = {}, velocity = {}; ///< [m] from the centre of the body, [m/s] before the solve
};

/// A particle near others that are not its neighbours at rest: of other solids, or of a fold of its own.
struct ParticleContact
{
    struct Other
    {
        SolidParticle particle;
        Vec3d offset;                 ///< [m] to the owner, as the step begins
        double volume;                ///< [m^d]
        double friction;              ///< Coulomb's coefficient
        Vec3d ahead = {}, apart = {}; ///< [m] the same where the force is found, and where both are predicted to be
        Vec3d gradient = {};          ///< [1/m] of what it fills
        double weight = 0;            ///< of it in what the owner slides along
    };
    SolidParticle owner;
    double filled = 0;    ///< share of space that its own solid fills, less 1
    double stiffness = 0; ///< [J]
    Vec3d force = {};     ///< [N] friction, in: of the step before; out: of this one
    std::vector<Other> others = {};

    // While the step is solved:
    double excess = 0; ///< at rest of the unknowns: what is filled beyond all space, less what velocities add
    Vec3d gradient = {};
    bool presses = false;
    Grip grip = {};
    double friction = 0; ///< Coulomb's coefficient
};

/// Contact of solids with each other as a part of their elastic solve: space that is filled more than once resists, as stiff as the material, E = Σ ½ s max(0, Σ_j V_j ω_ij + filled)². Pairs push each other along their line, so momentum and
/// angular momentum are kept; friction acts on both sides at one point.
class SolidContacts
{
public:
    SolidContacts() = default;
    SolidContacts(std::vector<ParticleContact> contacts, const AnyKernelT<double>& kernel, double dt)
        : contacts_(std::move(contacts)), kernel_(kernel), dt_(dt)
    {
    }

    /// What is solved together.
    struct Systems
    {
        std::span<ElasticSystem* const> solids;
        GroupUnknowns& groups;
    };

    /// Where particles will be if nothing else happens: what presses; r += Δt f.
    void begin(Systems systems);

    /// q += Δt² C p of all systems; returns pᵀ of that.
    [[nodiscard]] double multiply(Systems systems) const;

    /// r → r of what presses and slides with the velocities that were found; whether that changed much.
    bool revise(Systems systems);

    /// Tells the systems which impulses they got.
    void finish(Systems systems);

    [[nodiscard]] const std::vector<ParticleContact>& all() const { return contacts_; }

private:
    struct Motion
    {
        double rate;   ///< [1/s] at which more is filled
        Vec3d sliding; ///< [m/s]
    };
    struct Force
    {
        double pressure = 0; ///< [J]
        Vec3d friction;      ///< [N]
    };
    template <class Velocity> [[nodiscard]] Motion motion_of(const ParticleContact& contact, const Velocity& velocity) const;
    [[nodiscard]] Motion motion_now(const ParticleContact& contact, Systems systems) const;
    [[nodiscard]] Force force_of(const ParticleContact& contact, const Motion& motion) const;
    [[nodiscard]] double spring_along(const ParticleContact& contact) const;
    void find_gradients(ParticleContact& contact, Systems systems) const;
    bool choose(ParticleContact& contact, const Motion& motion) const;
    template <class Use> void for_each_part(const ParticleContact& contact, const Force& force, const Use& use) const;

    std::vector<ParticleContact> contacts_;
    AnyKernelT<double> kernel_;
    double dt_ = 0;
};
} // namespace aspic
