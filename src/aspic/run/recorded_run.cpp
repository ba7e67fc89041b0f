#include "aspic/run/recorded_run.h"

#include "aspic/io/frame_format.h"
#include "aspic/io/input_file.h"
#include "aspic/io/table_json.h"
#include "aspic/run/run_folder.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace aspic
{
namespace
{
namespace fs = std::filesystem;

/// Adds the scene of a run. A record that cannot be read is none: pictures need it for their looks only.
RecordedRun with_scene(RecordedRun run, const fs::path& record)
{
    if (!fs::exists(record))
        return run;
    const auto json = parse_json(read_file(record), record.string());
    const JsonMember* member = json ? json->member("scene") : nullptr;
    Scene scene;
    if (member == nullptr || !read_table(member->value, type_of<Scene>(), &scene, record.string()).empty())
        return run;
    run.scene = std::move(scene);
    if (const JsonMember* folder = json->member("scene_folder"))
        run.scene_folder = folder->value.text;
    return run;
}

/// One file for each frame, in the first format of those that are there.
std::vector<RecordedFrame> frames_in(const fs::path& folder)
{
    std::map<std::int64_t, std::pair<FrameFormat, fs::path>> found;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    {
        const auto format = format_of(entry.path());
        const auto number = frame_number(entry.path().stem().string());
        if (!format || !number || !entry.is_regular_file())
            continue;
        const auto [place, is_new] = found.try_emplace(*number, *format, entry.path());
        if (!is_new && *format < place->second.first)
            place->second = {*format, entry.path()};
    }
    std::vector<RecordedFrame> frames;
    frames.reserve(found.size());
    for (const auto& [number, file] : found)
        frames.push_back({number, file.second});
    return frames;
}

/// One number of a range; nothing if it is left out.
Result<std::optional<std::int64_t>> number_in(std::string_view text)
{
    if (text.empty())
        return std::optional<std::int64_t>();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0)
        return Problem{"--frames", "'" + std::string(text) + "' is not the number of a frame", "write for example 0:50, 10: or 7"};
    return std::optional(number);
}
} // namespace

Result<RecordedRun> recorded_run(const fs::path& path)
{
    if (!fs::exists(path))
        return Problem{path.string(), "there is no such folder or file",
                       "name the folder of a run, or a .vtp, .ply or .csv file with particles"};
    if (!fs::is_directory(path))
    {
        if (!format_of(path))
            return Problem{path.string(), "is no file of particles", "the names of such files end in .vtp, .ply or .csv"};
        const RecordedFrame frame{frame_number(path.stem().string()).value_or(0), path};
        return with_scene({.frames = {frame}, .scene = {}, .scene_folder = {}}, path.parent_path() / "run.json");
    }
    RecordedRun run = with_scene({.frames = frames_in(path), .scene = {}, .scene_folder = {}}, path / "run.json");
    if (run.frames.empty())
        return Problem{path.string(), "holds no frames", "`aspic run SCENE -o " + path.string() + "` writes some"};
    return run;
}

std::string missing_frames(const std::vector<RecordedFrame>& frames)
{
    constexpr std::size_t most = 5;
    std::string text;
    std::size_t gaps = 0;
    for (std::size_t k = 1; k < frames.size(); ++k)
    {
        const std::int64_t first = frames[k - 1].number + 1, last = frames[k].number - 1;
        if (first <= last && ++gaps <= most)
            text += (gaps > 1 ? ", " : "") + std::to_string(first) + (last > first ? " to " + std::to_string(last) : "");
    }
    return gaps > most ? text + " and others" : text;
}

Result<std::vector<RecordedFrame>> chosen_frames(const RecordedRun& run, const std::string& range)
{
    if (range.empty())
        return run.frames;
    std::vector<std::optional<std::int64_t>> parts;
    for (std::size_t begin = 0; begin <= range.size();)
    {
        const std::size_t end = std::min(range.find(':', begin), range.size());
        const auto number = number_in(std::string_view(range).substr(begin, end - begin));
        if (!number)
            return number.problems();
        parts.push_back(*number);
        begin = end + 1;
    }
    if (parts.size() > 3 || (parts.size() == 3 && parts[2].value_or(0) < 1))
        return Problem{"--frames", "'" + range + "' is no range of frames", "write for example 0:50, 0:50:2, 10: or 7"};
    const std::int64_t first = parts[0].value_or(run.frames.front().number);
    const std::int64_t last = parts.size() == 1 ? first : parts[1].value_or(run.frames.back().number);
    const std::int64_t step = parts.size() == 3 ? *parts[2] : 1;
    std::vector<RecordedFrame> chosen;
    for (std::int64_t number = first; number <= last; number += step)
    {
        const auto found = std::ranges::lower_bound(run.frames, number, {}, &RecordedFrame::number);
        if (found == run.frames.end() || found->number != number)
            return Problem{"--frames", "frame " + std::to_string(number) + " is missing",
                           "there are " + std::to_string(run.frames.size()) + " from " + std::to_string(run.frames.front().number) +
                               " to " + std::to_string(run.frames.back().number)};
        chosen.push_back(*found);
    }
    if (chosen.empty())
        return Problem{"--frames", "'" + range + "' holds no frame", "the first must not be behind the last"};
    return chosen;
}
} // namespace aspic
