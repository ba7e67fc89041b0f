#pragma once

#include "aspic/compute/neighbor_view.h"

namespace aspic
{
/// Neighbour lists of points among themselves that are stored once for all slices with the same ones, as a lattice has many: the column in a slot is a distance from the first row of the slice. Unused slots name a row of
/// the slice that exists.
struct SharedNeighborView
{
    View<const std::int64_t> slice_begin; ///< first slot of each slice; several slices may have the same
    View<const std::int64_t> own_begin;   ///< the same if no slots were shared: for numbers of pairs that differ where lists do not
    View<const Index> count;              ///< neighbours of each row
    const Index* column = nullptr;        ///< neighbour in each slot, from the first row of the slice
    View<const LocalPosition> position;   ///< of the points
    Vec3 unit;                            ///< [m] length of one step of local positions along each axis

    /// x_ij = x_i − x_j [m]
    template <class I, class J> ASPIC_HOST_DEVICE auto offset(I i, J j) const
    {
        const auto d = wrapped_difference(position[i], position[j]);
        return Vec3T<decltype(unit.x * d.x)>{unit.x * d.x, unit.y * d.y, unit.z * d.z};
    }

    /// From a slot of a slice to the one that would be its own.
    [[nodiscard]] ASPIC_HOST_DEVICE std::int64_t own_shift(Index slice) const { return own_begin[slice] - slice_begin[slice]; }
};

template <class F> ASPIC_HOST_DEVICE void for_each_neighbor(const SharedNeighborView& near, Index i, const F& use)
{
    const Index first = i - i % rows_per_slice;
    std::int64_t slot = near.slice_begin[i / rows_per_slice] + i % rows_per_slice;
    const Index count = near.count[i];
    for (Index k = 0; k < count; ++k, slot += rows_per_slice)
        use(Neighbor{first + near.column[slot], slot});
}

template <class Term> ASPIC_HOST_DEVICE auto sum_over_neighbors(const SharedNeighborView& near, Index i, const Term& term)
{
    decltype(term(Neighbor{})) sum{};
    for_each_neighbor(near, i, [&](const Neighbor& j) { sum = sum + term(j); });
    return sum;
}
} // namespace aspic
