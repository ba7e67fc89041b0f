#include "commands.h"
#include "process.h"

#include "aspic/core/units.h"
#include "aspic/io/input_file.h"
#include "aspic/io/output_file.h"
#include "aspic/io/read_particles.h"
#include "aspic/run/frame_surfaces.h"
#include "aspic/run/run_folder.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <unistd.h>

namespace
{
using namespace aspic;
namespace fs = std::filesystem;

struct SurfaceOptions
{
    std::vector<std::string> inputs;
    std::string frames, output, format, resolution = "0.5", spacing;
    SurfaceOutput surface;
    std::vector<std::string> asked_attributes; ///< none: the usual ones, where they are there
    int threads = 0;
    bool overwrite = false;
    bool quiet = false;
};

/// The methods by name.
std::map<std::string, SurfaceMethod> methods()
{
    std::map<std::string, SurfaceMethod> result;
    for (const Choice& choice : choices_of<SurfaceMethod>())
        result.emplace(choice.name, static_cast<SurfaceMethod>(choice.value));
    return result;
}

/// One frame, and where its surfaces go: a path without ending.
struct Job
{
    fs::path frame, stem;
    RecordedScene scene;
};

struct Plan
{
    std::vector<Job> jobs;
    SurfaceFormat format = SurfaceFormat::ply;
    fs::path folder; ///< for surface.json; empty if single files are named
};

/// [m] from "5 mm"; 0 for no text.
Result<double> length_option(const char* option, const std::string& text)
{
    if (text.empty())
        return 0.0;
    const auto value = number_with_unit(text, "m");
    if (!value)
        return Problem{option, value.problems().front().what, value.problems().front().hint};
    if (!(*value > 0))
        return Problem{option, "'" + text + "' is not greater than zero", ""};
    return *value;
}

/// The format from --format, or from the ending of the output; .ply otherwise.
Result<SurfaceFormat> chosen_format(const SurfaceOptions& options)
{
    const auto of_output = surface_format_of(options.output);
    constexpr std::array others{".stl", ".gltf", ".fbx", ".abc", ".usd", ".vtk", ".vtu", ".dae"};
    if (!of_output && std::ranges::find(others, fs::path(options.output).extension().string()) != others.end())
        return Problem{"-o", "'" + options.output + "' is no format for surfaces",
                       "there are .ply, .obj, .glb and .vtp; other programs convert them"};
    if (options.format.empty())
        return of_output.value_or(SurfaceFormat::ply);
    const auto format = surface_format_of("surface." + options.format);
    if (!format)
        return Problem{"--format", "'" + options.format + "' is no format for surfaces", "there are ply, obj, glb and vtp"};
    if (of_output && *of_output != *format)
        return Problem{"--format", "'" + options.format + "' is not the ending of '" + options.output + "'", "leave one of them out"};
    return *format;
}

Problem flat_problem(const fs::path& path) { return {path.string(), "a scene of two dimensions has no surface", ""}; }

/// The frames of a folder; their surfaces go into the output folder.
Result<Plan> plan_for_folder(const SurfaceOptions& options, Plan plan)
{
    const fs::path folder = options.inputs.front();
    const auto run = recorded_run(folder);
    if (!run)
        return run.problems();
    const auto frames = chosen_frames(*run, options.frames);
    if (!frames)
        return frames.problems();
    if (surface_format_of(options.output))
        return Problem{"-o", "the surfaces of a folder need a folder", "leave the ending away: --format chooses it"};
    if (run->scene && run->scene->dimension == 2)
        return flat_problem(folder);
    if (options.frames.empty())
        tell_gaps(*frames);
    plan.folder = options.output.empty() ? folder / "surface" : fs::path(options.output);
    const RecordedScene scene = recorded_scene(*run);
    for (const RecordedFrame& frame : *frames)
        plan.jobs.push_back({frame.path, plan.folder / frame.path.stem(), scene});
    return plan;
}

Result<Plan> plan_for_files(const SurfaceOptions& options, Plan plan)
{
    if (!options.frames.empty())
        return Problem{"--frames", "chooses among the frames of a folder", "give the folder instead of files"};
    const bool names_file = surface_format_of(options.output).has_value();
    if (names_file && options.inputs.size() > 1)
        return Problem{"--output", "one file cannot hold the surfaces of several frames", "name a folder"};
    for (const std::string& input : options.inputs)
    {
        if (fs::is_directory(input))
            return Problem{input, "is a folder among several inputs", "give one folder, or files"};
        const fs::path path = input;
        const fs::path beside = path.parent_path() / (path.stem().string() + "_surface");
        const fs::path stem = names_file               ? fs::path(options.output).replace_extension()
                              : options.output.empty() ? beside
                                                       : options.output / path.stem();
        if (fs::weakly_canonical(surface_path(stem, {}, 0, 1, plan.format)) == fs::weakly_canonical(path))
            return Problem{input, "would be replaced by its surface", "choose another output with -o"};
        const auto run = recorded_run(path);
        if (!run)
            return run.problems();
        if (run->scene && run->scene->dimension == 2)
            return flat_problem(path);
        for (const Job& job : plan.jobs)
            if (job.stem == stem)
                return Problem{input, "its surface would replace that of '" + job.frame.string() + "'", "rename one of the files"};
        plan.jobs.push_back({path, stem, recorded_scene(*run)});
    }
    if (!names_file && !options.output.empty())
        plan.folder = options.output;
    return plan;
}

Result<Plan> make_plan(const SurfaceOptions& options)
{
    const Result<SurfaceFormat> format = chosen_format(options);
    if (!format)
        return format.problems();
    const Plan plan{.jobs = {}, .format = *format, .folder = {}};
    return options.inputs.size() == 1 && fs::is_directory(options.inputs.front()) ? plan_for_folder(options, plan)
                                                                                  : plan_for_files(options, plan);
}

/// Creates the output folder and notes the settings there.
Problems prepare_folder(const SurfaceOptions& options, const Plan& plan)
{
    if (plan.folder.empty())
        return {};
    if (holds_frames(plan.folder))
        return {{plan.folder.string(), "is the folder of the frames, or of others: surfaces would lie among them",
                 "name another folder with -o"}};
    const std::string note = surface_note(options.surface, options.resolution, options.spacing);
    if (!options.overwrite && fs::exists(plan.folder / "surface.json") && !fits_surfaces(plan.folder, note))
        return {{plan.folder.string(), "holds surfaces that were made with other settings",
                 "--overwrite makes all of them anew; -o names another folder"}};
    if (options.overwrite)
        remove_surfaces(plan.folder); // what is there after an interruption is new
    begin_surfaces(plan.folder, note);
    return {};
}

/// The settings for a frame: its spacing is asked for, recorded or found from the particles.
Result<SurfaceOutput> settings_for(const SurfaceOptions& options, const Job& job, const ParticleFrame& frame)
{
    SurfaceOutput settings = options.surface;
    settings.spacing = 1; // of an empty frame, which has no surface
    if (frame.size() == 0)
        return settings;
    const Result<double> spacing = length_option("--spacing", options.spacing);
    if (!spacing)
        return spacing.problems();
    settings.spacing = *spacing > 0 ? *spacing : job.scene.spacing > 0 ? job.scene.spacing : spacing_of(frame).value_or(0);
    if (!(settings.spacing > 0))
        return Problem{job.frame.string(), "the distance of particles is not known",
                       "give it with --spacing, for example --spacing \"1 cm\""};
    if (const auto ratio = number_with_unit(options.resolution, ""))
        settings.cell_size = *ratio;
    else if (const auto length = length_option("--resolution", options.resolution))
        settings.cell_size = *length / settings.spacing;
    else
        return length.problems();
    const Problems problems = problems_of(settings);
    return problems.empty() ? Result(settings) : Result<SurfaceOutput>(problems);
}

/// What can be seen to be wrong before a frame is read.
Problems problems_of_options(const SurfaceOptions& options)
{
    SurfaceSettings settings = options.surface;
    settings.spacing = 1;
    if (const auto ratio = number_with_unit(options.resolution, ""))
        settings.cell_size = *ratio;
    else if (const auto length = length_option("--resolution", options.resolution); !length)
        return length.problems();
    if (const auto spacing = length_option("--spacing", options.spacing); !spacing)
        return spacing.problems();
    return problems_of(settings);
}

/// Reads a frame and writes its surfaces; adds the triangles.
Problems make_surfaces(const SurfaceOptions& options, const Job& job, std::size_t& triangles)
{
    const Result<ParticleFrame> frame = read_particles(job.frame);
    if (!frame)
        return frame.problems();
    const Result<SurfaceOutput> settings = settings_for(options, job, *frame);
    if (!settings)
        return settings.problems();
    if (frame->size() == 0 && !options.quiet)
        std::fprintf(stderr, "aspic: %s has no particles: its surface is empty\n", job.frame.c_str());
    for (const std::string& name : options.asked_attributes)
        if (name != "none" && frame->find_any(name) == nullptr && frame->size() > 0)
            return {{"--attributes", "'" + job.frame.string() + "' holds no '" + name + "'", "it is left out if --attributes is"}};
    triangles += write_surfaces(job.stem, *frame, job.scene, *settings).triangles;
    return {};
}

int make_all(const SurfaceOptions& options, const Plan& plan)
{
    const bool has_terminal = ::isatty(STDOUT_FILENO) != 0;
    std::size_t made = 0, skipped = 0, triangles = 0;
    for (const Job& job : plan.jobs)
    {
        if (is_asked_to_stop())
        {
            std::fprintf(stderr, "aspic: interrupted after %zu surfaces; the same command%s goes on\n", made,
                         options.overwrite ? " without --overwrite" : "");
            return interrupted;
        }
        if (!options.overwrite && !plan.folder.empty() && has_surfaces(job.frame, job.stem, job.scene, plan.format))
        {
            ++skipped;
            continue;
        }
        if (const Problems problems = make_surfaces(options, job, triangles); !problems.empty())
            return refuse(problems);
        ++made;
        if (has_terminal && !options.quiet)
        {
            std::printf("\r%zu of %zu frames, %zu triangles ", made + skipped, plan.jobs.size(), triangles);
            std::fflush(stdout);
        }
    }
    const fs::path place = plan.folder.empty() ? fs::absolute(plan.jobs.front().stem).parent_path() : plan.folder;
    if (!options.quiet)
        std::printf("%s%zu frames: %zu made, %zu were there; %zu triangles in %s\n", has_terminal ? "\r" : "", plan.jobs.size(), made,
                    skipped, triangles, place.c_str());
    return done;
}

int surface(SurfaceOptions& options)
{
    const Result<Plan> plan = make_plan(options);
    if (!plan)
        return refuse(plan.problems());
    options.surface.format = plan->format;
    if (!options.asked_attributes.empty())
        options.surface.attributes = options.asked_attributes;
    if (const Problems problems = problems_of_options(options); !problems.empty())
        return refuse(problems);
    if (const Problems problems = prepare_folder(options, *plan); !problems.empty())
        return refuse(problems);
    const ExecutionScope scope(execution_with(options.threads));
    catch_signals();
    return make_all(options, *plan);
}
} // namespace

