#include "commands.h"
#include "run_panels.h"

#include "aspic/core/printable.h"
#include "aspic/io/output_file.h"
#include "aspic/io/text_table.h"
#include "aspic/run/run_folder.h"

#include <CLI/CLI.hpp>

#include <charconv>
#include <cstdio>
#include <memory>

namespace
{
using namespace aspic;

struct PlotOptions
{
    std::string folder;
    std::vector<std::string> quantities;
    std::string output;
    std::string size;
    int columns = 0;
    bool lists = false;
};

constexpr int longest_side = 10000; // [px]
constexpr std::size_t most_panels = 60;

struct Size
{
    int width = 0, height = 0; ///< [px]; 0: as large as needed
};

/// `1600x1000`
Result<Size> parse_size(const std::string& text)
{
    Size size;
    if (text.empty())
        return size;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, size.width);
    const bool has_second = first.ec == std::errc{} && first.ptr != end && *first.ptr == 'x';
    const auto second = std::from_chars(has_second ? first.ptr + 1 : end, end, size.height);
    if (second.ec != std::errc{} || second.ptr != end)
        return Problem{"--size", printable(text) + " is not a size", "write width and height in pixels, such as 1600x1000"};
    if (size.width < least_panel_width || size.height < least_panel_height || std::max(size.width, size.height) > longest_side)
        return Problem{"--size", printable(text) + " is out of range",
                       "from " + std::to_string(least_panel_width) + "x" + std::to_string(least_panel_height) + " to " +
                           std::to_string(longest_side) + "x" + std::to_string(longest_side) + " pixels are possible"};
    return size;
}

Problems problems_of_folder(const std::string& folder)
{
    constexpr const char* hint = "give a folder that aspic run has written, such as out/dam-break-2d";
    if (!std::filesystem::is_directory(folder))
        return {{folder, "there is no such folder", hint}};
    if (!holds_run(folder))
        return {{folder, "there is no run in this folder", hint}};
    return {};
}

std::string list_text(const std::vector<RunQuantity>& all)
{
    std::vector<TextRow> rows{{"quantity", "unit", "rows", "file"}};
    for (const RunQuantity& quantity : all)
        rows.push_back({quantity.name(), quantity.column->unit, std::to_string(quantity.table->time.size()), quantity.table->file});
    return laid_out(rows, TextLayout::terminal) +
           "\nName one, a table (timings), a column of all tables (pressure), or a part of its name (energy, momentum, iterations).\n";
}

/// The panels that were asked for, or those of a whole run.
Result<std::vector<LinePlot>> panels(const PlotOptions& options, const std::vector<RunQuantity>& all)
{
    if (!options.quantities.empty())
    {
        const auto chosen = chosen_quantities(all, options.quantities);
        if (!chosen)
            return chosen.problems();
        return panels_of(*chosen, PanelKey::unit);
    }
    const SheetChoice choice = sheet_choice(all);
    if (choice.shown.empty())
        return Problem{options.folder, "the run has measured nothing that changes", "let it make more steps; --list shows its tables"};
    std::string constant;
    for (const std::string& name : choice.constant)
        constant += (constant.empty() ? "" : ", ") + name;
    if (!constant.empty())
        std::fprintf(stderr, "aspic: left out, as they never change: %s\n", constant.c_str());
    return panels_of(choice.shown, PanelKey::kind_and_unit);
}

/// Whether labels would get into each other's way.
Problems problems_of_sheet(const PlotSheet& sheet)
{
    const std::string count = std::to_string(sheet.panels.size()) + (sheet.panels.size() == 1 ? " panel" : " panels");
    if (sheet.panels.size() > most_panels)
        return {{"aspic plot", count + " are too many for a sheet", "name fewer quantities; --list shows them"}};
    const SheetGrid grid = grid_of(sheet);
    const int width = grid.columns * least_panel_width, height = grid.rows * least_panel_height + sheet_title_height;
    if ((sheet.width > 0 && sheet.width < width) || (sheet.height > 0 && sheet.height < height))
        return {{"--size", std::to_string(sheet.width) + "x" + std::to_string(sheet.height) + " is too small for " + count,
                 "at least " + std::to_string(width) + "x" + std::to_string(height) + " is needed, or fewer quantities"}};
    return {};
}

std::filesystem::path output_of(const PlotOptions& options)
{
    return options.output.empty() ? std::filesystem::path(options.folder) / "plot.png" : std::filesystem::path(options.output);
}

Problems problems_of(const PlotOptions& options)
{
    Problems problems = problems_of_folder(options.folder);
    const Result<Size> size = parse_size(options.size);
    problems.insert(problems.end(), size.problems().begin(), size.problems().end());
    if (!is_picture_path(output_of(options)))
        problems.push_back({"--output", printable(options.output) + " has no known ending", "pictures are .png or .svg"});
    return problems;
}

int plot(const PlotOptions& options)
{
    if (const Problems problems = problems_of(options); !problems.empty())
        return refuse(problems);
    const auto tables = read_run_tables(options.folder);
    if (!tables)
        return refuse(tables.problems());
    const std::vector<RunQuantity> all = quantities_of(*tables);
    if (options.lists)
    {
        write_output("-", list_text(all));
        return done;
    }
    auto plots = panels(options, all);
    if (!plots)
        return refuse(plots.problems());

    const Result<Size> size = parse_size(options.size);
    PlotSheet sheet{scene_of_run(options.folder), std::move(*plots), options.columns, size->width, size->height};
    if (sheet.title.empty())
        sheet.title = std::filesystem::weakly_canonical(options.folder).filename().string();
    if (const Problems problems = problems_of_sheet(sheet); !problems.empty())
        return refuse(problems);
    const std::filesystem::path output = output_of(options);
    save(draw(sheet), output);
    std::printf("%s\n", output.c_str());
    return done;
}
} // namespace

void add_plot_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<PlotOptions>();
    CLI::App* command = app.add_subcommand("plot", "draw what a run has measured over time: energies, probes, steps, where the time went");
    command->add_option("folder", options->folder, "folder of the run")->required();
    command->add_option("quantities", options->quantities,
                        "what to draw: table.column, a table, a column, or a part of its name; those of one unit share a panel "
                        "(default: one sheet of all that changes)");
    command->add_flag("--list", options->lists, "list what can be drawn, with units and files");
    command->add_option("-o,--output", options->output, "picture, .png or .svg (default: plot.png in the run's folder)");
    command->add_option("--size", options->size, "width and height [px], such as 1600x1000 (default: as large as the panels need)");
    command->add_option("--columns", options->columns, "panels side by side (default: by their number)")->check(CLI::Range(1, 10));
    command->footer("Examples:\n"
                    "  aspic plot out/dam-break-2d\n"
                    "  aspic plot out/dam-break-2d --list\n"
                    "  aspic plot out/dam-break-2d energy -o energy.svg\n"
                    "  aspic plot out/dam-break-2d front momentum timings --columns 1 --size 1200x1500 -o curves.png");
    command->callback([options, &exit_code] { exit_code = plot(*options); });
}
