#include "aspic/geometry/anisotropy.h"

#include "aspic/math/symmetric_eigen.h"
#include "aspic/neighbors/samples.h"

namespace aspic
{
namespace
{
constexpr double neighborhood_reach = 1.5; ///< [h] radius of the neighbourhood that gives the shape
constexpr double smoothing = 0.9;          ///< λ: how far centres move towards the mean of their neighbourhood
constexpr double largest_ratio = 4;        ///< k_r: of the largest to the smallest variance
constexpr Index fewest_neighbors = 25;     ///< N_ε: with fewer, the kernel is a ball
constexpr double lonely_scale = 0.75;      ///< half axes of such a ball [h]: smaller ones, as Yu & Turk take, fall between the nodes
constexpr double shortest_axis = 0.25;     ///< [kernel_scale h] where particles coincide
constexpr double longest_axis = 1.1;       ///< [kernel_scale h]
constexpr double kernel_scale = 1.75;      ///< [h] half axes in a full neighbourhood

/// w = 1 − (r/R)³: Yu & Turk's weights.
double neighbor_weight(double distance, double radius) { return distance < radius ? 1 - cube(distance / radius) : 0; }

struct WeightedMoments
{
    Index count = 0;
    Vec3d mean{};        ///< [m] relative to the particle
    Mat3T<double> cov{}; ///< [m²]
};

WeightedMoments moments_of(const Neighborhood& lists, View<const Vec3d> x, Index i, double radius)
{
    WeightedMoments moments;
    double total = 0;
    lists.for_each_neighbor(i, [&](Index j) {
        const Vec3d d = x[j] - x[i];
        const double w = neighbor_weight(norm(d), radius);
        total += w;
        moments.mean += w * d;
        moments.cov = moments.cov + w * outer(d, d);
        ++moments.count;
    });
    moments.mean = moments.mean / total; // at least the particle itself
    moments.cov = (1 / total) * moments.cov - outer(moments.mean, moments.mean);
    return moments;
}

/// Variance along an axis in a full neighbourhood: ∫ w x² / ∫ w over a ball, which is R²/5 (1 − 5/8)/(1 − 1/2).
double full_variance(double radius) { return square(radius) * 0.2 * (3.0 / 8.0) / 0.5; }

/// Half axes of the kernel from the eigenvalues of the covariance, relative to h: standard deviations, where Yu & Turk take variances, whose kernels
/// are so thin that cells of half a spacing miss them.
Vec3d half_axes(const Vec3d& variances, double radius)
{
    const double largest = max(max(variances.x, variances.y), variances.z);
    Vec3d axes;
    for (int k = 0; k < 3; ++k)
    {
        const double share = max(variances[k], largest / largest_ratio) / full_variance(radius);
        axes[k] = kernel_scale * min(longest_axis, max(shortest_axis, sqrt(share)));
    }
    return axes;
}

struct Ellipsoid
{
    EllipsoidShape shape;
    float reach;          ///< [m]
    float inverse_volume; ///< det G h³
};

Ellipsoid ellipsoid_of(const WeightedMoments& moments, double support)
{
    const double radius = neighborhood_reach * support;
    SymmetricEigen<double> eigen{{}, diagonal(1.0, 1.0, 1.0)};
    Vec3d axes{lonely_scale, lonely_scale, lonely_scale};
    double inverse_volume = 1; // drops of few particles keep their height instead
    if (moments.count >= fewest_neighbors)
    {
        const double scale = 1 / square(radius); // eigenvalues of small numbers would vanish
        eigen = symmetric_eigen(scale * moments.cov);
        axes = half_axes(square(radius) * eigen.values, radius);
        inverse_volume = 1 / (axes.x * axes.y * axes.z);
    }
    Mat3T<double> A{};
    for (int k = 0; k < 3; ++k)
        A = A + (1 / square(support * axes[k])) * outer(eigen.vectors.row[k], eigen.vectors.row[k]);
    const auto number = [](double a) { return static_cast<float>(a); };
    return {{number(A.row[0].x), number(A.row[1].y), number(A.row[2].z), number(A.row[0].y), number(A.row[0].z), number(A.row[1].z)},
            number(support * max(max(axes.x, axes.y), axes.z)),
            number(inverse_volume)};
}
} // namespace

void shape_by_neighborhood(FieldParticles& particles)
{
    const double radius = neighborhood_reach * particles.support;
    const Index n = particles.size();
    const auto size = static_cast<std::size_t>(n);
    const Samples wide(const_view(particles.centers), radius);
    const Neighborhood lists = wide.neighbors_of_samples();
    particles.shapes.resize(size);
    particles.reaches.resize(size);
    parallel_for(n, [&](Index k) {
        const auto i = static_cast<std::size_t>(wide.order()[k]); // the wider search has its own order
        const WeightedMoments moments = moments_of(lists, wide.positions(), k, radius);
        const Ellipsoid ellipsoid = ellipsoid_of(moments, particles.support);
        if (moments.count >= fewest_neighbors)
            particles.centers[i] += smoothing * moments.mean;
        particles.shapes[i] = ellipsoid.shape;
        particles.reaches[i] = ellipsoid.reach;
        particles.weights[i] *= ellipsoid.inverse_volume;
    });
    particles.reach = maximum(n, 0.0, [&](Index i) { return static_cast<double>(particles.reaches[static_cast<std::size_t>(i)]); });
}
} // namespace aspic
