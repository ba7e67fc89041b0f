#pragma once

#include "aspic/io/append_file.h"
#include "aspic/run/run_folder.h"
#include "aspic/simulation/world.h"

#include <map>

namespace aspic
{
/// A row of steps.csv and one of timings.csv.
struct StepRow
{
    std::int64_t step = 0;
    double time = 0;    ///< [s] after it
    double seconds = 0; ///< of wall-clock time, all in all
    const StepReport& report;
    std::string hash; ///< of the state, or empty
};

/// The tables that grow while a run goes on: steps.csv, timings.csv and a file per probe. Numbers are as short as full precision allows; what is
/// not finite leaves its cell empty. All but timings.csv are the same, byte by byte, for any number of threads and however often a run was
/// resumed.
class StepTables
{
public:
    /// Opens the files and goes on behind their last rows, or begins them with their headers.
    StepTables(const RunFolder& folder, const Scene& scene);

    void add(const StepRow& row);
    void add(const std::vector<ProbeRow>& rows);

    /// Waits until everything is on the disk.
    void sync();

    /// [bytes] of the files that are the same in every run, by their names in the folder: what a checkpoint must know to cut them.
    [[nodiscard]] std::map<std::string, std::uint64_t> sizes() const;

    /// Cuts the files off where they stood at a checkpoint after `step` steps. Says what does not fit, if anything.
    static Problems cut(const RunFolder& folder, const Scene& scene, const std::map<std::string, std::uint64_t>& sizes, std::int64_t step);

private:
    void begin(const StepReport& report);

    AppendFile steps_, timings_;
    std::vector<std::string> names_; ///< of the probe files in the folder
    std::vector<AppendFile> probes_;
    std::vector<std::string> iterating_; ///< stages with columns for iterations and residual
};
} // namespace aspic
