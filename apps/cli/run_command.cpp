#include "commands.h"
#include "pictures.h"
#include "process.h"
#include "progress.h"

#include "aspic/core/printable.h"
#include "aspic/core/units.h"
#include "aspic/render/movie.h"
#include "aspic/scene/solid_objects.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>
#include <unistd.h>

namespace
{
using namespace aspic;

struct RunOptions
{
    std::string scene = "soft-bodies";
    RunRequest request;
    std::string output;
    std::vector<std::string> settings;
    std::optional<std::int64_t> frames, steps, seed;
    std::string time, checkpoint_every, max_memory;
    std::int64_t hash_every = 0;
    int threads = 0;
    bool json_progress = false;
    bool quiet = false;
    bool movie = false, no_movie = false;
    bool allow_files = false;

    [[nodiscard]] FileAccess access() const { return allow_files ? FileAccess::anywhere : FileAccess::below_folder; }
};

/// A number with a unit from an option, between 0 and `most`.
Result<std::optional<double>> number_option(const char* option, const std::string& text, std::string_view unit, double most)
{
    if (text.empty())
        return std::optional<double>();
    const auto value = number_with_unit(text, unit);
    if (!value)
        return Problem{option, value.problems().front().what, value.problems().front().hint};
    if (!(*value >= 0 && *value <= most))
        return Problem{option, "'" + text + "' is out of range",
                       "between 0 and " + std::to_string(static_cast<std::int64_t>(most)) + " are possible"};
    return std::optional(*value);
}

/// "4 GB" → [bytes]
Result<std::optional<double>> memory_option(const std::string& text)
{
    if (text.empty())
        return std::optional<double>();
    constexpr std::pair<std::string_view, double> units[] = {{"B", 1},         {"kB", 1e3},         {"MB", 1e6},
                                                             {"GB", 1e9},      {"TB", 1e12},        {"KiB", 1024},
                                                             {"MiB", 1048576}, {"GiB", 1073741824}, {"TiB", 1099511627776.0}};
    const std::size_t end = std::min(text.find_first_not_of("0123456789.eE"), text.size());
    const std::size_t unit_begin = std::min(text.find_first_not_of(' ', end), text.size());
    const auto number = number_with_unit(text.substr(0, end), "");
    for (const auto& [unit, bytes] : units)
        if (number && *number > 0 && text.substr(unit_begin) == unit)
            return std::optional(*number * bytes);
    return Problem{"--max-memory", "'" + text + "' is not an amount of memory", "write for example \"4 GB\" or 500MB"};
}

/// The scene with what the options change in it.
Result<LoadedScene> load(const RunOptions& options)
{
    std::vector<std::string> settings = options.settings;
    if (options.seed)
        settings.push_back("seed=" + std::to_string(*options.seed));
    auto loaded = load_scene(options.scene, settings, options.access());
    constexpr double longest = 1e9; // [s] as for the scene
    const auto time = number_option("--time", options.time, "s", longest);
    if (!time)
        return time.problems();
    if (!loaded)
        return loaded;
    if (*time)
        loaded->scene.duration = **time;
    if (options.frames)
        loaded->scene.duration = static_cast<double>(*options.frames) / loaded->scene.frame_rate;
    return loaded;
}

Progress make_progress(const RunOptions& options)
{
    if (options.json_progress)
        return {Progress::Style::json, stdout};
    if (options.quiet)
        return {Progress::Style::quiet, stdout};
    return {::isatty(STDOUT_FILENO) != 0 ? Progress::Style::terminal : Progress::Style::lines, stdout};
}

/// Fluid that was pressed together more than it should be, what did not come, and solves that did not come to their end.
void tell_doubts(const RunSummary& summary, const Scene& scene)
{
    const bool has_sound = std::holds_alternative<WeaklyCompressibleSettings>(scene.solvers.pressure);
    const double too_much = has_sound ? 0.1 : 0.02; // of the rest density: no liquid any more, and far from what was asked for
    if (summary.worst_compression > too_much)
        std::fprintf(
            stderr, "aspic: warning: the %s compressed by up to %.3g %% on average: do not trust this result\n  hint: %s\n",
            has_fluid(scene) ? "fluid was" : "solids were", 100 * summary.worst_compression,
            has_sound
                ? "raise the speed of sound (solvers.pressure), shorten the steps (solvers.time_step), or refine the spacing"
                : "look for bodies that start or are emitted into others ('aspic check'); or raise max_iterations, or shorten the steps");
    for (const std::string& note : summary.notes)
        std::fprintf(stderr, "aspic: note: %s\n", note.c_str());
    for (const auto& [stage, steps] : summary.unsolved)
        std::fprintf(stderr,
                     "aspic: %s: the solve '%s' was ended by its limit in %lld of %lld steps\n"
                     "  hint: see 'residual' in steps.csv; raise %s, or shorten the steps\n",
                     static_cast<double>(steps) > 0.02 * static_cast<double>(summary.totals.steps) ? "warning" : "note", stage.c_str(),
                     static_cast<long long>(steps), static_cast<long long>(summary.totals.steps),
                     stage == "contacts" ? "solvers.rigid.max_iterations or direct_contacts" : "its max_iterations");
}

/// What went wrong, and how to go on.
int tell_failure(const RunSummary& summary, const RunOptions& options, const std::filesystem::path& folder)
{
    if (summary.left_out)
        std::fprintf(stderr, "aspic: skins were left out, first: %s\n", describe(*summary.left_out).c_str());
    if (summary.failure)
        std::fprintf(stderr, "aspic: the simulation failed: %s\n", describe(*summary.failure).c_str());
    if (summary.failure && !summary.last_good_checkpoint.empty())
        std::fprintf(stderr, "  from the last checkpoint on with other settings: aspic run %s --from '%s' -o NEW --set …\n",
                     visible(options.scene).c_str(), visible(folder.string()).c_str());
    if (summary.status != RunStatus::interrupted)
        return summary.failure ? numerical_failure : done;
    if (!options.quiet)
        std::fprintf(stderr, "aspic: go on with: aspic run %s -o '%s' --resume\n", visible(options.scene).c_str(),
                     visible(folder.string()).c_str());
    return interrupted;
}

/// A movie to look at: of built-in scenes unless it is not wanted, of others if it is. The exit code: one that was asked for must come.
int show(const RunOptions& options, const std::filesystem::path& folder)
{
    const bool is_built_in = std::ranges::any_of(built_in_scenes(), [&](const BuiltInFile& s) { return s.name == options.scene; });
    const bool is_usual = is_built_in && !options.no_movie && !options.quiet && !options.json_progress;
    if (!options.movie && !is_usual)
        return done;
    const int failed = options.movie ? io_failure : done;
    RenderRequest request;
    request.picture = {.width = 960, .height = 540, .samples = 2};
    request.usual_style = PictureStyle::surface;
    const bool tells = !options.quiet && !options.json_progress;
    request.is_quiet = !tells || ::isatty(STDERR_FILENO) == 0;
    request.output = (folder / (can_make_movies() ? "movie.mp4" : "movie.png")).string();
    if (!can_make_movies())
        std::fprintf(stderr, "aspic: the program ffmpeg is not there: a picture is made instead of a movie\n");
    try
    {
        const Problems problems = render_run(folder, request);
        if (!problems.empty())
        {
            std::fprintf(stderr, "aspic: no movie: %s", describe(problems).c_str());
            return failed;
        }
        if (is_asked_to_stop())
        {
            std::fprintf(stderr, "aspic: the run is whole; its movie is made by: aspic render '%s'\n", visible(folder.string()).c_str());
            return options.movie ? interrupted : done;
        }
        if (tells && request.is_quiet)
            std::printf("%s\n", request.output.c_str());
    }
    catch (const std::exception& error) // the run itself is done
    {
        std::fprintf(stderr, "aspic: no movie: %s\n", error.what());
        return failed;
    }
    return can_make_movies() ? done : failed;
}

int run(const RunOptions& options, const LoadedScene& scene, const RunSettings& given)
{
    auto start = start_run(scene, options.request);
    if (!start)
        return refuse(start.problems());
    for (const std::string& remark : start->remarks)
        std::fprintf(stderr, "aspic: %s\n", remark.c_str());
    const std::filesystem::path folder = start->folder.path();
    Progress progress = make_progress(options);
    progress.begin(scene.scene, *start);
    RunSettings settings = given;
    settings.on_progress = [&](const RunProgress& reached) { progress.update(reached); };
    try
    {
        const auto summary = run_scene(scene, std::move(*start), settings);
        if (!summary)
            return refuse(summary.problems());
        progress.end(*summary, scene.scene, folder);
        if (!summary->failure)
            tell_doubts(*summary, scene.scene);
        const int code = tell_failure(*summary, options, folder);
        if (code == done && summary->did_anything)
            return show(options, folder);
        return code;
    }
    catch (const std::system_error& error)
    {
        progress.clear();
        const bool is_memory = error.code() == std::errc::not_enough_memory || error.code() == std::errc::resource_unavailable_try_again;
        const bool is_kept = !checkpoints_in(folder / "checkpoints").empty();
        std::fprintf(stderr, "aspic: %s\n  hint: %s\n", error.what(),
                     is_kept ? "what was written before is whole; when the cause is gone, --resume goes on"
                             : "no step was made; when the cause is gone, begin again");
        return is_memory ? out_of_resources : io_failure;
    }
}

int run(const RunOptions& options)
{
    const auto checkpoint_every = number_option("--checkpoint-every", options.checkpoint_every, "s", 1e9);
    const auto memory = memory_option(options.max_memory);
    const auto scene = load(options);
    Problems problems;
    for (const Problems& more : {checkpoint_every.problems(), memory.problems(), scene.problems()})
        problems.insert(problems.end(), more.begin(), more.end());
    if (!problems.empty())
        return refuse(problems);

    const ExecutionScope scope(execution_with(options.threads));
    catch_signals();
    RunSettings settings;
    settings.steps = options.steps;
    settings.checkpoint_every = *checkpoint_every;
    settings.hash_every = options.hash_every;
    settings.command_line = command_line();
    settings.is_stopped = is_asked_to_stop;
    try
    {
        check_memory(*scene, *memory);
        return run(options, *scene, settings);
    }
    catch (const TooLarge& error)
    {
        std::fprintf(stderr, "aspic: %s\n  hint: a larger spacing needs fewer particles; --max-memory allows more\n", error.what());
        return out_of_resources;
    }
}

void add_length_options(CLI::App& command, RunOptions& options)
{
    constexpr std::int64_t most = 1'000'000'000'000'000;
    CLI::Option* frames = command.add_option("--frames", options.frames, "frames to simulate (default: the scene's duration)");
    CLI::Option* time = command.add_option("--time", options.time, "time to simulate, rounded up to whole frames: 2, \"500 ms\"");
    CLI::Option* steps = command.add_option("--steps", options.steps, "stop after so many steps, wherever that is");
    frames->check(CLI::Range(std::int64_t{0}, most));
    steps->check(CLI::Range(std::int64_t{0}, most));
    frames->excludes(time)->excludes(steps);
    time->excludes(steps);
}

void add_folder_options(CLI::App& command, RunOptions& options)
{
    command.add_option("-o,--output", options.output, "folder for all files (default: the next free out/<scene>, out/<scene>-2 …)");
    CLI::Option* resume = command.add_flag("--resume", options.request.resume, "go on with the run in the folder, with the same bits");
    CLI::Option* overwrite = command.add_flag("--overwrite", options.request.overwrite, "replace the run in the folder");
    CLI::Option* from = command.add_option("--from", options.request.from, "begin with a checkpoint of another run: DIR, or DIR@FRAME");
    resume->excludes(overwrite)->excludes(from);
}
} // namespace

