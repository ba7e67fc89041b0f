#include "aspic/run/run_tables.h"

#include "aspic/io/input_file.h"
#include "aspic/io/json.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>

namespace aspic
{
namespace
{
namespace fs = std::filesystem;

Problem damaged(const std::string& where, const std::string& what)
{
    return {where, what, "the file is damaged: put it back, or run the scene again with --overwrite"};
}

/// The file as a table; nothing if it is not there or no header was written yet.
Result<std::optional<CsvTable>> read_table(const fs::path& path)
{
    std::string text = fs::exists(path) ? read_file(path) : "";
    text.resize(text.rfind('\n') + 1); // a line may be half written
    if (text.empty())
        return std::optional<CsvTable>();
    const CsvRules rules{.has_header = true, .may_be_empty = true, .may_have_gaps = true, .words = "hash"};
    Result<CsvTable> table = parse_csv(text, path.string(), rules);
    if (!table)
        return damaged(table.problems().front().where, table.problems().front().what);
    return std::optional(std::move(*table));
}

const CsvColumn* column_named(const CsvTable& table, std::string_view name)
{
    const auto found = std::ranges::find(table.columns, name, &CsvColumn::name);
    return found == table.columns.end() ? nullptr : &*found;
}

/// The columns that hold measurements.
std::vector<CsvColumn> measured(CsvTable table)
{
    constexpr std::array<std::string_view, 4> others{"step", "time", "identity", "hash"};
    std::erase_if(table.columns, [&](const CsvColumn& column) { return std::ranges::find(others, column.name) != others.end(); });
    for (CsvColumn& column : table.columns)
        std::ranges::replace(column.name, ' ', '_');
    return std::move(table.columns);
}

/// A table that says the time of its rows itself.
Result<RunTable> timed_table(CsvTable table, const std::string& name, const fs::path& folder, const std::string& file)
{
    const CsvColumn* time = column_named(table, "time");
    if (time == nullptr)
        return damaged((folder / file).string(), "there is no column 'time [s]'");
    std::vector<double> times = time->values;
    return RunTable{name, file, std::move(times), measured(std::move(table))};
}

/// timings.csv, whose rows have the times of the same steps in steps.csv; NaN if they are not there.
Result<RunTable> timings_table(CsvTable table, const std::optional<CsvTable>& steps, const fs::path& folder, const std::string& file)
{
    const CsvColumn* step = column_named(table, "step");
    if (step == nullptr)
        return damaged((folder / file).string(), "there is no column 'step'");
    std::map<double, double> time_of_step;
    const CsvColumn* known = steps ? column_named(*steps, "step") : nullptr;
    const CsvColumn* time = steps ? column_named(*steps, "time") : nullptr;
    for (std::size_t row = 0; known != nullptr && time != nullptr && row < time->values.size(); ++row)
        time_of_step[known->values[row]] = time->values[row];
    std::vector<double> times;
    for (const double number : step->values)
    {
        const auto found = time_of_step.find(number);
        times.push_back(found != time_of_step.end() ? found->second : std::numeric_limits<double>::quiet_NaN());
    }
    return RunTable{"timings", file, std::move(times), measured(std::move(table))};
}

std::vector<std::string> probe_files(const fs::path& folder)
{
    std::vector<std::string> files;
    if (fs::is_directory(folder / "probes"))
        for (const fs::directory_entry& entry : fs::directory_iterator(folder / "probes"))
            if (entry.is_regular_file() && entry.path().extension() == ".csv")
                files.push_back("probes/" + entry.path().filename().string());
    std::ranges::sort(files);
    return files;
}

/// Collects tables, and what is wrong with them.
struct Collection
{
    std::vector<RunTable> tables;
    Problems problems;

    void add(Result<RunTable> table)
    {
        if (table)
            tables.push_back(std::move(*table));
        else
            problems.insert(problems.end(), table.problems().begin(), table.problems().end());
    }
};
} // namespace

Result<std::vector<RunTable>> read_run_tables(const fs::path& folder)
{
    Collection all;
    const std::string steps_file = "steps.csv", timings_file = "timings.csv";
    const auto steps = read_table(folder / steps_file);
    const auto timings = read_table(folder / timings_file);
    if (!steps)
        all.problems = steps.problems();
    else if (*steps)
        all.add(timed_table(**steps, "steps", folder, steps_file));
    if (!timings)
        all.problems.push_back(timings.problems().front());
    else if (*timings && steps)
        all.add(timings_table(**timings, *steps, folder, timings_file));
    for (const std::string& file : probe_files(folder))
    {
        auto probe = read_table(folder / file);
        if (!probe)
            all.problems.push_back(probe.problems().front());
        else if (*probe)
            all.add(timed_table(std::move(**probe), fs::path(file).stem().string(), folder, file));
    }
    if (!all.problems.empty())
        return all.problems;
    return std::move(all.tables);
}

std::string scene_of_run(const fs::path& folder)
{
    const fs::path path = folder / "run.json";
    if (!fs::is_regular_file(path))
        return "";
    const auto json = parse_json(read_file(path), path.string());
    const JsonMember* scene = json ? json->member("scene") : nullptr;
    const JsonMember* name = scene != nullptr ? scene->value.member("name") : nullptr;
    return name != nullptr ? name->value.text : "";
}
} // namespace aspic
