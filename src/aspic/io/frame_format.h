#pragma once

#include "aspic/io/particle_frame.h"
#include "aspic/scene/output.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace aspic
{
/// The content of a frame file.
std::string frame_text(const ParticleFrame& frame, FrameFormat format);

/// With its point: ".vtp".
std::string_view extension(FrameFormat format);

/// The format that goes with a file's ending, in any case; nothing for other endings.
std::optional<FrameFormat> format_of(const std::filesystem::path& path);
} // namespace aspic
