#include "aspic/solvers/elasticity/rest_shape.h"

#include "aspic/neighbors/closest_neighbors.h"
#include "aspic/operators/sph_sums.h"
#include "aspic/solvers/elasticity/rest_order.h"

#include <algorithm>

namespace aspic
{
namespace
{
/// Part of 1/h² below which the weights V ω'/r and V ω/r² of a pair count as none: those of lattice neighbours at the very edge of the support, where rounding leaves 1e-13.
constexpr double negligible = 1e-9;
} // namespace

RestShape::RestShape(std::span<const Vec3d> points, const AnyKernel& kernel, double support, std::optional<int> neighbor_limit)
    : support_(support), dimension_(std::visit([](const auto& k) { return k.dimension; }, kernel)), neighborhood_(support)
{
    find_neighbors(points);
    volume_.resize(points_.size());
    std::visit(
        [&](const auto& k) {
            parallel_for(size(), [&](Index i) {
                double sum = 0;
                for_each_neighbor(neighborhood_.view(), i, [&](const Neighbor& j) { sum += k.w(norm(neighborhood_.view().offset(i, j))); });
                volume_[static_cast<std::size_t>(i)] = static_cast<Real>(1 / sum); // K21 (5)
            });
        },
        kernel);
    find_pairs(kernel);
    if (neighbor_limit)
        limit_neighbors(kernel, *neighbor_limit);
}

void RestShape::find_neighbors(std::span<const Vec3d> points)
{
    const Array<Vec3d> given(points.begin(), points.end());
    const View<const Index> order = neighborhood_.sort(const_view(given));
    order_.assign(order.begin(), order.end());
    for (const Index point : order_)
        points_.push_back(given[static_cast<std::size_t>(point)]);
    neighborhood_.set_columns(const_view(points_));
    neighborhood_.find_among_columns();
    LatticeOrder lattice = lattice_order(const_view(points_), neighborhood_.view());
    if (!lattice.points.empty())
        reorder(const_view(lattice.points));
    compact_ = std::move(lattice.compact);
}

/// Lists stay those that were found: the search knows its own order only.
void RestShape::reorder(View<const Index> order)
{
    const NeighborView near = neighborhood_.view();
    Array<Vec3d> points(points_.size());
    Array<Index> given(points_.size()), place(points_.size());
    Array<std::int64_t> begin(points_.size() + 1, 0);
    parallel_for(size(), [&](Index i) {
        const auto k = static_cast<std::size_t>(i), from = static_cast<std::size_t>(order[i]);
        points[k] = points_[from];
        given[k] = order_[from];
        place[from] = i;
        begin[k] = near.count[order[i]];
    });
    Array<Index> neighbors(static_cast<std::size_t>(scan(aspic::view(begin))));
    parallel_for(size(), [&](Index i) {
        Index* const first = neighbors.data() + begin[static_cast<std::size_t>(i)];
        Index* to = first;
        for_each_neighbor(near, order[i], [&](const Neighbor& j) { *to++ = place[static_cast<std::size_t>(j.column)]; });
        std::sort(first, to);
    });
    points_ = std::move(points);
    order_ = std::move(given);
    neighborhood_.set_columns(const_view(points_));
    neighborhood_.replace_lists(const_view(begin), const_view(neighbors));
}

void RestShape::find_pairs(const AnyKernel& kernel)
{
    rank_.resize(points_.size());
    correction_.resize(points_.size());
    tied_.resize(points_.size());
    const auto slots = static_cast<std::size_t>(neighborhood_.slot_count());
    Array<Real> slope(slots), tie(slots);
    std::visit(
        [&](const auto& k) {
            parallel_for(size(), RestPairs<std::remove_cvref_t<decltype(k)>>{.near = neighborhood_.view(),
                                                                             .kernel = k,
                                                                             .V = const_view(volume_),
                                                                             .slope = {slope.data()},
                                                                             .tie = {tie.data()},
                                                                             .L = aspic::view(correction_),
                                                                             .tied = aspic::view(tied_),
                                                                             .rank = aspic::view(rank_)});
        },
        kernel);
    pairs_ = RestPairLists(neighborhood_.view(), slope, tie, static_cast<Real>(negligible / (support_ * support_)));
}

/// On a lattice the closest of a particle may lie in one plane, though it has others.
void RestShape::limit_neighbors(const AnyKernel& kernel, int limit)
{
    const Array<Real> full_rank = rank_;
    Array<Index> whole(points_.size(), 0);
    const Neighborhood all = neighborhood_;
    keep_closest(neighborhood_, limit, const_view(whole));
    find_pairs(kernel);
    bool has_lost = false;
    for (std::size_t i = 0; i < whole.size(); ++i)
    {
        whole[i] = rank_[i] < full_rank[i] ? 1 : 0;
        has_lost = has_lost || whole[i] != 0;
    }
    if (!has_lost)
        return;
    neighborhood_ = all;
    keep_closest(neighborhood_, limit, const_view(whole));
    find_pairs(kernel);
}

RestView RestShape::view() const
{
    RestView rest;
    rest.near.position = neighborhood_.view().column_position;
    rest.near.unit = neighborhood_.view().unit;
    rest.L = const_view(correction_);
    rest.tied = const_view(tied_);
    rest.rank = const_view(rank_);
    pairs_.show(rest);
    return rest;
}

Index RestShape::degenerate_count() const
{
    return static_cast<Index>(
        sum(size(), [&](Index i) { return rank_[static_cast<std::size_t>(i)] < static_cast<Real>(dimension_) ? 1 : 0; }));
}

std::size_t RestShape::bytes() const
{
    return neighborhood_.bytes() + points_.capacity() * sizeof(Vec3d) + (order_.capacity() + compact_.capacity()) * sizeof(Index) +
           (volume_.capacity() + rank_.capacity()) * sizeof(Real) + (correction_.capacity() + tied_.capacity()) * sizeof(Mat3) +
           pairs_.bytes();
}
} // namespace aspic
