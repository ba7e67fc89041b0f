#include "aspic/run/run_folder.h"

#include "aspic/io/input_file.h"
#include "aspic/io/surface_file.h"
#include "aspic/run/checkpoint_files.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <sys/file.h>

namespace aspic
{
namespace
{
namespace fs = std::filesystem;

constexpr std::string_view frame_prefix = "frame_";
constexpr std::string_view unfinished = ".part";

bool is_frame(const fs::path& path) { return format_of(path) && frame_number(path.stem().string()); }

/// A list of frames for ParaView, as ours are.
bool is_collection(const fs::path& path)
{
    return path.extension() == ".pvd" && read_file(path).find("file=\"frame_") != std::string::npos;
}

/// A file that write_output had not finished, of a name that `belongs`: `frame_0003.vtp.1234.part`.
template <class Belongs> bool is_unfinished(const fs::path& path, const Belongs& belongs)
{
    return path.extension() == unfinished && belongs(path.filename().stem().stem());
}

bool is_of_run(const fs::path& path)
{
    const fs::path name = path.filename();
    return is_frame(name) || name == "run.json" || name == "steps.csv" || name == "timings.csv" || name == "movie.mp4" ||
           name == "movie.png" || is_collection(path);
}

bool is_of_run_or_unfinished(const fs::path& path)
{
    const auto is_known = [](const fs::path& name) {
        return is_frame(name) || name == "run.json" || name == "movie.mp4" || name.extension() == ".pvd";
    };
    return is_of_run(path) || is_unfinished(path, is_known);
}

/// The folder in which pictures wait until their movie is whole.
bool is_unfinished_movie(const fs::directory_entry& entry)
{
    return entry.is_directory() && entry.path().filename().string().starts_with("movie.mp4.frames-");
}

/// A table of a probe: they all begin with the same two columns.
bool is_probe(const fs::path& path)
{
    std::string line;
    std::ifstream file(path);
    return path.extension() == ".csv" && std::getline(file, line) && line.starts_with("time [s],step,");
}

bool is_checkpoint_or_unfinished(const fs::path& path)
{
    const auto is_checkpoint = [](const fs::path& name) { return checkpoint_named(name).has_value(); };
    return is_checkpoint(path) || is_unfinished(path, is_checkpoint);
}

/// The frame of a surface by its file's name: `frame_0007.ply`, or `frame_0007_water.ply`.
std::optional<std::int64_t> surface_number(const fs::path& path)
{
    const std::string stem = path.stem().string();
    return surface_format_of(path) ? frame_number(stem.substr(0, stem.find('_', frame_prefix.size()))) : std::nullopt;
}

bool is_surface_or_unfinished(const fs::path& path)
{
    const auto is_surface = [](const fs::path& name) { return surface_number(name).has_value() || name == "surface.json"; };
    return is_surface(path.filename()) || is_unfinished(path, is_surface);
}

/// Regular files of a folder that a run of ours makes; none if there is no such folder.
template <class IsOurs> std::vector<fs::path> files_in(const fs::path& folder, const IsOurs& is_ours)
{
    std::vector<fs::path> files;
    if (!fs::is_directory(folder))
        return files;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
        if (entry.is_regular_file() && is_ours(entry.path()))
            files.push_back(entry.path());
    return files;
}

std::vector<fs::path> files_of_run(const fs::path& folder)
{
    std::vector<fs::path> files = files_in(folder, is_of_run_or_unfinished);
    for (const fs::path& file : files_in(folder / "probes", is_probe))
        files.push_back(file);
    for (const fs::path& file : files_in(folder / "checkpoints", is_checkpoint_or_unfinished))
        files.push_back(file);
    for (const char* name : {"surface", "skin"})
        for (const fs::path& file : files_in(folder / name, is_surface_or_unfinished))
            files.push_back(file);
    for (const fs::path& file : files_in(folder / "bodies", [](const fs::path& path) { return is_frame(path.filename()); }))
        files.push_back(file);
    return files;
}
} // namespace

std::optional<RunFolder> RunFolder::locked(fs::path path)
{
    fs::create_directories(path);
    const fs::path name = path / ".lock";
    FileDescriptor lock = FileDescriptor::open(name, O_RDWR | O_CREAT | O_NOFOLLOW);
    if (!lock.is_open())
        fail_on_file(errno, "cannot open", name);
    if (::flock(lock.number(), LOCK_EX | LOCK_NB) == 0)
        return RunFolder(std::move(path), std::move(lock));
    if (errno != EWOULDBLOCK)
        fail_on_file(errno, "cannot lock", name);
    return std::nullopt;
}

fs::path RunFolder::frame(std::int64_t number, FrameFormat format) const
{
    return path_ / (frame_stem(number) + std::string(extension(format)));
}

fs::path RunFolder::bodies(std::int64_t number) const { return path_ / "bodies" / (frame_stem(number) + ".csv"); }

fs::path RunFolder::collection(const std::string& scene_name) const { return path_ / (file_name(scene_name) + ".pvd"); }

std::vector<std::int64_t> RunFolder::frames(FrameFormat format) const
{
    std::vector<std::int64_t> numbers;
    for (const fs::path& file : files_in(path_, is_frame))
        if (format_of(file) == format)
            numbers.push_back(*frame_number(file.stem().string()));
    std::ranges::sort(numbers);
    return numbers;
}

void RunFolder::bring_to_disk() const
{
    aspic::bring_to_disk(path_);
    for (const fs::path& folder : {path_ / "probes", surfaces(), skins()})
        if (fs::is_directory(folder))
            aspic::bring_to_disk(folder);
}

void RunFolder::remove_frames_after(std::int64_t last) const
{
    for (const fs::path& file : files_in(path_, is_of_run_or_unfinished))
        if (file.extension() == unfinished || (is_frame(file) && *frame_number(file.stem().string()) > last))
            fs::remove(file);
    for (const fs::path& file : files_in(path_ / "bodies", [](const fs::path& path) { return is_frame(path.filename()); }))
        if (*frame_number(file.stem().string()) > last)
            fs::remove(file);
    for (const fs::path& folder : {surfaces(), skins()})
        for (const fs::path& file : files_in(folder, is_surface_or_unfinished))
            if (file.extension() == unfinished || surface_number(file).value_or(0) > last)
                fs::remove(file);
    for (const fs::path& file : files_in(checkpoints(), is_checkpoint_or_unfinished))
        if (file.extension() == unfinished)
            fs::remove(file);
}

void RunFolder::remove_run() const
{
    for (const fs::path& file : files_of_run(path_))
        fs::remove(file);
    std::error_code not_empty;
    fs::remove(path_ / "probes", not_empty);
    fs::remove(path_ / "checkpoints", not_empty);
    fs::remove(surfaces(), not_empty);
    fs::remove(skins(), not_empty);
    fs::remove(path_ / "bodies", not_empty);
    for (const fs::directory_entry& entry : fs::directory_iterator(path_))
        if (is_unfinished_movie(entry))
            fs::remove_all(entry.path());
}

void remove_surfaces(const fs::path& folder)
{
    for (const fs::path& file : files_in(folder, is_surface_or_unfinished))
        fs::remove(file);
}

void bring_to_disk(const fs::path& path)
{
    const FileDescriptor file = FileDescriptor::open(path, O_RDONLY);
    const int reason = file.is_open() ? wait_for_disk(file.number(), true) : errno;
    if (reason != 0 && reason != EINVAL) // a file system without
        fail_on_file(reason, "cannot write to disk", path);
}

bool holds_frames(const fs::path& folder)
{
    if (!fs::is_directory(folder))
        return false;
    if (fs::exists(folder / "run.json"))
        return true;
    return !fs::exists(folder / "surface.json") && holds_run(folder);
}

bool holds_run(const fs::path& folder) { return !files_of_run(folder).empty(); }

bool holds_steps(const fs::path& folder)
{
    const auto is_later = [](const fs::path& file) {
        const std::string name = file.filename().string();
        return surface_number(file).value_or(frame_number(file.stem().string()).value_or(0)) > 0 || name.starts_with("movie.");
    };
    std::string line;
    std::ifstream steps(folder / "steps.csv");
    const bool has_rows = std::getline(steps, line) && std::getline(steps, line);
    return has_rows || std::ranges::any_of(files_of_run(folder), is_later);
}

std::string frame_stem(std::int64_t number)
{
    char text[32];
    std::snprintf(text, sizeof(text), "frame_%04lld", static_cast<long long>(number));
    return text;
}

std::optional<std::int64_t> frame_number(std::string_view stem)
{
    if (!stem.starts_with(frame_prefix))
        return std::nullopt;
    stem.remove_prefix(frame_prefix.size());
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(stem.data(), stem.data() + stem.size(), number);
    const bool is_whole =
        error == std::errc{} && end == stem.data() + stem.size() && number >= 0 && stem.size() >= 4; // as frame_stem writes it
    return is_whole ? std::optional(number) : std::nullopt;
}

std::string file_name(std::string_view name)
{
    constexpr std::size_t longest = 100; // [bytes] leaves room for endings and numbers
    std::string result;
    for (const char c : name.substr(0, longest))
    {
        const bool is_plain =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
        result += is_plain || static_cast<unsigned char>(c) >= 0x80 ? c : '_';
    }
    if (result.empty() || result.front() == '.')
        result.insert(0, "_");
    return result;
}
} // namespace aspic
