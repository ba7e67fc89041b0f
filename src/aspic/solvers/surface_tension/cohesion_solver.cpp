#include "aspic/solvers/surface_tension/cohesion_solver.h"

#include "aspic/operators/cohesion.h"

namespace aspic
{
namespace
{
/// ∫ω r^n dr over the support: midpoint rule.
template <class K> double moment(const K& kernel, int n)
{
    constexpr int pieces = 2000;
    double integral = 0;
    for (int piece = 0; piece < pieces; ++piece)
    {
        const double r = (piece + 0.5) / pieces * double(kernel.h);
        integral += double(kernel.w(static_cast<Real>(r))) * power(r, n) * double(kernel.h) / pieces;
    }
    return integral;
}
} // namespace

double cohesion_balance(const AnyKernel& kernel)
{
    return std::visit([](const auto& k) { return moment(k, k.dimension + 2) / (double(k.h) * moment(k, k.dimension + 1)); }, kernel);
}

double cohesion_per_tension(const AnyKernel& kernel)
{
    return std::visit(
        [&](const auto& k) {
            const int d = k.dimension;
            const double pull = moment(k, d + 3) / double(k.h) - cohesion_balance(kernel) * moment(k, d + 2);
            return 1 / ((d == 2 ? 1.0 / 3 : pi / 8) * pull);
        },
        kernel);
}

void add_cohesion(const Fluid& fluid, View<const Real> cohesion, View<Vec3> a)
{
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(), Cohesion<std::remove_cvref_t<decltype(k)>>{
                                           fluid.neighborhood.view(), k, static_cast<Real>(cohesion_balance(fluid.kernel)),
                                           fluid.particles.mass.view(), fluid.rest_density, cohesion, a});
        },
        fluid.kernel);
}
} // namespace aspic
