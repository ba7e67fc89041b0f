#pragma once

#include "aspic/geometry/surface_mesh.h"

namespace aspic
{
/// Moves vertices towards the mean of their neighbours and a little more back again (Taubin 1995), so that ripples vanish and the volume stays. Normals
/// become those of the triangles around each vertex, weighted by area. The same bits for any number of threads.
///   `weights`: 0 … 1 for each vertex, how far it follows
void smooth(SurfaceMesh& mesh, const std::vector<float>& weights, int iterations);

/// Normals from the triangles around each vertex, weighted by area; a vertex whose triangles have none keeps its normal.
void recompute_normals(SurfaceMesh& mesh);
} // namespace aspic
