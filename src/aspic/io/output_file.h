#pragma once

#include <filesystem>
#include <string_view>

namespace aspic
{
/// Writes a file: to standard output for "-", straight into what is no regular file (a pipe, a device), else so that it appears whole or not
/// at all: a temporary file beside it is renamed at the end. Throws std::system_error with the path in its message.
void write_output(const std::filesystem::path& path, std::string_view content);
} // namespace aspic
