#include "commands.h"

#include "aspic/io/output_file.h"
#include "aspic/io/table_pages.h"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace
{
struct DescribeOptions
{
    std::string thing;
    std::string output = "-";
    bool markdown = false;
};

int describe_thing(const DescribeOptions& options)
{
    if (options.markdown)
    {
        aspic::write_output(options.output, aspic::reference_page());
        return done;
    }
    const auto text = aspic::describe_text(options.thing);
    if (!text)
    {
        std::fputs(aspic::describe(text.problems()).c_str(), stderr);
        return bad_input;
    }
    aspic::write_output(options.output, *text);
    return done;
}
} // namespace

void add_describe_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<DescribeOptions>();
    CLI::App* command = app.add_subcommand("describe", "explain the scene format: keys, units, defaults, ranges");
    command->add_option("thing", options->thing, "a name, or a place in a scene (default: list of all)");
    command->add_flag("--markdown", options->markdown, "the whole format as a page of Markdown");
    command->add_option("-o,--output", options->output, "file for the text (default: standard output)");
    command->footer("Examples:\n"
                    "  aspic describe                              what there is to ask for\n"
                    "  aspic describe scene                        the keys of a scene\n"
                    "  aspic describe sphere                       a kind of shape\n"
                    "  aspic describe objects.shape.sphere.radius  one key\n"
                    "  aspic describe radius                       where keys of this name stand");
    command->callback([options, &exit_code] { exit_code = describe_thing(*options); });
}
