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
    model_.neighborhood().allow_doubtful_pairs(false); // their number is asked for
    solver_->find_neighbors(model_, state_);
    model_.neighborhood().allow_doubtful_pairs(true);
    const Fluid fluid = model_.fluid(state_);
    const auto n = static_cast<std::size_t>(fluid.size());
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(),
                         SummedDensity<std::remove_cvref_t<decltype(k)>>{fluid.neighborhood.view(), k, fluid.rest_volume,
                                                                         fluid.rest_density, state_.particles.density.view()});
        },
        fluid.kernel);
    model_.find_body_forces(state_);
    result.gravity.assign(n, convert<Real>(scene_->gravity.at(state_.time)));
    for (Index i = 0; i < model_.body_force().size(); ++i)
        result.gravity[static_cast<std::size_t>(i)] += model_.body_force()[i];
    StepReport next;
    next.dt = longest_stable_step();
    next.largest_speed = speeds().largest;
    solver_->evaluate(fluid_step(next), result);
    result.cohesion.assign(n, Vec3{});
    model_.add_surface_tension(state_, {}, view(result.cohesion));
    for (Index i = 0; i < fluid.size(); ++i)
        result.neighbors.push_back(model_.neighborhood().neighbor_count(i));
    result.kernel_sum = std::visit([&](const auto& k) { return kernel_sums(fluid, k); }, fluid.kernel);
    result.particles = state_.particles;
    return result;
}
} // namespace aspic
