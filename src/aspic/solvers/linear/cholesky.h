#pragma once

#include "aspic/core/result.h"
#include "aspic/core/scratch.h"
#include "aspic/solvers/linear/elimination_plan.h"

#include <memory>

namespace aspic
{
/// The factor L of a symmetric positive definite matrix: P A Pᵀ = L Lᵀ. Computed in double (multifrontal: Duff and Reid 1983), kept in float as dense panels
/// without an index per entry. Every result is the same to the bit for any number of threads and any instruction set.
class CholeskyFactor
{
public:
    CholeskyFactor() = default; ///< of the matrix without rows
    /// From what another one held.
    CholeskyFactor(std::shared_ptr<const EliminationPlan> plan, Array<float> panels) : plan_(std::move(plan)), panels_(std::move(panels)) {}

    /// Fails with the row of the matrix at which it turns out not to be positive definite to working precision.
    static Result<CholeskyFactor> make(const SymmetricMatrix& matrix);
    /// As above, with the plan of an earlier matrix of the same pattern.
    static Result<CholeskyFactor> make(const SymmetricMatrix& matrix, std::shared_ptr<const EliminationPlan> plan);

    /// Replaces b by A⁻¹ b for several right-hand sides at once: n × right_sides numbers, row by row. Everything in float inside: relative residuals
    /// of 3e-7 to 6e-7 for soft bodies (bench_cholesky), more with the condition number.
    template <class T> void solve(View<T> b, int right_sides, Scratch& scratch) const;

    /// As above, followed by one step of refinement with the matrix. Returns the largest relative residual before that step.
    template <class T> double solve_refined(const SymmetricMatrix& matrix, View<T> b, int right_sides, Scratch& scratch) const;

    [[nodiscard]] Index size() const { return plan_->size; }
    [[nodiscard]] std::int64_t nonzeros() const { return plan_->nonzeros; } ///< of L, without stored zeros
    [[nodiscard]] double flops() const { return plan_->flops; }             ///< of the factorisation
    [[nodiscard]] std::size_t bytes() const;                                ///< of memory, with the plan
    [[nodiscard]] const EliminationPlan& plan() const { return *plan_; }
    [[nodiscard]] std::shared_ptr<const EliminationPlan> shared_plan() const { return plan_; }
    [[nodiscard]] const Array<float>& panels() const { return panels_; }

private:
    std::shared_ptr<const EliminationPlan> plan_ = std::make_shared<EliminationPlan>();
    Array<float> panels_;
};
} // namespace aspic
