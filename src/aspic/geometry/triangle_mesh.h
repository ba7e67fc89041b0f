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
/// used), nor are holes (winding numbers say what is inside) and triangles without area (they are left out); one without triangles, with
/// vertices that are not finite, with a surface that faces both ways or has no volume is.
Problems problems_of_solid(const TriangleMesh& mesh, const std::string& source);

/// The same for a sheet along the triangles, which encloses nothing.
Problems problems_of_sheet(const TriangleMesh& mesh, const std::string& source);

/// [m³] Enclosed volume, negative if the mesh is inside-out; of an open one that between its triangles and their centre of area. Parts that are enclosed twice count
/// twice. All indices must be in range.
double volume(const TriangleMesh& mesh);

/// Edges that triangles walk more often this way than the other, as pairs of vertices, as often as that. A surface without any is closed.
std::vector<std::array<int, 2>> open_edges(const TriangleMesh& mesh);

/// Triangles that close the holes of a mesh: from its open edges to the mean of those that hang together.
TriangleMesh caps(const TriangleMesh& mesh);

/// For each vertex the number of its position, counted by first appearance: vertices at equal places get the same number.
std::vector<int> numbered_positions(const std::vector<Vec3d>& vertices);

/// For each triangle the number of the part that it belongs to: triangles with a corner at a common place are of one part.
std::vector<std::size_t> numbered_parts(const TriangleMesh& mesh);

/// The same triangles, with one vertex for all that stand at the same place.
TriangleMesh with_merged_vertices(const TriangleMesh& mesh);
} // namespace aspic
