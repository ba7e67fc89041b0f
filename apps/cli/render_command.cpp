#include "commands.h"
#include "pictures.h"
#include "process.h"

#include "aspic/compute/execution.h"
#include "aspic/io/number_text.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <map>
#include <memory>

namespace
{
using namespace aspic;

struct RenderOptions
{
    std::string input;
    RenderRequest request;
    std::string size = "1280x720";
    std::string sheet, camera;
    int threads = 0;
};

/// The styles by name.
std::map<std::string, PictureStyle> styles()
{
    std::map<std::string, PictureStyle> result;
    for (const Choice& choice : choices_of<PictureStyle>())
        result.emplace(choice.name, static_cast<PictureStyle>(choice.value));
    return result;
}

/// A camera from `x,y,z:x,y,z`, where it stands and what it looks at, and perhaps `:angle` in degrees.
std::optional<PlacedCamera> parsed_camera(const std::string& text)
{
    Vec3d from, to;
    double angle = 35;
    int end = 0;
    const int read =
        std::sscanf(text.c_str(), "%lf,%lf,%lf:%lf,%lf,%lf%n:%lf%n", &from.x, &from.y, &from.z, &to.x, &to.y, &to.z, &end, &angle, &end);
    const bool is_whole = read >= 6 && static_cast<std::size_t>(end) == text.size();
    if (!is_whole || !is_finite(from) || !is_finite(to) || norm(from - to) == 0 || !(angle >= 0.1 && angle <= 170))
        return std::nullopt;
    PlacedCamera camera;
    camera.position = from;
    camera.target = to;
    camera.angle = angle * pi / 180;
    return camera;
}

/// Two whole numbers `AxB`, each from 1 to `largest`.
bool parse_pair(const std::string& text, int largest, int& a, int& b)
{
    int end = 0;
    return std::sscanf(text.c_str(), "%dx%d%n", &a, &b, &end) == 2 && static_cast<std::size_t>(end) == text.size() && std::min(a, b) >= 1 &&
           std::max(a, b) <= largest;
}

/// Angles and factors that no picture can be taken with; NaN too.
Problems problems_of_view(const RenderRequest& request)
{
    Problems problems;
    const auto check = [&](const char* option, std::optional<double> value, double low, double high) {
        if (value && !(*value >= low && *value <= high))
            problems.push_back({option, "is out of range", "between " + number_text(low) + " and " + number_text(high) + " are possible"});
    };
    check("--azimuth", request.azimuth, -36000, 36000);
    check("--elevation", request.elevation, -90, 90);
    check("--turntable", request.turn, -36000, 36000);
    check("--zoom", request.zoom, 0.001, 1000);
    return problems;
}

int render(RenderOptions& options)
{
    PictureSettings& picture = options.request.picture;
    constexpr int largest = 16384; // [px]
    if (!parse_pair(options.size, largest, picture.width, picture.height))
        return refuse({{"--size", "'" + options.size + "' is no size", "write for example 1920x1080, up to 16384x16384"}});
    RenderRequest& request = options.request;
    if (!options.sheet.empty() && !parse_pair(options.sheet, 100, request.sheet_columns, request.sheet_rows))
        return refuse({{"--contact-sheet", "'" + options.sheet + "' is no number of columns and rows", "write for example 3x3"}});
    if (const Problems problems = problems_of_view(request); !problems.empty())
        return refuse(problems);
    if (!options.camera.empty())
    {
        request.camera = parsed_camera(options.camera);
        if (!request.camera)
            return refuse(
                {{"--camera", "'" + options.camera + "' is no camera",
                  "write where it stands, what it looks at, in metres, and perhaps the angle of view in degrees: 4,2,5:0,0.5,0:35"}});
    }
    if (request.color_by == "none")
        request.color_by = "";
    const ExecutionScope scope(execution_with(options.threads));
    catch_signals();
    const auto problems = render_run(options.input, options.request);
    if (!problems.empty())
        return refuse(problems);
    return is_asked_to_stop() ? interrupted : done;
}
} // namespace

void add_render_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<RenderOptions>();
    RenderRequest& request = options->request;
    CLI::App* command = app.add_subcommand("render", "make a picture or a movie of recorded particles");
    command->add_option("input", options->input, "folder of a run, or a .vtp, .ply or .csv file with particles")->required();
    command->add_option("-o,--output", request.output,
                        "movie.mp4 or picture.png (default: movie.mp4 in the folder, or the file's name with .png)");
    command->add_option("--frames", request.frames, "which frames: 0:50, 0:50:2, 10: or 7 (default: all; for a picture the last)");
    command->add_option("--size", options->size, "width and height in pixels (default: 1280x720)");
    command->add_option("--color-by", request.color_by,
                        "colour by speed, pressure, stress, density or any other column; none: by material");
    command
        ->add_option("--style", request.style,
                     "particles (default), surface, both: particles in water, or skin: solid objects as meshes, fluids as a surface")
        ->transform(CLI::CheckedTransformer(styles(), CLI::ignore_case));
    command->add_option("--range", request.range, "smallest and largest value of the colours: 0:3 (default: those of the frames)");
    command->add_option("--camera", options->camera,
                        "where it stands and what it looks at, in metres, and the angle of view in degrees: 4,2,5:0,0.5,0:35");
    command->add_option("--azimuth", request.azimuth, "direction of view around the upward axis, in degrees (default: 35; 0 for 2D)");
    command->add_option("--elevation", request.elevation, "height of the view above the horizon, in degrees (default: 16; 0 for 2D)");
    command->add_option("--zoom", request.zoom, "how much larger things are than where all fits in (default: 1)");
    command->add_option("--turntable", request.turn, "degrees to turn around the scene during the movie");
    command->add_option("--samples", request.picture.samples, "rays along each edge of a pixel: more are smoother and slower (default: 3)")
        ->check(CLI::Range(1, 32));
    command->add_option("--rate", request.rate, "frames per second of the movie (default: the scene's)")->check(CLI::Range(1.0, 1000.0));
    command->add_option("--contact-sheet", options->sheet, "frames at even distances on one picture: columns and rows, such as 3x3");
    command->add_flag("--stamp", request.with_time, "write the time into the picture");
    command->add_flag("--keep-frames", request.keeps_frames, "keep the pictures of a movie as PNG files");
    command->add_option("--threads", options->threads, "number of threads (default: all cores); the picture is the same for any")
        ->check(CLI::Range(1, 1024));
    command->add_flag("--quiet", request.is_quiet, "print nothing but problems");
    command->footer("A movie that was interrupted goes on where it was: its pictures are kept until it is whole.\n\n"
                    "Examples:\n"
                    "  aspic render out/dam-break                                 a movie of all frames\n"
                    "  aspic render out/dam-break -o last.png --color-by speed    a picture of the last one\n"
                    "  aspic render out/dam-break --style surface                 a movie of clear water\n"
                    "  aspic render out/dam-break --contact-sheet 3x3 --stamp     nine frames on one sheet\n"
                    "  aspic render out/dam-break --frames 20 -o 20.png --size 1920x1080 --samples 5");
    command->callback([options, &exit_code] { exit_code = render(*options); });
}
