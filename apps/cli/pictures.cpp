#include "pictures.h"

#include "process.h"

#include "aspic/compute/parallel.h"
#include "aspic/core/printable.h"
#include "aspic/io/input_file.h"
#include "aspic/io/output_file.h"
#include "aspic/io/read_particles.h"
#include "aspic/neighbors/kd_tree.h"
#include "aspic/render/color_map.h"
#include "aspic/render/contact_sheet.h"
#include "aspic/render/movie.h"
#include "aspic/render/particle_picture.h"
#include "aspic/run/frame_surfaces.h"
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

/// What is the same in all pictures of a run, so that nothing jumps.
struct Setting
{
    double radius = 0.01; ///< [m] of the balls
    Vec3d up{0, 1, 0};
    bool is_flat = false; ///< two dimensions
    Bounds box = empty_bounds();
    std::optional<AxisRange> scale;
    std::string scale_title;
    double rate = 30; ///< [1/s]
};

/// Half the distance to the nearest other particle, the median of some: for files that do not say.
double usual_radius(const ParticleFrame& frame)
{
    if (const auto spacing = spacing_of(frame))
        return 0.5 * *spacing;
    constexpr double any = 0.01; // [m] a single place looks the same whatever its size
    const auto points = frame.position().view();
    if (points.size() < 2)
        return any;
    const KdTree tree(points);
    std::vector<double> distances;
    for (Index i = 0; i < points.size(); i += std::max<Index>(1, points.size() / 200))
    {
        double reach = 1e-6;
        std::vector<Index> found;
        for (; found.size() < 2 && reach < 1e9; reach *= 2)
            tree.query(points[i], reach, found);
        double nearest = reach;
        for (const Index j : found)
            if (j != i)
                nearest = std::min(nearest, norm(points[j] - points[i]));
        distances.push_back(nearest);
    }
    std::ranges::nth_element(distances, distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2));
    const double middle = distances[distances.size() / 2];
    return middle > 0 ? 0.5 * middle : any;
}

std::vector<bool> is_shown(const ParticleFrame& frame)
{
    std::vector<bool> shown(static_cast<std::size_t>(frame.size()), true);
    if (const auto material = frame.values_as<Index>("material"))
        for (std::size_t k = 0; k < shown.size(); ++k)
            shown[k] = (*material)[k] >= 0; // no ghosts
    return shown;
}

Result<AxisRange> parsed_range(const std::string& text)
{
    AxisRange range;
    if (std::sscanf(text.c_str(), "%lf:%lf", &range.from, &range.to) != 2 || !(range.from < range.to) || !std::isfinite(range.width()))
        return Problem{"--range", "'" + text + "' is no range", "write for example 0:3"};
    return range;
}

/// Looks through some of the frames for what all pictures share.
Result<Setting> setting_of(const RecordedRun& run, const std::vector<RecordedFrame>& frames, const RenderRequest& request)
{
    Setting setting;
    std::vector<double> values;
    const std::size_t looks = std::min<std::size_t>(frames.size(), 6);
    for (std::size_t k = 0; k < looks; ++k)
    {
        const auto frame = read_particles(frames[looks == 1 ? 0 : k * (frames.size() - 1) / (looks - 1)].path);
        if (!frame)
            return frame.problems();
        const std::vector<bool> shown = is_shown(*frame);
        for (Index i = 0; i < frame->size(); ++i)
            if (shown[static_cast<std::size_t>(i)])
                setting.box = joined(setting.box, frame->position()[i]);
        if (k == 0)
            setting.radius = run.scene ? run.scene->radius() : usual_radius(*frame);
        if (request.color_by.empty())
            continue;
        const auto quantity = quantity_of(*frame, request.color_by);
        if (!quantity)
            return quantity.problems();
        setting.scale_title = quantity->name + (quantity->unit.empty() || quantity->unit == "1" ? "" : " [" + quantity->unit + "]");
        for (std::size_t i = 0; i < shown.size(); ++i)
            if (shown[i])
                values.push_back(quantity->values[i]);
    }
    if (is_empty(setting.box))
        return Problem{frames.front().path.string(), "holds no particles", "there is nothing to draw"};
    if (run.scene)
    {
        const Vec3d gravity = run.scene->gravity.at(0);
        setting.up = norm(gravity) > 0 ? -1.0 * gravity / norm(gravity) : setting.up;
        setting.is_flat = run.scene->dimension == 2;
        setting.rate = run.scene->frame_rate;
    }
    if (!request.color_by.empty())
        setting.scale = range_of(values);
    if (!request.range.empty())
    {
        const auto range = parsed_range(request.range);
        if (!range)
            return range.problems();
        setting.scale = *range;
    }
    if (setting.is_flat && request.style != Style::particles)
        return Problem{"--style", "a scene of two dimensions has no surface to show", "--style particles draws it"};
    const Vec3d r{setting.radius, setting.radius, setting.radius};
    setting.box = {setting.box.low - r, setting.box.high + r};
    return setting;
}

