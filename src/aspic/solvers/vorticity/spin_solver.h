#pragma once

#include "aspic/solvers/fluid.h"
#include "aspic/solvers/vorticity/vorticity.h"

namespace aspic
{
/// v → Ω [rad/s] of the flow around each particle; that of ghosts has no meaning.
void find_spin(const Fluid& fluid, View<Vec3> flow_spin);

/// Micropolar fluid: each particle has a spin ω of its own [rad/s], with the moment of inertia mΘ, which flow and spins exchange:
///   Θ dω/dt = 2ν_t (Ω − ω),   dv/dt = 1/ρ0 ∇ × ρ0 ν_t (ω − Ω + (1 − c) χ Ω).
/// Bender et al. have c = 0: what spins win, the flow does not lose. Once ω = Ω that is a negative viscosity −ν_t/2, which adds energy. χ, 1 inside and 0 at surfaces, is not theirs: the end of a torque
/// is a force along the surface, which would drive it. With c = 1 flow and spins are one
/// mechanical system, the micropolar fluid of Eringen 1966 with half the transfer as additional viscosity: energy does not grow, and a fluid that turns as a whole feels nothing.
/// Linear momentum is conserved to rounding for any c; angular momentum, with the spins' Σ mΘω, where c = 1, as exactly as sums over neighbours are integrals.
///   in:  positions (as neighbourhood), velocities, Ω
///   out: a += …; ω after the step, by the exact solution for a constant Ω; the force has the mean exchange of the step
void add_spin_transfer(const MicropolarSettings& settings, const Fluid& fluid, View<const Vec3> flow_spin, double dt, View<Vec3> spin,
                       View<Vec3> a);

/// Vorticity confinement: a += ε h N × 2Ω. Adds energy and momentum: a force of nobody.
void add_confinement(const ConfinementSettings& settings, const Fluid& fluid, View<const Vec3> flow_spin, View<Vec3> a);
} // namespace aspic
