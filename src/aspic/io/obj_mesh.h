#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/triangle_mesh.h"

#include <string_view>

namespace aspic
{
/// The vertices and faces of a Wavefront OBJ file; everything else is passed over. Indices count from 1, negative ones from the last vertex
/// back. A problem stands at `source:line`.
Result<TriangleMesh> parse_obj(std::string_view content, const std::string& source);
} // namespace aspic
