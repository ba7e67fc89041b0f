#include "run_panels.h"

#include <algorithm>
#include <numeric>

using namespace aspic;

namespace
{
constexpr std::size_t most_bins = 100; // of a curve of timings, which would be all noise

std::string spaced(std::string name)
{
    std::ranges::replace(name, '_', ' ');
    return name;
}

std::string capitalised(std::string text)
{
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

/// The part of a column's name that the kind leaves open: `x` of momentum_x, `kinetic` of kinetic_energy.
std::string rest_of_name(const RunQuantity& quantity)
{
    const std::string &name = quantity.column->name, kind = quantity.kind();
    if (name == kind)
        return "";
    if (name.starts_with(kind + "_"))
        return name.substr(kind.size() + 1);
    return name.ends_with("_" + kind) ? name.substr(0, name.size() - kind.size() - 1) : name;
}

std::vector<std::string> different(const std::vector<RunQuantity>& panel, std::string (*text)(const RunQuantity&))
{
    std::vector<std::string> result;
    for (const RunQuantity& quantity : panel)
        if (std::ranges::find(result, text(quantity)) == result.end())
            result.push_back(text(quantity));
    return result;
}

std::string kind_text(const RunQuantity& quantity) { return quantity.kind() == "dt" ? "time step" : spaced(quantity.kind()); }
std::string table_text(const RunQuantity& quantity) { return quantity.table->name; }

/// What tells a quantity from the others of its panel.
std::string label_of(const RunQuantity& quantity, bool has_one_table, bool has_one_kind)
{
    std::string what = spaced(has_one_kind ? rest_of_name(quantity) : quantity.column->name);
    if (has_one_table && !what.empty())
        return what;
    return what.empty() ? quantity.table->name : quantity.table->name + ": " + what;
}

std::string title_of(const std::vector<RunQuantity>& panel)
{
    const std::vector<std::string> kinds = different(panel, kind_text), tables = different(panel, table_text);
    std::string title;
    for (const std::string& kind : kinds)
        title += (title.empty() ? "" : ", ") + kind;
    const std::string rest = spaced(rest_of_name(panel.front()));
    if (panel.size() == 1 && !rest.empty() && !panel[0].is_timing())
        title = spaced(panel[0].column->name);
    const bool is_probe = tables.size() == 1 && tables[0] != "steps" && tables[0] != "timings";
    return capitalised(title) + (is_probe && tables[0] != title ? " (" + tables[0] + ")" : "");
}

PlotSeries curve_of(const RunQuantity& quantity)
{
    return {.name = "", .x = quantity.table->time, .y = quantity.column->values, .color = {}, .line_width = 2};
}

/// Means over `width` rows each.
std::vector<double> means(const std::vector<double>& values, std::size_t width)
{
    std::vector<double> result;
    for (std::size_t begin = 0; begin < values.size(); begin += width)
    {
        const std::size_t end = std::min(begin + width, values.size());
        const auto at = [&](std::size_t k) { return values.begin() + static_cast<std::ptrdiff_t>(k); };
        result.push_back(std::accumulate(at(begin), at(end), 0.0) / static_cast<double>(end - begin));
    }
    return result;
}

double sum_of(const RunQuantity& quantity) { return std::accumulate(quantity.column->values.begin(), quantity.column->values.end(), 0.0); }

std::string unit_of(const RunQuantity& quantity) { return quantity.is_timing() ? "ms" : quantity.column->unit; }

/// Where the time of a step went [ms], as means over some steps. Of many stages, those that hardly count become one curve.
void add_timings(LinePlot& plot, std::vector<RunQuantity> panel)
{
    constexpr std::size_t few = 6;
    const std::size_t rows = panel[0].table->time.size(), width = (rows + most_bins - 1) / most_bins;
    std::ranges::stable_sort(panel, std::ranges::greater(), sum_of);
    const std::size_t shown = panel.size() <= few + 2 ? panel.size() : few + 1; // and the total
    std::vector<double> others(rows);
    for (std::size_t k = 0; k < panel.size(); ++k)
    {
        std::vector<double> values = panel[k].column->values;
        for (std::size_t row = 0; row < rows; ++row)
            values[row] = k < shown ? 1000 * values[row] : others[row] += 1000 * values[row];
        if (k < shown)
            plot.series.push_back({.name = spaced(panel[k].column->name),
                                   .x = means(panel[k].table->time, width),
                                   .y = means(values, width),
                                   .color = {},
                                   .line_width = 2});
    }
    if (shown < panel.size())
        plot.series.push_back({.name = "all others",
                               .x = plot.series[0].x,
                               .y = means(others, width),
                               .color = Color{0.5, 0.5, 0.5},
                               .line_width = 2,
                               .dashed = true});
    if (width > 1)
        plot.title += ", means of " + std::to_string(width) + " steps";
}

LinePlot panel_plot(const std::vector<RunQuantity>& panel)
{
    const bool has_one_kind = different(panel, kind_text).size() == 1, has_one_table = different(panel, table_text).size() == 1;
    const std::string unit = unit_of(panel[0]);
    LinePlot plot{.title = title_of(panel), .x = {.title = "t [s]", .range = {}}, .y = {}, .series = {}};
    plot.y.title = has_one_kind ? kind_text(panel[0]) : "";
    if (!unit.empty())
        plot.y.title += (plot.y.title.empty() ? "[" : " [") + unit + "]";
    if (panel[0].is_timing())
        add_timings(plot, panel);
    else
        for (const RunQuantity& quantity : panel)
        {
            plot.series.push_back(curve_of(quantity));
            plot.series.back().name = panel.size() > 1 ? label_of(quantity, has_one_table, has_one_kind) : "";
        }
    return plot;
}

/// Times that all panels show.
AxisRange common_times(const std::vector<LinePlot>& plots)
{
    std::vector<double> ends;
    for (const LinePlot& plot : plots)
        for (const PlotSeries& series : plot.series)
        {
            const AxisRange range = range_of(series.x);
            ends.insert(ends.end(), {range.from, range.to});
        }
    return range_of(ends);
}
} // namespace

std::vector<LinePlot> panels_of(const std::vector<RunQuantity>& quantities, PanelKey key)
{
    std::vector<std::pair<std::string, std::vector<RunQuantity>>> panels;
    for (const RunQuantity& quantity : quantities)
    {
        const std::string unit = unit_of(quantity);
        const std::string of_panel = key == PanelKey::unit && !unit.empty() ? unit : quantity.kind() + " [" + unit;
        const auto found = std::ranges::find(panels, of_panel, &std::pair<std::string, std::vector<RunQuantity>>::first);
        if (found != panels.end())
            found->second.push_back(quantity);
        else
            panels.push_back({of_panel, {quantity}});
    }
    std::vector<LinePlot> plots;
    plots.reserve(panels.size());
    for (const auto& [name, panel] : panels)
        plots.push_back(panel_plot(panel));
    const AxisRange times = common_times(plots);
    for (LinePlot& plot : plots)
        plot.x.range = times;
    return plots;
}
