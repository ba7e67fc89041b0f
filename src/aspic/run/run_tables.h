#pragma once

#include "aspic/io/csv.h"

#include <filesystem>
#include <string>
#include <vector>

namespace aspic
{
/// A table that a run has written, over the simulated time: steps.csv, timings.csv or the file of a probe.
struct RunTable
{
    std::string name;               ///< `steps`, `timings`, or that of the probe's file
    std::string file;               ///< its path in the folder
    std::vector<double> time;       ///< [s] of each row
    std::vector<CsvColumn> columns; ///< what was measured, with "_" for blanks in the names; NaN: nothing to measure
};

/// Reads the tables of a run, also of one that still goes on or was killed: a last line that is not whole does not count, and a table may have no
/// rows. Problems name the first mistake of each damaged file. Throws std::system_error if a file cannot be read.
Result<std::vector<RunTable>> read_run_tables(const std::filesystem::path& folder);

/// The scene that run.json tells of; empty if that cannot be read.
std::string scene_of_run(const std::filesystem::path& folder);
} // namespace aspic
