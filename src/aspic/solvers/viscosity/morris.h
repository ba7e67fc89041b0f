#pragma once

#include "aspic/core/field_table.h"
#include "aspic/neighbors/neighborhood.h"
#include "aspic/operators/smoothing_kernel.h"
#include "aspic/particles/particle_set.h"

namespace aspic
{
/// No viscosity at all, whatever the materials say.
struct NoViscosity
{
    bool operator==(const NoViscosity&) const = default;
};
template <> const Structure& structure_of<NoViscosity>();

/// Explicit viscosity after Morris, Fox and Zhu 1997, with the viscosity of each material.
struct MorrisSettings
{
    bool operator==(const MorrisSettings&) const = default;
};
template <> const Structure& structure_of<MorrisSettings>();

/// Adds the viscous acceleration.
///   in:  positions (as neighbourhood), velocities, masses, densities, the dynamic viscosity of each particle [Pa s]
///   out: a += (1/ρ) ∇·(μ ∇v)
void add_viscous_acceleration(const Neighborhood& neighborhood, const AnyKernel& kernel, const ParticleSet& fluid,
                              View<const Real> viscosity, View<Vec3> a);
} // namespace aspic
