#pragma once

#include "aspic/geometry/solid.h"

// Solids that one formula describes: distances and normals are exact everywhere. The shapes have been checked before.

namespace aspic
{
/// In 2D the box is endless along z.
std::shared_ptr<const Solid> solid_of(const Box& box, int dimension);

std::shared_ptr<const Solid> solid_of(const Sphere& sphere);
std::shared_ptr<const Solid> solid_of(const Cylinder& cylinder);
std::shared_ptr<const Solid> solid_of(const Capsule& capsule);
std::shared_ptr<const Solid> solid_of(const Torus& torus);
std::shared_ptr<const Solid> solid_of(const HalfSpace& half_space);
} // namespace aspic