/// Colours of materials: water is blue.
Light material_color(Index material)
{
    constexpr Color water{0.16, 0.44, 0.80};
    return light_of(material == 0 ? water : series_color(static_cast<std::size_t>(material)));
}

/// [m] The lowest point of the box.
double lowest_of(const Bounds& box, const Vec3d& up)
{
    double lowest = HUGE_VAL;
    for (const double x : {box.low.x, box.high.x})
        for (const double y : {box.low.y, box.high.y})
            for (const double z : {box.low.z, box.high.z})
                lowest = std::min(lowest, dot(Vec3d{x, y, z}, up));
    return lowest;
}

BallPart balls_of(const ParticleFrame& frame, const Setting& setting, const std::optional<Quantity>& quantity)
{
    BallPart balls;
    constexpr double flat_excess = 1.42; // as far as the middle between four: else the backdrop shows through
    balls.radius = (setting.is_flat ? flat_excess : 1) * setting.radius;
    balls.look.kind = setting.is_flat ? Look::Kind::matte : Look::Kind::plastic;
    const std::vector<Light> colors = quantity ? colors_of(*quantity, *setting.scale) : std::vector<Light>();
    const auto material = frame.values_as<Index>("material");
    const std::vector<bool> shown = is_shown(frame);
    for (Index i = 0; i < frame.size(); ++i)
    {
        const auto k = static_cast<std::size_t>(i);
        if (!shown[k])
            continue;
        balls.centers.push_back(frame.position()[i]);
        balls.colors.push_back(!colors.empty() ? colors[k] : material_color(material ? (*material)[k] : 0));
    }
    return balls;
}

/// The colours of a surface's vertices by the quantity that it carries.
std::vector<Light> vertex_colors(const SurfaceMesh& mesh, const Quantity& quantity, const AxisRange& range)
{
    Quantity at_vertices{quantity.name, quantity.unit, {}};
    for (const VertexColumn& column : mesh.columns)
        for (std::size_t k = 0; k < mesh.vertices.size(); ++k)
        {
            double squares = 0;
            for (int c = 0; c < column.components; ++c)
                squares += square(double(column.values[k * static_cast<std::size_t>(column.components) + static_cast<std::size_t>(c)]));
            const double single = column.values[k * static_cast<std::size_t>(column.components)];
            at_vertices.values.push_back(column.components == 1 ? single : std::sqrt(squares));
        }
    return colors_of(at_vertices, range);
}

/// One surface for each material: clear water, or plastic coloured by the quantity.
std::vector<MeshPart> surfaces_in(const ParticleFrame& frame, const Setting& setting, const std::optional<Quantity>& quantity)
{
    SurfaceSettings settings;
    settings.spacing = 2 * setting.radius;
    std::vector<std::string> carried;
    if (quantity)
        carried.push_back(quantity->name == "speed" ? "velocity" : quantity->name);
    std::vector<MeshPart> parts;
    for (MaterialSurface& surface : surfaces_of(frame, {}, carried, settings))
    {
        MeshPart part;
        part.look.kind = quantity ? Look::Kind::plastic : Look::Kind::water;
        part.look.color = material_color(surface.material);
        if (!quantity) // what is left of the light: the colour, but brighter
            part.look.color = 0.45F * part.look.color + Light{0.35F, 0.45F, 0.5F};
        part.look.clear_depth = static_cast<float>(0.25 * norm(setting.box.high - setting.box.low));
        if (quantity)
            part.colors = vertex_colors(surface.mesh, *quantity, *setting.scale);
        for (const Vec3& normal : surface.mesh.normals)
            part.normals.push_back(convert<float>(normal));
        part.vertices = std::move(surface.mesh.vertices);
        part.triangles = std::move(surface.mesh.triangles);
        parts.push_back(std::move(part));
    }
    return parts;
}

