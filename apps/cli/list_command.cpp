#include "commands.h"

#include "aspic/io/json.h"
#include "aspic/io/output_file.h"
#include "aspic/io/scene_file.h"
#include "aspic/io/text_table.h"

#include <CLI/CLI.hpp>

namespace
{
std::string list_text()
{
    std::vector<aspic::TextRow> rows;
    for (const aspic::BuiltInScene& scene : aspic::built_in_scenes())
    {
        const auto json = aspic::parse_json(scene.text, std::string(scene.name));
        const aspic::JsonMember* summary = json ? json->member("summary") : nullptr;
        rows.push_back({std::string(scene.name), summary != nullptr ? summary->value.text : ""});
    }
    return aspic::columns_text(rows) + "\nRun one with `aspic run NAME`; get its text to change with `aspic new FILE --from NAME`.\n";
}
} // namespace

void add_list_command(CLI::App& app, int& exit_code)
{
    CLI::App* command = app.add_subcommand("list", "list the built-in scenes");
    command->callback([&exit_code] {
        aspic::write_output("-", list_text());
        exit_code = done;
    });
}
