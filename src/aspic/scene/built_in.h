#pragma once

#include "aspic/core/result.h"
#include "aspic/scene/scene.h"

#include <string_view>

namespace aspic
{
/// The scenes that come with the program.
const std::vector<Scene>& built_in_scenes();

/// The built-in scene of that name, or an error that lists them.
Result<Scene> built_in_scene(std::string_view name);
} // namespace aspic
