#pragma once

#include "aspic/compute/cpu/kernel.h"
#include "aspic/compute/shared_lists.h"

// Loops over lists that slices share, one row or a pack of rows at a time.

namespace aspic::ASPIC_ISA
{
ASPIC_HOST_DEVICE Index slice_of(Single i) { return i.row / rows_per_slice; }

template <class Term> ASPIC_HOST_DEVICE auto sum_over_neighbors(const SharedNeighborView& near, Single i, const Term& term)
{
    return aspic::sum_over_neighbors(near, i.row, term);
}
template <class Sum, class Add>
ASPIC_HOST_DEVICE void add_over_neighbors(const SharedNeighborView& near, Single i, Sum& sum, const Add& add)
{
    for_each_neighbor(near, i.row, [&](const Neighbor& j) { add(sum, j); });
}

#if !defined(ASPIC_ISA_scalar)
ASPIC_HOST_DEVICE Index slice_of(Rows i) { return i.first / rows_per_slice; }

/// The k-th neighbours of `width` consecutive rows, counted from the first row of their slice.
struct SharedRowNeighbors
{
    const Index* columns;
    std::int64_t slot;
    Index first;
};

ASPIC_HOST_DEVICE PackReal access(const Real* data, SharedRowNeighbors j) { return gather_numbers(data + j.first, j.columns); }
ASPIC_HOST_DEVICE Records<Fixed> access(const LocalPosition* data, SharedRowNeighbors j)
{
    return gather<Fixed>(data + j.first, j.columns);
}
ASPIC_HOST_DEVICE Vec4T<PackReal> access(const Vec4* data, SharedRowNeighbors j) { return gather<Real>(data + j.first, j.columns); }
ASPIC_HOST_DEVICE Mat3T<PackReal> access(const Mat3* data, SharedRowNeighbors j) { return gather_matrices(data + j.first, j.columns); }
template <class T> ASPIC_HOST_DEVICE auto access_slot(const T* data, SharedRowNeighbors j) { return load(data + j.slot); }
template <class T> ASPIC_HOST_DEVICE RowsReference<T> access_slot(T* data, SharedRowNeighbors j) { return {data + j.slot}; }

/// As over lists that nothing shares: rows.h.
template <class Term> ASPIC_HOST_DEVICE auto sum_over_neighbors(const SharedNeighborView& near, Rows i, const Term& term)
{
    const Index slice = slice_of(i), first = slice * rows_per_slice;
    std::int64_t slot = near.slice_begin[slice] + i.first % rows_per_slice;
    const PackIndex counts = load(near.count.data() + i.first);
    const PackReal real_counts = convert_lanes<Real>(counts);
    const Index most = largest(counts);
    using Sum = decltype(term(SharedRowNeighbors{}));
    Sum sum{};
    for (Index k = 0; k < most; ++k, slot += rows_per_slice)
        sum = sum + select(PackReal(static_cast<Real>(k)) < real_counts, term(SharedRowNeighbors{near.column + slot, slot, first}), Sum{});
    return sum;
}

template <class Sum, class Add> ASPIC_HOST_DEVICE void add_over_neighbors(const SharedNeighborView& near, Rows i, Sum& sum, const Add& add)
{
    const Index slice = slice_of(i), first = slice * rows_per_slice;
    std::int64_t slot = near.slice_begin[slice] + i.first % rows_per_slice;
    const Index most = largest(load(near.count.data() + i.first));
    for (Index k = 0; k < most; ++k, slot += rows_per_slice)
        add(sum, SharedRowNeighbors{near.column + slot, slot, first});
}
#endif
} // namespace aspic::ASPIC_ISA
