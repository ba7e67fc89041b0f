#include "aspic/io/file_descriptor.h"

#include "aspic/core/printable.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace aspic
{
namespace
{
/// Linux writes less than 2 GiB at a time; smaller pieces let a signal through sooner.
constexpr std::size_t most_at_a_time = std::size_t{1} << 28U;

/// Repeats a call while a signal interrupts it.
template <class Call> auto repeated(Call&& call)
{
    auto result = call();
    while (result < 0 && errno == EINTR)
        result = call();
    return result;
}
} // namespace

void fail_on_file(int reason, const std::string& what, const std::filesystem::path& path)
{
    throw std::system_error(reason, std::generic_category(), what + " '" + visible(path.string()) + "'");
}

FileDescriptor::~FileDescriptor() { close(); }

FileDescriptor FileDescriptor::open(const std::filesystem::path& path, int flags, unsigned mode)
{
    return FileDescriptor(repeated([&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); }));
}

int FileDescriptor::close()
{
    // Linux has closed the file even if a signal interrupted it: no second try.
    const int number = std::exchange(number_, -1);
    return number < 0 || ::close(number) == 0 || errno == EINTR ? 0 : errno;
}

int write_all(int descriptor, std::string_view& rest)
{
    while (!rest.empty())
    {
        const ssize_t written = repeated([&] { return ::write(descriptor, rest.data(), std::min(rest.size(), most_at_a_time)); });
        if (written < 0)
            return errno;
        rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return 0;
}

int wait_for_disk(int descriptor, bool attributes)
{
    return repeated([&] { return attributes ? ::fsync(descriptor) : ::fdatasync(descriptor); }) == 0 ? 0 : errno;
}
} // namespace aspic