void add_run_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "simulate a scene: frames, measurements, checkpoints");
    command->add_option("scene", options->scene, "scene file, or name of a built-in scene (default: soft-bodies)");
    add_folder_options(*command, *options);
    add_length_options(*command, *options);
    command
        ->add_option("--set", options->settings, "change the scene: spacing=0.01, materials.water.viscosity=\"2 mPa s\"; may be repeated")
        ->allow_extra_args(false);
    command->add_flag("--allow-files", options->allow_files, "the scene may name files that lie outside of its folder");
    command->add_option("--seed", options->seed, "the same as --set seed=…");
    command->add_option("--threads", options->threads, "number of threads (default: all cores); the result is the same for any")
        ->check(CLI::Range(1, 1024));
    command->add_option("--checkpoint-every", options->checkpoint_every,
                        "wall-clock time between checkpoints: 5min, \"30 s\"; 0: after each step");
    command->add_option("--hash-every", options->hash_every, "steps between state hashes in steps.csv")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
    command->add_option("--max-memory", options->max_memory, "refuse a scene that needs more: \"4 GB\" (default: 80 % of what is free)");
    CLI::Option* json = command->add_flag("--json-progress", options->json_progress, "one JSON object per frame on standard output");
    CLI::Option* movie = command->add_flag("--movie", options->movie, "end with a movie (default for built-in scenes)");
    command->add_flag("--no-movie", options->no_movie, "end without a movie")->excludes(movie);
    command->add_flag("--quiet", options->quiet, "print nothing but problems")->excludes(json);
    command->footer("Ctrl-C ends a run with a checkpoint; a run that was killed can be resumed as well.\n\n"
                    "Examples:\n"
                    "  aspic run                                       the showcase, into out/soft-bodies\n"
                    "  aspic run pool.json -o pool --time 2            two seconds of a scene of your own\n"
                    "  aspic run pool.json -o pool --resume --time 5   three more\n"
                    "  aspic run dam-break --set spacing=0.01          finer\n"
                    "  aspic run pool.json --from pool@50 --set gravity=[0,-1.6,0] -o moon\n"
                    "                                                  another end from frame 50 on");
    command->callback([options, &exit_code] {
        options->request.output = options->output;
        exit_code = run(*options);
    });
}
