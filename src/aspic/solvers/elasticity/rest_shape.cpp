#include "aspic/solvers/elasticity/rest_shape.h"

#include "aspic/neighbors/closest_neighbors.h"
#include "aspic/operators/sph_sums.h"

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
    const Array<Vec3d> given(points.begin(), points.end());
    const View<const Index> order = neighborhood_.sort(const_view(given));
    order_.assign(order.begin(), order.end());
    for (const Index point : order_)
        points_.push_back(given[static_cast<std::size_t>(point)]);
    neighborhood_.set_columns(const_view(points_));
    neighborhood_.find_among_columns();
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
    neighborhood_.find_among_columns();
    keep_closest(neighborhood_, limit, const_view(whole));
    find_pairs(kernel);
}

RestView RestShape::view() const
{
    RestView rest;
    rest.near = neighborhood_.view();
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
    return neighborhood_.bytes() + points_.capacity() * sizeof(Vec3d) + order_.capacity() * sizeof(Index) +
           (volume_.capacity() + rank_.capacity()) * sizeof(Real) + (correction_.capacity() + tied_.capacity()) * sizeof(Mat3) +
           pairs_.bytes();
}
} // namespace aspic
