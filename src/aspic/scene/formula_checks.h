#pragma once

#include "aspic/core/field_walk.h"
#include "aspic/core/result.h"
#include "aspic/scene/scene.h"

namespace aspic
{
/// Formulas in a field must have values in its range from 0 to `duration` [s].
Problems formula_problems(const FieldVisit& visit, double duration);

/// A deformation must not turn anything inside out, nor leave the plane in 2D.
Problems deformation_problems(const Deformation& deformation, const Scene& scene, const std::string& path);
} // namespace aspic
