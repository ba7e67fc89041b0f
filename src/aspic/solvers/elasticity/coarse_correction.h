#pragma once

#include "aspic/solvers/elasticity/coarse_space.h"
#include "aspic/solvers/linear/cholesky.h"

namespace aspic
{
/// The part of a two-level preconditioner that sees smooth motions: c = (Pᵀ (m + w K) P)⁻¹ Pᵀ r on a coarse space, factored once. With it the number of iterations depends neither on the size of a
/// body nor on its stiffness.
class CoarseCorrection
{
public:
    explicit CoarseCorrection(const RestShape& shape) : space_(shape) {}

    /// Factors anew if need be. Steps are rounded to powers of √2 here, so that it need not be often, and so that what it does depends on the step alone.
    ///   `damping`: [s] mean β
    void prepare(const ElasticStuff& stuff, double dt, double damping, View<const Index> held);

    /// r → c.
    void solve(View<const Vec3> r, Scratch& scratch);

    /// P c of a particle.
    [[nodiscard]] Vec3 at(Index particle) const { return space_.at(particle, const_view(values_)); }

    [[nodiscard]] std::size_t bytes() const { return space_.bytes() + factor_.bytes() + values_.capacity() * sizeof(float); }

private:
    CoarseSpace space_;
    CholeskyFactor factor_;
    double factored_for_ = -1; ///< [s²] w
    Array<Index> held_;        ///< of the factor
    Array<float> values_;      ///< c
};
} // namespace aspic
