#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/triangle_mesh.h"

#include <string_view>

namespace aspic
{
/// The triangles of an STL file, ascii or binary: binary if its size fits the number of triangles at byte 80, whatever it begins with.
/// Equal vertices become one; normals are passed over. A problem stands at `source:line`, or `source: byte N`.
Result<TriangleMesh> parse_stl(std::string_view content, const std::string& source);
} // namespace aspic
