#pragma once

#include "aspic/geometry/shape.h"
#include "aspic/math/keyframed.h"
#include "aspic/scene/motion.h"

namespace aspic
{
/// A fixed line through a body's position, about which it turns.
struct Axle
{
    Vec3d axis{0, 0, 1};

    bool operator==(const Axle&) const = default;
};
template <> const Structure& structure_of<Axle>();

/// A body that keeps its shape: moved by fluids, gravity and contact, or as given.
struct RigidObject
{
    Shape shape;
    double density = 1000;               ///< [kg/m³]; in 2D [kg/m²]
    std::optional<double> mass;          ///< [kg] instead of the density
    Vec3d position;                      ///< [m] where the shape's origin comes to stand
    Vec3d rotation;                      ///< [rad] of the shape about its origin, before it is moved: axis times angle
    Vec3d velocity;                      ///< [m/s] at first, of the shape's origin
    Vec3d angular_velocity;              ///< [rad/s] at first
    double friction = 0.5;               ///< Coulomb's coefficient
    double restitution = 0;              ///< speed away after an impact, as a share of that before
    bool sticks = false;                 ///< fluid sticks to it; else it slips along
    std::optional<double> contact_angle; ///< [rad] at which fluid meets it; none: it does not attract fluid
    std::optional<Axle> axle;            ///< it turns about this and does nothing else; none: it is free
    std::optional<Motion> motion;        ///< none: fluids, gravity and contact move it

    bool operator==(const RigidObject&) const = default;
};
template <> const Structure& structure_of<RigidObject>();
} // namespace aspic
