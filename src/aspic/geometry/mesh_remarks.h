#pragma once

#include "aspic/geometry/triangle_mesh.h"

namespace aspic
{
/// What is uncommon about a mesh without problems_of_solid, and what is made of it, in words: holes, parts that are inside-out or lie in each other, triangles that cross.
std::vector<std::string> remarks_of_mesh(const TriangleMesh& mesh);

/// Pairs of triangles that cross each other: an edge of one passes through the inside of the other. Those that only touch, or lie in one plane, do not count.
std::size_t crossings(const TriangleMesh& mesh);
} // namespace aspic
