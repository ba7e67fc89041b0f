#pragma once

#include "aspic/geometry/assets.h"
#include "aspic/scene/scene.h"

namespace aspic
{
/// [bytes] What walls and rigid bodies take at most while they are prepared: ghosts, maps or samples. It grows with their size, not with the fluid.
/// How much surface there is in their bounds is found from some points.
double estimate_wall_memory(const Scene& scene, const Assets& assets);
} // namespace aspic
