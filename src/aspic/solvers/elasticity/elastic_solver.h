#pragma once

#include "aspic/core/scratch.h"
#include "aspic/solvers/elasticity/elasticity_settings.h"
#include "aspic/solvers/elasticity/rest_shape.h"
#include "aspic/solvers/solve_report.h"

#include <memory>

namespace aspic
{
class CoarseCorrection;

/// What the particles of a rest shape are made of, for each slot.
struct ElasticStuff
{
    Array<Vec4> stiffness; ///< 2μ, λ, κ = α μ [Pa]; V [m^d]
    Array<Real> damping;   ///< [s]
    Array<Real> mass;      ///< [kg]
};

/// One body in one step; arrays in the order of slots.
struct ElasticStep
{
    View<const Vec3d> x;    ///< [m] at the beginning
    View<const Vec3> v;     ///< [m/s] after all other forces; of held particles such that x + Δt v is where they will be
    View<const Index> held; ///< not zero for particles that nothing moves; empty: none
    View<Vec4> turn;        ///< rotations as quaternions; in: of the step before
    double dt = 0;          ///< [s]
    View<Vec3> change;      ///< [m/s] out: Δv by elasticity
    Periodicity periodicity = {};
};

/// Elasticity by one step of backward Euler, rotations fixed (K21 (25), (26), unsplit): (m + Δt² K) Δv = Δt f(x + Δt v), and with damping β Δt K' more on the left and −β Δt K' v on the right, K' of strain rates.
/// Conjugate gradients without a matrix, preconditioned on two levels. Stretch, volume and zero-energy modes are in one system: K21's split lets bodies sag too much.
class ElasticSolver
{
public:
    ElasticSolver(const RestShape& shape, ElasticStuff stuff, const ElasticitySettings& settings);
    ~ElasticSolver();
    ElasticSolver(const ElasticSolver&) = delete;
    ElasticSolver& operator=(const ElasticSolver&) = delete;

    [[nodiscard]] const RestShape& shape() const { return *shape_; }

    /// x, v → R, Δv.
    SolveReport solve(const ElasticStep& step, Scratch& scratch);

    /// x, R → f [N], and R of these places.
    void forces(View<const Vec3d> x, View<Vec4> turn, Scratch& scratch, View<Vec3> f) const;

    /// [J] of places with given rotations: stretch and volume K21 (10), and zero-energy modes (20).
    [[nodiscard]] double energy(View<const Vec3d> x, View<const Vec4> turn) const;

    /// The rotations of places, from nothing.
    void find_turns(View<const Vec3d> x, View<Vec4> turn) const;

    /// F of each particle (in 2D with 1 along z).
    void deformation_gradients(View<const Vec3d> x, View<Vec4> turn, Scratch& scratch, View<Mat3> F) const;

private:
    class Iterate;

    const RestShape* shape_;
    ElasticStuff stuff_;
    ElasticitySettings settings_;
    std::unique_ptr<CoarseCorrection> coarse_;
};
} // namespace aspic
