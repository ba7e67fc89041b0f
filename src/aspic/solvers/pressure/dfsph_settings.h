#pragma once

#include "aspic/core/field_table.h"

namespace aspic
{
/// Pressure of an incompressible fluid: divergence-free SPH (Bender and Koschier 2015, 2017) with the two solves of Cornelis et al. 2019.
struct DfsphSettings
{
    double density_error = 1e-4;    ///< mean of max(ρ/ρ0 − 1, 0) that a step may leave
    double divergence_error = 1e-3; ///< mean of Δt max(d(ρ/ρ0)/dt, 0) that velocities may have
    double reduction = 0.0005;      ///< and its share of the largest one without pressure: what counts where nothing moves
    double recovery = 0.1;          ///< share of the compression there is that velocities undo in a step
    int min_iterations = 2;         ///< of either solve
    int max_iterations = 200;       ///< of either solve
    double relaxation = 0.5;        ///< ω of a Jacobi step
    bool accelerated = true;        ///< Nesterov's acceleration
    double warm_start = 1;          ///< share of the pressure of the step before with which a solve begins; 0: with none
    double courant = 0.4;           ///< spacings that particles may move in a step
    double outliers = 0.001;        ///< fraction of the fluid's particles that may move farther
    double fastest = 1;             ///< spacings that these may move
    double growth = 1.1;            ///< of the step, from one to the next
    double fall = 0.06;             ///< √(h/a) times this is the longest step of what falls
    double smallest_step = 0;       ///< [s] steps are not shortened below this by the speed
    double calming = 0.05;          ///< viscosity against the jitter of particles, in spacings times √(2 p/ρ)

    bool operator==(const DfsphSettings&) const = default;
};
template <> const Structure& structure_of<DfsphSettings>();
} // namespace aspic
