#pragma once

#include "aspic/boundaries/boundary_terms.h"
#include "aspic/math/mat.h"

namespace aspic
{
/// A wall or rigid body as a pressure solve moves it. With nothing inverse but zeros it is a wall: it moves as given and gives way to nothing.
struct BoundaryBody
{
    RigidMotion motion;
    double inverse_mass = 0;         ///< [1/kg]
    Mat3T<double> inverse_inertia{}; ///< [1/(kg m²)] in the world's axes, about the centre

    [[nodiscard]] bool gives_way() const { return inverse_mass > 0 || trace(inverse_inertia) > 0; }
};

/// What the fluid gave to a body.
struct BodyImpulse
{
    Vec3d linear;  ///< [N s]
    Vec3d angular; ///< [N m s] about the body's centre

    BodyImpulse operator+(const BodyImpulse& b) const { return {linear + b.linear, angular + b.angular}; }
    BodyImpulse operator-(const BodyImpulse& b) const { return {linear - b.linear, angular - b.angular}; }
};

/// The motion after an impulse.
inline RigidMotion pushed(const BoundaryBody& body, const BodyImpulse& impulse)
{
    RigidMotion motion = body.motion;
    motion.velocity += body.inverse_mass * impulse.linear;
    motion.angular_velocity += body.inverse_inertia * impulse.angular;
    return motion;
}
} // namespace aspic
