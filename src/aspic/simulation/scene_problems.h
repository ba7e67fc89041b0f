#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/assets.h"
#include "aspic/scene/scene.h"

namespace aspic
{
/// What keeps a scene whose parts fit together from becoming a world: shapes that are none, bodies without end, a fixed step that is too long.
/// `where` is a path into the scene.
Problems scene_problems(const Scene& scene, const Assets& assets);
} // namespace aspic
