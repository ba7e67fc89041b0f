#pragma once

#include "aspic/core/types.h"
#include "aspic/geometry/solid.h"

namespace aspic
{
/// Points of a cubic lattice inside a solid, centred in its bounds: the first layer of a box stands half a spacing from its faces. In 2D
/// the lattice lies in z = 0. x runs fastest. Throws std::length_error for more than 2^31 − 1 points or an unbounded solid.
std::vector<Vec3d> lattice_points(const Solid& solid, double spacing, int dimension);

/// How many points that would be, without making them: exact up to ten million places to look at, from a coarser lattice beyond.
/// Infinite for an unbounded solid.
double lattice_point_count(const Solid& solid, double spacing, int dimension);
} // namespace aspic
