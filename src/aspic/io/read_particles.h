#pragma once

#include "aspic/core/result.h"
#include "aspic/io/frame_format.h"
#include "aspic/io/particle_frame.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace aspic
{
/// Reads particles from a .vtp, .ply or .csv file, of Aspic or of another program: positions, and whatever columns are there. All numbers are
/// finite; a file that is cut off is refused (see parse_particle_csv for what a table cannot tell).
/// Throws std::system_error if the file cannot be read.
Result<ParticleFrame> read_particles(const std::filesystem::path& path);

/// The same from the content of a file; `source` names it in problems.
Result<ParticleFrame> parse_particles(std::string_view content, FrameFormat format, const std::string& source);
} // namespace aspic
