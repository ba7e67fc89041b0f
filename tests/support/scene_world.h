#pragma once

#include "aspic/io/scene_file.h"
#include "support/fluid_of_world.h"

#include <stdexcept>

namespace aspic
{
/// The world of a scene's text, with settings as on the command line.
inline World world_of(std::string_view text, const std::vector<std::string>& settings = {})
{
    const Result<LoadedScene> loaded = parse_scene(text, "test", ".", settings);
    if (!loaded)
        throw std::invalid_argument(describe(loaded.problems()));
    return {loaded->scene, loaded->assets};
}
} // namespace aspic
