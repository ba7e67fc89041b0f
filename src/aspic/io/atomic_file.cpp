#include "aspic/io/atomic_file.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

namespace aspic
{
void write_atomically(const std::filesystem::path& path, std::string_view content)
{
    std::filesystem::path temporary = path;
    temporary += ".part";
    const auto fail = [&](const char* what) {
        const int reason = errno;
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        throw std::system_error(reason, std::generic_category(), std::string(what) + " '" + path.string() + "'");
    };

    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr)
        fail("cannot create");
    const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    if (std::fclose(file) != 0 || !written)
        fail("cannot write");
    if (std::rename(temporary.c_str(), path.c_str()) != 0)
        fail("cannot name");
}
} // namespace aspic
