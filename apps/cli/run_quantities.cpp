#include "run_panels.h"

#include "aspic/core/nearest_name.h"
#include "aspic/core/printable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>

using namespace aspic;

namespace
{
constexpr std::array<std::string_view, 3> axes{"_x", "_y", "_z"};

bool is_component(std::string_view column)
{
    return std::ranges::any_of(axes, [&](std::string_view axis) { return column.ends_with(axis); });
}

/// How well a word means a quantity: 0 is best; none: not at all. Timings are asked for by their table or full name first, as they are called
/// like what they compute.
std::optional<int> distance(const RunQuantity& quantity, const std::string& word)
{
    const std::string &column = quantity.column->name, prefix = quantity.table->name + ".";
    const bool is_in_table = word.starts_with(prefix);
    const std::string what = is_in_table ? word.substr(prefix.size()) : word;
    const int timing = quantity.is_timing() && !is_in_table ? 3 : 0;
    if (column == what || quantity.kind() == what)
        return timing;
    if (column.starts_with(what + "_") || column.ends_with("_" + what))
        return 1 + timing;
    return word == quantity.table->name ? std::optional(2) : std::nullopt;
}

/// The quantities that a word means best.
std::vector<RunQuantity> meant_by(const std::string& word, const std::vector<RunQuantity>& all)
{
    std::map<int, std::vector<RunQuantity>> by_distance;
    for (const RunQuantity& quantity : all)
        if (const auto found = distance(quantity, word))
            by_distance[*found].push_back(quantity);
    return by_distance.empty() ? std::vector<RunQuantity>() : by_distance.begin()->second;
}

Problem unknown(const std::string& word, const std::vector<RunQuantity>& all)
{
    std::set<std::string> known;
    for (const RunQuantity& quantity : all)
        known.insert({quantity.name(), quantity.table->name, quantity.column->name, quantity.kind()});
    const std::vector<std::string_view> candidates(known.begin(), known.end());
    const std::string_view near = nearest_name(word, candidates);
    return {"aspic plot", "the run has no quantity " + printable(word),
            near.empty() ? "--list shows what there is" : "did you mean '" + std::string(near) + "'? --list shows what there is"};
}

bool has_values(const RunQuantity& quantity)
{
    const auto is_number = [](double value) { return std::isfinite(value); };
    return std::ranges::any_of(quantity.column->values, is_number) && std::ranges::any_of(quantity.table->time, is_number);
}

bool is_constant(const RunQuantity& quantity)
{
    const std::vector<double>& values = quantity.column->values;
    const auto first = std::ranges::find_if(values, [](double value) { return std::isfinite(value); });
    const auto differs = [&](double value) { return std::abs(value - *first) > 1e-6 * std::abs(*first); };
    return values.size() > 1 && std::none_of(first, values.end(), differs);
}

/// Whether a probe repeats what steps.csv tells of every step.
bool repeats_steps(const RunQuantity& quantity, const std::vector<RunQuantity>& all)
{
    const auto is_same = [&](const RunQuantity& other) {
        return other.table->name == "steps" && other.column->name == quantity.column->name && other.column->unit == quantity.column->unit;
    };
    return quantity.table->name != "steps" && quantity.column->name != "particles" && std::ranges::any_of(all, is_same);
}

/// Energies first, then what else probes measured, then the steps, then where the time went.
int rank(const RunQuantity& quantity)
{
    if (quantity.kind() == "energy")
        return 0;
    return quantity.is_timing() ? 3 : quantity.table->name == "steps" ? 2 : 1;
}
} // namespace

std::string RunQuantity::kind() const
{
    if (is_timing())
        return "time per step";
    if (std::ranges::find(table->columns, "emitted", &CsvColumn::name) != table->columns.end())
        return "count";
    const std::string& name = column->name;
    if (is_component(name))
        return name.substr(0, name.size() - 2);
    for (const char* kind : {"energy", "compression", "speed", "iterations", "residual"})
        if (name.ends_with(std::string("_") + kind))
            return kind;
    return name;
}

std::vector<RunQuantity> quantities_of(const std::vector<RunTable>& tables)
{
    std::vector<RunQuantity> all;
    for (const RunTable& table : tables)
        for (const CsvColumn& column : table.columns)
            all.push_back({&table, &column});
    return all;
}

Result<std::vector<RunQuantity>> chosen_quantities(const std::vector<RunQuantity>& all, const std::vector<std::string>& words)
{
    std::vector<RunQuantity> chosen;
    Problems problems;
    for (const std::string& word : words)
    {
        const std::vector<RunQuantity> meant = meant_by(word, all);
        if (meant.empty())
            problems.push_back(unknown(word, all));
        else if (std::ranges::none_of(meant, has_values))
            problems.push_back(
                {meant.front().table->file, printable(word) + " has no values",
                 meant.front().table->time.empty() ? "the file holds a header only: let the run go on" : "its cells are empty"});
        for (const RunQuantity& quantity : meant)
            if (has_values(quantity) && std::ranges::find(chosen, quantity.column, &RunQuantity::column) == chosen.end())
                chosen.push_back(quantity);
    }
    if (!problems.empty())
        return problems;
    return chosen;
}

SheetChoice sheet_choice(const std::vector<RunQuantity>& all)
{
    SheetChoice choice;
    for (const RunQuantity& quantity : all)
    {
        if (!has_values(quantity) || repeats_steps(quantity, all))
            continue;
        if (!is_constant(quantity))
            choice.shown.push_back(quantity);
        else if (!is_component(quantity.column->name) || quantity.column->values.front() != 0) // in 2D some always are
            choice.constant.push_back(quantity.name());
    }
    std::ranges::stable_sort(choice.shown, {}, rank);
    return choice;
}
