#pragma once

#include "aspic/core/field_table.h"
#include "aspic/neighbors/neighborhood.h"
#include "aspic/operators/fluid_forces.h"
#include "aspic/operators/incompressible.h"
#include "aspic/particles/particle_set.h"

namespace aspic
{
/// The fluid as its solvers see it in one step. Ghost particles of walls are among the particles.
struct Fluid
{
    const Neighborhood& neighborhood;
    const AnyKernel& kernel;
    ParticleSet& particles;
    Scratch& scratch;                  ///< memory for the duration of a stage
    View<const Real> rest_density;     ///< [kg/m³] ρ0 of each particle; negative for ghosts
    View<const Real> rest_volume;      ///< [m^d] V0
    bool has_several_densities = true; ///< ρ0 is not one for all fluid
    OwnBody own_body = {};             ///< elastic solids among the particles
    double sound_speed = 0;            ///< [m/s] c, with K = ρ0 c²/γ so that dp/dρ = c² at rest (Becker and Teschner 2007)

    [[nodiscard]] Index size() const { return particles.size(); }
    [[nodiscard]] bool is_ghost(Index i) const { return rest_density[i] < 0; }
};
} // namespace aspic
