#pragma once

#include "aspic/geometry/solid.h"

#include <vector>

namespace aspic
{
/// Points of a mesh's surface in a fixed order: all vertices, then places along the edges that are not flat. What is
/// within a face only touches vertices and edges of others.
std::vector<Vec3d> mesh_samples(const TriangleMesh& mesh, double spacing);

/// Points of the surface of a bounded solid, in a fixed order: near each cell of a lattice that the surface may pass, the point found by walking
/// along the normal. Edges and corners are only met to half a spacing.
std::vector<Vec3d> solid_samples(const Solid& solid, int dimension, double spacing);

/// The way from a point of the surface to one inside, about `reach` deep: against the mean normal of all faces that meet there. Zero if there is none.
Vec3d inset_of(const Solid& solid, const Vec3d& x, double reach, int dimension);
} // namespace aspic
