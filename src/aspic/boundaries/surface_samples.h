#pragma once

#include "aspic/boundaries/boundary.h"

#include <vector>

namespace aspic
{
/// Spreads points evenly over the surface that lies `depth` deep in the matter of a wall (negative: in the fluid), about the shape's spacing apart. A face that fits the lattice of the fluid gets
/// the points that continue it; elsewhere points are taken where there is room, then pushed apart. Where the matter is thinner than two depths they stand in its
/// middle, but only `if_thin`: the layer nearest to the surface. The same points for any number of threads.
/// Throws std::length_error if the surface has no end.
std::vector<Vec3d> spread_samples(const BoundaryShape& shape, double depth, bool if_thin);
} // namespace aspic
