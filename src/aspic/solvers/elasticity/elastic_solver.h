#pragma once

#include "aspic/solvers/elasticity/coupled_solve.h"
#include "aspic/solvers/elasticity/elasticity_settings.h"
#include "aspic/solvers/elasticity/preconditioner_choice.h"
#include "aspic/solvers/solve_report.h"

namespace aspic
{
/// Elasticity by one step of backward Euler, rotations fixed (K21 (25), (26), unsplit): (m + Δt² K) Δv = Δt f(x + Δt v), and with damping β Δt K' more on the left and −β Δt K' v on the right, K' of strain rates.
/// Conjugate gradients, preconditioned by the factor of the constant part or on two levels, for all bodies of a shape side by side. Stretch, volume and zero-energy modes are in one system:
/// K21's split, which lets bodies sag too much, is an option, and so are the methods it is compared with.
class ElasticSolver
{
public:
    ElasticSolver(const RestShape& shape, ElasticStuff stuff, const ElasticitySettings& settings);
    ElasticSolver(const ElasticSolver&) = delete;
    ElasticSolver& operator=(const ElasticSolver&) = delete;

    /// Factors that take long are looked for there before they are made. The cache outlives the solver; results do not depend on it.
    void keep_factors_in(FactorCache& cache) { choice_.keep_factors_in(cache); }

    [[nodiscard]] const RestShape& shape() const { return *shape_; }
    [[nodiscard]] const ElasticStuff& stuff() const { return stuff_; }

    /// x, v → R, Δv of all bodies, which have one Δt; the report is that of the worst.
    SolveReport solve(std::span<const ElasticStep> bodies, Scratch& scratch);
    SolveReport solve(const ElasticStep& body, Scratch& scratch) { return solve({&body, 1}, scratch); }

    /// The same by SDIRK2, second_order.h: of bodies that touch nothing and are attached to nothing.
    SolveReport solve_second_order(std::span<const ElasticStep> bodies, Scratch& scratch);

    /// Appends the systems of bodies that are held at the same particles, for coupled_solve.h. Not for the split.
    void prepare(std::span<const ElasticStep> bodies, Scratch& scratch, std::vector<ElasticSystem>& systems);

    /// For answer(): a system of a body in a step that has found its rotations, in scratch memory. Particles of rigid groups stay where they are; its residual says what they are pulled with.
    ///   `alike`: bodies that are solved by themselves in this way
    [[nodiscard]] ElasticSystem system_of(ElasticStep body, Index alike, Scratch& scratch);

    /// What pushes a body, w [m/s] of loose particles → Δv = (m + Δt² K)⁻¹ m w. Begins where the call before it ended.
    [[nodiscard]] SolveReport answer(SolidIsland& island, View<const Vec3> w, Scratch& scratch) const;

    /// x, R → f [N], and R of these places.
    void forces(View<const Vec3d> x, View<Vec4> turn, Scratch& scratch, View<Vec3> f) const;

    /// [J] of places with given rotations: stretch and volume K21 (10), and zero-energy modes (20).
    [[nodiscard]] double energy(View<const Vec3d> x, View<const Vec4> turn) const;

    /// The rotations of places, from nothing.
    void find_turns(View<const Vec3d> x, View<Vec4> turn) const;

    /// F of each particle (in 2D with 1 along z).
    void deformation_gradients(View<const Vec3d> x, View<Vec4> turn, Scratch& scratch, View<Mat3> F,
                               const Periodicity& periodicity = {}) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    /// Bodies that are held at the same particles: they have one preconditioner.
    SolveReport solve_alike(std::span<const ElasticStep> bodies, Scratch& scratch);
    SolveReport conserve_volume(std::span<const ElasticStep> bodies, Scratch& scratch);
    const StretchOperator* matrix_of_system();
    std::shared_ptr<ElasticPreconditioner> preconditioner_for(const ElasticStep& body, Index alike);

    const RestShape* shape_;
    ElasticStuff stuff_;
    ElasticitySettings settings_;
    double unnoticed_;         ///< [kg^½ m] motion in a step that places of this precision do not see
    ElasticStuff system_;      ///< what of the stuff is in the first system
    ElasticStuff volume_;      ///< what is in the system of volume; empty unless split
    bool has_constant_matrix_; ///< no volume and no damping in the first system
    std::unique_ptr<StretchOperator> matrix_;
    PreconditionerChoice choice_;
};
} // namespace aspic
