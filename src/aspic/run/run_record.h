#pragma once

#include "aspic/compute/execution.h"
#include "aspic/io/scene_file.h"
#include "aspic/simulation/step_report.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace aspic
{
/// What a stage took.
struct StageTotal
{
    std::string name;
    double seconds = 0; ///< of wall-clock time
    std::int64_t iterations = 0;
};

/// What a run took, over all sittings.
struct RunTotals
{
    double seconds = 0; ///< of wall-clock time
    std::int64_t steps = 0;
    double particle_steps = 0;
    std::vector<StageTotal> stages; ///< of the step, and what the run does besides: probes, frames, checkpoints

    void add(const StepReport& report);
    void add(std::string_view stage, double seconds, int iterations = 0);
};

/// Where a run was taken up again.
struct ResumePoint
{
    std::int64_t step = 0;
    double time = 0; ///< [s] in the simulation
    std::string date;
};

/// What run.json says.
struct RunRecord
{
    std::string status = "running"; ///< or finished, interrupted, failed
    std::string message;            ///< why it failed
    std::vector<std::string> notes; ///< what was chosen for the scene, and what did not come as it wants it
    std::string command_line;
    Execution execution;
    std::string started, ended; ///< dates
    std::vector<ResumePoint> resumed;
    std::string branched_from; ///< JSON, see CheckpointNotes
    RunTotals totals;
    std::int64_t steps = 0, frames = 0;
    double time = 0; ///< [s] in the simulation
    Index particles = 0;
    double bytes_per_particle = 0;
    std::string state_hash;
};

/// The record as JSON, with the scene, the program and the machine.
std::string record_text(const RunRecord& record, const LoadedScene& scene);

/// What must be carried on from an earlier sitting: beginning, totals and where it was resumed. Empty if there is none that can be read.
RunRecord earlier_record(const std::filesystem::path& path);

/// Now, in UTC: 2024-05-17T08:30:00Z.
std::string date_now();

/// JSON that says from which checkpoint a run began, and what was changed.
struct BranchPoint
{
    std::string checkpoint; ///< its path
    std::int64_t frame = 0;
    std::int64_t step = 0;
    double time = 0; ///< [s]
    std::vector<std::string> changes;
};
std::string branch_text(const BranchPoint& branch);
} // namespace aspic
