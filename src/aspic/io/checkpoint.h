#pragma once

#include "aspic/core/result.h"
#include "aspic/simulation/world.h"

#include <filesystem>
#include <string_view>

namespace aspic
{
/// Saves the whole state: time and all columns, every bit. The file appears whole or not at all. Throws std::system_error if it cannot be written.
void write_checkpoint(const WorldState& state, const std::filesystem::path& path);

/// Reads it back. A file that is damaged, of another version or of a build with another precision is refused in words.
Result<WorldState> read_checkpoint(const std::filesystem::path& path);

/// The same from the content of a file; `source` names it in errors.
Result<WorldState> parse_checkpoint(std::string_view content, const std::string& source);
} // namespace aspic
