#pragma once

#include "aspic/core/view.h"
#include "aspic/math/small_cholesky.h"
#include "aspic/math/vec.h"

#include <span>
#include <vector>

namespace aspic
{
/// A way in which a rigid body can move: velocity s + a × arm at an arm from its centre, for each unit of speed along it.
struct RigidFreedom
{
    Vec3d shift;        ///< s, or
    Vec3d axis;         ///< a
    double inertia = 0; ///< [kg], [kg m²] of the body alone

    [[nodiscard]] Vec3d at(const Vec3d& arm) const { return shift + cross(axis, arm); }
};

/// A rigid body and the particles that are a part of it: they move as one.
struct RigidGroup
{
    std::vector<RigidFreedom> freedoms; ///< at right angles to each other: the body's own inertia is diagonal
    SmallCholesky inertia;              ///< of body and particles, in these freedoms
    SmallVector change{};               ///< [m/s], [rad/s] of speeds along the freedoms
};

/// A particle of a group.
struct GroupLink
{
    Index particle = 0;
    Index group = 0;
    Vec3d arm; ///< [m] from the centre of the group's body
};

/// The motion of groups that particles of one elastic body are a part of, as unknowns of its system: conjugate gradients of speeds u along freedoms, beside those of particles. With Φ from speeds to velocities of
/// particles, their block of the system is Φᵀ (m + K) Φ and the inertia of the body; the inertia of all preconditions it.
class GroupUnknowns
{
public:
    GroupUnknowns(std::span<RigidGroup> groups, std::span<const GroupLink> links);

    [[nodiscard]] bool any() const { return !links_.empty(); }

    /// r = Φᵀ of residuals of particles.
    void gather(View<const Vec3> residual);

    /// r → z; returns rᵀ z.
    double precondition();

    /// p = z + kept p, and what that is for particles.
    void turn_direction(double kept, View<Vec4> p);

    /// pᵀ J p, J of bodies
    [[nodiscard]] double work() const;

    /// u += length p, r −= length (J p + Φᵀ q)
    void advance(double length, View<const Vec4> q);

    /// Whether all groups can go anywhere: then everything can have a common velocity.
    [[nodiscard]] bool move_freely() const;
    [[nodiscard]] double mass() const;             ///< [kg] of their bodies
    [[nodiscard]] Vec3d momentum_residual() const; ///< [kg m/s] of all groups
    void add_velocity(const Vec3d& v) const;       ///< to all groups

private:
    struct Speeds
    {
        bool is_linked = false;
        SmallVector r{}, z{}, p{};
    };
    template <class Visit> void for_each_freedom(const Visit& visit) const;

    std::span<RigidGroup> groups_;
    std::span<const GroupLink> links_;
    std::vector<Speeds> speeds_; ///< of each group
};
} // namespace aspic
