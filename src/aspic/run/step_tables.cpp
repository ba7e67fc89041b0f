#include "aspic/run/step_tables.h"

#include "aspic/io/csv.h"
#include "aspic/io/input_file.h"
#include "aspic/io/number_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <set>

namespace aspic
{
namespace
{
namespace fs = std::filesystem;

constexpr const char* steps_name = "steps.csv";
constexpr std::string_view iterations_ending = " iterations";

/// Files of the probes, no two the same even if their names are alike for a file system.
std::vector<std::string> probe_file_names(const Scene& scene)
{
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const auto& probe : scene.probes)
    {
        const std::string stem = "probes/" + file_name(probe.name);
        std::string name = stem + ".csv";
        for (int k = 2; !taken.insert(name).second; ++k)
            name = stem + "-" + std::to_string(k) + ".csv";
        names.push_back(name);
    }
    return names;
}

std::string header(const std::vector<std::string>& names)
{
    std::vector<CsvOutputColumn> columns;
    columns.reserve(names.size());
    for (const std::string& name : names)
        columns.push_back({.name = name, .cells = std::vector<double>{}});
    return csv_text(columns);
}

void append_cell(std::string& row, double value)
{
    if (std::isfinite(value))
        append_number(row, value);
    row += ',';
}

void append_cell(std::string& row, std::int64_t value)
{
    append_number(row, value);
    row += ',';
}

std::string ended(std::string row)
{
    row.back() = '\n';
    return row;
}

/// The stages that have columns in a table that was begun by an earlier run.
std::vector<std::string> iterating_stages(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    std::string line;
    std::getline(file, line);
    std::vector<std::string> stages;
    for (std::size_t begin = 0; begin < line.size();)
    {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        const std::string_view cell = std::string_view(line).substr(begin, end - begin);
        if (cell.ends_with(iterations_ending))
            stages.emplace_back(cell.substr(0, cell.size() - iterations_ending.size()));
        begin = end + 1;
    }
    return stages;
}

/// [bytes] up to the end of the row of `step`, or of the last whole row before it.
std::size_t size_until(const std::string& table, std::int64_t step)
{
    std::size_t size = std::min(table.find('\n') + 1, table.size()); // the header; nothing if that is not whole
    while (size > 0)
    {
        const std::size_t end = table.find('\n', size);
        std::int64_t number = 0;
        const auto parsed = std::from_chars(table.data() + size, table.data() + table.size(), number);
        if (end == std::string::npos || parsed.ec != std::errc{} || number > step)
            break;
        size = end + 1;
    }
    return size;
}
} // namespace

StepTables::StepTables(const RunFolder& folder, const Scene& scene)
    : steps_(folder.path() / steps_name),
      timings_(folder.timings()),
      names_(probe_file_names(scene)),
      iterating_(iterating_stages(steps_.path()))
{
    if (!names_.empty())
        fs::create_directories(folder.path() / "probes");
    for (std::size_t k = 0; k < names_.size(); ++k)
    {
        probes_.emplace_back(folder.path() / names_[k]);
        if (probes_[k].size() == 0)
            probes_[k].append(header(probe_columns(scene, k)));
    }
}

/// The headers, which need to know the stages.
void StepTables::begin(const StepReport& report)
{
    if (steps_.size() == 0)
    {
        std::vector<std::string> names{
            "step", "time [s]", "dt [s]", "particles", "largest_speed [m/s]", "mean_compression", "largest_compression"};
        for (const StageReport& stage : report.stages)
        {
            if (!stage.iterates)
                continue;
            iterating_.emplace_back(stage.name);
            names.push_back(iterating_.back() + std::string(iterations_ending));
            names.push_back(iterating_.back() + " residual");
            names.push_back(iterating_.back() + " converged");
        }
        names.emplace_back("hash");
        steps_.append(header(names));
    }
    if (timings_.size() == 0)
    {
        std::vector<std::string> names{"step"};
        for (const StageReport& stage : report.stages)
            names.push_back(std::string(stage.name) + " [s]");
        names.emplace_back("total [s]");
        timings_.append(header(names));
    }
}

void StepTables::add(const StepRow& row)
{
    const StepReport& report = row.report;
    begin(report);

    std::string text;
    append_cell(text, row.step);
    append_cell(text, row.time);
    append_cell(text, report.dt);
    append_cell(text, static_cast<std::int64_t>(report.particles));
    append_cell(text, report.largest_speed);
    append_cell(text, report.mean_compression);
    append_cell(text, report.largest_compression);
    for (const std::string& name : iterating_)
    {
        const auto stage = std::ranges::find(report.stages, name, &StageReport::name);
        const bool is_there = stage != report.stages.end();
        append_cell(text, static_cast<std::int64_t>(is_there ? stage->iterations : 0));
        append_cell(text, is_there ? stage->residual : 0);
        append_cell(text, static_cast<std::int64_t>(!is_there || stage->converged ? 1 : 0));
    }
    steps_.append(ended(text + row.hash + ","));

    text.clear();
    append_cell(text, row.step);
    for (const StageReport& stage : report.stages)
        append_cell(text, stage.seconds);
    append_cell(text, row.seconds);
    timings_.append(ended(text));
}

void StepTables::add(const std::vector<ProbeRow>& rows)
{
    for (const ProbeRow& row : rows)
    {
        std::string text;
        for (const double value : row.values)
            append_cell(text, value);
        probes_[row.probe].append(ended(text));
    }
}

void StepTables::sync()
{
    steps_.sync();
    timings_.sync();
    for (AppendFile& probe : probes_)
        probe.sync();
}

std::map<std::string, std::uint64_t> StepTables::sizes() const
{
    std::map<std::string, std::uint64_t> sizes{{steps_name, steps_.size()}};
    for (std::size_t k = 0; k < names_.size(); ++k)
        sizes[names_[k]] = probes_[k].size();
    return sizes;
}

Problems StepTables::cut(const RunFolder& folder, const Scene& scene, const std::map<std::string, std::uint64_t>& sizes, std::int64_t step)
{
    std::vector<std::string> names = probe_file_names(scene);
    names.emplace_back(steps_name);
    Problems problems;
    for (const std::string& name : names)
    {
        const fs::path path = folder.path() / name;
        const auto size = sizes.find(name);
        if (size == sizes.end())
            problems.push_back({path.string(), "is not known to the checkpoint", ""});
        else if (!fs::exists(path) || fs::file_size(path) < size->second)
            problems.push_back({path.string(), "is shorter than it was at the checkpoint, or is not there",
                                "put the file back, or run the scene anew with --overwrite"});
    }
    if (!problems.empty())
        return problems;
    for (const std::string& name : names)
        AppendFile::truncate_to(folder.path() / name, sizes.at(name));
    if (fs::exists(folder.timings()))
        AppendFile::truncate_to(folder.timings(), size_until(read_file(folder.timings()), step));
    return problems;
}
} // namespace aspic
