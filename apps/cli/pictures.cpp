#include "pictures.h"

#include "commands.h"
#include "mesh_picture.h"
#include "picture_stage.h"
#include "process.h"

#include "aspic/io/input_file.h"
#include "aspic/io/number_text.h"
#include "aspic/io/output_file.h"
#include "aspic/io/read_particles.h"
#include "aspic/io/table_json.h"
#include "aspic/render/contact_sheet.h"
#include "aspic/render/movie.h"
#include "aspic/render/particle_picture.h"
#include "aspic/run/recorded_run.h"
#include "aspic/run/run_folder.h"
#include "aspic/simulation/state_hash.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <functional>
#include <sstream>
#include <unistd.h>

namespace
{
using namespace aspic;
namespace fs = std::filesystem;

/// The picture of a frame; `share`: how much of the movie is over.
Result<PixelImage> picture_of(const RecordedFrame& recorded, const PictureSetting& setting, const RenderRequest& request, double share)
{
    const auto frame = read_particles(recorded.path);
    if (!frame)
        return frame.problems();
    const Camera camera = camera_of(setting, request, frame->time, share);
    if (!is_usable(camera))
        return Problem{"camera", "at t = " + number_text(frame->time) + " s it stands where it looks, or too far away",
                       "look at its position and target, or leave them out"};
    auto stage = stage_of(*frame, bodies_of(recorded), setting);
    if (!stage)
        return stage.problems();
    stage->to_sun = setting.to_sun;
    Caption caption;
    if (setting.scale)
        caption = {setting.scale_title, *setting.scale, ""};
    std::array<char, 40> stamp{};
    if (request.with_time)
        std::snprintf(stamp.data(), stamp.size(), "t = %.3f s", frame->time);
    caption.stamp = stamp.data();
    return captioned(take_picture(*stage, camera, request.picture), caption);
}

/// A line that is rewritten.
class Counter
{
public:
    Counter(bool is_quiet, std::size_t total) : is_quiet_(is_quiet || ::isatty(STDERR_FILENO) == 0), total_(total) {}
    void tell(std::size_t ready)
    {
        if (is_quiet_)
            return;
        const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
        const double left = ready > 0 ? seconds / static_cast<double>(ready) * static_cast<double>(total_ - ready) : 0;
        std::fprintf(stderr, "\rpicture %zu of %zu, about %.0f s left   %s", ready, total_, left, ready == total_ ? "\r\033[K" : "");
    }

private:
    bool is_quiet_;
    std::size_t total_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// A name for all that decides the looks of a movie's pictures: those of another one must not be taken for them.
std::string looks_of(const PictureSetting& setting, const RenderRequest& request, std::size_t frames)
{
    std::ostringstream text;
    text.precision(17);
    text << request.picture.width << ' ' << request.picture.height << ' ' << request.picture.samples << ' ' << setting.color_by << ' '
         << request.frames << ' ' << request.turn << ' ' << request.with_time << ' ' << static_cast<int>(setting.style) << ' '
         << setting.radius << ' ' << setting.ground << ' ' << frames << ' ';
    for (const Obstacle& obstacle : setting.obstacles)
        text << obstacle.part.vertices.size() << ' ' << obstacle.part.vertices.front().x << ' ' << obstacle.part.vertices.back().y << ' ';
    Picture picture;
    picture.camera = setting.camera;
    text << table_text(type_of<Picture>(), &picture, Written::changed);
    for (const Vec3d& x : {setting.box.low, setting.box.high, setting.up})
        text << ' ' << x.x << ' ' << x.y << ' ' << x.z;
    if (setting.scale)
        text << ' ' << setting.scale->from << ' ' << setting.scale->to;
    return hash_text(std::hash<std::string>()(text.str()));
}

/// Whether a picture is there, from its first to its last byte.
bool is_whole_png(const fs::path& path)
{
    if (!fs::exists(path))
        return false;
    const std::string content = read_file(path);
    return content.starts_with("\x89PNG") && content.size() > 12 && content.compare(content.size() - 8, 4, "IEND") == 0;
}

/// The pictures of a movie, in a folder of their own, where they wait until it is whole.
Problems make_movie(const fs::path& output, const std::vector<RecordedFrame>& frames, const PictureSetting& setting,
                    const RenderRequest& request)
{
    const fs::path folder = output.string() + ".frames-" + looks_of(setting, request, frames.size());
    fs::create_directories(folder);
    Counter counter(request.is_quiet, frames.size());
    for (std::size_t k = 0; k < frames.size() && !is_asked_to_stop(); ++k)
    {
        const fs::path png = folder / (frame_stem(frames[k].number) + ".png");
        if (!is_whole_png(png) || fs::last_write_time(png) < fs::last_write_time(frames[k].path))
        {
            const auto picture = picture_of(frames[k], setting, request, static_cast<double>(k) / static_cast<double>(frames.size()));
            if (!picture)
                return picture.problems();
            write_output(png, encode_png(*picture));
        }
        counter.tell(k + 1);
    }
    if (is_asked_to_stop())
        return {};
    constexpr double usual = 25, slowest = 10, fastest = 60; // [1/s] what eyes and players like
    Movie movie(output, request.rate.value_or(setting.rate < slowest || setting.rate > fastest ? usual : setting.rate));
    for (const RecordedFrame& frame : frames)
        movie.add(read_file(folder / (frame_stem(frame.number) + ".png")));
    movie.finish();
    write_output(fs::path(output).replace_extension(".png"), read_file(folder / (frame_stem(frames.back().number) + ".png")));
    if (!request.keeps_frames)
        fs::remove_all(folder);
    else if (!request.is_quiet)
        std::printf("%s\n", folder.c_str());
    return {};
}

/// Frames at even distances on one sheet; the picture's size is that of the sheet.
Result<PixelImage> sheet_of(const std::vector<RecordedFrame>& frames, const PictureSetting& setting, const RenderRequest& request)
{
    const auto places = static_cast<std::size_t>(request.sheet_columns) * static_cast<std::size_t>(request.sheet_rows);
    const std::size_t count = std::min(places, frames.size());
    const int gap = std::max(2, request.picture.width / 240);
    RenderRequest one = request;
    one.picture.width = std::max(16, (request.picture.width - gap) / request.sheet_columns - gap);
    one.picture.height = std::max(9, (request.picture.height - gap) / request.sheet_rows - gap);
    Counter counter(request.is_quiet, count);
    std::vector<PixelImage> pictures;
    for (std::size_t k = 0; k < count && !is_asked_to_stop(); ++k)
    {
        auto picture = picture_of(frames[count == 1 ? 0 : k * (frames.size() - 1) / (count - 1)], setting, one, 0);
        if (!picture)
            return picture.problems();
        pictures.push_back(std::move(*picture));
        counter.tell(k + 1);
    }
    return contact_sheet(pictures, request.sheet_columns, gap);
}

/// Options that the chosen output has no use for.
Problems useless_options(const RenderRequest& request, bool is_movie, std::size_t frames)
{
    Problems problems;
    if (request.camera && (request.azimuth || request.elevation || request.zoom || request.turn != 0))
        problems.push_back({"--camera", "puts the camera at a place, --azimuth and the like turn it around the scene", "use one of them"});
    if (!is_movie && (request.turn != 0 || request.rate || request.keeps_frames))
        problems.push_back({"-o", "a picture has no --turntable, --rate or --keep-frames", "let the name end in .mp4 for a movie"});
    if (!is_movie && request.sheet_columns == 0 && !request.frames.empty() && frames > 1)
        problems.push_back({"--frames", "one picture cannot show " + std::to_string(frames) + " frames",
                            "choose one, or use --contact-sheet 3x3, or let the name end in .mp4"});
    return problems;
}

fs::path default_output(const fs::path& input, const RenderRequest& request)
{
    if (request.sheet_columns > 0)
        return fs::is_directory(input) ? input / "sheet.png" : fs::path(input).replace_extension(".sheet.png");
    return fs::is_directory(input) ? input / "movie.mp4" : fs::path(input).replace_extension(".png");
}
} // namespace

Problems render_run(const fs::path& input, const RenderRequest& request)
{
    if (is_mesh(input))
        return render_mesh(input, request);
    const auto run = recorded_run(input);
    if (!run)
        return run.problems();
    auto frames = chosen_frames(*run, request.frames);
    if (!frames)
        return frames.problems();
    const fs::path output = request.output.empty() ? default_output(input, request) : fs::path(request.output);
    const bool is_sheet = request.sheet_columns > 0;
    const bool is_movie = !is_sheet && output.extension() == ".mp4";
    if (!is_movie && output.extension() != ".png")
        return {{"-o", "'" + output.string() + "' is neither a movie nor a picture", "let the name end in .mp4 or .png"}};
    if (Problems problems = useless_options(request, is_movie, frames->size()); !problems.empty())
        return problems;
    if (is_movie && !can_make_movies())
        return {{output.string(), "the program ffmpeg is not there", "install it (Debian: ffmpeg), or make pictures: -o picture.png"}};
    if (request.frames.empty())
        tell_gaps(*frames);
    constexpr std::size_t some = 6; // of a run's frames tell where a picture of one is best taken from
    auto setting = setting_of(*run, *frames, is_movie ? frames->size() : some, request);
    if (!setting)
        return setting.problems();
    if (const Camera first = camera_of(*setting, request, 0, 0); is_usable(first))
        setting->to_sun = sun_for(first, !setting->is_flat);
    if (!request.range.empty() && setting->color_by.empty())
        return {{"--range", "is for colours", "say by what: --color-by speed"}};
    if (request.turn != 0 && std::holds_alternative<PlacedCamera>(setting->camera))
        return {{"--turntable", "the scene puts its camera at a place", "--azimuth 35 turns around the scene instead"}};
    if (is_movie)
    {
        if (Problems problems = make_movie(output, *frames, *setting, request); !problems.empty())
            return problems;
    }
    else
    {
        const auto picture = is_sheet ? sheet_of(*frames, *setting, request) : picture_of(frames->back(), *setting, request, 0);
        if (!picture)
            return picture.problems();
        if (is_asked_to_stop()) // a sheet would have holes
            return {};
        write_output(output, encode_png(*picture));
    }
    if (!request.is_quiet && !is_asked_to_stop())
        std::printf("%s\n", output.c_str());
    return {};
}
