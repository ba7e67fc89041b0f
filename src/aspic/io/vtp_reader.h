#pragma once

#include "aspic/core/result.h"
#include "aspic/io/particle_frame.h"

#include <string>
#include <string_view>

namespace aspic
{
/// Reads the points and their data from VTK XML PolyData: appended (raw or base64) or inline (base64 or ascii), not compressed. Floating-point
/// columns of 1, 3 or 9 components keep their type, integers become Index or Identity; columns with other numbers of components
/// are taken apart: name_0, name_1 …
Result<ParticleFrame> parse_vtp(std::string_view content, const std::string& source);
} // namespace aspic
