#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/triangle_mesh.h"

#include <string_view>

namespace aspic
{
/// The elements `vertex` (x, y, z) and `face` (vertex_indices or vertex_index) of a PLY file.
Result<TriangleMesh> parse_ply_mesh(std::string_view content, const std::string& source);
} // namespace aspic
