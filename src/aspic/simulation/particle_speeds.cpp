#include "aspic/simulation/particle_speeds.h"

#include "aspic/simulation/value_of_most.h"

namespace aspic
{
Speeds speeds_of(const ParticleSet& particles, double outliers)
{
    const Index n = particles.size();
    const auto solid = particles.has_column("solid") ? particles.column<Index>("solid").view() : View<const Index>{};
    const auto is_fluid = [&](Index i) { return solid.empty() || solid[i] < 0; };
    const auto speed = [&](Index i) { return norm(convert<double>(particles.velocity[i])); };
    const double largest = maximum(n, 0.0, speed);
    if (outliers <= 0)
        return {largest, largest};
    const double of_solids = solid.empty() ? 0 : maximum(n, 0.0, [&](Index i) { return is_fluid(i) ? 0 : speed(i); });
    const double of_fluid = value_of_most(n, largest, outliers, [&](Index i) { return is_fluid(i) ? speed(i) : -1; });
    return {largest, std::max(of_solids, of_fluid)};
}
} // namespace aspic
