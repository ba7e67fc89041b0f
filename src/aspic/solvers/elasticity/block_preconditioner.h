#pragma once

#include "aspic/solvers/elasticity/preconditioner.h"

namespace aspic
{
/// The inverses of m + w K within blocks of 32 particles that are near each other, stretch and zero-energy modes with a third of the share of volume, as in ElasticDiagonal. It damps rough modes that
/// gradients hardly see, such as neighbours moving to and fro in turns, which the diagonal does not.
class BlockPreconditioner final : public ElasticPreconditioner
{
public:
    explicit BlockPreconditioner(const PreconditionedSystem& system);
    void solve(std::span<const BodyResidual> bodies, Scratch& scratch) override;
    [[nodiscard]] std::size_t bytes() const override { return inverse_.capacity() * sizeof(Real); }

private:
    View<const Index> order_; ///< of the rest shape
    Array<Real> inverse_;     ///< [1/kg] of one block after the other; 0 in rows and columns of held particles
};
} // namespace aspic
