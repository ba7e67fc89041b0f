#include "aspic/simulation/world.h"

namespace aspic
{
Evaluation World::evaluate()
{
    // The same stages as in a step, each term by itself.
    Evaluation result;
    const auto n = static_cast<std::size_t>(state_.particles.size());
    sort_and_find_neighbors();
    estimate_density();
    apply_gravity();
    result.gravity = acceleration_;
    acceleration_.assign(n, Vec3{});
    apply_viscosity();
    result.viscous = acceleration_;
    acceleration_.assign(n, Vec3{});
    apply_pressure();
    result.pressure_gradient = acceleration_;
    result.pressure = pressure();
    for (Index i = 0; i < state_.particles.size(); ++i)
        result.neighbors.push_back(neighborhood_.neighbor_count(i));
    result.kernel_sum.resize(n);
    std::visit(
        [&](const auto& k) {
            parallel_for(state_.particles.size(), [&](Index i) {
                result.kernel_sum[static_cast<std::size_t>(i)] = sum_over_neighbors(neighborhood_.view(), i, [&](auto j) {
                    const Index c = j.column;
                    return state_.particles.mass[c] / state_.particles.density[c] * k.w(norm(neighborhood_.view().offset(i, j)));
                });
            });
        },
        kernel_);
    result.particles = state_.particles;
    return result;
}
} // namespace aspic
