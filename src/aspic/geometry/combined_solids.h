#pragma once

#include "aspic/geometry/solid.h"

#include <vector>

namespace aspic
{
using SolidList = std::vector<std::shared_ptr<const Solid>>;

/// What is in at least one of the parts.
std::shared_ptr<const Solid> union_of(SolidList parts);

/// What is in all of the parts.
std::shared_ptr<const Solid> intersection_of(SolidList parts);

/// What is in `whole` and neither in nor at the surface of any of the others.
std::shared_ptr<const Solid> difference_of(std::shared_ptr<const Solid> whole, SolidList without);

/// The solid turned about the origin, then moved.
std::shared_ptr<const Solid> moved_solid(std::shared_ptr<const Solid> solid, const Vec3d& rotation, const Vec3d& position);

/// The cut of the plane z = 0 through the solid. Its distances are those of the solid; normals lie in the plane.
std::shared_ptr<const Solid> cut_by_plane(std::shared_ptr<const Solid> solid);
} // namespace aspic
