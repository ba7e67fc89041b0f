#pragma once

#include "aspic/core/scratch.h"
#include "aspic/solvers/elasticity/coarse_elements.h"
#include "aspic/solvers/linear/factor_cache.h"

#include <memory>
#include <span>

namespace aspic
{
/// What a preconditioner has found for one body as it stands in a step; empty: nothing.
using PosedFactor = std::shared_ptr<const CholeskyFactor>;

/// What conjugate gradients ask for one body: z ≈ (m + K)⁻¹ r.
struct BodyResidual
{
    View<const Vec3> r;                    ///< [kg m/s]
    View<Vec3> z;                          ///< [m/s] out; 0 for held particles
    const CholeskyFactor* posed = nullptr; ///< of this preconditioner for this body
};

/// Approximates (m + Δt² K)⁻¹ for bodies of one rest shape, stuff, step and set of held particles, however they are turned.
class ElasticPreconditioner
{
public:
    ElasticPreconditioner() = default;
    ElasticPreconditioner(const ElasticPreconditioner&) = delete;
    ElasticPreconditioner& operator=(const ElasticPreconditioner&) = delete;
    virtual ~ElasticPreconditioner() = default;

    /// For a body with these rotations, in one step.
    ///   `extra`: what resists the motion of some particles besides
    [[nodiscard]] virtual PosedFactor pose(View<const Vec4> /*turn*/, std::span<const ExtraStiffness> /*extra*/) { return {}; }

    /// r → z of all bodies.
    virtual void solve(std::span<const BodyResidual> bodies, Scratch& scratch) = 0;

    [[nodiscard]] virtual std::size_t bytes() const = 0;
};

/// What a preconditioner is made for.
struct PreconditionedSystem
{
    const RestShape& shape;
    const ElasticStuff& stuff;
    double dt;              ///< [s]
    View<const Index> held; ///< not zero for particles that do not move; empty: none

    [[nodiscard]] bool is_held(Index i) const { return !held.empty() && held[i] != 0; }
    FactorCache* factors = nullptr; ///< that are kept for later runs; none: nowhere

    [[nodiscard]] double weight() const; ///< [s²] Δt (Δt + β) of K, with the mean β
    /// `plan`: of a matrix with the same pattern, or none.
    [[nodiscard]] Result<CholeskyFactor> factor_of(const SymmetricMatrix& matrix, std::shared_ptr<const EliminationPlan> plan) const;
};

/// 1/m: what plain conjugate gradients are for particles of one mass.
class MassPreconditioner final : public ElasticPreconditioner
{
public:
    explicit MassPreconditioner(const PreconditionedSystem& system);
    void solve(std::span<const BodyResidual> bodies, Scratch& scratch) override;
    [[nodiscard]] std::size_t bytes() const override { return inverse_.capacity() * sizeof(Real); }

private:
    Array<Real> inverse_; ///< [1/kg]; 0 for held particles
};

/// The inverse of the diagonal.
class DiagonalPreconditioner final : public ElasticPreconditioner
{
public:
    explicit DiagonalPreconditioner(const PreconditionedSystem& system);
    void solve(std::span<const BodyResidual> bodies, Scratch& scratch) override;
    [[nodiscard]] std::size_t bytes() const override { return inverse_.capacity() * sizeof(Real); }

private:
    Array<Real> inverse_; ///< [1/kg]; 0 for held particles
};

/// The grid of a rest shape and what stands on it.
struct CoarseGrid
{
    CoarseSpace space;
    CoarseElements elements;
    std::shared_ptr<const EliminationPlan> plan;

    CoarseGrid(const RestShape& shape, const ElasticStuff& stuff, ElasticTangent tangent, double spacings)
        : space(shape, spacings), elements(space, shape, stuff, tangent), plan(std::make_shared<const EliminationPlan>(elements.pattern()))
    {
    }
    /// As fine as is worth its factor in every step.
    static std::shared_ptr<const CoarseGrid> make(const RestShape& shape, const ElasticStuff& stuff, ElasticTangent tangent);
    CoarseGrid(const CoarseGrid&) = delete;
    CoarseGrid& operator=(const CoarseGrid&) = delete;
    [[nodiscard]] std::size_t bytes() const { return space.bytes() + elements.bytes() + plan->bytes(); }
};

/// Small blocks for what is rough, and for smooth motions P A⁻¹ Pᵀ with their own matrix A, which is factored for each body in each step, as it stands: then the number of iterations depends neither on the size of a
/// body nor on its stiffness, nor on how it is turned and bent.
class TwoLevelPreconditioner final : public ElasticPreconditioner
{
public:
    TwoLevelPreconditioner(std::shared_ptr<const CoarseGrid> grid, const PreconditionedSystem& system);
    PosedFactor pose(View<const Vec4> turn, std::span<const ExtraStiffness> extra) override;
    void solve(std::span<const BodyResidual> bodies, Scratch& scratch) override;
    [[nodiscard]] std::size_t bytes() const override
    {
        return rough_->bytes() + is_held_.capacity() * sizeof(Index) + held_values_.capacity() * sizeof(double) + matrix_.bytes();
    }

private:
    std::shared_ptr<const CoarseGrid> grid_;
    std::unique_ptr<ElasticPreconditioner> rough_; ///< block_preconditioner.h
    Array<Index> is_held_;                         ///< empty: none is
    double weight_;                                ///< [s²]
    Array<double> held_values_;                    ///< [kg] what they add to the coarse matrix; empty: nothing
    SymmetricMatrix matrix_;                       ///< of the last pose
};

/// The inverse of the constant part, stretch and zero-energy modes, K21 (29): x, y and z of all bodies in one sweep through its factor.
class DirectPreconditioner final : public ElasticPreconditioner
{
public:
    /// `plan`: of an earlier one with the same particles held, or none. Nothing if the matrix has no factor to working precision.
    static std::unique_ptr<DirectPreconditioner> make(const PreconditionedSystem& system, std::shared_ptr<const EliminationPlan> plan);

    void solve(std::span<const BodyResidual> bodies, Scratch& scratch) override;
    [[nodiscard]] std::size_t bytes() const override { return factor_.bytes() + row_.capacity() * sizeof(Index); }
    [[nodiscard]] std::shared_ptr<const EliminationPlan> plan() const { return factor_.shared_plan(); }

private:
    CholeskyFactor factor_;
    Array<Index> row_; ///< of each particle; −1 for held ones
};
} // namespace aspic
