#include "aspic/io/output_file.h"

#include "aspic/io/file_descriptor.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace aspic
{
namespace
{
void write_to_standard_output(std::string_view content)
{
    std::fflush(stdout); // what was printed before stands before it
    if (const int reason = write_all(STDOUT_FILENO, content); reason != 0)
        fail_on_file(reason, "cannot write", "standard output");
}

void write_device(const std::filesystem::path& path, std::string_view content)
{
    FileDescriptor file = FileDescriptor::open(path, O_WRONLY);
    if (!file.is_open())
        fail_on_file(errno, "cannot open", path);
    int reason = write_all(file.number(), content);
    const int late_reason = file.close();
    if (reason == 0)
        reason = late_reason;
    if (reason != 0)
        fail_on_file(reason, "cannot write", path);
}

/// A file that nobody else has made: what a killed program, or somebody else, has left under its name is removed, and no link is followed.
FileDescriptor open_new(const std::filesystem::path& path)
{
    constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW;
    FileDescriptor file = FileDescriptor::open(path, flags);
    if (!file.is_open() && errno == EEXIST && ::unlink(path.c_str()) == 0)
        file = FileDescriptor::open(path, flags);
    return file;
}

/// Creates the file and writes it: 0 or the errno.
int write_new(const std::filesystem::path& path, std::string_view content, Durability durability)
{
    FileDescriptor file = open_new(path);
    if (!file.is_open())
        return errno;
    int reason = write_all(file.number(), content);
    if (reason == 0 && durability == Durability::on_disk)
        reason = wait_for_disk(file.number(), true);
    const int late_reason = file.close();
    return reason != 0 ? reason : late_reason;
}

/// The name of a new file is on the disk only when its folder is.
void write_folder_to_disk(const std::filesystem::path& path)
{
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const FileDescriptor file = FileDescriptor::open(folder, O_RDONLY | O_DIRECTORY);
    const int reason = file.is_open() ? wait_for_disk(file.number(), true) : errno;
    if (reason != 0 && reason != EINVAL && reason != EACCES) // a file system without, or a folder that may only be written
        fail_on_file(reason, "cannot write to disk the folder of", path);
}

void write_atomically(const std::filesystem::path& path, std::string_view content, Durability durability)
{
    // The number keeps apart two programs that write the same file.
    std::filesystem::path temporary = path;
    temporary += "." + std::to_string(::getpid()) + ".part";
    const char* what = "cannot write";
    int reason = write_new(temporary, content, durability);
    if (reason == 0 && ::rename(temporary.c_str(), path.c_str()) != 0)
    {
        what = "cannot name";
        reason = errno;
    }
    if (reason != 0)
    {
        ::unlink(temporary.c_str());
        fail_on_file(reason, what, path);
    }
    if (durability == Durability::on_disk)
        write_folder_to_disk(path);
}
} // namespace

void write_output(const std::filesystem::path& path, std::string_view content, Durability durability)
{
    if (path == "-")
        return write_to_standard_output(content);
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return write_device(path, content);
    const bool is_link = std::filesystem::is_symlink(std::filesystem::symlink_status(path, ignored));
    const auto target = is_link ? std::filesystem::weakly_canonical(path, ignored) : path;
    write_atomically(target.empty() ? path : target, content, durability);
}
} // namespace aspic
