#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/assets.h"
#include "aspic/scene/scene.h"

#include <filesystem>
#include <span>

namespace aspic
{
/// A scene with all that its files hold, checked and ready for a World.
struct LoadedScene
{
    Scene scene;
    Assets assets;
    std::filesystem::path folder;        ///< where the files it names are
    std::string physics;                 ///< text of all that decides the result, with hashes of the files: equal texts, equal results
    std::vector<std::string> notes = {}; ///< what was chosen because the scene does not say it
};

/// Which files a scene may name. One from a stranger must not read what lies elsewhere, not by a link either.
enum class FileAccess
{
    anywhere,
    below_folder ///< of the scene
};

/// Reads a scene file, or the built-in scene of that name, changes it by `path=value` settings, reads the files it names and checks it all.
/// Every problem at once, with line and column where there is one. Throws std::system_error if the file cannot be read.
Result<LoadedScene> load_scene(const std::string& file_or_name, std::span<const std::string> settings = {},
                               FileAccess access = FileAccess::anywhere);

/// The same from text; `folder` is where the files it names are looked for.
Result<LoadedScene> parse_scene(std::string_view text, const std::string& source, const std::filesystem::path& folder,
                                std::span<const std::string> settings = {}, FileAccess access = FileAccess::anywhere);

/// A scene made by a program: reads the files it names and checks it.
Result<LoadedScene> prepare_scene(Scene scene, const std::filesystem::path& folder = {}, FileAccess access = FileAccess::anywhere);

/// What can be read of the files that a scene names.
Assets readable_assets(Scene scene, const std::filesystem::path& folder);

/// The scene as JSON: what differs from the defaults.
std::string scene_text(const Scene& scene);

/// A scene or a mesh that comes with the program.
struct BuiltInFile
{
    std::string_view name;
    std::string_view text; ///< JSON, or OBJ
};

/// All scenes of examples/scenes/, by their names.
std::span<const BuiltInFile> built_in_scenes();

/// And the meshes that they name, by the names of their files. A scene that names one finds it here if there is no such file beside it.
std::span<const BuiltInFile> built_in_meshes();
} // namespace aspic
