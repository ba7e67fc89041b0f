#pragma once

#include "aspic/particles/particle_set.h"

namespace aspic
{
/// What the formulas give for one state, particle by particle: for comparison with other programs.
struct Evaluation
{
    ParticleSet particles;         ///< in the order of the search, with the density summed anew
    Array<Index> neighbors;        ///< within the support radius, the particle itself included
    Array<Real> kernel_sum;        ///< Σ_j m_j/ρ_j ω_ij: 1 where particles fill space
    Array<Real> pressure;          ///< [Pa]
    Array<Real> density_rate;      ///< [kg/(m³ s)] by the continuity equation; empty where density is summed
    Array<Vec3> gravity;           ///< [m/s²] and other body forces
    Array<Vec3> viscous;           ///< [m/s²]
    Array<Vec3> artificial;        ///< [m/s²] by artificial viscosity
    Array<Vec3> cohesion;          ///< [m/s²]
    Array<Vec3> pressure_gradient; ///< [m/s²] −∇p/ρ
};
} // namespace aspic
