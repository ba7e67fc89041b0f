#include "aspic/geometry/field_particles.h"

#include "aspic/geometry/anisotropy.h"
#include "aspic/neighbors/neighborhood.h"
#include "aspic/operators/density.h"

namespace aspic
{
template <> std::span<const Choice> choices_of<SurfaceMethod>()
{
    static constexpr std::array choices{
        Choice{"density", "isosurface of the density: blobby, robust and fast", static_cast<int>(SurfaceMethod::density)},
        Choice{"zhu-bridson", "distance to the mean position of the near particles (Zhu and Bridson 2005)",
               static_cast<int>(SurfaceMethod::zhu_bridson)},
        Choice{"anisotropic", "kernels shaped like their neighbourhood (Yu and Turk 2013): the flattest and slowest",
               static_cast<int>(SurfaceMethod::anisotropic)}};
    return choices;
}

namespace
{
/// V_j ω(0) with V_j = 1/Σ_k ω_jk: how much of its own neighbourhood's density a particle is.
Array<float> shares_of_density(const Neighborhood& lists, double support)
{
    const Kernel<Poly6> kernel(support, 3);
    const Index n = lists.row_count();
    const Array<Real> one(static_cast<std::size_t>(n), 1);
    Array<Real> density(static_cast<std::size_t>(n));
    parallel_for(n, Density<Kernel<Poly6>>{lists.view(), kernel, const_view(one), view(density)});
    Array<float> shares(static_cast<std::size_t>(n));
    parallel_for(n, [&](Index i) {
        shares[static_cast<std::size_t>(i)] = static_cast<float>(kernel.w(Real(0)) / density[static_cast<std::size_t>(i)]);
    });
    return shares;
}

/// q² of a point for one particle.
double squared_distance(const FieldParticles& particles, std::size_t j, const Vec3d& x)
{
    const Vec3d d = x - particles.centers[j];
    if (particles.method != SurfaceMethod::anisotropic)
        return dot(d, d) / square(particles.support);
    const EllipsoidShape& s = particles.shapes[j];
    return s.xx * d.x * d.x + s.yy * d.y * d.y + s.zz * d.z * d.z + 2 * (s.xy * d.x * d.y + s.xz * d.x * d.z + s.yz * d.y * d.z);
}
} // namespace

FieldParticles field_particles(View<const Vec3d> positions, SurfaceMethod method, double support)
{
    FieldParticles result{
        .method = method, .support = support, .reach = support, .centers = {}, .weights = {}, .shapes = {}, .reaches = {}};
    if (method == SurfaceMethod::zhu_bridson)
    {
        result.centers.assign(positions.begin(), positions.end());
        result.weights.assign(result.centers.size(), 1.0F);
        return result;
    }
    Neighborhood lists(support);
    const View<const Index> order = lists.sort(positions);
    result.centers.resize(static_cast<std::size_t>(positions.size()));
    parallel_for(positions.size(), [&](Index k) { result.centers[static_cast<std::size_t>(k)] = positions[order[k]]; });
    lists.set_columns(const_view(result.centers));
    lists.allow_doubtful_pairs(true); // kernels vanish there
    lists.find_among_columns();
    result.weights = shares_of_density(lists, support);
    if (method == SurfaceMethod::anisotropic)
        shape_by_neighborhood(result);
    return result;
}

double value_far_away(const FieldParticles& particles) { return particles.method == SurfaceMethod::zhu_bridson ? -particles.support : 0; }

double field_at(const FieldParticles& particles, const Vec3d& x)
{
    double sum = 0;
    Vec3d moment{};
    for (std::size_t j = 0; j < particles.centers.size(); ++j)
    {
        const double q2 = squared_distance(particles, j, x);
        if (!(q2 < 1))
            continue;
        const double w = static_cast<double>(particles.weights[j]) * cube(1 - q2);
        sum += w;
        moment += w * (particles.centers[j] - x);
    }
    if (particles.method != SurfaceMethod::zhu_bridson)
        return sum;
    return sum > 0 ? -norm(moment) / sum : value_far_away(particles);
}

double level_of_flat_surface(SurfaceMethod method, double spacing, double support, double offset)
{
    const double reach = support / spacing;
    const auto half_width = static_cast<int>(3.5 * reach) + 1; // kernels that reach the middle do not feel the border
    const int layers = half_width;
    Array<Vec3d> lattice;
    for (int k = 0; k < layers; ++k)
        for (int j = -half_width; j <= half_width; ++j)
            for (int i = -half_width; i <= half_width; ++i)
                lattice.push_back(spacing * Vec3d{double(i), double(j), double(-k)});
    const FieldParticles particles = field_particles(const_view(lattice), method, support);
    constexpr int points = 4; // along each side of a lattice cell
    double total = 0;
    for (int j = 0; j < points; ++j)
        for (int i = 0; i < points; ++i)
            total += field_at(particles, {spacing * (i + 0.5) / points, spacing * (j + 0.5) / points, offset});
    return total / (points * points);
}
} // namespace aspic
