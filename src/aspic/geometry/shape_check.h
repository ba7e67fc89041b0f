#pragma once

#include "aspic/core/result.h"
#include "aspic/geometry/assets.h"
#include "aspic/geometry/shape.h"

namespace aspic
{
/// Everything that keeps a shape from being a solid. `where` is a path inside the shape: "union.of[1].sphere.radius".
Problems problems_of_shape(const Shape& shape, int dimension, const Assets& assets);
} // namespace aspic
