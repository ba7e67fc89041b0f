#pragma once

#include "aspic/geometry/solid.h"

namespace aspic
{
/// The inside of a closed mesh, enlarged by a factor; turned around if it is inside-out, as a whole or in parts that bound no hole of others. Parts may cross, overlap and
/// lie in each other: inside is where the winding number says so. The mesh has no problems_of_solid.
std::shared_ptr<const Solid> solid_of(const TriangleMesh& mesh, double scale);
} // namespace aspic
