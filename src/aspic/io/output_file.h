#pragma once

#include <filesystem>
#include <string_view>

namespace aspic
{
/// When a file counts as written.
enum class Durability
{
    cached, ///< the operating system has it: survives the end of the program
    on_disk ///< the disk has it, and its name: survives a power failure
};

/// Writes a file: to standard output for "-", straight into what is no regular file (a pipe, a device), else so that it appears whole or not
/// at all: a temporary file beside it (`path.PROCESS.part`) is renamed at the end. If that fails, the temporary file is removed and an old
/// file stays as it was. Throws std::system_error with the reason (such as no space left) and the path in its message.
void write_output(const std::filesystem::path& path, std::string_view content, Durability durability = Durability::cached);
} // namespace aspic
