#include "aspic/geometry/vertex_attributes.h"

#include "aspic/compute/parallel.h"
#include "aspic/neighbors/cell_grid.h"

#include <algorithm>

namespace aspic
{
namespace
{
/// Particles in the order of a grid, and their weights at a point.
class Interpolation
{
public:
    Interpolation(View<const Vec3d> positions, double reach) : positions_(positions), reach_(reach), grid_(reach)
    {
        grid_.build(positions);
    }

    /// Calls use(particle, weight) for all that are within `radius` of x, which is at most the reach; returns the sum of weights.
    template <class F> double for_each_near(const Vec3d& x, double radius, const F& use) const
    {
        CellGrid::AdjacentRuns runs;
        const int count = grid_.adjacent_runs(grid_.cell_of(x), runs);
        double total = 0;
        for (int run = 0; run < count; ++run)
            for (Index k = runs[static_cast<std::size_t>(run)].begin; k < runs[static_cast<std::size_t>(run)].end; ++k)
            {
                const Index j = grid_.order()[static_cast<std::size_t>(k)];
                const Vec3d d = positions_[j] - x;
                const double q2 = dot(d, d) / square(radius);
                if (q2 >= 1)
                    continue;
                total += cube(1 - q2);
                use(j, cube(1 - q2));
            }
        return total;
    }

    /// The weights at a point, summing up to one; none where no particle is near.
    void weights_at(const Vec3d& x, std::vector<std::pair<Index, double>>& weights) const
    {
        for (const double radius : {0.5 * reach_, reach_})
        {
            weights.clear();
            const double total = for_each_near(x, radius, [&](Index j, double w) { weights.emplace_back(j, w); });
            for (auto& [j, w] : weights)
                w /= total;
            if (!weights.empty())
                return;
        }
    }

private:
    View<const Vec3d> positions_;
    double reach_; ///< [m]
    CellGrid grid_;
};

void interpolate(const ParticleAttribute& attribute, const std::vector<std::pair<Index, double>>& weights, float* values)
{
    const auto components = static_cast<std::size_t>(attribute.components);
    for (std::size_t c = 0; c < components; ++c)
    {
        double sum = 0;
        for (const auto& [j, w] : weights)
            sum += w * static_cast<double>(attribute.values[static_cast<std::size_t>(j) * components + c]);
        values[c] = static_cast<float>(sum);
    }
}
} // namespace

std::vector<VertexColumn> vertex_columns(const SurfaceMesh& mesh, View<const Vec3d> positions,
                                         const std::vector<ParticleAttribute>& attributes, double support)
{
    std::vector<VertexColumn> columns;
    columns.reserve(attributes.size());
    for (const ParticleAttribute& attribute : attributes)
        columns.push_back({attribute.name, attribute.unit, attribute.components,
                           std::vector<float>(mesh.vertices.size() * static_cast<std::size_t>(attribute.components))});
    if (columns.empty() || mesh.vertices.empty())
        return columns;
    const Interpolation near(positions, 2 * support);
    auto piece = [&](Index begin, Index end) {
        std::vector<std::pair<Index, double>> weights;
        for (Index v = begin; v < end; ++v)
        {
            near.weights_at(mesh.vertices[static_cast<std::size_t>(v)], weights);
            for (std::size_t k = 0; k < columns.size(); ++k)
                interpolate(attributes[k], weights,
                            columns[k].values.data() + static_cast<std::size_t>(v) * static_cast<std::size_t>(columns[k].components));
        }
    };
    for_each_chunk(static_cast<Index>(mesh.vertices.size()), 1024, piece);
    return columns;
}

std::vector<float> smoothing_weights(const SurfaceMesh& mesh, View<const Vec3d> positions, double spacing, double support)
{
    std::vector<float> weights(mesh.vertices.size());
    const Interpolation near(positions, support);
    const double full = 4 * pi * 16.0 / 315 * cube(support / spacing); // Σ (1 − q²)³ where particles fill space
    constexpr double drop = 0.15, flat = 0.4;                          // shares of it: at a single particle 0.13, at a flat surface 0.5
    parallel_for(static_cast<Index>(weights.size()), [&](Index v) {
        const double total = near.for_each_near(mesh.vertices[static_cast<std::size_t>(v)], support, [](Index, double) {});
        weights[static_cast<std::size_t>(v)] = static_cast<float>(std::clamp((total / full - drop) / (flat - drop), 0.0, 1.0));
    });
    return weights;
}
} // namespace aspic
