#include "aspic/solvers/elasticity/rest_pair_lists.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

template <class Use>
void for_each_weighty(const NeighborView& near, const Array<Real>& slope, const Array<Real>& tie, Real negligible, Index i, const Use& use)
{
    for_each_neighbor(near, i, [&](const Neighbor& j) {
        if (j.column != i && std::max(std::abs(slope[at(j.slot)]), tie[at(j.slot)]) > negligible)
            use(j);
    });
}
} // namespace

RestPairLists::RestPairLists(const NeighborView& near, const Array<Real>& slope, const Array<Real>& tie, Real negligible)
{
    const Index n = near.count.size();
    const Index slices = (n + rows_per_slice - 1) / rows_per_slice;
    slice_begin_.assign(at(slices) + 1, 0);
    count_.assign(at(slices) * rows_per_slice, 0);
    parallel_for(n, [&](Index i) { for_each_weighty(near, slope, tie, negligible, i, [&](const Neighbor&) { ++count_[at(i)]; }); });
    for (Index s = 0; s < slices; ++s)
    {
        const auto first = count_.begin() + static_cast<std::ptrdiff_t>(s) * rows_per_slice;
        slice_begin_[at(s)] = static_cast<std::int64_t>(rows_per_slice) * *std::max_element(first, first + rows_per_slice);
    }
    const std::size_t slots = at(scan(view(slice_begin_)));
    column_.assign(slots, 0);
    for (Array<Real>* numbers : {&X_, &Y_, &Z_, &slope_, &tie_})
        numbers->assign(slots, 0);
    slope_sum_.resize(at(n));
    tie_sum_.resize(at(n));
    parallel_for(n, [&](Index i) { copy_row(near, slope, tie, negligible, i); });
}

void RestPairLists::copy_row(const NeighborView& near, const Array<Real>& slope, const Array<Real>& tie, Real negligible, Index i)
{
    const std::size_t slice = at(i / rows_per_slice);
    std::size_t to = at(slice_begin_[slice] + i % rows_per_slice);
    Vec3 slope_sum, tie_sum;
    for_each_weighty(near, slope, tie, negligible, i, [&](const Neighbor& j) {
        const Vec3 X_ij = near.offset(i, j);
        column_[to] = j.column;
        X_[to] = X_ij.x;
        Y_[to] = X_ij.y;
        Z_[to] = X_ij.z;
        slope_[to] = slope[at(j.slot)];
        tie_[to] = tie[at(j.slot)];
        slope_sum += slope_[to] * X_ij;
        tie_sum += tie_[to] * X_ij;
        to += rows_per_slice;
    });
    for (; to < at(slice_begin_[slice + 1]); to += rows_per_slice)
        column_[to] = count_[at(i)] > 0 ? i : 0; // rows behind the last particle have none
    slope_sum_[at(i)] = slope_sum;
    tie_sum_[at(i)] = tie_sum;
}

void RestPairLists::show(RestView& rest) const
{
    rest.near.slice_begin = const_view(slice_begin_);
    rest.near.count = {count_.data(), static_cast<Index>(slope_sum_.size())};
    rest.near.column = column_.data();
    rest.X = {X_.data()};
    rest.Y = {Y_.data()};
    rest.Z = {Z_.data()};
    rest.slope = {slope_.data()};
    rest.tie = {tie_.data()};
    rest.slope_sum = const_view(slope_sum_);
    rest.tie_sum = const_view(tie_sum_);
}

std::size_t RestPairLists::bytes() const
{
    return slice_begin_.capacity() * sizeof(std::int64_t) + (count_.capacity() + column_.capacity()) * sizeof(Index) +
           (X_.capacity() + Y_.capacity() + Z_.capacity() + slope_.capacity() + tie_.capacity()) * sizeof(Real) +
           (slope_sum_.capacity() + tie_sum_.capacity()) * sizeof(Vec3);
}
} // namespace aspic
