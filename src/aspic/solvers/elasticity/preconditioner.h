#pragma once

#include "aspic/core/scratch.h"
#include "aspic/solvers/elasticity/coarse_space.h"
#include "aspic/solvers/linear/factor_cache.h"

#include <memory>
#include <span>

namespace aspic
{
/// What conjugate gradients ask for one body: z ≈ (m + K)⁻¹ r.
struct BodyResidual
{
    View<const Vec3> r; ///< [kg m/s]
    View<Vec3> z;       ///< [m/s] out; 0 for held particles
};

/// Approximates (m + Δt² K)⁻¹ for bodies of one rest shape, stuff, step and set of held particles, however they are turned.
class ElasticPreconditioner
{
public:
    ElasticPreconditioner() = default;
    ElasticPreconditioner(const ElasticPreconditioner&) = delete;
    ElasticPreconditioner& operator=(const ElasticPreconditioner&) = delete;
    virtual ~ElasticPreconditioner() = default;

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

/// Small blocks for what is rough, and for smooth motions P (Pᵀ (m + w K) P)⁻¹ Pᵀ on a coarse space: the number of iterations depends neither on the size of a body nor on its stiffness.
class TwoLevelPreconditioner final : public ElasticPreconditioner
{
public:
    TwoLevelPreconditioner(std::shared_ptr<const CoarseSpace> space, const PreconditionedSystem& system);
    void solve(std::span<const BodyResidual> bodies, Scratch& scratch) override;
    [[nodiscard]] std::size_t bytes() const override { return rough_->bytes() + is_held_.capacity() * sizeof(Index) + factor_.bytes(); }

private:
    std::shared_ptr<const CoarseSpace> space_;
    std::unique_ptr<ElasticPreconditioner> rough_; ///< block_preconditioner.h
    Array<Index> is_held_;
    CholeskyFactor factor_;
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
