#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/core/view.h"

#include <cstdint>

namespace aspic
{
/// Rows that share a stretch of the neighbour lists. A divisor of rows_per_chunk, a multiple of every pack width.
inline constexpr Index rows_per_slice = 16;

/// Neighbour lists as the loops walk them (sliced ELL): the k-th neighbours of 16 consecutive rows stand side by side, so that a
/// lane is a row. Rows are the points where sums are taken, columns the particles that are summed; both may be one set, and then a
/// particle is its own neighbour, as in the papers' sums. Neighbours of a row ascend. Unused slots name a valid column.
struct NeighborView
{
    View<const std::int64_t> slice_begin;      ///< first slot of each slice
    View<const Index> count;                   ///< neighbours of each row
    const Index* column = nullptr;             ///< neighbour in each slot
    View<const LocalPosition> row_position;    ///< of the points where sums are taken
    View<const LocalPosition> column_position; ///< of the particles that are summed
    Vec3 unit;                                 ///< [m] length of one step of local positions along each axis

    /// x_ij = x_i − x_j [m], the shortest one where an axis is periodic.
    template <class I, class J> ASPIC_HOST_DEVICE auto offset(I i, J j) const
    {
        const auto d = wrapped_difference(row_position[i], column_position[j]);
        return Vec3T<decltype(unit.x * d.x)>{unit.x * d.x, unit.y * d.y, unit.z * d.z};
    }
};

/// One number for each slot of the lists, such as W_ij: `values[j]` inside sum_over_neighbors.
template <class T> struct PairView
{
    T* data = nullptr;

    template <class J> ASPIC_HOST_DEVICE decltype(auto) operator[](J j) const { return access_slot(data, j); }
};

/// One neighbour of one row.
struct Neighbor
{
    Index column;
    std::int64_t slot;
};

template <class T> ASPIC_HOST_DEVICE const T& access(T* data, Neighbor j) { return data[j.column]; }
template <class T> ASPIC_HOST_DEVICE T& access_slot(T* data, Neighbor j) { return data[j.slot]; }

/// Calls `use(j)` for each neighbour of row i, in ascending order of j.
template <class F> ASPIC_HOST_DEVICE void for_each_neighbor(const NeighborView& near, Index i, const F& use)
{
    std::int64_t slot = near.slice_begin[i / rows_per_slice] + i % rows_per_slice;
    const Index count = near.count[i];
    for (Index k = 0; k < count; ++k, slot += rows_per_slice)
        use(Neighbor{near.column[slot], slot});
}

/// Σ_j term(j) over the neighbours of row i, in ascending order of j: one row at a time, as a device thread or the scalar reference does it.
template <class Term> ASPIC_HOST_DEVICE auto sum_over_neighbors(const NeighborView& near, Index i, const Term& term)
{
    decltype(term(Neighbor{})) sum{};
    for_each_neighbor(near, i, [&](const Neighbor& j) { sum = sum + term(j); });
    return sum;
}
} // namespace aspic
