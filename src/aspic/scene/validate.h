#pragma once

#include "aspic/core/result.h"
#include "aspic/scene/scene.h"

namespace aspic
{
/// What the parts of a scene must be to each other, beyond the range of each number: names that exist, times that ascend, choices that exclude
/// one another, a plane that is not left in 2D. `where` is a path such as `objects.water.material`.
Problems problems_of(const Scene& scene);
} // namespace aspic
