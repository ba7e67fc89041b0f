#pragma once

#include "aspic/boundaries/boundary.h"

#include <optional>

namespace aspic
{
/// A place of the surface around which the matter of a wall is thinner than a spacing, in all directions for two
/// spacings: plates, shells, rods. Where matter is thin only along a sharp edge there is none.
/// Shapes without end are not searched.
std::optional<Vec3d> thin_place(const BoundaryShape& shape);
} // namespace aspic
