#pragma once

#include "aspic/boundaries/boundary_terms.h"
#include "aspic/boundaries/contact_shape.h"
#include "aspic/boundaries/rigid_pose.h"
#include "aspic/math/quaternion.h"

#include <optional>

namespace aspic
{
/// How surfaces act on each other. Of two that touch, friction is the geometric mean √(μ_a μ_b), restitution the larger one.
struct ContactSurface
{
    double friction = 0.5;  ///< Coulomb's coefficient μ, for rest and motion
    double restitution = 0; ///< e: speed apart after an impact, as a share of the speed before

    bool operator==(const ContactSurface&) const = default;
};

/// What changes with time. The angular momentum is kept, not the angular velocity: without torques it is exactly constant.
struct RigidBodyState
{
    Vec3d position;         ///< [m] c, the centre of mass, or the place of the axle
    Quaternion orientation; ///< from the material frame to the world
    Vec3d velocity;         ///< [m/s] of that place
    Vec3d angular_momentum; ///< [kg m²/s] L about it, in the world's axes

    bool operator==(const RigidBodyState&) const = default;
};

/// Torque and force, or their sums over time, on a body.
struct Wrench
{
    Vec3d force;  ///< [N] or [N s]
    Vec3d torque; ///< [N m] or [N m s] about c
};

/// A rigid body, or a wall: a body whose motion is given and whose mass is infinite.
struct RigidBody
{
    std::shared_ptr<const ContactShape> shape; ///< none: it touches nothing
    ContactSurface surface;
    Vec3d material_center;        ///< [m] X_c, which is at c
    Vec3d overhang;               ///< [m] from X_c to the centre of mass: not zero only on an axle
    std::optional<Vec3d> axle;    ///< the line through c about which alone it turns, unit length; c stays
    double mass = 0;              ///< [kg]; in 2D per metre of depth. 0: the motion is given
    double inverse_mass = 0;      ///< [1/kg]; 0 too on an axle
    Vec3d principal_inertia;      ///< [kg m²] J about the centre
    Vec3d inverse_inertia;        ///< [1/(kg m²)] 1/J; zero about axes that cannot turn
    Quaternion principal_axes;    ///< from their frame to the material frame
    Vec3d given_angular_velocity; ///< [rad/s] of a body whose motion is given; others have theirs from L
    RigidBodyState state;

    [[nodiscard]] bool is_given() const { return mass == 0; }
    [[nodiscard]] RigidPose pose() const { return {matrix_of(state.orientation), state.position, material_center}; }
    [[nodiscard]] Mat3d world_inverse_inertia() const; ///< R J⁻¹ Rᵀ
    [[nodiscard]] Vec3d angular_velocity() const;      ///< [rad/s] ω = R J⁻¹ Rᵀ L
    [[nodiscard]] RigidMotion motion() const { return {state.position, state.velocity, angular_velocity()}; }
    [[nodiscard]] double kinetic_energy() const;                   ///< [J]; 0 for given motions
    [[nodiscard]] Vec3d weight_torque(const Vec3d& gravity) const; ///< [N m] about c
    [[nodiscard]] Vec3d free_part(const Vec3d& torque) const
    {
        return axle ? dot(*axle, torque) * *axle : torque;
    } ///< what an axle lets through
};

/// What a body is made from.
struct RigidBodySettings
{
    Shape shape;
    bool keeps_inside = false;  ///< a vessel: the solid is all that is outside of the shape. Only for given motions
    bool is_given = false;      ///< the motion is given
    double density = 1000;      ///< [kg/m³]
    std::optional<double> mass; ///< [kg] instead of the density; in 2D per metre of depth
    ContactSurface surface;
    Vec3d position;            ///< [m] where the shape's origin comes to stand
    Vec3d rotation;            ///< [rad] of the shape about its origin, before it is moved: axis times angle
    Vec3d velocity;            ///< [m/s] of the shape's origin
    Vec3d angular_velocity;    ///< [rad/s]
    std::optional<Vec3d> axle; ///< direction of a fixed line through the shape's origin, about which it turns; none: it is free

    bool operator==(const RigidBodySettings&) const = default;
};

/// Refuses shapes without mass, axles without direction or for bodies that move otherwise, masses and densities that are not positive, motions that are not finite; in 2D also those out of the plane.
Result<RigidBody> make_rigid_body(const RigidBodySettings& settings, int dimension, const Assets& assets);

/// Changes the momenta. Given motions do not change; on an axle only the turn about it does.
void apply_impulse(RigidBody& body, const Wrench& impulse);
/// At a place in the world.
inline void apply_impulse(RigidBody& body, const Vec3d& impulse, const Vec3d& place)
{
    apply_impulse(body, {impulse, cross(place - body.state.position, impulse)});
}

/// Sets the velocities with which a body whose motion is given arrives after `dt` where x = c' + R' (X − X_c).
void set_course(RigidBody& body, const Vec3d& position, const Quaternion& orientation, double dt);

/// Turns a body without torques for a time: the angular momentum stays, the energy oscillates by a share of (|ω| dt)²/12 and does not drift
/// (the symmetric splitting into turns about the principal axes of Dullweber, Leimkuhler and McLachlan 1997).
void turn_freely(RigidBody& body, double dt);
} // namespace aspic
