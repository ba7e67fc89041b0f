#include "report.h"

#include "aspic/compute/execution.h"
#include "aspic/core/rough_text.h"
#include "aspic/io/csv.h"
#include "aspic/io/output_file.h"
#include "aspic/io/text_table.h"
#include "aspic/run/build_info.h"
#include "aspic/run/machine.h"

#include <array>
#include <cmath>
#include <ctime>

namespace aspic::validation
{
namespace
{
constexpr std::array<std::size_t, 8> widths{19, 46, 11, 11, 9, 9, 7, 6};

std::string padding(std::size_t width, std::string_view text) { return std::string(width - std::min(width, text_width(text)), ' '); }

/// Words to the left, numbers to the right of their columns.
std::string table_line(const std::array<std::string, 8>& cells)
{
    std::string line;
    for (std::size_t k = 0; k < cells.size(); ++k)
    {
        const bool is_word = k < 2 || k == 6;
        const std::string air = padding(widths[k], cells[k]);
        line += (k == 0 ? "" : k == 6 ? "  " : " ") + (is_word ? cells[k] + air : air + cells[k]);
    }
    return line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
}

std::string formatted(const char* format, double value)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

std::string now_text()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &parts)};
}

/// Cells of all rows in the order of the columns.
struct Cells
{
    std::vector<std::string> group, subject, id, figure, comparison, verdict;
    std::vector<double> reference, measured, error, tolerance, seconds;
};

Cells cells_of(std::span<const Finding> findings)
{
    constexpr std::array<const char*, 4> comparisons{"relative", "absolute", "at most", "at least"};
    Cells cells;
    for (const Finding& finding : findings)
        for (const Row& row : finding.outcome.rows)
        {
            cells.group.push_back(finding.subject->group);
            cells.subject.push_back(finding.subject->name);
            cells.id.push_back(finding.subject->id);
            cells.figure.push_back(row.figure);
            cells.reference.push_back(row.reference);
            cells.measured.push_back(row.measured);
            cells.comparison.emplace_back(comparisons.at(static_cast<std::size_t>(row.comparison)));
            cells.error.push_back(error_of(row));
            cells.tolerance.push_back(row.tolerance);
            cells.verdict.emplace_back(name(verdict_of(row)));
            cells.seconds.push_back(row.seconds);
        }
    return cells;
}
} // namespace

std::string number_of(double value) { return std::isnan(value) ? "—" : formatted("%.5g", value); }

std::string error_text(const Row& row)
{
    const double error = error_of(row);
    if (std::isnan(error))
        return "—";
    return row.comparison == Comparison::relative ? formatted("%.2f %%", 100 * error) : formatted("%.2g", error);
}

std::string tolerance_text(const Row& row)
{
    if (!row.gated)
        return "";
    switch (row.comparison)
    {
    case Comparison::relative:
        return formatted("%g %%", 100 * row.tolerance);
    case Comparison::absolute:
        return formatted("%g", row.tolerance);
    case Comparison::at_most:
        return "at most";
    case Comparison::at_least:
        return "at least";
    }
    return "";
}

std::string_view name(Verdict verdict)
{
    constexpr std::array<std::string_view, 3> names{"pass", "miss", "report"};
    return names.at(static_cast<std::size_t>(verdict));
}

Conditions conditions_here(bool quick)
{
    const Machine machine = this_machine();
    const BuildInfo build = build_info();
    const Execution& execution = current_execution();
    return {.machine = machine.processor + ", " + std::to_string(machine.cores) + " cores, " + rough_bytes(machine.memory),
            .program = "aspic " + std::string(build.version) + ", " + std::string(build.precision) + ", " +
                       std::string(aspic::name(execution.instruction_set)) + ", " + std::string(build.compiler) + ", " +
                       std::string(build.type),
            .date = now_text(),
            .threads = execution.threads > 0 ? execution.threads : machine.cores,
            .quick = quick};
}

Tally tally_of(std::span<const Finding> findings)
{
    Tally tally;
    for (const Finding& finding : findings)
    {
        tally.seconds += finding.outcome.seconds;
        for (const Row& row : finding.outcome.rows)
        {
            const Verdict verdict = verdict_of(row);
            ++(verdict == Verdict::pass ? tally.passed : verdict == Verdict::miss ? tally.missed : tally.reported);
        }
    }
    return tally;
}

std::string tally_text(const Tally& tally)
{
    const std::string time = tally.seconds < 120 ? formatted("%.0f s", tally.seconds) : formatted("%.1f min", tally.seconds / 60);
    return std::to_string(tally.passed) + " passed, " + std::to_string(tally.missed) + " missed, " + std::to_string(tally.reported) +
           " reported in " + time;
}

std::string conditions_text(const Conditions& conditions)
{
    return "Validation of " + conditions.program + "\n" + conditions.date + " on " + conditions.machine + "; " +
           std::to_string(conditions.threads) + (conditions.threads == 1 ? " thread" : " threads") +
           (conditions.quick ? "\nquick: coarse versions, not what the tolerances are meant for" : "") + "\n";
}

std::string table_head()
{
    std::size_t width = widths.size();
    for (const std::size_t each : widths)
        width += each;
    return table_line({"case", "figure", "reference", "measured", "error", "tolerance", "verdict", "s"}) + std::string(width, '-') + "\n";
}

std::string table_rows(const Finding& finding)
{
    std::string text;
    std::string subject = finding.subject->name;
    for (const Row& row : finding.outcome.rows)
    {
        text += table_line({subject, row.figure, number_of(row.reference), number_of(row.measured), error_text(row), tolerance_text(row),
                            std::string(name(verdict_of(row))), formatted("%.0f", row.seconds)});
        subject.clear();
    }
    for (const std::string& remark : finding.outcome.remarks)
        text += indented_text(remark, widths[0] + 1);
    return text;
}

void write_report(const std::filesystem::path& folder, const Conditions& conditions, std::span<const Finding> findings)
{
    Cells cells = cells_of(findings);
    const std::vector<CsvOutputColumn> columns{{"group", std::move(cells.group)},
                                               {"case", std::move(cells.subject)},
                                               {"id", std::move(cells.id)},
                                               {"figure", std::move(cells.figure)},
                                               {"reference", std::move(cells.reference), 9},
                                               {"measured", std::move(cells.measured), 9},
                                               {"comparison", std::move(cells.comparison)},
                                               {"error", std::move(cells.error), 4},
                                               {"tolerance", std::move(cells.tolerance), 4},
                                               {"verdict", std::move(cells.verdict)},
                                               {"seconds", std::move(cells.seconds), 4}};
    std::filesystem::create_directories(folder / "scenes");
    write_csv(folder / "table.csv", columns);
    write_output(folder / "index.html", html_page(conditions, findings));
    for (const Finding& finding : findings)
        for (const RunScene& scene : finding.outcome.scenes)
            write_output(folder / "scenes" / (scene.label + ".json"), scene.text);
}
} // namespace aspic::validation
