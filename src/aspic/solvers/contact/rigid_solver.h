#pragma once

#include "aspic/boundaries/contact.h"
#include "aspic/solvers/contact/rigid_settings.h"

#include <span>

namespace aspic
{
struct ContactGroup;
struct SweepReport;
struct SweptBody;
struct SweptContact;

/// What a step of the bodies did.
struct RigidReport
{
    int contacts = 0;
    int iterations = 0;    ///< of all parts of the step
    double residual = 0;   ///< [m/s] largest change of a velocity in the last sweep
    bool converged = true; ///< in every part of the step
    double deepest = 0;    ///< [m] largest overlap found
    Index lost_body = -1;  ///< a body whose state is not finite; −1: none
};

/// What a contact did in the last step: the start of the next. Part of the state of a simulation.
struct ContactMemory
{
    Index a = 0, b = 0;
    std::uint64_t key = 0;
    Vec3d place; ///< [m] from the centre of a
    Vec3d force; ///< [N] on a, −force on b, as a mean over the step; none of impacts that bounce

    bool operator==(const ContactMemory&) const = default;
};

/// Moves rigid bodies that touch with friction and restitution: sequential impulses on velocities (Catto 2005) with Coulomb's cone, not a
/// pyramid, accelerated like conjugate gradients. Overlaps are taken away by velocities of their own that are forgotten after the step (split impulses): they
/// add no kinetic energy. Bodies with a mass of zero are walls. Results do not depend on the number of threads.
///
/// A step has three parts, so that a fluid can act between them:
///     apply_forces        g, f → v, L
///     (a fluid changes velocities: apply_impulse)
///     solve_contacts      x → contacts → v, L
///     move                v, L → x, q
class RigidSolver
{
public:
    explicit RigidSolver(const RigidSolverSettings& settings = {}) : settings_(settings) {}

    /// `forces`: one for each body, or none.
    void apply_forces(std::span<RigidBody> bodies, std::span<const Wrench> forces, const Vec3d& gravity, double dt);
    RigidReport solve_contacts(std::span<RigidBody> bodies, double dt);
    void move(std::span<RigidBody> bodies, double dt);

    /// All three, in as many parts as the longest step asks for.
    RigidReport advance(std::span<RigidBody> bodies, std::span<const Wrench> forces, const Vec3d& gravity, double dt);

    /// What a checkpoint must keep besides the states of the bodies.
    [[nodiscard]] const std::vector<ContactMemory>& memory() const { return memory_; }
    void set_memory(std::vector<ContactMemory> memory) { memory_ = std::move(memory); }

    /// What each body, walls too, got from contacts in the last step: impulse and its moment about the origin.
    [[nodiscard]] const std::vector<Wrench>& contact_impulses() const { return impulses_; }

    /// Of the last solve.
    [[nodiscard]] const std::vector<Contact>& contacts() const { return contacts_; }

private:
    /// What a step must know of a body between its parts.
    struct Course
    {
        Vec3d free_velocity;     ///< [m/s] after the forces: what differs from it was changed by others
        Vec3d acceleration;      ///< [m/s²] by the forces
        bool is_touched = false; ///< by a contact
        Vec3d apart, apart_turn; ///< [m/s], [rad/s] velocities that take overlaps away
    };

    SweepReport solve_velocities(std::span<SweptContact> contacts, std::span<SweptBody> bodies) const;
    [[nodiscard]] std::vector<ContactGroup> direct_groups(std::span<const SweptContact> contacts, std::span<const SweptBody> bodies) const;
    void start_from_memory(std::span<const RigidBody> bodies, std::span<SweptContact> contacts, std::span<SweptBody> moving,
                           double dt) const;
    void apply_impulses(std::span<RigidBody> bodies, std::span<const SweptContact> contacts, double dt);
    void take_apart(std::span<const RigidBody> bodies, std::vector<SweptContact>& contacts, double dt);

    RigidSolverSettings settings_;
    std::vector<Course> courses_;
    std::vector<Contact> contacts_;
    std::vector<Wrench> impulses_; ///< [N s], [N m s] of contacts on each body
    std::vector<ContactMemory> memory_;
};
} // namespace aspic
