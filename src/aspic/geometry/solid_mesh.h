#pragma once

#include "aspic/geometry/solid.h"
#include "aspic/geometry/surface_mesh.h"

namespace aspic
{
/// The surface of the part of a solid that lies in a region, which must be bounded: closed, for pictures. Vertices lie on the surface; edges are
/// cut off by less than a cell.
///   `cells`: along the region's longest edge
SurfaceMesh solid_mesh(const Solid& solid, const Bounds& region, int cells);
} // namespace aspic
