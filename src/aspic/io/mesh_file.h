#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/triangle_mesh.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace aspic
{
enum class MeshFormat
{
    obj,
    ply,
    stl
};

/// By the ending of a file's name: .obj, .ply, .stl in any case.
std::optional<MeshFormat> mesh_format_of(const std::filesystem::path& path);

/// Reads the triangles of a mesh: OBJ, PLY (ascii or binary) or STL (ascii or binary). Polygons are cut into triangles from their first
/// corner; equal vertices of STL become one; colours, normals and all else are passed over. The mesh has at least one triangle, all
/// vertices are finite and all indices in range; whether it bounds a volume is another question (problems_of_solid). `source` names the
/// file in problems.
Result<TriangleMesh> parse_mesh(std::string_view content, MeshFormat format, const std::string& source);

/// The same from a file. Throws std::system_error if it cannot be read.
Result<TriangleMesh> read_mesh(const std::filesystem::path& path);
} // namespace aspic
