#include "aspic/simulation/hydrostatic.h"

#include "aspic/simulation/world_state.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace aspic
{
std::vector<double> mass_above(const ParticleSet& particles, const Vec3d& down, double spacing)
{
    const Vec3d other = std::abs(down.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0};
    const Vec3d along = cross(down, other) / norm(cross(down, other));
    const Vec3d across = cross(down, along);
    const auto material = particles.column<Index>("material").view();
    struct Standing
    {
        std::int64_t a, b;
        double depth;
        Index particle;
    };
    std::vector<Standing> all;
    for (Index i = 0; i < particles.size(); ++i)
        if (material[i] != ghost_material)
        {
            const Vec3d& x = particles.position[i];
            all.push_back({std::int64_t(std::floor(dot(x, along) / spacing + 1e-6)),
                           std::int64_t(std::floor(dot(x, across) / spacing + 1e-6)), dot(x, down), i});
        }
    std::ranges::sort(all, {}, [](const Standing& s) { return std::tuple(s.a, s.b, s.depth, s.particle); });
    std::vector<double> weight(static_cast<std::size_t>(particles.size()));
    double above = 0;
    for (std::size_t k = 0; k < all.size(); ++k)
    {
        above = k > 0 && all[k].a == all[k - 1].a && all[k].b == all[k - 1].b ? above : 0;
        const double mass = particles.mass[all[k].particle];
        weight[static_cast<std::size_t>(all[k].particle)] = above + 0.5 * mass;
        above += mass;
    }
    return weight;
}
} // namespace aspic
