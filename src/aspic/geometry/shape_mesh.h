#pragma once

#include "aspic/geometry/solid.h"
#include "aspic/geometry/surface_mesh.h"

namespace aspic
{
/// How the surface of a shape becomes a mesh.
struct ShapeMeshSettings
{
    double cell_size = 0;                      ///< [m] of the lattice, for shapes that are no meshes
    const TriangleMesh* replacement = nullptr; ///< instead of the shape's own; scaled and moved as that would be
};

/// The surface of a three-dimensional shape: the triangles of its own mesh file, scaled and moved, six faces of a box, or else an isosurface of
/// its distance. Empty for
/// particle files and for shapes without an end, unless there is a replacement. The shape must be one that make_solid takes, or a particle file.
SurfaceMesh shape_mesh(const Shape& shape, const Assets& assets, const ShapeMeshSettings& settings);

/// The same triangles, with normals from those around each vertex.
SurfaceMesh surface_of(const TriangleMesh& mesh);
} // namespace aspic
