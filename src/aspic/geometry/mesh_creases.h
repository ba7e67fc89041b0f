#pragma once

#include "aspic/geometry/surface_mesh.h"

namespace aspic
{
/// The same triangles with sharp edges, for pictures: where triangles around a vertex differ in direction by more than `angle` [rad], each smooth part of
/// them gets a copy of the vertex, with the normal of its own triangles, weighted by area. As far as indices tell, such a mesh is not closed any longer.
/// Columns are dropped.
SurfaceMesh with_creases(const SurfaceMesh& mesh, double angle);
} // namespace aspic
