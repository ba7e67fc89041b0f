#pragma once

#include <filesystem>
#include <string_view>

namespace aspic
{
/// Writes a file that appears whole or not at all: a temporary file beside it is renamed at the end.
/// Throws std::system_error with the path in its message.
void write_atomically(const std::filesystem::path& path, std::string_view content);
} // namespace aspic