void add_surface_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<SurfaceOptions>();
    CLI::App* command = app.add_subcommand("surface", "put surfaces around the particles of recorded frames");
    command->add_option("frames", options->inputs, "folder of a run, or particle files: .vtp, .ply or .csv")->required();
    command->add_option("--frames", options->frames, "frames of the folder, both ends included: 0:100, 20:, :50 or 7 (default: all)");
    command->add_option("--method", options->surface.method, "density (default), zhu-bridson or anisotropic, the flattest and slowest")
        ->transform(CLI::CheckedTransformer(methods()));
    command->add_option("--resolution", options->resolution,
                        "cell size as a multiple of the particles' distance, or as a length: \"2 mm\" (default: 0.5)");
    command->add_option("--spacing", options->spacing, "distance of particles at rest (default: as the run recorded it)");
    command->add_option("--support", options->surface.support, "radius of the kernels in spacings (default: 2)");
    command->add_option("--smooth", options->surface.smoothing_iterations, "iterations of mesh smoothing (default: 0)");
    command->add_option("--decimate", options->surface.kept_triangles, "fraction of triangles to keep (default: 1)");
    command
        ->add_option("--attributes", options->asked_attributes,
                     "columns to carry to the vertices, or none (default: velocity,temperature,color, where they are there)")
        ->delimiter(',');
    command->add_option("--format", options->format, "ply (default), obj, glb or vtp");
    command->add_option("--threads", options->threads, "number of threads (default: all cores); the result is the same for any")
        ->check(CLI::Range(1, 1024));
    command->add_option("-o,--output", options->output, "folder (default: DIR/surface), or a file for one frame");
    command->add_flag("--overwrite", options->overwrite, "make surfaces that are there already anew");
    command->add_flag("--quiet", options->quiet, "print nothing but problems");
    command->footer("Each material gets a surface of its own. Frames whose surfaces are there and newer are passed over.\n\n"
                    "Examples:\n"
                    "  aspic surface out/dam-break                         into out/dam-break/surface/frame_0000.ply …\n"
                    "  aspic surface out/dam-break --frames 20:60 --method anisotropic --format glb -o movie\n"
                    "  aspic surface out/dam-break/frame_0050.vtp -o wave.obj --resolution 0.35 --smooth 5\n"
                    "  aspic surface points.csv --spacing \"1 cm\" -o points.vtp");
    command->callback([options, &exit_code] { exit_code = surface(*options); });
}
