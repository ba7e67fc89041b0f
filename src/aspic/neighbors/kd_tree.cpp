#include "aspic/neighbors/kd_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace aspic
{
namespace
{
/// A cell of the tree, as seen from the centre of a search sphere: how far away it is along each axis. Rounding is monotone, so a point
/// of the cell never has a smaller computed distance than the cell: nothing is lost, without any tolerance.
struct Surroundings
{
    const Vec3d& x;
    double r2;
    Vec3d offset;

    [[nodiscard]] Surroundings below(int axis, double split) const
    {
        Surroundings half = *this;
        if (x[axis] > split)
            half.offset[axis] = x[axis] - split;
        return half;
    }
    [[nodiscard]] Surroundings above(int axis, double split) const
    {
        Surroundings half = *this;
        if (x[axis] < split)
            half.offset[axis] = split - x[axis];
        return half;
    }
    [[nodiscard]] bool is_reached() const { return !(dot(offset, offset) > r2); }
    [[nodiscard]] bool is_near(const Vec3d& y) const
    {
        const Vec3d d = x - y;
        return dot(d, d) <= r2;
    }
};

/// The sphere that a query asks for, in a world that repeats itself.
struct PeriodicSphere
{
    const Vec3d& x;
    double r2;
    const Periodicity& periodicity;
};

/// Distance from `x`, or from the nearest of its images, to the interval [low, high]; 0 inside, and never too much because of rounding.
double distance_to_interval(double x, double low, double high, double period)
{
    constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
    const double tolerance = rounding * (std::abs(x) + std::abs(low) + std::abs(high) + period);
    const double image = period > 0 ? x + period * std::floor((high - x) / period) : x; // the last one before the interval ends
    const double before = low - image;
    const double behind = period > 0 ? image + period - high : image - high;
    const double outside = period > 0 ? std::min(before, behind) : std::max(before, behind);
    return std::max(0.0, outside - tolerance);
}

/// A cell of the tree as a box, for periodic axes: any of its images may be the nearest.
struct PeriodicBox
{
    const PeriodicSphere& sphere;
    Vec3d low, high;

    [[nodiscard]] PeriodicBox below(int axis, double split) const
    {
        PeriodicBox half = *this;
        half.high[axis] = split;
        return half;
    }
    [[nodiscard]] PeriodicBox above(int axis, double split) const
    {
        PeriodicBox half = *this;
        half.low[axis] = split;
        return half;
    }
    [[nodiscard]] bool is_reached() const
    {
        Vec3d offset;
        for (int axis = 0; axis < 3; ++axis)
            offset[axis] = distance_to_interval(sphere.x[axis], low[axis], high[axis], sphere.periodicity.period[axis]);
        return !(dot(offset, offset) * (1 - 1e-14) > sphere.r2);
    }
    [[nodiscard]] bool is_near(const Vec3d& y) const
    {
        const Vec3d d = shortest_difference(sphere.x, y, sphere.periodicity);
        return dot(d, d) <= sphere.r2;
    }
};

bool is_finite(const Vec3d& x) { return std::isfinite(x.x) && std::isfinite(x.y) && std::isfinite(x.z); }
} // namespace

KdTree::KdTree(View<const Vec3d> points, int dimension, Index leaf_size) : dimension_(dimension), leaf_size_(leaf_size)
{
    ASPIC_EXPECTS(dimension >= 1 && dimension <= 3 && leaf_size >= 1);
    if (points.empty())
        return;
    low_ = high_ = points[0];
    entries_.resize(static_cast<std::size_t>(points.size()));
    for (Index i = 0; i < points.size(); ++i)
    {
        if (!is_finite(points[i]))
            throw std::domain_error("position of point " + std::to_string(i) + " is not finite");
        entries_[static_cast<std::size_t>(i)] = {points[i], i};
        for (int axis = 0; axis < 3; ++axis)
        {
            low_[axis] = min(low_[axis], points[i][axis]);
            high_[axis] = max(high_[axis], points[i][axis]);
        }
    }

    // Halving n points rounds up on the way to the largest leaf.
    std::size_t leaves = 1;
    for (Index largest = size(); largest > leaf_size; largest -= largest / 2)
        leaves *= 2;
    nodes_.resize(leaves - 1);
    split_cell(root(), 0);
}

/// T09 A1. The recursion is as deep as the tree, at most 31.
void KdTree::split_cell(const Branch& branch, int axis)
{
    if (is_leaf(branch))
        return;
    axis = splitting_axis(branch, axis);
    const auto along = axis == 0 ? &Vec3d::x : axis == 1 ? &Vec3d::y : &Vec3d::z;
    const auto first = entries_.begin();
    const auto middle = first + middle_of(branch);
    std::nth_element(first + branch.begin, middle, first + branch.end,
                     [along](const Entry& a, const Entry& b) { return a.x.*along < b.x.*along; });
    nodes_[branch.node] = {middle->x.*along, axis};
    split_cell(left_of(branch), (axis + 1) % dimension_);
    split_cell(right_of(branch), (axis + 1) % dimension_);
}

/// `axis`, or the next one along which the points differ, if any: a split along another would not tell them apart.
int KdTree::splitting_axis(const Branch& branch, int axis) const
{
    const auto begin = entries_.begin() + branch.begin;
    const auto end = entries_.begin() + branch.end;
    for (int passed = 0; passed < dimension_; ++passed)
    {
        const int candidate = (axis + passed) % dimension_;
        if (std::any_of(begin + 1, end, [&](const Entry& e) { return e.x[candidate] != begin->x[candidate]; }))
            return candidate;
    }
    return axis;
}

/// T09 A2, TreeQuery: the smallest cell that contains the sphere.
KdTree::Branch KdTree::smallest_around(const Vec3d& x, double r2) const
{
    Branch branch = root();
    while (!is_leaf(branch))
    {
        const Node& node = nodes_[branch.node];
        const double beyond = x[node.axis] - node.split;
        if (square(beyond) <= r2)
            break;
        branch = beyond < 0 ? left_of(branch) : right_of(branch);
    }
    return branch;
}

/// T09 A2, GatherSamples.
template <class Region> void KdTree::gather(const Branch& branch, const Region& region, std::vector<Index>& found) const
{
    if (is_leaf(branch))
    {
        // Every point is written, and kept if near: a branch would often be guessed wrongly.
        std::size_t count = found.size();
        found.resize(count + static_cast<std::size_t>(branch.end - branch.begin));
        for (Index k = branch.begin; k < branch.end; ++k)
        {
            const Entry& entry = entries_[static_cast<std::size_t>(k)];
            found[count] = entry.point;
            count += region.is_near(entry.x) ? 1 : 0;
        }
        found.resize(count);
        return;
    }
    const Node& node = nodes_[branch.node];
    if (const Region left = region.below(node.axis, node.split); left.is_reached())
        gather(left_of(branch), left, found);
    if (const Region right = region.above(node.axis, node.split); right.is_reached())
        gather(right_of(branch), right, found);
}

void KdTree::query(const Vec3d& x, double r, std::vector<Index>& found, const Periodicity& periodicity) const
{
    ASPIC_EXPECTS(r >= 0);
    found.clear();
    const double r2 = r * r;
    const bool is_periodic = periodicity.period.x > 0 || periodicity.period.y > 0 || periodicity.period.z > 0;
    if (const PeriodicSphere sphere{x, r2, periodicity}; is_periodic)
        gather(root(), PeriodicBox{sphere, low_, high_}, found);
    else
        gather(smallest_around(x, r2), Surroundings{x, r2, {}}, found);
    std::sort(found.begin(), found.end());
}
} // namespace aspic
