#include "commands.h"

#include "aspic/io/output_file.h"
#include "aspic/io/scene_file.h"
#include "aspic/io/text_table.h"
#include "aspic/run/machine.h"
#include "aspic/simulation/doctor.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace
{
using namespace aspic;

struct CheckOptions
{
    std::string scene;
    std::vector<std::string> settings;
    bool allow_files = false;

    [[nodiscard]] FileAccess access() const { return allow_files ? FileAccess::anywhere : FileAccess::below_folder; }
};

/// Facts as a table, then the warnings with what to do about them.
std::string advice_text(const std::vector<Advice>& advice)
{
    std::vector<TextRow> facts;
    std::string warnings;
    for (const Advice& item : advice)
        if (item.kind == Advice::Kind::fact)
            facts.push_back({item.where, item.text});
        else
            warnings += "\nwarning: " + item.where + ": " + item.text + "\n  hint: " + item.hint + "\n";
    return columns_text(facts) + warnings;
}

int check(const CheckOptions& options)
{
    if (options.scene.empty())
    {
        std::string names;
        for (const BuiltInFile& scene : built_in_scenes())
            names += (names.empty() ? "" : ", ") + std::string(scene.name);
        std::fprintf(stderr, "aspic check: a scene is missing\n  hint: give a file, or a built-in scene: %s\n", names.c_str());
        return bad_input;
    }
    const auto loaded = load_scene(options.scene, options.settings, options.access());
    if (!loaded)
    {
        const std::size_t count = loaded.problems().size();
        std::fputs(describe(loaded.problems()).c_str(), stderr);
        std::fprintf(stderr, "%zu %s\n", count, count == 1 ? "problem" : "problems");
        return bad_input;
    }
    std::error_code unknown;
    const std::filesystem::space_info space = std::filesystem::space(".", unknown);
    Resources resources{.memory = available_memory()};
    if (!unknown)
        resources.disk = static_cast<double>(space.available);
    const std::vector<Advice> advice = examine(loaded->scene, loaded->assets, resources);
    const auto warnings = std::ranges::count(advice, Advice::Kind::warning, &Advice::kind);
    const std::string verdict =
        warnings == 0 ? "no problems" : "no problems, " + std::to_string(warnings) + (warnings == 1 ? " warning" : " warnings");
    std::string notes;
    for (const std::string& note : loaded->notes)
        notes += "\nnote: " + note + "\n";
    write_output("-", options.scene + ": " + verdict + "\n\n" + advice_text(advice) + notes);
    return done;
}
} // namespace

void add_check_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand("check", "look at a scene without running it: all its problems, or what it will cost");
    command->add_option("scene", options->scene, "scene file, or name of a built-in scene (`aspic list`)");
    command->add_option("--set", options->settings, "change the scene before: spacing=0.01; may be repeated")->allow_extra_args(false);
    command->add_flag("--allow-files", options->allow_files, "the scene may name files that lie outside of its folder");
    command->footer("Exit code 2 if the scene cannot run. Warnings are about what can run but is seldom meant.\n\n"
                    "Examples:\n"
                    "  aspic check pool.json\n"
                    "  aspic check dam-break --set spacing=\"5 mm\"   how much longer would it take?");
    command->callback([options, &exit_code] { exit_code = check(*options); });
}
