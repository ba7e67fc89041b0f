#pragma once

#include "aspic/compute/neighbor_view.h"

// One row at a time: the lane type of the scalar reference, and of the rows left over when a pack does not fit.

namespace aspic::ASPIC_ISA
{
/// One row.
struct Single
{
    Index row;
};

/// One neighbour of one row.
struct SingleNeighbor
{
    Index column;
    std::int64_t slot;
};

template <class T> ASPIC_HOST_DEVICE T& access(T* data, Single i) { return data[i.row]; }
template <class T> ASPIC_HOST_DEVICE const T& access(T* data, SingleNeighbor j) { return data[j.column]; }
template <class T> ASPIC_HOST_DEVICE T& access_slot(T* data, SingleNeighbor j) { return data[j.slot]; }

/// Calls `visit(j, present)` for each neighbour of row i, in ascending order; `present` is always true here.
template <class Visit> ASPIC_HOST_DEVICE void for_each_neighbor(const NeighborView& near, Single i, const Visit& visit)
{
    std::int64_t slot = near.slice_begin[i.row / rows_per_slice] + i.row % rows_per_slice;
    const Index count = near.count[i.row];
    for (Index k = 0; k < count; ++k, slot += rows_per_slice)
        visit(SingleNeighbor{near.column[slot], slot}, true);
}

/// Σ_j term(j) over the neighbours of row i, in ascending order of j.
template <class Term> ASPIC_HOST_DEVICE auto sum_over_neighbors(const NeighborView& near, Single i, const Term& term)
{
    decltype(term(SingleNeighbor{})) sum{};
    for_each_neighbor(near, i, [&](SingleNeighbor j, bool) { sum = sum + term(j); });
    return sum;
}
} // namespace aspic::ASPIC_ISA
