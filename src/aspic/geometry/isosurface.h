#pragma once

#include "aspic/geometry/sparse_field.h"
#include "aspic/geometry/surface_mesh.h"

namespace aspic
{
/// The surface between nodes with values above the level, which are inside, and the others: by marching cubes, closed, manifold and consistently
/// oriented for any field. Each vertex lies on a lattice edge, where the values change linearly through the level; normals are those of the
/// field's gradient by central differences. The field must have a block for every cell with an inside corner. Vertices and triangles are
/// ordered by blocks, the same for any number of threads. Throws std::length_error for more than 2^31 − 1 vertices or triangles.
SurfaceMesh isosurface(const SparseField& field, float level);
} // namespace aspic
