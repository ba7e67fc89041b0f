#pragma once

#include "aspic/geometry/field_particles.h"
#include "aspic/geometry/sparse_field.h"

namespace aspic
{
/// The field of particles at the nodes of a lattice, where any kernel reaches. Each node adds its particles in a fixed order, so that the values are
/// the same for any number of threads. Throws std::domain_error if positions are too far out for the cell size.
SparseField particle_field(const FieldParticles& particles, double cell_size);
} // namespace aspic
