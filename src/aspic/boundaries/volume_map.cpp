#include "aspic/boundaries/volume_map.h"

#include "aspic/boundaries/wall_integral.h"
#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
constexpr double most_blocks = 1 << 27;
constexpr double least_filled = 1e-6; ///< less is not seen

/// The four weights of a cubic B-spline in a cell, and their derivatives by the place t in it.
struct SplineWeights
{
    float w[4], dw[4];

    explicit SplineWeights(float t)
    {
        const float s = 1 - t;
        w[0] = s * s * s / 6;
        w[1] = (t * t * (3 * t - 6) + 4) / 6;
        w[2] = (s * s * (3 * s - 6) + 4) / 6;
        w[3] = t * t * t / 6;
        dw[0] = -0.5F * s * s;
        dw[1] = t * (1.5F * t - 2);
        dw[2] = -s * (1.5F * s - 2);
        dw[3] = 0.5F * t * t;
    }
};

/// Values at nodes −2 … to controls at nodes −1 …: (−1, 8, −1)/6 along each axis gives splines that reproduce cubic polynomials.
class SplineFilter
{
public:
    SplineFilter(int nodes, int dimension) : nodes_(nodes), dimension_(dimension) {}

    void apply(std::vector<double>& values) const
    {
        for (int axis = 0; axis < dimension_; ++axis)
        {
            const std::vector<double> before = values;
            const std::ptrdiff_t stride = axis == 0 ? 1 : axis == 1 ? nodes_ : std::ptrdiff_t(nodes_) * nodes_;
            for (std::size_t at = 0; at < values.size(); ++at)
            {
                const auto along = (static_cast<std::ptrdiff_t>(at) / stride) % nodes_;
                if (along > 0 && along < nodes_ - 1)
                {
                    const double* v = before.data() + at;
                    values[at] = (8 * v[0] - v[-stride] - v[stride]) / 6;
                }
            }
        }
    }

private:
    int nodes_, dimension_;
};

/// The spline of D in a block from F at its nodes.
void make_spline(std::vector<double> filled, const HalfSpaceProfile& profile, int dimension, float* controls)
{
    constexpr int nodes = WallIntegral::nodes;
    for (double& value : filled) // beyond the support radius F says nothing any more: D stays what it is there
        value = profile.distance_where(value) / profile.support();
    SplineFilter(nodes, dimension).apply(filled);
    constexpr std::size_t n = nodes;
    for (std::size_t k = dimension == 2 ? 0 : 1; k < (dimension == 2 ? 1 : n - 1); ++k)
        for (std::size_t j = 1; j < n - 1; ++j)
            for (std::size_t i = 1; i < n - 1; ++i)
                *controls++ = static_cast<float>(filled[(k * n + j) * n + i]);
}

/// Where something of a wall may be seen: around the matter of an obstacle; of a vessel, everywhere but in its middle.
Bounds seen_within(const BoundaryShape& shape)
{
    if (shape.fluid_is_inside)
        return endless_bounds();
    const double reach = shape.support();
    Bounds bounds = shape.solid->bounds();
    bounds.low = bounds.low - Vec3d{reach, reach, reach};
    bounds.high = bounds.high + Vec3d{reach, reach, reach};
    return bounds;
}
} // namespace

VolumeMap::VolumeMap(const BoundaryShape& shape)
    : shape_(shape),
      profile_(shape.kernel, shape.spacing),
      dimension_(shape.dimension()),
      bounds_(seen_within(shape)),
      cell_(WallIntegral::node_spacing(shape)),
      side_(cells * cell_)
{
    const double reach = shape.support();
    Bounds near_surface = shape.solid->bounds();
    near_surface.low = near_surface.low - Vec3d{reach, reach, reach};
    near_surface.high = near_surface.high + Vec3d{reach, reach, reach};
    const Bounds mapped = common_part(near_surface, shape.region);
    lay_out(mapped);
    is_whole_ = !code_.empty() && mapped.low == near_surface.low && mapped.high == near_surface.high;
    classify_blocks();
    make_splines();
}

void VolumeMap::make_splines()
{
    std::vector<BlockPlace> places; // in the order of their splines
    for (std::int64_t k = 0, at = 0; k < count_[2]; ++k)
        for (std::int64_t j = 0; j < count_[1]; ++j)
            for (std::int64_t i = 0; i < count_[0]; ++i, ++at)
                if (const std::int32_t code = code_[static_cast<std::size_t>(at)];
                    code >= 0 && blocks_[static_cast<std::size_t>(code)].spline >= 0)
                    places.push_back({i, j, k});
    WallIntegral integral(shape_, profile_, origin_);
    integral.prepare(places);
    const std::vector<std::size_t> first = integral.first_alike(places);
    std::vector<std::size_t> distinct;               // places that need a spline of their own
    std::vector<std::int32_t> shared(places.size()); // the spline of each place
    for (std::size_t place = 0; place < places.size(); ++place)
    {
        shared[place] = first[place] == place ? static_cast<std::int32_t>(distinct.size()) : shared[first[place]];
        if (first[place] == place)
            distinct.push_back(place);
    }
    splines_.resize(distinct.size() * spline_size());
    parallel_for(static_cast<Index>(distinct.size()), [&](Index spline) {
        const auto at = static_cast<std::size_t>(spline);
        make_spline(integral.at_nodes(places[distinct[at]]), profile_, dimension_, splines_.data() + at * spline_size());
    });
    for (Block& block : blocks_)
        if (block.spline >= 0)
            block.spline = shared[static_cast<std::size_t>(block.spline)];
}

