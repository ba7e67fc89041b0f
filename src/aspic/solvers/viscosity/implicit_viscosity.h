#pragma once

#include "aspic/solvers/fluid.h"
#include "aspic/solvers/solve_report.h"
#include "aspic/solvers/viscosity/viscosity.h"

#include <functional>

namespace aspic
{
/// What a viscous solve works on besides the fluid.
struct ViscousStep
{
    View<const Real> mu;        ///< [Pa s] of each particle
    PairView<const Real> slope; ///< [1/m²] V_j ω'(|x_ij|)/|x_ij|, as the pressure solver found it
    View<const Vec4> grip;      ///< of walls to which the fluid sticks, Δt times their brake: Σ w v_wall [m/s]; Σ w
    View<const Index> held;     ///< positive for particles that nothing moves; empty: none
    double dt = 0;              ///< [s]
    std::function<void(View<const Vec4>, View<Vec3>)> bodies_follow =
        {}; ///< v, R v → R v: less what bodies follow the fluid by; none: all are walls
};

/// Viscosity by backward Euler (Weiler et al. 2018): any step is stable, however thick the fluid. Conjugate gradients without a matrix, in the inner product with the masses as weights, where
/// every quantity is a velocity; blocks of 3×3 as preconditioner.
///
/// A solve ends when |r| ≤ tolerance |v − v*|, norms weighted with mass: the residual as a share of what viscosity did. That does not depend on how fast the fluid moves as a whole, which the
/// authors' share of |v*| does. A converged solve adds r to the velocities: v* − R v then is what they are exactly, and since every pair in R conserves momentum, so does an inexact solve.
class ImplicitViscosity
{
public:
    explicit ImplicitViscosity(const ImplicitViscositySettings& settings) : settings_(settings) {}

    /// v → v.
    ///   `change`: [m/s] by viscosity; in: of the last step, with which iterations begin; out: of this one, before r is added
    SolveReport solve(const Fluid& fluid, const ViscousStep& step, View<Vec3> change) const;

    /// The acceleration [m/s²] at the velocities that the particles have.
    static void pull(const Fluid& fluid, const ViscousStep& step, View<Vec3> a);

private:
    ImplicitViscositySettings settings_;
};
} // namespace aspic
