#pragma once

#include "aspic/core/result.h"
#include "aspic/math/vec.h"

#include <array>
#include <string>
#include <vector>

namespace aspic
{
/// Triangles with shared corners, counter-clockwise seen from outside.
struct TriangleMesh
{
    std::vector<Vec3d> vertices; ///< [m]
    std::vector<std::array<int, 3>> triangles;
};

/// Whether the triangles bound a volume: all that is wrong with that, in words. An inside-out mesh is no problem (it is turned around when
/// used), nor are triangles without area (they are left out); one without triangles, with vertices that are not finite, with a surface that
/// is open, faces both ways or has no volume is.
Problems problems_of_solid(const TriangleMesh& mesh, const std::string& source);

/// [m³] Enclosed volume, negative if the mesh is inside-out. Parts that are enclosed twice count twice. All indices must be in range.
double volume(const TriangleMesh& mesh);

/// For each vertex the number of its position, counted by first appearance: vertices at equal places get the same number.
std::vector<int> numbered_positions(const std::vector<Vec3d>& vertices);

/// The same triangles, with one vertex for all that stand at the same place.
TriangleMesh with_merged_vertices(const TriangleMesh& mesh);
} // namespace aspic
