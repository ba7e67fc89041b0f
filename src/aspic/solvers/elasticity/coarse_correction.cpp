#include "aspic/solvers/elasticity/coarse_correction.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
void CoarseCorrection::prepare(const ElasticStuff& stuff, double dt, double damping, View<const Index> held)
{
    const double rounded = std::exp2(0.5 * std::round(2 * std::log2(dt)));
    const double factor = rounded * (rounded + damping);
    if (factor == factored_for_ && std::ranges::equal(held, held_))
        return;
    factor_ = CholeskyFactor::make(space_.matrix(stuff, factor, held)).value();
    factored_for_ = factor;
    held_.assign(held.begin(), held.end());
    values_.resize(3 * static_cast<std::size_t>(space_.size()));
}

void CoarseCorrection::solve(View<const Vec3> r, Scratch& scratch)
{
    space_.restrict_to(r, view(values_));
    factor_.solve(view(values_), 3, scratch);
}
} // namespace aspic