std::size_t VolumeMap::spline_size() const
{
    constexpr std::size_t n = controls;
    return dimension_ == 2 ? n * n : n * n * n;
}

void VolumeMap::lay_out(const Bounds& near_surface)
{
    if (is_empty(near_surface))
        return;
    double total = 1;
    std::array<std::int64_t, 3> count{1, 1, 1};
    for (int axis = 0; axis < dimension_; ++axis)
    {
        const double length = near_surface.high[axis] - near_surface.low[axis];
        if (!std::isfinite(length))
            return;
        const double along = std::max(1.0, std::ceil(length / side_));
        total *= along;
        if (total > most_blocks)
            throw std::length_error("a wall is too large to be mapped with this support radius: limit it to where fluid can be");
        count[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(along);
        origin_[axis] = near_surface.low[axis] - 0.5 * (along * side_ - length);
    }
    count_ = count;
    code_.assign(static_cast<std::size_t>(total), sees_nothing);
}

Vec3d VolumeMap::middle_of(const BlockPlace& block) const
{
    const auto along = [&](std::size_t axis, double origin) { return origin + (static_cast<double>(block[axis]) + 0.5) * side_; };
    return {along(0, origin_.x), along(1, origin_.y), dimension_ == 2 ? 0 : along(2, origin_.z)};
}

void VolumeMap::classify_blocks()
{
    const double h = profile_.support();
    const double reach = 0.5 * side_ * std::sqrt(static_cast<double>(dimension_)) + h;
    constexpr std::int32_t plane = 0, spline = 1;
    std::vector<Block> found(code_.size());
    distance_.resize(code_.size());
    parallel_for(static_cast<Index>(code_.size()), [&](Index place) {
        const auto at = static_cast<std::size_t>(place);
        const Vec3d middle = middle_of({place % count_[0], place / count_[0] % count_[1], place / count_[0] / count_[1]});
        const double distance = shape_.distance_from(middle);
        distance_[at] = static_cast<float>(distance);
        if (std::abs(distance) > reach)
            code_[at] = distance > 0 ? sees_nothing : is_buried;
        else
            code_[at] = sees_one_plane(middle, found[at]) ? plane : spline;
    });
    std::int32_t splines = 0;
    for (std::size_t place = 0; place < code_.size(); ++place)
    {
        if (code_[place] < 0)
            continue;
        blocks_.push_back(found[place]);
        if (code_[place] == spline)
            blocks_.back().spline = splines++;
        code_[place] = static_cast<std::int32_t>(blocks_.size() - 1);
    }
}

/// Whether the distance is a linear function wherever the block can see. Distances of points around reveal any bump of the surface that is higher than a few hundredths of
/// the support radius.
bool VolumeMap::sees_one_plane(const Vec3d& middle, Block& block) const
{
    const double h = profile_.support();
    const Distance seen = nearest_plane(middle);
    block.normal = seen.gradient;
    block.distance = seen.value;
    const double pitch = (0.5 * side_ + h) / 4, tolerance = 1e-6 * h;
    constexpr std::array<int, 9> order{-4, 4, 0, -2, 2, -1, 1, -3, 3}; // corners first: they differ most
    for (const int k : order)
    {
        if (dimension_ == 2 && k != 0)
            continue;
        for (const int j : order)
            for (const int i : order)
            {
                const Vec3d from_middle{i * pitch, j * pitch, k * pitch};
                const double linear = block.distance + dot(block.normal, from_middle);
                if (!(std::abs(shape_.distance_from(middle + from_middle) - linear) <= tolerance))
                    return false;
            }
    }
    return true;
}

VolumeMap::Distance VolumeMap::nearest_plane(const Vec3d& x) const
{
    const SurfaceView surface = shape_.solid->surface_from(x);
    const double side = shape_.fluid_is_inside ? -1 : 1;
    return {side * surface.distance, side * surface.normal};
}

bool VolumeMap::find_block(const Vec3d& x, BlockPlace& block) const
{
    const double per_side = 1 / side_;
    for (int axis = 0; axis < dimension_; ++axis)
    {
        const double along = (x[axis] - origin_[axis]) * per_side;
        const auto k = static_cast<std::size_t>(axis);
        if (!(along >= 0 && along < static_cast<double>(count_[k])))
            return false;
        block[k] = static_cast<std::int64_t>(along);
    }
    return !code_.empty();
}

VolumeMap::Distance VolumeMap::spline_at(std::int32_t spline, const Vec3d& from_middle) const
{
    const double per_cell = 1 / cell_;
    std::array<int, 3> cell{};
    Vec3T<float> inside{};
    for (int axis = 0; axis < dimension_; ++axis)
    {
        const double along = from_middle[axis] * per_cell + 0.5 * cells;
        cell[static_cast<std::size_t>(axis)] = std::clamp(static_cast<int>(along), 0, cells - 1);
        inside[axis] = static_cast<float>(along - cell[static_cast<std::size_t>(axis)]);
    }
    const SplineWeights x(inside.x), y(inside.y), z(inside.z);
    const float* controls_of = splines_.data() + static_cast<std::size_t>(spline) * spline_size();
    float value = 0, d_x = 0, d_y = 0, d_z = 0;
    for (int k = 0; k < (dimension_ == 2 ? 1 : 4); ++k)
    {
        float layer = 0, layer_x = 0, layer_y = 0;
        for (int j = 0; j < 4; ++j)
        {
            const float* c = controls_of + ((cell[2] + k) * controls + cell[1] + j) * controls + cell[0];
            const float row = x.w[0] * c[0] + x.w[1] * c[1] + x.w[2] * c[2] + x.w[3] * c[3];
            layer += y.w[j] * row;
            layer_x += y.w[j] * (x.dw[0] * c[0] + x.dw[1] * c[1] + x.dw[2] * c[2] + x.dw[3] * c[3]);
            layer_y += y.dw[j] * row;
        }
        const float w = dimension_ == 2 ? 1 : z.w[k];
        value += w * layer;
        d_x += w * layer_x;
        d_y += w * layer_y;
        d_z += (dimension_ == 2 ? 0 : z.dw[k]) * layer;
    }
    const double h = profile_.support();
    return {h * static_cast<double>(value), h * per_cell * convert<double>(Vec3T<float>{d_x, d_y, d_z})};
}

std::optional<VolumeMap::Distance> VolumeMap::distance_at(const Vec3d& x) const
{
    BlockPlace place{};
    std::int32_t code = shape_.fluid_is_inside ? is_buried : sees_nothing; // beyond the map
    if (find_block(x, place))
        code = code_[static_cast<std::size_t>((place[2] * count_[1] + place[1]) * count_[0] + place[0])];
    else if (!is_whole_)
        return nearest_plane(x);
    if (code == sees_nothing)
        return std::nullopt;
    if (code == is_buried)
        return Distance{-profile_.support(), {}};
    const Vec3d from_middle = x - middle_of(place);
    const Block& block = blocks_[static_cast<std::size_t>(code)];
    if (block.spline >= 0)
        return spline_at(block.spline, from_middle);
    return Distance{block.distance + dot(block.normal, from_middle), block.normal};
}

std::optional<BoundaryTerm> VolumeMap::seen_from(const Vec3d& x) const
{
    const auto distance = distance_at(x);
    if (!distance || distance->value >= profile_.support())
        return std::nullopt;
    const HalfSpaceProfile::Sums sums = profile_.at(distance->value);
    if (sums.filled <= least_filled)
        return std::nullopt;
    BoundaryTerm term;
    term.filled = static_cast<Real>(sums.filled);
    term.volume = static_cast<Real>(sums.volume);
    term.gradient = convert<Real>(sums.slope * distance->gradient);
    // |∇D| is 1 before a wall, less between walls on both sides: nowhere more, but for rounding.
    const double steepness = std::max(1.0, norm(distance->gradient));
    term.offset = convert<Real>((sums.offset / steepness) * distance->gradient);
    return term;
}

/// From the middle of a block, whose distance is known, to x the distance changes no faster than the way is long.
double VolumeMap::clearance(const Vec3d& x) const
{
    const double h = profile_.support();
    BlockPlace place{};
    if (find_block(x, place))
    {
        const auto at = static_cast<std::size_t>((place[2] * count_[1] + place[1]) * count_[0] + place[0]);
        return 0.999999 * static_cast<double>(distance_[at]) - norm(x - middle_of(place)) - h;
    }
    if (is_whole_)
        return shape_.fluid_is_inside ? 0 : std::sqrt(squared_distance(bounds_, x));
    return shape_.distance_from(x) - h;
}

std::size_t VolumeMap::bytes() const
{
    return code_.capacity() * sizeof(std::int32_t) + distance_.capacity() * sizeof(float) + blocks_.capacity() * sizeof(Block) +
           splines_.capacity() * sizeof(float);
}
} // namespace aspic
