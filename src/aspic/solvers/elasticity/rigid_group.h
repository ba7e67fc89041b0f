#pragma once

#include "aspic/core/view.h"
#include "aspic/math/small_cholesky.h"
#include "aspic/math/vec.h"

#include <algorithm>
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

class ElasticSystem;

/// The motion of rigid bodies that solids are attached to or touch, as unknowns of a system of equations: conjugate gradients of speeds u along freedoms, beside those of particles. With Φ from speeds to velocities of attached
/// particles, their block of the system is Φᵀ (m + K) Φ and the inertia of the body; the inertia of all preconditions it.
class GroupUnknowns
{
public:
    using Systems = std::span<ElasticSystem* const>;

    GroupUnknowns() = default;
    explicit GroupUnknowns(std::span<RigidGroup> groups) : groups_(groups), speeds_(groups.size()) {}

    /// A particle of a system is a part of its group.
    void attach(std::size_t system, const GroupLink& link);
    /// Something touches a group.
    void take_part(Index group) { speeds_[static_cast<std::size_t>(group)].takes_part = true; }
    [[nodiscard]] bool has_links() const { return !links_.empty(); }
    [[nodiscard]] bool any_takes_part() const
    {
        return std::any_of(speeds_.begin(), speeds_.end(), [](const auto& each) { return each.takes_part; });
    }

    /// r = Φᵀ of residuals of particles.
    void gather(Systems systems);

    double precondition();                             ///< r → z; returns rᵀ z
    void turn_direction(double kept, Systems systems); ///< p = z + kept p, and what that is for particles
    double begin_product();                            ///< q = J p, J of bodies; returns pᵀ q
    void advance(double length, Systems systems);      ///< u += length p, r −= length (q + Φᵀ of products of particles)

    // What touches a group, at an arm from its centre:
    [[nodiscard]] Vec3d motion_at(Index group, const Vec3d& arm) const;    ///< [m/s] by u
    [[nodiscard]] Vec3d direction_at(Index group, const Vec3d& arm) const; ///< [m/s] by p
    void add_residual(Index group, const Vec3d& arm, const Vec3d& impulse);
    void add_product(Index group, const Vec3d& arm, const Vec3d& impulse);

    /// What touching solids say in the end that they gave to a group.
    void note_impulse(Index group, const Vec3d& arm, const Vec3d& impulse) { add(group, arm, impulse, &Speeds::given); }
    struct Surplus
    {
        Vec3d momentum, angular_momentum; ///< [kg m/s], [kg m²/s] about its centre
    };
    /// What of that a group did not take: the solve ends before contact springs and motion agree.
    [[nodiscard]] Surplus surplus(Index group) const;
    [[nodiscard]] Index count() const { return static_cast<Index>(groups_.size()); }

    /// Takes from solids and the bodies that they are attached to what solving gave them of momentum, if all of them can go anywhere.
    void keep_momentum(Systems systems);

private:
    struct Speeds
    {
        bool takes_part = false;
        SmallVector r{}, z{}, p{}, q{}, given{};
    };
    struct Link
    {
        std::size_t system;
        GroupLink link;
    };
    template <class Visit> void for_each_freedom(const Visit& visit) const;
    [[nodiscard]] Vec3d velocity_at(Index group, const Vec3d& arm, const SmallVector& speeds) const;
    void add(Index group, const Vec3d& arm, const Vec3d& impulse, SmallVector Speeds::*to);

    std::span<RigidGroup> groups_;
    std::vector<Link> links_;
    std::vector<Speeds> speeds_; ///< of each group
};
} // namespace aspic
