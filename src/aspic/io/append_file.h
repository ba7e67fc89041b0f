#pragma once

#include "aspic/io/file_descriptor.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace aspic
{
/// A file that grows by rows, such as a table of measurements during a run. Rows are collected and written in pieces of about 64 KiB.
/// Failures throw std::system_error with the path; what could not be written is kept, so that a later call can try again.
class AppendFile
{
public:
    /// Opens the file, or creates it. What it holds stays.
    explicit AppendFile(std::filesystem::path path);

    AppendFile(AppendFile&&) noexcept = default;
    AppendFile& operator=(AppendFile&&) = delete;
    AppendFile(const AppendFile&) = delete;
    AppendFile& operator=(const AppendFile&) = delete;

    /// Flushes as well as it can: call flush() or sync() before to hear of failures.
    ~AppendFile();

    void append(std::string_view text);

    /// Hands everything to the operating system.
    void flush();

    /// The same, and waits until it is on the disk.
    void sync();

    /// [bytes] length of the file with all that was appended, written or not.
    [[nodiscard]] std::uint64_t size() const { return written_ + buffer_.size(); }

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Cuts a file off behind its first `size` bytes, for a run that goes on from a checkpoint. A shorter file is an error.
    static void truncate_to(const std::filesystem::path& path, std::uint64_t size);

private:
    std::filesystem::path path_;
    FileDescriptor file_;
    std::string buffer_;
    std::uint64_t written_ = 0;
};
} // namespace aspic
