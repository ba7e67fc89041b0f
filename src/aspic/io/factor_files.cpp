#include "aspic/io/factor_files.h"

#include "aspic/io/input_file.h"
#include "aspic/io/output_file.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <new>
#include <system_error>
#include <vector>

namespace aspic
{
namespace
{
namespace fs = std::filesystem;

constexpr const char* ending = ".factor";
constexpr auto age_of_the_abandoned = std::chrono::hours(24); ///< of a file that a program has begun to write and not finished

struct KeptFile
{
    fs::path path;
    fs::file_time_type used;
    std::uintmax_t bytes;
};

/// The factors in a folder, and what unfinished files lie about.
std::vector<KeptFile> files_in(const fs::path& folder)
{
    std::vector<KeptFile> files;
    std::error_code error;
    for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator(); entry.increment(error))
    {
        std::error_code gone; // another program may be faster
        const auto used = entry->last_write_time(gone);
        const auto bytes = gone ? 0 : entry->file_size(gone);
        if (!gone)
            files.push_back({entry->path(), used, bytes});
    }
    return files;
}

bool is_abandoned(const KeptFile& file)
{
    return file.path.extension() == ".part" && fs::file_time_type::clock::now() - file.used > age_of_the_abandoned;
}

std::optional<fs::path> folder_from(const char* variable)
{
    const char* const value = std::getenv(variable);
    if (value == nullptr || !fs::path(value).is_absolute())
        return std::nullopt;
    return fs::path(value);
}
} // namespace

std::optional<fs::path> default_factor_folder()
{
    if (const char* const chosen = std::getenv("ASPIC_CACHE"))
        return *chosen == '\0' ? std::nullopt : std::optional(fs::absolute(chosen));
    if (const auto cache = folder_from("XDG_CACHE_HOME"))
        return *cache / "aspic" / "factors";
    if (const auto home = folder_from("HOME"))
        return *home / ".cache" / "aspic" / "factors";
    return std::nullopt;
}

FactorFiles::FactorFiles(fs::path folder, std::uintmax_t most_bytes) : folder_(std::move(folder)), most_bytes_(most_bytes) {}

fs::path FactorFiles::file_of(const FactorKey& key) const { return folder_ / (key.text() + ending); }

std::optional<CholeskyFactor> FactorFiles::load(const FactorKey& key)
{
    const fs::path path = file_of(key);
    std::error_code error;
    if (!fs::is_regular_file(path, error))
        return std::nullopt;
    try
    {
        auto factor = factor_of_bytes(key, read_file(path));
        if (factor)
            fs::last_write_time(path, fs::file_time_type::clock::now(), error); // used just now
        return factor;
    }
    catch (const std::system_error&)
    {
        return std::nullopt;
    }
    catch (const std::bad_alloc&) // for the bytes beside the factor
    {
        return std::nullopt;
    }
}

bool FactorFiles::store(const FactorKey& key, const CholeskyFactor& factor)
{
    if (factor.bytes() > most_bytes_)
        return false;
    const std::lock_guard lock(in_use_);
    try
    {
        fs::create_directories(folder_);
        write_output(file_of(key), factor_bytes(key, factor));
    }
    catch (const std::system_error&)
    {
        return false;
    }
    catch (const std::bad_alloc&)
    {
        return false;
    }
    make_room();
    return true;
}

void FactorFiles::make_room() const
{
    std::vector<KeptFile> files = files_in(folder_);
    std::sort(files.begin(), files.end(), [](const KeptFile& a, const KeptFile& b) { return a.used > b.used; });
    std::uintmax_t bytes = 0;
    for (const KeptFile& file : files)
    {
        const bool is_factor = file.path.extension() == ending;
        bytes += is_factor ? file.bytes : 0;
        std::error_code error;
        if (is_factor ? bytes > most_bytes_ : is_abandoned(file))
            fs::remove(file.path, error);
    }
}
} // namespace aspic
