#pragma once

#include "aspic/operators/smoothing_kernel.h"
#include "aspic/particles/cell_lattice.h"
#include "aspic/particles/particle_set.h"

namespace aspic
{
/// A disc that measures pressure; in 2D a line.
struct PressureCell
{
    Vec3d center, normal;
    double radius;  ///< [m]
    double spacing; ///< [m] of particles
    int dimension;
};

/// [Pa] Mean pressure over a cell: at points of it the value of the plane that fits the pressures around best, p ≈ a + b·(x − x_k) with weights V ω(r/3); where too few particles are for that their mean, and 0 where there is none.
///   `pressure`: of each particle; ghosts do not count
double mean_pressure(const PressureCell& cell, const ParticleSet& particles, View<const Real> pressure, const AnyKernel& kernel,
                     const Periodicity& periodicity);
} // namespace aspic
