#pragma once

#include "aspic/geometry/solid.h"

namespace aspic
{
/// Ground with its sides and its bottom. In 2D it is endless along z. Distances are exact, in 3D to 1e-10 of the heights of a cell.
std::shared_ptr<const Solid> solid_of(const HeightField& field, int dimension);
} // namespace aspic
