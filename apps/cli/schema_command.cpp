#include "commands.h"

#include "aspic/io/json_schema.h"
#include "aspic/io/output_file.h"

#include <CLI/CLI.hpp>

#include <memory>

void add_schema_command(CLI::App& app, int& exit_code)
{
    auto output = std::make_shared<std::string>("-");
    CLI::App* command = app.add_subcommand("schema", "write a JSON Schema of scenes: editors complete and check with it");
    command->add_option("-o,--output", *output, "file for the schema (default: standard output)");
    command->footer(
        "A scene that begins with {\"$schema\": \"./scene.schema.json\", … is completed and checked by editors such as Visual Studio Code\n"
        "when the file lies beside it; `aspic new` writes both.\n\n"
        "Example:\n"
        "  aspic schema -o scene.schema.json");
    command->callback([output, &exit_code] {
        aspic::write_output(*output, aspic::scene_schema());
        exit_code = done;
    });
}
