#include "aspic/io/scene_file.h"

#include "aspic/core/field_walk.h"
#include "aspic/core/nearest_name.h"
#include "aspic/io/input_file.h"
#include "aspic/io/mesh_file.h"
#include "aspic/io/read_particles.h"
#include "aspic/io/table_json.h"
#include "aspic/scene/pressure_choice.h"
#include "aspic/scene/validate.h"
#include "aspic/simulation/scene_problems.h"
#include "aspic/simulation/state_hash.h"

#include <algorithm>
#include <system_error>

namespace aspic
{
namespace
{
void append(Problems& problems, const Problems& more) { problems.insert(problems.end(), more.begin(), more.end()); }

/// Applies `path=value`.
Problems apply_setting(JsonValue& json, const std::string& setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
        return {{"--set " + setting, "'=' is missing", "write for example --set spacing=0.01"}};
    const std::string text = setting.substr(equals + 1);
    Result<JsonValue> value = parse_json(text, "--set");
    JsonValue parsed;
    if (value)
        parsed = *value;
    else // not JSON: a text, such as 2 mm or a name
    {
        parsed.kind = JsonValue::Kind::text;
        parsed.text = text;
    }
    return set_at(json, setting.substr(0, equals), std::move(parsed));
}

/// Reads the files that a scene names, each once, and describes them by name and hash.
class AssetLoader
{
public:
    explicit AssetLoader(std::filesystem::path folder, FileAccess access = FileAccess::anywhere)
        : folder_(std::move(folder)), access_(access)
    {
    }

    Assets assets;
    Problems problems;
    std::string hashes;

    void load(const FieldVisit& visit)
    {
        const auto& name = *static_cast<const std::string*>(visit.member);
        const bool is_mesh = visit.structure.name == "mesh";
        if (is_mesh ? assets.meshes.contains(name) : assets.particles.contains(name))
            return;
        const std::filesystem::path path = std::filesystem::path(name).is_absolute() ? std::filesystem::path(name) : folder_ / name;
        std::error_code ignored;
        const bool is_there = std::filesystem::is_regular_file(path, ignored);
        if (const BuiltInFile* built_in = is_mesh && !is_there ? built_in_mesh(name) : nullptr)
            return keep(name, built_in->text, parse_mesh(built_in->text, MeshFormat::obj, name), visit.path, assets.meshes[name]);
        if (access_ == FileAccess::below_folder && !is_below(path, folder_))
            return problems.push_back({visit.path, "'" + path.string() + "' lies outside of the folder of the scene",
                                       "copy it there, or let this scene read any file with --allow-files"});
        if (!is_there)
            return problems.push_back(
                {visit.path, "there is no file '" + path.string() + "'", "paths are relative to the folder of the scene"});
        if (is_mesh)
            keep(name, read_file(path), read_mesh(path), visit.path, assets.meshes[name]);
        else
            keep(name, read_file(path), read_points(path), visit.path, assets.particles[name]);
    }

private:
    static const BuiltInFile* built_in_mesh(const std::string& name)
    {
        const auto found = std::ranges::find(built_in_meshes(), name, &BuiltInFile::name);
        return found == built_in_meshes().end() ? nullptr : &*found;
    }

    static Result<ParticlePoints> read_points(const std::filesystem::path& path)
    {
        const Result<ParticleFrame> frame = read_particles(path);
        if (!frame)
            return frame.problems();
        const auto velocities = frame->values_as<Vec3d>("velocity");
        const auto& positions = frame->position().values;
        ParticlePoints points{{positions.begin(), positions.end()}, {}};
        if (velocities)
            points.velocities.assign(velocities->begin(), velocities->end());
        return points;
    }

    template <class T> void keep(const std::string& name, std::string_view content, Result<T> result, const std::string& path,
                                 std::shared_ptr<const T>& target)
    {
        hashes += "\n" + name + " " + hash_text(hash_of(content));
        target = std::make_shared<const T>(result ? std::move(*result) : T{});
        for (const Problem& problem : result.problems())
            problems.push_back({path, problem.where + ": " + problem.what, problem.hint});
    }

    /// Also when links are followed; whether the file is there does not matter.
    static bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder)
    {
        std::error_code error;
        const auto base = std::filesystem::weakly_canonical(folder.empty() ? "." : folder, error);
        const auto target = error ? std::filesystem::path() : std::filesystem::weakly_canonical(path, error);
        return !error && std::mismatch(base.begin(), base.end(), target.begin(), target.end()).first == base.end();
    }

