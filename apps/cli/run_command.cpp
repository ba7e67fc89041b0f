#include "commands.h"

#include "aspic/run/runner.h"
#include "aspic/scene/built_in.h"
#include "aspic/simulation/state_hash.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace
{
struct RunOptions
{
    std::string scene;
    std::string output;
    std::optional<double> duration;
    int threads = 0;
};

int run(const RunOptions& options)
{
    const auto scene = aspic::built_in_scene(options.scene);
    if (!scene)
    {
        std::fprintf(stderr, "%s", aspic::describe(scene.problems()).c_str());
        return bad_input;
    }
    constexpr double most_frames = 1e6;
    if (options.duration && !(*options.duration >= 0 && *options.duration * scene->frame_rate <= most_frames)) // also false for NaN
    {
        std::fprintf(stderr, "--time: between 0 and %g s are possible, which is a million frames\n", most_frames / scene->frame_rate);
        return bad_input;
    }
    aspic::Execution execution = aspic::default_execution();
    if (options.threads > 0)
        execution.threads = options.threads;
    const aspic::ExecutionScope scope(execution);

    const aspic::RunSettings settings{.output = options.output.empty() ? "out/" + scene->name : options.output,
                                      .duration = options.duration};
    const auto summary = aspic::run_scene(*scene, settings, [](const aspic::RunProgress& p) {
        std::printf("frame %d/%d  t %.3f s  dt %.2e s  %d particles\n", p.frame, p.frames, p.time, p.dt, p.particles);
    });
    if (summary.failure)
    {
        std::fprintf(stderr,
                     "the simulation became unstable: %s\n  hint: a higher speed of sound or a finer spacing keeps the fluid together\n",
                     summary.failure->c_str());
        return numerical_failure;
    }
    std::printf("wrote %s/frame_%04d.vtp and those before it\nstate hash %s (%s, %d threads)\n", settings.output.c_str(),
                summary.last.frame, aspic::hash_text(summary.state_hash).c_str(),
                std::string(aspic::name(execution.instruction_set)).c_str(), execution.threads);
    return done;
}
} // namespace

void add_run_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<RunOptions>();
    CLI::App* command = app.add_subcommand("run", "simulate a scene and write a file per frame");
    command->add_option("scene", options->scene, "name of a built-in scene: dam-break-2d")->required();
    command->add_option("-o,--output", options->output, "folder for the frames (default: out/<scene>)");
    command->add_option("--time", options->duration, "seconds to simulate (default: as the scene says)");
    command->add_option("--threads", options->threads, "number of threads (default: all cores); the result is the same for any")
        ->check(CLI::Range(1, 1024));
    command->footer("Example: aspic run dam-break-2d -o dam --time 0.5");
    command->callback([options, &exit_code] { exit_code = run(*options); });
}
