#pragma once

#include "aspic/geometry/shape.h"

namespace aspic
{
// Shapes with the same cut by the plane z = 0, whose distances in that plane are those to the cut: a ball above the plane becomes a smaller
// one in it. Where there is no such shape of the same kind (a slanted cylinder), or no cut, the shape comes back unchanged: its distances
// are then those in space, which are never too long.
Sphere section(const Sphere& sphere);
Cylinder section(const Cylinder& cylinder);
Capsule section(const Capsule& capsule);
Torus section(const Torus& torus);
HalfSpace section(const HalfSpace& half_space);
} // namespace aspic