    std::filesystem::path folder_;
    FileAccess access_;
};

/// The problem of a path in the scene, with line and column.
Problem located(const Problem& problem, const JsonValue& json, const std::string& source)
{
    const Place place = value_at(json, problem.where).place;
    return {place.line == 0 ? "--set " + problem.where : where(source, place) + " (" + problem.where + ")", problem.what, problem.hint};
}

/// Whether something at this path, or around or inside it, could not be read: then what does not fit there is no news.
bool is_explained(const std::string& path, const Problems& unread)
{
    return std::ranges::any_of(unread, [&](const Problem& problem) {
        const std::size_t open = problem.where.rfind(" (");
        const std::string other = open == std::string::npos ? "" : problem.where.substr(open + 2, problem.where.size() - open - 3);
        const std::string& shorter = path.size() < other.size() ? path : other;
        const std::string& longer = path.size() < other.size() ? other : path;
        return longer.starts_with(shorter) &&
               (longer.size() == shorter.size() || longer[shorter.size()] == '.' || longer[shorter.size()] == '[');
    });
}

/// Where a scene does not say how fluid resists compression, and something in it needs an incompressible one.
std::vector<std::string> choose_pressure(const JsonValue& json, Scene& scene)
{
    const JsonMember* solvers = json.member("solvers");
    const std::string_view reason = needs_incompressible(scene);
    if (reason.empty() || (solvers != nullptr && solvers->value.member("pressure") != nullptr))
        return {};
    scene.solvers.pressure = DfsphSettings{};
    return {"solvers.pressure is {\"dfsph\": {}}, since " + std::string(reason)};
}

/// Nobody reads thousands of them.
Problems first_of(Problems problems, const std::string& source)
{
    constexpr std::size_t most = 50;
    if (problems.size() > most + 1)
    {
        problems.resize(most);
        problems.push_back({source, "there are more problems", ""});
    }
    return problems;
}

std::string folder_of(const std::filesystem::path& file) { return file.has_parent_path() ? file.parent_path().string() : "."; }
} // namespace

Assets readable_assets(Scene scene, const std::filesystem::path& folder)
{
    AssetLoader loader(folder);
    walk_fields(type_of<Scene>(), &scene, "", [&](const FieldVisit& visit) {
        if (visit.field.is_file)
            loader.load(visit);
    });
    std::erase_if(loader.assets.meshes, [](const auto& mesh) { return mesh.second->triangles.empty(); });
    return std::move(loader.assets);
}

Result<LoadedScene> prepare_scene(Scene scene, const std::filesystem::path& folder, FileAccess access)
{
    LoadedScene loaded{std::move(scene), {}, folder, {}};
    Problems problems = problems_of(loaded.scene);
    AssetLoader loader(folder, access);
    walk_fields(type_of<Scene>(), &loaded.scene, "", [&](const FieldVisit& visit) {
        if (visit.field.is_file)
            loader.load(visit);
    });
    append(problems, loader.problems);
    loaded.assets = std::move(loader.assets);
    if (problems.empty())
        append(problems, scene_problems(loaded.scene, loaded.assets));
    if (!problems.empty())
        return problems;
    loaded.physics = table_text(type_of<Scene>(), &loaded.scene, Written::physics) + loader.hashes;
    return loaded;
}

Result<LoadedScene> parse_scene(std::string_view text, const std::string& source, const std::filesystem::path& folder,
                                std::span<const std::string> settings, FileAccess access)
{
    Result<JsonValue> json = parse_json(text, source);
    if (!json)
        return json.problems();
    Problems problems;
    for (const std::string& setting : settings)
        append(problems, apply_setting(*json, setting));
    Scene scene;
    const Problems unread = read_table(*json, type_of<Scene>(), &scene, source);
    append(problems, unread);
    if (!problems.empty())
    {
        choose_pressure(*json, scene);
        for (const Problem& problem : problems_of(scene))
            if (!is_explained(problem.where, unread))
                problems.push_back(located(problem, *json, source));
        return first_of(std::move(problems), source);
    }
    if (scene.name.empty())
        scene.name = std::filesystem::path(source).stem().string();
    const std::vector<std::string> notes = choose_pressure(*json, scene);
    Result<LoadedScene> loaded = prepare_scene(std::move(scene), folder, access);
    if (loaded)
        loaded->notes = notes;
    for (const Problem& problem : loaded.problems())
        problems.push_back(located(problem, *json, source));
    if (!problems.empty())
        return first_of(std::move(problems), source);
    return loaded;
}

Result<LoadedScene> load_scene(const std::string& file_or_name, std::span<const std::string> settings, FileAccess access)
{
    std::vector<std::string_view> names;
    for (const BuiltInFile& built_in : built_in_scenes())
    {
        if (built_in.name == file_or_name)
            return parse_scene(built_in.text, file_or_name + ".json", ".", settings, access);
        names.push_back(built_in.name);
    }
    const bool looks_like_a_file = file_or_name.find_first_of("./") != std::string::npos;
    if (!looks_like_a_file && !std::filesystem::exists(file_or_name))
        return Problem{"", "there is no built-in scene '" + file_or_name + "' and no such file", hint_for_name(file_or_name, names)};
    const auto status = std::filesystem::status(file_or_name);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) && !std::filesystem::is_directory(status))
        return Problem{file_or_name, "is a device or a pipe", "a scene is a file, or the name of a built-in scene"};
    return parse_scene(read_file(file_or_name), file_or_name, folder_of(file_or_name), settings, access);
}

std::string scene_text(const Scene& scene) { return table_text(type_of<Scene>(), &scene, Written::changed) + "\n"; }
} // namespace aspic
