#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace aspic
{
/// Throws std::system_error with the reason (an errno) and `what 'path'`.
[[noreturn]] void fail_on_file(int reason, const std::string& what, const std::filesystem::path& path);

/// An open file of the operating system, closed at the end. Calls that a signal interrupted are repeated.
class FileDescriptor
{
public:
    FileDescriptor() = default;
    /// Takes over an open file, or nothing if it is negative.
    explicit FileDescriptor(int number) : number_(number) {}
    FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        std::swap(number_, other.number_);
        return *this;
    }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    ~FileDescriptor();

    /// Flags and rights as for open(2). Check is_open(): on failure errno says why.
    static FileDescriptor open(const std::filesystem::path& path, int flags, unsigned mode = 0666);

    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    [[nodiscard]] int number() const { return number_; }

    /// Closes it now: 0, or the errno of a write that failed late.
    int close();

private:
    int number_ = -1;
};

/// Writes from the front of `rest` until it is empty, and shortens it by what was written: 0, or the errno that stopped it.
int write_all(int descriptor, std::string_view& rest);

/// Waits until the data, and with `attributes` all that describes the file, is on the disk: 0 or the errno.
int wait_for_disk(int descriptor, bool attributes);
} // namespace aspic
