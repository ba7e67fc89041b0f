#include "aspic/solvers/vorticity/spin_solver.h"

#include "aspic/operators/exposure.h"
#include "aspic/operators/spin.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// A vector and the volume of each particle; ghosts have none, and so take no part.
template <class F> View<Vec4> with_volumes(const Fluid& fluid, const F& value)
{
    const View<Vec4> records = fluid.scratch.take<Vec4>(fluid.size());
    parallel_for(fluid.size(), [&](Index i) { records[i] = fluid.is_ghost(i) ? Vec4{} : joined(value(i), fluid.rest_volume[i]); });
    return records;
}

/// 1 inside, 0 where |Σ V ∇ω| is half of what it is at a flat surface or more.
View<Real> depth_of(const Fluid& fluid)
{
    const View<Real> depth = fluid.scratch.take<Real>(fluid.size());
    const View<Vec4> seen = fluid.scratch.take<Vec4>(fluid.size());
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(), Exposure<std::remove_cvref_t<decltype(k)>>{fluid.neighborhood.view(), k, fluid.rest_volume, seen});
        },
        fluid.kernel);
    const auto per_gradient = static_cast<Real>(fluid.neighborhood.support() / 0.6);
    parallel_for(fluid.size(), [&](Index i) { depth[i] = std::max(Real(0), 1 - per_gradient * norm(seen[i].xyz)); });
    return depth;
}
} // namespace

void find_spin(const Fluid& fluid, View<Vec3> flow_spin)
{
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec4> moving = with_volumes(fluid, [&](Index i) { return fluid.particles.velocity[i]; });
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(), Spin<std::remove_cvref_t<decltype(k)>>{fluid.neighborhood.view(), k, moving, flow_spin});
        },
        fluid.kernel);
}

void add_spin_transfer(const MicropolarSettings& settings, const Fluid& fluid, View<const Vec3> flow_spin, double dt, View<Vec3> spin,
                       View<Vec3> a)
{
    const Scratch::Turn turn(fluid.scratch);
    const double inertia = settings.inertia.value_or(square(2 * fluid.neighborhood.support()));
    const double exchanged = 1 - std::exp(-2 * settings.transfer * dt / inertia); // of the difference, in the step
    const auto mean_transfer = static_cast<Real>(inertia * exchanged / (2 * dt)); // [m²/s]
    const auto won = static_cast<Real>(1 - settings.balance);
    const View<Real> depth = won > 0 ? depth_of(fluid) : View<Real>{};
    const View<Vec4> e = with_volumes(fluid, [&](Index i) {
        const Vec3 difference = spin[i] - flow_spin[i];
        return (fluid.rest_density[i] * mean_transfer) * (won > 0 ? difference + (won * depth[i]) * flow_spin[i] : difference);
    });
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(),
                         SpinTransfer<std::remove_cvref_t<decltype(k)>>{fluid.neighborhood.view(), k, e, fluid.rest_density, a});
        },
        fluid.kernel);
    parallel_for(fluid.size(),
                 [&](Index i) { spin[i] += fluid.is_ghost(i) ? Vec3{} : static_cast<Real>(exchanged) * (flow_spin[i] - spin[i]); });
}

void add_confinement(const ConfinementSettings& settings, const Fluid& fluid, View<const Vec3> flow_spin, View<Vec3> a)
{
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec4> spins = with_volumes(fluid, [&](Index i) { return flow_spin[i]; });
    const auto strength = static_cast<Real>(settings.strength * fluid.neighborhood.support());
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(), Confinement<std::remove_cvref_t<decltype(k)>>{fluid.neighborhood.view(), k, spins, strength, a});
        },
        fluid.kernel);
}
} // namespace aspic
