#pragma once

#include "aspic/geometry/sampling.h"

namespace aspic
{
/// Moves particles until they fill the solid evenly: K21 (31) to (37). Points must be inside.
void relax(const SamplingTask& task, const RelaxedSampling& settings, const SamplingWatcher& watch, SolidSample& sample);

/// Moves a point into the solid until it is `radius` from the surface, or to the middle if the solid is thinner; returns its distance to the surface [m].
double keep_inside(const Solid& solid, double radius, int dimension, Vec3d& x);
} // namespace aspic
