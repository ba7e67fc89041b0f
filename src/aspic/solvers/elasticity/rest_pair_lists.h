#pragma once

#include "aspic/core/array.h"
#include "aspic/operators/elasticity.h"

namespace aspic
{
/// Neighbours at rest with all that the passes over pairs read of them, in one stream each: places of neighbours would have to be gathered. Pairs without weight, at the edge of the support, are left out. Slices whose pairs
/// are equal to the bit, as most are on a lattice, share them, so that passes read them from a cache.
class RestPairLists
{
public:
    RestPairLists() = default;

    /// `near`: lists of particles among themselves; `slope`, `tie`: of its slots
    ///   `negligible`: [1/m²] weight that does not count
    RestPairLists(const NeighborView& near, const Array<Real>& slope, const Array<Real>& tie, Real negligible);

    /// Fills in what the lists know.
    void show(RestView& rest) const;

    [[nodiscard]] std::int64_t slot_count() const
    {
        return slot_count_;
    } ///< with slots of their own for all slices: the size of a PairView for own_begin
    [[nodiscard]] std::int64_t stored_slot_count() const { return static_cast<std::int64_t>(column_.size()); }
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Source;
    struct Slice;

    void count_pairs(const Source& source);
    Array<Index> find_equal(const Source& source);
    void store(const Source& source, const Array<Index>& like);
    void put(const Slice& slice, std::int64_t begin);
    [[nodiscard]] bool holds(const Slice& slice, std::int64_t begin) const;

    Array<std::int64_t> slice_begin_, own_begin_;
    std::int64_t slot_count_ = 0;
    Array<Index> count_, column_;
    Array<Real> X_, Y_, Z_, slope_, tie_;
    Array<Vec3> slope_sum_, tie_sum_;
};
} // namespace aspic
