#include "commands.h"

#include "aspic/core/nearest_name.h"
#include "aspic/io/input_file.h"
#include "aspic/io/json.h"
#include "aspic/io/json_schema.h"
#include "aspic/io/output_file.h"
#include "aspic/io/scene_file.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

namespace
{
using namespace aspic;
namespace fs = std::filesystem;

constexpr const char* schema_name = "scene.schema.json";

constexpr std::string_view first_scene = R"({
  "version": 1,
  "summary": "a column of water collapses in a tank",

  // Two dimensions: the plane z = 0. Without this line there are three.
  "dimension": 2,

  // The distance of particles: the one number for the resolution. Half of it: four times the particles, eight times the time.
  // All numbers are SI units; others stand in quotes with their unit.
  "spacing": "2 cm",

  "duration": 2,       // seconds
  "frame_rate": 50,    // frames in a second
  "gravity": [0, -9.81],

  "materials": {
    "water": {"density": 1000, "viscosity": 0.001}
  },

  // What is there at first: shapes full of particles. `aspic describe shape` lists the shapes.
  "objects": {
    "column": {"shape": {"box": {"from": [0, 0], "to": [0.5, 1]}}, "material": "water"}
  },

  // A vessel keeps particles inside, an obstacle outside. Walls may move: `aspic describe motion`.
  "walls": {
    "tank": {"shape": {"box": {"from": [0, 0], "to": [2, 1.5]}}, "keeps": "inside"},
    "step": {"shape": {"box": {"from": [1.2, -1], "to": [1.3, 0.1]}}, "keeps": "outside"}
  },

  // Measurements, a CSV file each: `aspic describe probe`.
  "probes": {
    "front": {"front": {"direction": [1, 0]}},
    "gauge": {"level": {"at": [1.8, 0], "width": "10 cm"}}
  },

  "output": {"formats": ["vtp"]}
}
)";

struct NewOptions
{
    std::string file = "scene.json";
    std::string from;
    bool schema = true;
    bool force = false;
};

Result<std::string> scene_to_start_from(const std::string& name)
{
    if (name.empty())
        return std::string(first_scene);
    std::vector<std::string_view> names;
    for (const BuiltInFile& scene : built_in_scenes())
    {
        if (scene.name == name)
            return std::string(scene.text);
        names.push_back(scene.name);
    }
    return Problem{"--from", "there is no built-in scene '" + name + "'", hint_for_name(name, names)};
}

/// The scene with `$schema` as its first key, unless it has one.
std::string with_schema(const std::string& text)
{
    const auto json = parse_json(text, "scene");
    const std::size_t begin = text.find('{');
    if (!json || json->member("$schema") != nullptr || begin == std::string::npos)
        return text;
    return text.substr(0, begin + 1) + "\n  \"$schema\": \"./" + schema_name + "\"," + text.substr(begin + 1);
}

/// A schema that stands there already is replaced; another file of that name is not.
bool may_replace_schema(const fs::path& path)
{
    return !fs::exists(path) || read_file(path).find("\"title\": \"Aspic scene\"") != std::string::npos;
}

int write_scene(const NewOptions& options)
{
    auto text = scene_to_start_from(options.from);
    if (!text)
        return refuse({text.problems().front()});
    if (options.file == "-")
    {
        write_output("-", *text);
        return done;
    }
    const fs::path scene(options.file);
    const fs::path schema = scene.parent_path() / schema_name;
    if (fs::exists(scene) && !options.force)
        return refuse({{options.file, "is there already", "choose another name, or replace it with --force"}});
    if (options.schema && !may_replace_schema(schema) && !options.force)
        return refuse({{schema.string(), "is there already, and is no schema of scenes",
                        "go on without with --no-schema, or replace it with --force"}});
    write_output(scene, options.schema ? with_schema(*text) : *text);
    if (options.schema)
        write_output(schema, scene_schema());
    std::printf("wrote %s%s\nnext: aspic check '%s', then aspic run '%s'\n", options.file.c_str(),
                options.schema ? (" and " + schema.string() + " (for completion in editors)").c_str() : "", options.file.c_str(),
                options.file.c_str());
    return done;
}
} // namespace

void add_new_command(CLI::App& app, int& exit_code)
{
    auto options = std::make_shared<NewOptions>();
    CLI::App* command = app.add_subcommand("new", "write a scene to start from, with comments");
    command->add_option("file", options->file, "the scene to write; - for standard output (default: scene.json)");
    command->add_option("--from", options->from, "copy this built-in scene (`aspic list`)")->type_name("NAME");
    command->add_flag("--schema,!--no-schema", options->schema, "also write scene.schema.json beside it, for editors (on by default)");
    command->add_flag("--force", options->force, "replace files that are there");
    command->footer("Examples:\n"
                    "  aspic new pool.json                     a small dam break in two dimensions\n"
                    "  aspic new pool.json --from dam-break    a copy of a built-in scene");
    command->callback([options, &exit_code] { exit_code = write_scene(*options); });
}
