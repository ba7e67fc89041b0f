#include "commands.h"
#include "process.h"

#include "aspic/io/mesh_file.h"
#include "aspic/io/read_particles.h"
#include "aspic/io/scene_file.h"
#include "aspic/io/surface_file.h"
#include "aspic/run/frame_skins.h"
#include "aspic/run/frame_surfaces.h"
#include "aspic/run/run_folder.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <map>
#include <unistd.h>

namespace
{
using namespace aspic;
namespace fs = std::filesystem;

struct SkinOptions
{
    std::string input, frames, output, format = "ply", mesh;
    SkinRequest request;
    int threads = 0;
    bool overwrite = false;
    bool resume = false; ///< as without it
    bool quiet = false;
};

/// The methods by name.
std::map<std::string, SkinMethod> methods()
{
    std::map<std::string, SkinMethod> result;
    for (const Choice& choice : choices_of<SkinMethod>())
        result.emplace(choice.name, static_cast<SkinMethod>(choice.value));
    return result;
}

/// What is known before the first frame is read.
struct Plan
{
    std::vector<RecordedFrame> frames;
    std::vector<ObjectSkin> skins;
    fs::path folder;
    SurfaceFormat format = SurfaceFormat::ply;
};

Result<Plan> make_plan(SkinOptions& options)
{
    const auto format = surface_format_of("skin." + options.format);
    if (!format)
        return Problem{"--format", "'" + options.format + "' is no format for surfaces", "there are ply, obj, glb and vtp"};
    options.request.output.format = *format;
    const auto run = recorded_run(options.input);
    if (!run)
        return run.problems();
    if (!run->scene)
        return Problem{options.input, "there is no scene: a skin needs to know how the particles stood at rest",
                       "name the folder of a run, with its run.json"};
    const auto frames = chosen_frames(*run, options.frames);
    if (!frames)
        return frames.problems();
    const auto scene = prepare_scene(*run->scene, run->scene_folder);
    if (!scene)
        return scene.problems();
    if (!options.mesh.empty())
    {
        auto mesh = read_mesh(options.mesh);
        if (!mesh)
            return mesh.problems();
        options.request.mesh = std::make_shared<const TriangleMesh>(std::move(*mesh));
    }
    auto skins = skins_of(scene->scene, scene->assets, options.request);
    if (!skins)
        return skins.problems();
    if (options.frames.empty())
        tell_gaps(*frames);
    const fs::path input = options.input;
    const fs::path folder = fs::is_directory(input) ? input : input.parent_path();
    return Plan{*frames, std::move(*skins), options.output.empty() ? folder / "skin" : fs::path(options.output), *format};
}

/// Creates the output folder and notes the settings there.
Problems prepare_folder(const SkinOptions& options, const Plan& plan)
{
    if (holds_frames(plan.folder))
        return {
            {plan.folder.string(), "is the folder of the frames, or of others: skins would lie among them", "name another folder with -o"}};
    const std::string note = skin_note(options.request.output, options.mesh);
    if (!options.overwrite && fs::exists(plan.folder / "surface.json") && !fits_surfaces(plan.folder, note))
        return {{plan.folder.string(), "holds surfaces that were made with other settings",
                 "--overwrite makes all of them anew; -o names another folder"}};
    if (options.overwrite)
        remove_surfaces(plan.folder); // what is there after an interruption is new
    begin_surfaces(plan.folder, note);
    return {};
}

/// Says what is special about the skins.
void tell_skins(const std::vector<ObjectSkin>& skins)
{
    for (const ObjectSkin& skin : skins)
    {
        const SkinReport& report = skin.report();
        std::printf("%s: %d vertices, %zu triangles, %.1f particles to a vertex\n", skin.name().c_str(), report.vertices,
                    skin.rest().triangles.size(), report.mean_neighbors);
        if (report.far_vertices > 0)
            std::fprintf(stderr,
                         "aspic: %d of the %d vertices of '%s' are farther than the support from every particle; they follow the nearest\n",
                         report.far_vertices, report.vertices, skin.name().c_str());
    }
}

int make_all(const SkinOptions& options, const Plan& plan)
{
    const bool has_terminal = ::isatty(STDOUT_FILENO) != 0;
    std::size_t made = 0, skipped = 0;
    for (const RecordedFrame& recorded : plan.frames)
    {
        if (is_asked_to_stop())
        {
            std::fprintf(stderr, "aspic: interrupted after %zu frames; the same command%s goes on\n", made,
                         options.overwrite ? " without --overwrite" : "");
            return interrupted;
        }
        const fs::path stem = plan.folder / recorded.path.stem();
        if (!options.overwrite && has_skins(recorded.path, stem, plan.skins, plan.format))
        {
            ++skipped;
            continue;
        }
        const auto frame = read_particles(recorded.path);
        if (!frame)
            return refuse(frame.problems());
        if (const WrittenSkins written = write_skins(stem, *frame, plan.skins, plan.format); !written.problems.empty())
            return refuse(written.problems);
        ++made;
        if (has_terminal && !options.quiet)
        {
            std::printf("\r%zu of %zu frames ", made + skipped, plan.frames.size());
            std::fflush(stdout);
        }
    }
    if (!options.quiet)
        std::printf("%s%zu frames: %zu made, %zu were there; in %s\n", has_terminal ? "\r" : "", plan.frames.size(), made, skipped,
                    plan.folder.c_str());
    return done;
}

int skin(SkinOptions& options)
{
    const ExecutionScope scope(execution_with(options.threads));
    const Result<Plan> plan = make_plan(options);
    if (!plan)
        return refuse(plan.problems());
    if (const Problems problems = prepare_folder(options, *plan); !problems.empty())
        return refuse(problems);
    if (!options.quiet)
        tell_skins(plan->skins);
    catch_signals();
    return make_all(options, *plan);
}
} // namespace

