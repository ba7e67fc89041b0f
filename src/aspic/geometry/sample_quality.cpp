#include "aspic/geometry/sample_quality.h"

#include "aspic/math/symmetric_eigen.h"
#include "aspic/neighbors/kd_tree.h"
#include "aspic/neighbors/samples.h"
#include "aspic/operators/smoothing_kernel.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// What is known of one particle, in spacings.
struct Measured
{
    double density = 0; ///< δ/δ_0
    double nearest = 0; ///< distance to the nearest other
    double depth = 0;   ///< distance to the surface
    Index neighbors = 0;
    bool is_degenerate = false;
};

/// Whether Σ_j V ∇ω_ij (x_j − x_i)ᵀ of K21 (8) has fewer than d clear eigenvalues.
bool is_degenerate(const Mat3T<double>& moments, int dimension)
{
    const double size = trace(moments);
    if (!(size > 0))
        return true;
    const Vec3d values = symmetric_eigen((1 / size) * moments).values;
    const double largest = max(max(values.x, values.y), values.z);
    int clear = 0;
    for (int k = 0; k < 3; ++k)
        clear += values[k] * degenerate_condition > largest ? 1 : 0;
    return clear < dimension;
}

class Measuring
{
public:
    Measuring(const std::vector<Vec3d>& points, const Solid& solid, double spacing, double support, int dimension)
        : solid_(solid),
          d_(spacing),
          support_(support),
          dimension_(dimension),
          kernel_(support / spacing, dimension),
          rest_(lattice_filling(support / spacing, dimension)),
          samples_(const_view(points), support),
          lists_(samples_.neighbors_of_samples()),
          measured_(points.size())
    {
        parallel_for(samples_.size(), [&](Index i) { measured_[static_cast<std::size_t>(i)] = measure(i); });
    }

    /// In the order of the points.
    [[nodiscard]] std::vector<Measured> measured() const
    {
        const Array<Measured> all = samples_.unsorted(const_view(measured_));
        return {all.begin(), all.end()};
    }

private:
    [[nodiscard]] Measured measure(Index i) const
    {
        Measured result{.nearest = std::numeric_limits<double>::infinity()};
        Mat3T<double> moments{};
        const Vec3d x_i = samples_.positions()[i];
        lists_.for_each_neighbor(i, [&](Index j) {
            const Vec3d x_ij = (x_i - samples_.positions()[j]) / d_;
            const double r = norm(x_ij);
            result.density += kernel_.w(r) / rest_;
            moments = moments + (-kernel_.dw_over_r(r)) * outer(x_ij, x_ij);
            if (j == i)
                return;
            result.neighbors += r < (1 - 1e-9) * support_ / d_ ? 1 : 0; // a lattice has some at the support, where the kernel is zero
            result.nearest = min(result.nearest, r);
        });
        result.depth = -solid_.surface_from(x_i).distance / d_;
        result.is_degenerate = is_degenerate(moments, dimension_);
        return result;
    }

    const Solid& solid_;
    double d_, support_;
    int dimension_;
    Kernel<CubicSpline, double> kernel_;
    double rest_;
    Samples samples_;
    Neighborhood lists_;
    std::vector<Measured> measured_;
};

void add(DensityError& error, double density)
{
    ++error.count;
    error.mean += abs(density - 1);
    error.excess = max(error.excess, density - 1);
    error.deficit = max(error.deficit, 1 - density);
}

void finish(DensityError& error) { error.mean /= std::max<Index>(1, error.count); }

void add(SampleQuality& quality, const Measured& one, double support)
{
    add(one.depth > support ? quality.interior : quality.outer, one.density);
    quality.density.push_back(one.density);
    if (quality.neighbors.size() <= static_cast<std::size_t>(one.neighbors))
        quality.neighbors.resize(static_cast<std::size_t>(one.neighbors) + 1);
    ++quality.neighbors[static_cast<std::size_t>(one.neighbors)];
    quality.degenerate += one.is_degenerate ? 1 : 0;
    quality.nearest = min(quality.nearest, one.nearest);
    quality.even += one.nearest >= 0.9 && one.nearest <= 1.1 ? 1.0 / quality.count : 0;
    quality.surface_nearest = min(quality.surface_nearest, one.depth);
    quality.too_near += one.depth < 0.5 * (1 - 2e-6) ? 1 : 0;
    quality.outside += one.depth < 0 ? 1 : 0;
}

double mean_of_outer_layer(const std::vector<Measured>& measured)
{
    double total = 0;
    Index count = 0;
    for (const Measured& one : measured)
        if (one.depth < 1)
        {
            total += one.depth;
            ++count;
        }
    return count > 0 ? total / count : 0;
}

/// [m] searched within a radius that grows until something is found; there are points.
double way_to_nearest(const KdTree& tree, const std::vector<Vec3d>& points, const Vec3d& x, double radius)
{
    std::vector<Index> found;
    for (; found.empty(); radius *= 2)
        tree.query(x, radius, found);
    double nearest = norm(points[static_cast<std::size_t>(found.front())] - x);
    for (const Index k : found)
        nearest = min(nearest, norm(points[static_cast<std::size_t>(k)] - x));
    return nearest;
}

/// Parts of the solid without particles, and the longest way from a piece of it to a particle.
void measure_cover(SampleQuality& quality, const std::vector<Vec3d>& points, const SolidPieces& pieces, double spacing, int dimension)
{
    std::vector<char> is_filled(static_cast<std::size_t>(pieces.part_count), 0);
    for (const Vec3d& x : points)
        if (const Index part = pieces.part_at(x, dimension); part >= 0)
            is_filled[static_cast<std::size_t>(part)] = 1;
    quality.parts = pieces.part_count;
    quality.empty_parts = static_cast<Index>(std::ranges::count(is_filled, 0));
    if (points.empty())
        return;
    const KdTree tree(const_view(points));
    const auto way_from = [&](Index k) { return way_to_nearest(tree, points, pieces.pieces[static_cast<std::size_t>(k)].point, spacing); };
    quality.span = maximum(static_cast<Index>(pieces.pieces.size()), 0.0, way_from) / spacing;
}
} // namespace

double lattice_filling(double support, int dimension)
{
    const Kernel<CubicSpline, double> kernel(support, dimension);
    const int reach = static_cast<int>(std::ceil(support));
    const int reach_z = dimension == 2 ? 0 : reach;
    double sum = 0;
    for (int k = -reach_z; k <= reach_z; ++k)
        for (int j = -reach; j <= reach; ++j)
            for (int i = -reach; i <= reach; ++i)
                sum += kernel.w(std::sqrt(1.0 * i * i + 1.0 * j * j + 1.0 * k * k));
    return sum;
}

SampleQuality sample_quality(const std::vector<Vec3d>& points, const Solid& solid, const SolidPieces& pieces, double spacing,
                             double support, int dimension)
{
    SampleQuality quality;
    quality.count = static_cast<Index>(points.size());
    measure_cover(quality, points, pieces, spacing, dimension);
    if (points.empty())
        return quality;
    const std::vector<Measured> measured = Measuring(points, solid, spacing, support, dimension).measured();
    quality.nearest = quality.surface_nearest = std::numeric_limits<double>::infinity();
    for (const Measured& one : measured)
        add(quality, one, support / spacing);
    finish(quality.interior);
    finish(quality.outer);
    quality.surface_mean = mean_of_outer_layer(measured);
    return quality;
}
} // namespace aspic
