#pragma once

#include "aspic/particles/particle_set.h"

namespace aspic
{
/// For each particle the mass [kg] that stands above its centre in a column one spacing wide; 0 for ghosts. Times g over the column's area that is the
/// pressure of a fluid at rest.
std::vector<double> mass_above(const ParticleSet& particles, const Vec3d& down, double spacing);
} // namespace aspic
