#pragma once

#include "aspic/geometry/surface_mesh.h"

namespace aspic
{
/// Collapses the edges whose loss changes the surface least, by quadric errors (Garland & Heckbert 1997), until at most the given fraction of triangles is
/// left. A mesh that is closed, manifold and consistently oriented stays so, with the same Euler characteristic: edges whose collapse would pinch it or
/// turn a triangle over are kept, so that more triangles than wanted may stay. Columns and normals of the vertices are dropped.
void decimate(SurfaceMesh& mesh, double kept);
} // namespace aspic
