#include "aspic/boundaries/sampled_boundary.h"

#include "aspic/boundaries/half_space_profile.h"
#include "aspic/boundaries/surface_samples.h"
#include "aspic/compute/parallel.h"
#include "aspic/neighbors/kd_tree.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
constexpr double most_cells = 1 << 27;

/// Layers that can see each other through the support radius are fewer than this apart.
int layers_in_support(const BoundaryShape& shape)
{
    return std::max(1, static_cast<int>(std::ceil(shape.support() / shape.spacing - 1e-6)));
}

/// 1/Σ_k W_bk of the points before `end`, over all points.
std::vector<double> shares_of(const std::vector<Vec3d>& points, std::size_t end, const BoundaryShape& shape)
{
    std::vector<double> volumes(end);
    const KdTree tree(const_view(points), shape.dimension());
    parallel_for(static_cast<Index>(end), [&](Index b) {
        const Vec3d& x = points[static_cast<std::size_t>(b)];
        std::vector<Index> near;
        tree.query(x, shape.support(), near);
        double sum = 0;
        for (const Index k : near)
            sum += std::visit([&](const auto& kernel) { return kernel.w(norm(x - points[static_cast<std::size_t>(k)])); }, shape.kernel);
        volumes[static_cast<std::size_t>(b)] = 1 / sum;
    });
    return volumes;
}

/// β: for layers that continue the lattice, a constant pressure exerts no force on the first layer of fluid, on average over places beside their points. All rows are then free of it
/// to 0.3 %, and as full as the lattice to 0.004.
double calibration_of(const BoundaryShape& shape, int layers)
{
    const double dx = shape.spacing;
    const double cell = std::pow(dx, shape.dimension());
    const double share = cell / lattice_sum_below(shape.kernel, dx, -layers_in_support(shape) - 1); // V_b in a whole lattice
    const double aside = 1e-4 * dx;
    double slope = 0;
    for (int layer = 0; layer < layers; ++layer)
    {
        const double z = (layer + 1) * dx;
        slope += share * (plane_integral(shape.kernel, z + aside) - plane_integral(shape.kernel, z - aside)) / (2 * aside) * dx / cell;
    }
    return slope < 0 ? HalfSpaceProfile(shape.kernel, dx).at(0.5 * dx).slope / slope : 1;
}
} // namespace

SampledBoundary::SampledBoundary(const BoundaryShape& shape, int layers) : shape_(shape)
{
    kernel_ = std::visit([&]<template <class, class> class K, class Form>(
                             const K<Form, double>& kernel) { return AnyKernel(K<Form, Real>(kernel.h, kernel.dimension)); },
                         shape.kernel);
    const int seen_layers = layers_in_support(shape);
    if (layers == 0)
        layers = seen_layers;
    std::vector<Vec3d> points;
    const auto add_layer = [&](int layer) {
        const std::vector<Vec3d> more = spread_samples(shape, (layer + 0.5) * shape.spacing, layer == 0);
        points.insert(points.end(), more.begin(), more.end());
    };
    for (int layer = 0; layer < layers; ++layer)
        add_layer(layer);
    const std::size_t end = points.size();
    if (end == 0)
        return;
    for (int beyond = 0; beyond < seen_layers - 1; ++beyond) // only to find the volumes
    {
        add_layer(-1 - beyond);
        add_layer(layers + beyond);
    }
    beta_ = calibration_of(shape, layers);
    std::vector<double> volumes = shares_of(points, end, shape);
    points.resize(end);
    for (double& volume : volumes)
        volume *= beta_;
    sort_into_cells(points, volumes);
}

