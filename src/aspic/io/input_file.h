#pragma once

#include <filesystem>
#include <string>

namespace aspic
{
/// The whole content of a file. Throws std::system_error with the path in its message if it cannot be read.
std::string read_file(const std::filesystem::path& path);
} // namespace aspic
