#include "aspic/io/append_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace aspic
{
namespace
{
constexpr std::size_t buffer_size = std::size_t{1} << 16U;

std::uint64_t size_of(const FileDescriptor& file, const std::filesystem::path& path)
{
    struct stat status = {};
    if (::fstat(file.number(), &status) != 0)
        fail_on_file(errno, "cannot tell the size of", path);
    return static_cast<std::uint64_t>(status.st_size);
}
} // namespace

AppendFile::AppendFile(std::filesystem::path path) : path_(std::move(path))
{
    file_ = FileDescriptor::open(path_, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW);
    if (!file_.is_open())
        fail_on_file(errno, "cannot open", path_);
    written_ = size_of(file_, path_);
    buffer_.reserve(buffer_size);
}

AppendFile::~AppendFile()
{
    std::string_view rest = buffer_;
    if (file_.is_open())
        write_all(file_.number(), rest);
}

void AppendFile::append(std::string_view text)
{
    buffer_ += text;
    if (buffer_.size() >= buffer_size)
        flush();
}

void AppendFile::flush()
{
    std::string_view rest = buffer_;
    const int reason = write_all(file_.number(), rest);
    const std::size_t count = buffer_.size() - rest.size();
    written_ += count;
    buffer_.erase(0, count);
    if (reason != 0)
        fail_on_file(reason, "cannot write", path_);
}

void AppendFile::sync()
{
    flush();
    const int reason = wait_for_disk(file_.number(), false);
    if (reason != 0 && reason != EINVAL) // a device or a pipe has no disk
        fail_on_file(reason, "cannot write to disk", path_);
}

void AppendFile::truncate_to(const std::filesystem::path& path, std::uint64_t size)
{
    const FileDescriptor file = FileDescriptor::open(path, O_WRONLY | O_NOFOLLOW);
    if (!file.is_open())
        fail_on_file(errno, "cannot open", path);
    const std::uint64_t present = size_of(file, path);
    if (present < size)
        fail_on_file(EINVAL, "has " + std::to_string(present) + " bytes where at least " + std::to_string(size) + " are needed:", path);
    if (::ftruncate(file.number(), static_cast<off_t>(size)) != 0)
        fail_on_file(errno, "cannot shorten", path);
}
} // namespace aspic