Result<Stage> stage_of(const ParticleFrame& frame, const Setting& setting, const RenderRequest& request)
{
    Stage stage;
    stage.up = setting.up;
    stage.size = norm(setting.box.high - setting.box.low);
    if (!setting.is_flat)
        stage.ground = lowest_of(setting.box, setting.up);
    std::optional<Quantity> quantity;
    if (!request.color_by.empty())
    {
        auto found = quantity_of(frame, request.color_by);
        if (!found)
            return found.problems();
        quantity = std::move(*found);
    }
    if (request.style != Style::surface)
        stage.balls.push_back(balls_of(frame, setting, quantity));
    if (request.style != Style::particles)
        stage.meshes = surfaces_in(frame, setting, request.style == Style::surface ? quantity : std::nullopt);
    return stage;
}

Camera camera_of(const Setting& setting, const RenderRequest& request, double share)
{
    const ViewDirection usual = setting.is_flat ? ViewDirection{0, 0} : ViewDirection{};
    const ViewDirection direction{request.azimuth.value_or(usual.azimuth) + share * request.turn,
                                  request.elevation.value_or(usual.elevation)};
    return camera_for(setting.box, setting.up, direction, double(request.picture.width) / request.picture.height);
}

/// The picture of a frame; `share`: how much of the movie is over.
Result<PixelImage> picture_of(const RecordedFrame& recorded, const Setting& setting, const RenderRequest& request, double share)
{
    const auto frame = read_particles(recorded.path);
    if (!frame)
        return frame.problems();
    const auto stage = stage_of(*frame, setting, request);
    if (!stage)
        return stage.problems();
    Caption caption;
    if (setting.scale)
        caption = {setting.scale_title, *setting.scale, ""};
    std::array<char, 40> stamp{};
    if (request.with_time)
        std::snprintf(stamp.data(), stamp.size(), "t = %.3f s", frame->time);
    caption.stamp = stamp.data();
    return captioned(take_picture(*stage, camera_of(setting, request, share), request.picture), caption);
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
std::string looks_of(const Setting& setting, const RenderRequest& request)
{
    std::ostringstream text;
    text << request.picture.width << ' ' << request.picture.height << ' ' << request.picture.samples << ' ' << request.color_by << ' '
         << request.frames << ' ' << request.turn << ' ' << request.azimuth.value_or(1e9) << ' ' << request.elevation.value_or(1e9) << ' '
         << request.with_time << ' ' << static_cast<int>(request.style) << ' ' << setting.radius;
    for (const Vec3d& x : {setting.box.low, setting.box.high, setting.up})
        text << ' ' << x.x << ' ' << x.y << ' ' << x.z;
    if (setting.scale)
        text << ' ' << setting.scale->from << ' ' << setting.scale->to;
    return hash_text(std::hash<std::string>()(text.str()));
}

/// The pictures of a movie, in a folder of their own, where they wait until it is whole.
Problems make_movie(const fs::path& output, const std::vector<RecordedFrame>& frames, const Setting& setting, const RenderRequest& request)
{
    if (!can_make_movies())
        return {{output.string(), "the program ffmpeg is not there", "install it (Debian: ffmpeg), or make pictures: -o picture.png"}};
    const fs::path folder = output.string() + ".frames-" + looks_of(setting, request);
    fs::create_directories(folder);
    Counter counter(request.is_quiet, frames.size());
    for (std::size_t k = 0; k < frames.size() && !is_asked_to_stop(); ++k)
    {
        const fs::path png = folder / (frame_stem(frames[k].number) + ".png");
        if (!fs::exists(png) || fs::last_write_time(png) < fs::last_write_time(frames[k].path))
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
    return {};
}

/// Frames at even distances on one sheet; the picture's size is that of the sheet.
Result<PixelImage> sheet_of(const std::vector<RecordedFrame>& frames, const Setting& setting, const RenderRequest& request)
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
    if (!request.range.empty() && request.color_by.empty())
        problems.push_back({"--range", "is for colours", "say by what: --color-by speed"});
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
    const auto setting = setting_of(*run, *frames, request);
    if (!setting)
        return setting.problems();
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
        write_output(output, encode_png(*picture));
    }
    if (!request.is_quiet && !is_asked_to_stop())
        std::printf("%s\n", output.c_str());
    return {};
}
