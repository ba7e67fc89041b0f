#include "aspic/run/runner.h"

#include "aspic/io/vtp.h"
#include "aspic/simulation/state_hash.h"

#include <cmath>
#include <cstdio>

namespace aspic
{
namespace
{
std::string frame_name(int frame)
{
    char name[32];
    std::snprintf(name, sizeof(name), "frame_%04d.vtp", frame);
    return name;
}

/// Steps until `end`; returns what went wrong, if anything did.
std::optional<std::string> advance(World& world, double end, RunProgress& progress)
{
    // A step that would leave a sliver of time before the end takes it along.
    constexpr double sliver = 1e-9;
    while (world.time() < end - sliver)
    {
        const double start = world.time();
        const StepReport report = world.step(end - start);
        ++progress.steps;
        progress.dt = report.dt;
        if (world.time() == start)
            return "the time step became too small at t = " + std::to_string(start) + " s: the flow is faster than " +
                   std::to_string(report.largest_speed) + " m/s";
        if (!report.finite)
            return "particle " + std::to_string(report.first_not_finite) +
                   " has a position or velocity that is not finite at t = " + std::to_string(world.time()) + " s, step " +
                   std::to_string(progress.steps);
    }
    return std::nullopt;
}
} // namespace

int frame_count(double duration, double frame_rate)
{
    constexpr double sliver = 1e-6; // of a frame: rounding must not add one
    return static_cast<int>(std::ceil(duration * frame_rate - sliver));
}

RunSummary run_scene(const Scene& scene, const RunSettings& settings, const std::function<void(const RunProgress&)>& on_frame)
{
    std::filesystem::create_directories(settings.output);
    World world(scene);
    RunSummary summary;
    RunProgress& progress = summary.last;
    const double duration = settings.duration.value_or(scene.duration);
    progress.frames = frame_count(duration, scene.frame_rate);
    progress.particles = world.particles().size();

    write_vtp(world.particles(), world.time(), settings.output / frame_name(0));
    on_frame(progress);
    while (progress.frame < progress.frames && !summary.failure)
    {
        summary.failure = advance(world, std::min((progress.frame + 1) / scene.frame_rate, duration), progress);
        progress.time = world.time();
        if (summary.failure)
            break;
        ++progress.frame;
        write_vtp(world.particles(), world.time(), settings.output / frame_name(progress.frame));
        on_frame(progress);
    }
    summary.state_hash = state_hash(world);
    return summary;
}
} // namespace aspic