void SampledBoundary::sort_into_cells(const std::vector<Vec3d>& points, const std::vector<double>& volumes)
{
    const double h = shape_.support();
    for (const Vec3d& x : points)
        bounds_ = joined(bounds_, x);
    origin_ = bounds_.low;
    double total = 1;
    for (int axis = 0; axis < 3; ++axis)
    {
        const double along = std::floor((bounds_.high[axis] - bounds_.low[axis]) / h) + 1;
        total *= along;
        if (total > most_cells)
            throw std::length_error("a wall is too large to be sampled with this support radius: limit it to where fluid can be");
        count_[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(along);
    }
    bounds_ = {bounds_.low - Vec3d{h, h, h}, bounds_.high + Vec3d{h, h, h}};

    begin_.assign(static_cast<std::size_t>(total) + 1, 0);
    const auto place_of = [&](const Vec3d& x) {
        const auto cell = cell_at(x);
        return static_cast<std::size_t>((cell[2] * count_[1] + cell[1]) * count_[0] + cell[0]);
    };
    for (const Vec3d& x : points)
        ++begin_[place_of(x) + 1];
    for (std::size_t k = 1; k < begin_.size(); ++k)
        begin_[k] += begin_[k - 1];
    Array<Index> next = begin_;
    samples_.resize(points.size());
    for (std::size_t b = 0; b < points.size(); ++b)
    {
        const auto at = static_cast<std::size_t>(next[place_of(points[b])]++);
        samples_[at] = {convert<Real>(points[b] - corner_of(cell_at(points[b]))), static_cast<Real>(volumes[b])};
    }
}

/// Cells outside of all samples have numbers too.
std::array<std::int64_t, 3> SampledBoundary::cell_at(const Vec3d& x) const
{
    const double h = shape_.support();
    return {floor_to_whole((x.x - origin_.x) / h), floor_to_whole((x.y - origin_.y) / h), floor_to_whole((x.z - origin_.z) / h)};
}

Vec3d SampledBoundary::corner_of(const std::array<std::int64_t, 3>& cell) const
{
    const double h = shape_.support();
    return origin_ + h * Vec3d{static_cast<double>(cell[0]), static_cast<double>(cell[1]), static_cast<double>(cell[2])};
}

/// Calls `visit(x less the corner, samples)` for the cells that hold all samples within the support radius.
template <class F> void SampledBoundary::for_each_cell_around(const Vec3d& x, const F& visit) const
{
    const auto middle = cell_at(x);
    const auto range = [&](std::size_t axis) {
        return std::pair{std::max<std::int64_t>(0, middle[axis] - 1), std::min(count_[axis] - 1, middle[axis] + 1)};
    };
    const auto [x_first, x_last] = range(0);
    const auto [y_first, y_last] = range(1);
    const auto [z_first, z_last] = range(2);
    for (std::int64_t k = z_first; k <= z_last; ++k)
        for (std::int64_t j = y_first; j <= y_last; ++j)
            for (std::int64_t i = x_first; i <= x_last; ++i)
            {
                const auto place = static_cast<std::size_t>((k * count_[1] + j) * count_[0] + i);
                const auto first = static_cast<std::size_t>(begin_[place]), last = static_cast<std::size_t>(begin_[place + 1]);
                if (first < last)
                    visit(convert<Real>(x - corner_of({i, j, k})), std::span(samples_.data() + first, last - first));
            }
}

template <class K> std::optional<BoundaryTerm> SampledBoundary::sums(const K& kernel, const Vec3d& x) const
{
    const Real h2 = kernel.h * kernel.h;
    BoundaryTerm term;
    for_each_cell_around(x, [&](const Vec3& from_corner, std::span<const Sample> samples) {
        for (const Sample& b : samples)
        {
            const Vec3 x_ib = from_corner - b.x;
            const Real r2 = dot(x_ib, x_ib);
            if (!(r2 < h2))
                continue;
            const Real r = std::sqrt(r2);
            const Real share = b.volume * kernel.w(r);
            term.filled += share;
            term.volume += b.volume;
            term.gradient += (b.volume * kernel.dw_over_r(r)) * x_ib;
            term.offset += share * x_ib;
        }
    });
    if (!(term.filled > 0))
        return std::nullopt;
    term.offset = term.offset / term.filled;
    return term;
}

std::optional<BoundaryTerm> SampledBoundary::seen_from(const Vec3d& x) const
{
    if (samples_.empty() || !(squared_distance(bounds_, x) <= 0))
        return std::nullopt;
    return std::visit([&](const auto& kernel) { return sums(kernel, x); }, kernel_);
}

std::vector<Vec3d> SampledBoundary::points() const
{
    std::vector<Vec3d> all;
    for (std::int64_t k = 0; k < count_[2]; ++k)
        for (std::int64_t j = 0; j < count_[1]; ++j)
            for (std::int64_t i = 0; i < count_[0]; ++i)
            {
                const auto place = static_cast<std::size_t>((k * count_[1] + j) * count_[0] + i);
                for (Index b = begin_[place]; b < begin_[place + 1]; ++b)
                    all.push_back(corner_of({i, j, k}) + convert<double>(samples_[static_cast<std::size_t>(b)].x));
            }
    return all;
}

std::vector<double> SampledBoundary::volumes() const
{
    std::vector<double> all;
    for (const Sample& sample : samples_)
        all.push_back(static_cast<double>(sample.volume));
    return all;
}

std::size_t SampledBoundary::bytes() const { return samples_.capacity() * sizeof(Sample) + begin_.capacity() * sizeof(Index); }
} // namespace aspic
