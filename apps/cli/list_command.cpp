#include "commands.h"

#include "aspic/io/json.h"
#include "aspic/io/output_file.h"
#include "aspic/io/scene_file.h"
#include "aspic/io/text_table.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace
{
/// Name and summary of each.
std::vector<aspic::TextRow> scenes()
{
    std::vector<aspic::TextRow> rows;
    for (const aspic::BuiltInFile& scene : aspic::built_in_scenes())
    {
        const auto json = aspic::parse_json(scene.text, std::string(scene.name));
        const aspic::JsonMember* summary = json ? json->member("summary") : nullptr;
        rows.push_back({std::string(scene.name), summary != nullptr ? summary->value.text : ""});
    }
    return rows;
}

std::string list_text()
{
    return aspic::columns_text(scenes()) + "\nRun one with `aspic run NAME`; get its text to change with `aspic new FILE --from NAME`.\n";
}

std::string list_json()
{
    std::string text = "[";
    for (const aspic::TextRow& row : scenes())
        text += (text.size() > 1 ? ",\n " : "") + ("{\"name\": " + aspic::json_quoted(row[0])) +
                ", \"summary\": " + aspic::json_quoted(row[1]) + "}";
    return text + "]\n";
}
} // namespace

void add_list_command(CLI::App& app, int& exit_code)
{
    CLI::App* command = app.add_subcommand("list", "list the built-in scenes");
    auto as_json = std::make_shared<bool>(false);
    command->add_flag("--json", *as_json, "as JSON, for programs");
    command->callback([as_json, &exit_code] {
        aspic::write_output("-", *as_json ? list_json() : list_text());
        exit_code = done;
    });
}
