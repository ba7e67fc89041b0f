#include "aspic/io/output_file.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

namespace aspic
{
namespace
{
[[noreturn]] void fail(int reason, const std::string& what, const std::filesystem::path& path)
{
    throw std::system_error(reason, std::generic_category(), what + " '" + path.string() + "'");
}

void write_stream(std::FILE* stream, std::string_view content, const std::filesystem::path& path)
{
    if (std::fwrite(content.data(), 1, content.size(), stream) != content.size() || std::fflush(stream) != 0)
        fail(errno, "cannot write", path);
}

void write_device(const std::filesystem::path& path, std::string_view content)
{
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "wb"), &std::fclose);
    if (!file)
        fail(errno, "cannot open", path);
    write_stream(file.get(), content, path);
}

void write_atomically(const std::filesystem::path& path, std::string_view content)
{
    std::filesystem::path temporary = path;
    temporary += ".part";
    const auto give_up = [&](const char* what) {
        const int reason = errno;
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        fail(reason, what, path);
    };

    std::FILE* file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr)
        give_up("cannot create");
    const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
    if (std::fclose(file) != 0 || !written)
        give_up("cannot write");
    if (std::rename(temporary.c_str(), path.c_str()) != 0)
        give_up("cannot name");
}
} // namespace

void write_output(const std::filesystem::path& path, std::string_view content)
{
    if (path == "-")
        return write_stream(stdout, content, "standard output");
    std::error_code ignored;
    const auto status = std::filesystem::status(path, ignored);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        return write_device(path, content);
    const bool is_link = std::filesystem::is_symlink(std::filesystem::symlink_status(path, ignored));
    const auto target = is_link ? std::filesystem::weakly_canonical(path, ignored) : path;
    write_atomically(target.empty() ? path : target, content);
}
} // namespace aspic
