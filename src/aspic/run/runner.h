#pragma once

#include "aspic/run/run_record.h"
#include "aspic/run/run_start.h"

#include <functional>
#include <map>

namespace aspic
{
/// What has been reached, told after each step.
struct RunProgress
{
    std::int64_t frame = 0, frames = 0;
    std::int64_t steps = 0;
    double time = 0; ///< [s] in the simulation
    double end = 0;  ///< [s] of the last frame
    double dt = 0;   ///< [s] last step
    Index particles = 0;
    bool is_frame = false; ///< a frame was just reached
};

/// How to drive a scene. None of it changes the result.
struct RunSettings
{
    std::optional<std::int64_t> steps;      ///< stop after so many, wherever that is
    std::optional<double> checkpoint_every; ///< [s] of wall-clock time instead of the scene's; 0: after each step
    std::int64_t hash_every = 0;            ///< steps between state hashes in steps.csv; 0: none
    std::string command_line;               ///< for run.json
    std::function<void(const RunProgress&)> on_progress = [](const RunProgress&) {};
    std::function<bool()> is_stopped = [] { return false; }; ///< asked after each step: true ends the run with a checkpoint
};

enum class RunStatus
{
    finished,
    interrupted, ///< is_stopped said so; the run can be resumed
    failed       ///< numerically
};

/// How a run ended.
struct RunSummary
{
    RunStatus status = RunStatus::finished;
    RunProgress last;
    RunTotals totals;
    std::uint64_t state_hash = 0;
    double bytes_per_particle = 0;
    double worst_compression = 0;                 ///< largest mean compression of a step
    std::map<std::string, std::int64_t> unsolved; ///< steps in which a solve was ended by its limit, by stage
    std::vector<std::string> notes;               ///< what did not come as the scene wants it
    bool did_anything = false;                    ///< false: the run had been finished before
    std::optional<Problem> failure;               ///< which value of which particle, where and when
    std::optional<Problem> left_out;              ///< the first skin that could not be made
    std::filesystem::path last_good_checkpoint;   ///< empty if there is none
};

/// Frames after the first that a run writes: the last one ends at the duration, or after it.
std::int64_t frame_count(double duration, double frame_rate);

/// Runs a scene frame by frame and writes what run_folder.h lists. Steps are cut only where frames end, so that they depend on nothing but the
/// scene. The problem is one of the scene's output; files that cannot be written throw std::system_error, and run.json says so.
Result<RunSummary> run_scene(const LoadedScene& scene, RunStart start, const RunSettings& settings);
} // namespace aspic
