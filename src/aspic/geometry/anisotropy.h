#pragma once

#include "aspic/geometry/field_particles.h"

namespace aspic
{
/// Gives the kernels of a density field the shape of their neighbourhood after Yu & Turk 2013: centres move towards the mean of their neighbours,
/// kernels become flat ellipsoids where particles lie in a plane, and small balls where there are few.
void shape_by_neighborhood(FieldParticles& particles);
} // namespace aspic
