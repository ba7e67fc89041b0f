#include "aspic/scene/rigid.h"

namespace aspic
{
template <> const Structure& structure_of<Axle>()
{
    static const Structure table =
        structure<Axle>("axle", "a fixed line through the body's position, about which it turns",
                        {field<&Axle::axis>("axis", "direction of the line; its length does not matter").range(-1e6, 1e6)});
    return table;
}

template <> const Structure& structure_of<RigidObject>()
{
    using Object = RigidObject;
    static const Structure table = structure<Object>(
        "rigid_body", "a body that keeps its shape: fluids, gravity and contact move it",
        {field<&Object::shape>("shape", "its shape, of any kind but particles").required(),
         field<&Object::density>("density", "its density").unit("kg/m³").range(1e-3, 1e6),
         field<&Object::mass>("mass", "its mass, instead of the density").unit("kg").positive(),
         field<&Object::position>("position", "where the shape's origin comes to stand").unit("m"),
         field<&Object::rotation>("rotation", "of the shape about its origin, before it is moved: axis times angle").unit("rad"),
         field<&Object::velocity>("velocity", "velocity at first, of the shape's origin").unit("m/s").range(-1e6, 1e6),
         field<&Object::angular_velocity>("angular_velocity", "angular velocity at first").unit("rad/s").range(-1e6, 1e6),
         field<&Object::friction>("friction", "Coulomb's coefficient; of two bodies the geometric mean counts, fluids feel none")
             .range(0, 100),
         field<&Object::restitution>("restitution",
                                     "speed away after an impact, as a share of that before; of two bodies the larger counts")
             .range(0, 1),
         field<&Object::sticks>("sticks", "viscous fluid sticks to it; else it slips along"),
         field<&Object::contact_angle>("contact_angle",
                                       "at which fluid meets it: 0 is wetted, 180 deg repels; without it it does not attract fluid")
             .unit("rad")
             .range(0, pi),
         field<&Object::axle>("axle", "it turns about a fixed line and does not move otherwise: a wheel, a door, a pendulum"),
         field<&Object::motion>("motion", "it moves as given and gives way to nothing; without it fluids, gravity and contact move it")});
    return table;
}
} // namespace aspic
