#pragma once

#include "aspic/solvers/fluid.h"

namespace aspic
{
/// λ: the distance, in support radii, at which repulsion turns into attraction.
double cohesion_balance(const AnyKernel& kernel);

/// κ for a surface tension of 1 N/m (in 2D 1 N) and a density of 1 kg/m³; it goes with σ/ρ0². The work of parting a fluid whose particles fill
/// space evenly is 2σ (Fowler 1937): σ = κρ0² π/8 ∫ω (r/h − λ) r⁵ dr in 3D, κρ0²/3 ∫ω (r/h − λ) r⁴ dr in 2D.
double cohesion_per_tension(const AnyKernel& kernel);

/// Adds the acceleration by cohesion.
///   in:  positions (as neighbourhood), masses, κ of each particle
///   out: a += −κ Σ m_j ω_ij (|x_ij|/h − λ) x_ij
void add_cohesion(const Fluid& fluid, View<const Real> cohesion, View<Vec3> a);
} // namespace aspic
