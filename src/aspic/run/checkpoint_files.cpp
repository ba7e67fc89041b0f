#include "aspic/run/checkpoint_files.h"

#include "aspic/run/checkpoint_fit.h"
#include "aspic/run/run_folder.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <system_error>

namespace aspic
{
namespace
{
namespace fs = std::filesystem;

constexpr std::string_view ending = ".aspic";
constexpr std::size_t kept_for_safety = 2; ///< the last may be damaged

std::string step_stem(std::int64_t step)
{
    char text[32];
    std::snprintf(text, sizeof(text), "step_%09lld", static_cast<long long>(step));
    return text;
}

/// Takes `word` and the number behind it from the front of a text.
std::optional<std::int64_t> take_number(std::string_view& text, std::string_view word)
{
    std::int64_t number = 0;
    if (!text.starts_with(word))
        return std::nullopt;
    const auto [end, error] = std::from_chars(text.data() + word.size(), text.data() + text.size(), number);
    if (error != std::errc{} || number < 0)
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

Result<Checkpoint> read_or_refuse(const fs::path& path, std::string_view build)
{
    try
    {
        auto checkpoint = read_checkpoint(path, build);
        Problems damage = checkpoint ? damage_of(checkpoint->state, path.string()) : Problems{};
        if (!damage.empty())
            return damage;
        return checkpoint;
    }
    catch (const std::system_error& error)
    {
        return Problem{path.string(), "cannot be read: " + error.code().message(), ""};
    }
}
} // namespace

std::optional<CheckpointFile> checkpoint_named(const fs::path& path)
{
    const std::string name = path.filename().string();
    std::string_view rest = name;
    CheckpointFile file{path, 0, take_number(rest, "frame_"), false};
    file.is_kept = file.frame.has_value();
    const auto step = take_number(rest, file.is_kept ? "_step_" : "step_");
    if (!step)
        return std::nullopt;
    file.step = *step;
    if (!file.is_kept)
        file.frame = take_number(rest, "_frame_");
    return rest == ending ? std::optional(file) : std::nullopt;
}

fs::path checkpoint_path(const fs::path& folder, const CheckpointFile& what)
{
    const std::string step = step_stem(what.step);
    const std::string frame = what.frame ? frame_stem(*what.frame) : "";
    const std::string stem = frame.empty() ? step : what.is_kept ? frame + "_" + step : step + "_" + frame;
    return folder / (stem + std::string(ending));
}

std::vector<CheckpointFile> checkpoints_in(const fs::path& folder)
{
    std::vector<CheckpointFile> files;
    if (fs::is_directory(folder))
        for (const fs::directory_entry& entry : fs::directory_iterator(folder))
            if (const auto file = checkpoint_named(entry.path()); file && entry.is_regular_file())
                files.push_back(*file);
    std::ranges::sort(files, {}, &CheckpointFile::step);
    return files;
}

void remove_old_checkpoints(const fs::path& folder)
{
    std::vector<CheckpointFile> files = checkpoints_in(folder);
    std::erase_if(files, [](const CheckpointFile& file) { return file.is_kept; });
    for (std::size_t k = 0; k + kept_for_safety < files.size(); ++k)
        fs::remove(files[k].path);
}

void remove_checkpoints_after(const fs::path& folder, std::int64_t step)
{
    for (const CheckpointFile& file : checkpoints_in(folder))
        if (file.step > step)
            fs::remove(file.path);
}

Result<std::optional<FoundCheckpoint>> newest_checkpoint(const fs::path& folder, std::string_view build)
{
    std::vector<CheckpointFile> files = checkpoints_in(folder);
    std::ranges::reverse(files);
    Problems damaged;
    for (const CheckpointFile& file : files)
    {
        auto checkpoint = read_or_refuse(file.path, build);
        if (checkpoint)
            return std::optional(FoundCheckpoint{file, std::move(*checkpoint), std::move(damaged)});
        damaged.push_back(checkpoint.problems().front());
    }
    if (!damaged.empty())
        return damaged.front();
    return std::optional<FoundCheckpoint>();
}

Result<FoundCheckpoint> checkpoint_of_frame(const fs::path& folder, std::int64_t frame, std::string_view build)
{
    std::string others;
    for (const CheckpointFile& file : checkpoints_in(folder))
    {
        if (file.frame == frame)
        {
            auto checkpoint = read_or_refuse(file.path, build);
            if (!checkpoint)
                return checkpoint.problems();
            return FoundCheckpoint{file, std::move(*checkpoint), {}};
        }
        if (file.frame)
            others += (others.empty() ? "" : ", ") + std::to_string(*file.frame);
    }
    return Problem{folder.string(), "frame " + std::to_string(frame) + " has no checkpoint",
                   others.empty() ? "no frame has one; set output.keep_checkpoint_every in the scene to keep some"
                                  : "frames with one: " + others};
}
} // namespace aspic
