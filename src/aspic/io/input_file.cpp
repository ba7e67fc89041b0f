#include "aspic/io/input_file.h"

#include "aspic/io/file_descriptor.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace aspic
{
std::string read_file(const std::filesystem::path& path)
{
    const FileDescriptor file = FileDescriptor::open(path, O_RDONLY);
    if (!file.is_open())
        fail_on_file(errno, "cannot open", path);
    struct stat status = {};
    const bool knows_size = ::fstat(file.number(), &status) == 0 && S_ISREG(status.st_mode);

    // One byte more than a regular file has, to see its end without growing; what has no size is read in growing pieces.
    std::string content(knows_size ? static_cast<std::size_t>(status.st_size) + 1 : std::size_t{1} << 16U, '\0');
    std::size_t size = 0;
    while (true)
    {
        const ssize_t count = ::read(file.number(), content.data() + size, content.size() - size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            fail_on_file(errno, "cannot read", path);
        if (count == 0)
            break;
        size += static_cast<std::size_t>(count);
        if (size == content.size())
            content.resize(2 * size);
    }
    content.resize(size);
    return content;
}
} // namespace aspic
