#include "aspic/operators/density_of_fluid.h"
#include "aspic/simulation/world.h"

namespace aspic
{
namespace
{
template <class K> Array<Real> kernel_sums(const Fluid& fluid, const K& kernel)
{
    Array<Real> sums(static_cast<std::size_t>(fluid.size()));
    const NeighborView near = fluid.neighborhood.view();
    parallel_for(fluid.size(), [&](Index i) {
        sums[static_cast<std::size_t>(i)] = sum_over_neighbors(near, i, [&](const Neighbor& j) {
            return fluid.particles.mass[j.column] / fluid.particles.density[j.column] * kernel.w(norm(near.offset(i, j)));
        });
    });
    return sums;
}
} // namespace

Evaluation World::evaluate()
{
    // The same stages as in a step, each term by itself.
    Evaluation result;
    neighborhood_.allow_doubtful_pairs(false); // their number is asked for
    sort_and_find_neighbors();
    neighborhood_.allow_doubtful_pairs(true);
    const auto n = static_cast<std::size_t>(state_.particles.size());
    std::visit(
        [&](const auto& k) {
            parallel_for(state_.particles.size(),
                         SummedDensity<std::remove_cvref_t<decltype(k)>>{neighborhood_.view(), k, fluid().rest_volume,
                                                                         const_view(rest_density_), state_.particles.density.view()});
        },
        kernel_);
    if (std::holds_alternative<ContinuitySettings>(pressure_.settings().density))
    {
        result.density_rate.resize(n);
        pressure_.density_rate(fluid(), acceleration(), view(result.density_rate));
    }
    add_body_forces();
    update_pressure();
    result.gravity.assign(n, convert<Real>(scene_->gravity.at(state_.time)));
    for (std::size_t k = 0; k < body_force_.size(); ++k)
        result.gravity[k] += body_force_[k];

    // All pair forces, then without one after the other.
    const auto forces_with = [&](bool viscous, bool artificial) {
        Array<Vec3> a(n);
        ViscousPart part = viscous_part();
        part.is_viscous = part.is_viscous && viscous;
        pressure_.with_forces(fluid(), part, view(a), [&](auto forces) {
            forces.strength = artificial ? forces.strength : 0;
            parallel_for(state_.particles.size(), forces);
        });
        return a;
    };
    const auto difference = [](Array<Vec3> a, const Array<Vec3>& b) {
        for (std::size_t k = 0; k < a.size(); ++k)
            a[k] = a[k] - b[k];
        return a;
    };
    result.pressure_gradient = forces_with(false, false);
    result.viscous = difference(forces_with(true, false), result.pressure_gradient);
    result.artificial = difference(forces_with(false, true), result.pressure_gradient);
    result.cohesion.assign(n, Vec3{});
    add_cohesion_to(view(result.cohesion));
    result.pressure = pressure();
    for (Index i = 0; i < state_.particles.size(); ++i)
        result.neighbors.push_back(neighborhood_.neighbor_count(i));
    result.kernel_sum = std::visit([&](const auto& k) { return kernel_sums(fluid(), k); }, kernel_);
    result.particles = state_.particles;
    return result;
}
} // namespace aspic
