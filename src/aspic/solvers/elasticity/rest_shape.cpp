#include "aspic/solvers/elasticity/rest_shape.h"

#include "aspic/operators/sph_sums.h"

namespace aspic
{
RestShape::RestShape(std::span<const Vec3d> points, const AnyKernel& kernel, double support)
    : support_(support), dimension_(std::visit([](const auto& k) { return k.dimension; }, kernel)), neighborhood_(support)
{
    const Array<Vec3d> given(points.begin(), points.end());
    const View<const Index> order = neighborhood_.sort(const_view(given));
    order_.assign(order.begin(), order.end());
    for (const Index point : order_)
        points_.push_back(given[static_cast<std::size_t>(point)]);
    neighborhood_.set_columns(const_view(points_));
    neighborhood_.find_among_columns();
    const auto n = points_.size();
    const auto slots = static_cast<std::size_t>(neighborhood_.slot_count());
    volume_.resize(n);
    rank_.resize(n);
    correction_.resize(n);
    tied_.resize(n);
    slope_.resize(slots);
    tie_.resize(slots);
    std::visit(
        [&](const auto& k) {
            parallel_for(size(), [&](Index i) {
                double sum = 0;
                for_each_neighbor(neighborhood_.view(), i, [&](const Neighbor& j) { sum += k.w(norm(neighborhood_.view().offset(i, j))); });
                volume_[static_cast<std::size_t>(i)] = static_cast<Real>(1 / sum); // K21 (5)
            });
            parallel_for(size(), RestPairs<std::remove_cvref_t<decltype(k)>>{.near = neighborhood_.view(),
                                                                             .kernel = k,
                                                                             .V = const_view(volume_),
                                                                             .slope = {slope_.data()},
                                                                             .tie = {tie_.data()},
                                                                             .L = aspic::view(correction_),
                                                                             .tied = aspic::view(tied_),
                                                                             .rank = aspic::view(rank_)});
        },
        kernel);
}

RestView RestShape::view() const
{
    return {neighborhood_.view(), {slope_.data()}, {tie_.data()}, const_view(correction_), const_view(tied_), const_view(rank_)};
}

Index RestShape::degenerate_count() const
{
    return static_cast<Index>(
        sum(size(), [&](Index i) { return rank_[static_cast<std::size_t>(i)] < static_cast<Real>(dimension_) ? 1 : 0; }));
}

std::size_t RestShape::bytes() const
{
    return neighborhood_.bytes() + points_.capacity() * sizeof(Vec3d) + order_.capacity() * sizeof(Index) +
           (volume_.capacity() + rank_.capacity() + slope_.capacity() + tie_.capacity()) * sizeof(Real) +
           (correction_.capacity() + tied_.capacity()) * sizeof(Mat3);
}
} // namespace aspic