void add_skin_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<SkinOptions>();
    SkinOutput& output = options->request.output;
    CLI::App* command = app.add_subcommand("skin", "let meshes follow the particles of solid objects in recorded frames");
    command->add_option("run", options->input, "folder of a run, or one of its frames")->required();
    command->add_option("--object", options->request.object, "a solid object of the scene, or an emitter of solids (default: all of them)");
    command->add_option("--mesh", options->mesh, "OBJ, PLY or STL instead of the object's own surface, in the coordinates of its shape")
        ->check(CLI::ExistingFile);
    command->add_option("--method", output.method, "shepard (default), mls or mls-first-order")
        ->transform(CLI::CheckedTransformer(methods()));
    command->add_option("--support", output.support, "radius of the kernels in spacings (default: 2)")->check(CLI::Range(1.25, 6.0));
    command
        ->add_option("--link", output.link,
                     "particles hang together by steps up to this, in spacings; 0: all that are near do (default: 1.5)")
        ->check(CLI::Range(0.0, 6.0));
    command
        ->add_option("--resolution", output.cell_size, "cell size, in spacings, of the meshes of shapes that are no meshes (default: 0.5)")
        ->check(CLI::Range(1.0 / 16, 2.0));
    command->add_option("--frames", options->frames, "frames of the folder, both ends included: 0:100, 20:, :50 or 7 (default: all)");
    command->add_option("--format", options->format, "ply (default), obj, glb or vtp");
    command->add_option("--threads", options->threads, "number of threads (default: all cores); the result is the same for any")
        ->check(CLI::Range(1, 1024));
    command->add_option("-o,--output", options->output, "folder (default: RUN/skin)");
    command->add_flag("--overwrite", options->overwrite, "make skins that are there already anew");
    command->add_flag("--resume", options->resume, "as without it: frames whose skins are there and newer are passed over")
        ->excludes(command->get_option("--overwrite"));
    command->add_flag("--quiet", options->quiet, "print nothing but problems");
    command->footer("Frames whose skins are there and newer are passed over, so a command that was interrupted goes on.\n\n"
                    "Examples:\n"
                    "  aspic skin out/duck                                  into out/duck/skin/frame_0000_duck.ply …\n"
                    "  aspic skin out/duck --object duck --mesh fine.obj --method mls --format glb -o movie");
    command->callback([options, &exit_code] { exit_code = skin(*options); });
}
