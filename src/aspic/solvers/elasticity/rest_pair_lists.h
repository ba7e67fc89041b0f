#pragma once

#include "aspic/core/array.h"
#include "aspic/operators/elasticity.h"

namespace aspic
{
/// Neighbours at rest with all that the passes over pairs read of them, in one stream each: places of neighbours would have to be gathered. Pairs without weight, at the edge of the support, are left out.
class RestPairLists
{
public:
    RestPairLists() = default;

    /// `near`: lists of particles among themselves; `slope`, `tie`: of its slots
    ///   `negligible`: [1/m²] weight that does not count
    RestPairLists(const NeighborView& near, const Array<Real>& slope, const Array<Real>& tie, Real negligible);

    /// Fills in what the lists know.
    void show(RestView& rest) const;

    [[nodiscard]] std::int64_t slot_count() const { return static_cast<std::int64_t>(column_.size()); } ///< the size of a PairView
    [[nodiscard]] std::size_t bytes() const;

private:
    void copy_row(const NeighborView& near, const Array<Real>& slope, const Array<Real>& tie, Real negligible, Index i);

    Array<std::int64_t> slice_begin_;
    Array<Index> count_, column_;
    Array<Real> X_, Y_, Z_, slope_, tie_;
    Array<Vec3> slope_sum_, tie_sum_;
};
} // namespace aspic
