#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/neighbors/cell_grid.h"

#include <atomic>

namespace aspic
{
/// Who is near whom: lists of all particles within the support radius r (distance ≤ r, decided in double) of each row.
/// Built anew by each call of `find…`; memory is kept.
class Neighborhood
{
public:
    explicit Neighborhood(double support, const Periodicity& periodicity = {});
    Neighborhood(double support, const Periodicity& periodicity, const CellGrid& grid); ///< with particles already sorted

    [[nodiscard]] double support() const { return support_; }
    [[nodiscard]] const Periodicity& periodicity() const { return periodicity_; }

    /// Lists may hold pairs a little farther apart than the support radius, where rounding leaves doubt: kernels vanish there, so that sums do not change by a bit, and
    /// nobody has to look closer. Particles on a lattice have many such pairs.
    void allow_doubtful_pairs(bool allow) { allows_doubtful_ = allow; }

    /// Sorts the particles that will be summed into cells; gives the order in which they must stand from now on.
    View<const Index> sort(View<const Vec3d> positions, Scratch& scratch);
    View<const Index> sort(View<const Vec3d> positions);

    /// Takes the particles that will be summed, in that order. The view is used by find_… too.
    void set_columns(View<const Vec3d> sorted_positions);

    /// Rows are the columns themselves: x → N_i, with i in N_i.
    void find_among_columns();

    /// Rows are other points, in any order; the columns near each of them. Throws std::domain_error if a point is not finite or too far out.
    void find_at(View<const Vec3d> points);

    /// Other lists in place of those that were found: neighbours of row i stand at begin[i] ≤ e < begin[i + 1], ascending.
    void replace_lists(View<const std::int64_t> begin, View<const Index> neighbors);

    [[nodiscard]] NeighborView view() const;
    [[nodiscard]] Index row_count() const { return row_count_; }

    /// Calls `f(j)` for each neighbour of a row in ascending order: for code that is not a lane operator.
    template <class F> void for_each_neighbor(Index row, const F& f) const
    {
        aspic::for_each_neighbor(view(), row, [&](const Neighbor& j) { f(j.column); });
    }
    [[nodiscard]] Index neighbor_count(Index row) const { return count_[static_cast<std::size_t>(row)]; }

    [[nodiscard]] std::int64_t pair_count() const;
    [[nodiscard]] std::int64_t slot_count() const { return static_cast<std::int64_t>(column_.size()); } ///< room: the size of a PairView
    [[nodiscard]] std::int64_t used_slot_count() const { return used_slots_; }
    [[nodiscard]] std::size_t bytes() const; ///< memory held

private:
    struct Block;

    void build(View<const Vec3d> rows);
    bool try_build(View<const Vec3d> rows);
    void collect_rows(View<const Vec3d> rows, Index begin, Index end, Block& block);
    void interleave_rows(Index begin, Index end, const Block& block, std::atomic<std::int64_t>& used_slots);

    double support_;
    Periodicity periodicity_;
    LocalFrame frame_;
    bool rows_share_candidates_ = true; ///< false where a period is short
    bool allows_doubtful_ = false;
    double doubtful_band_ = 0; ///< of r²: pairs so near to the support radius are decided exactly
    CellGrid grid_;

    View<const Vec3d> column_exact_;
    Array<LocalPosition> column_position_; ///< with room for a pack behind the end
    Array<LocalPosition> row_position_;
    bool rows_are_columns_ = true;
    Index row_count_ = 0;

    Array<std::int64_t> slice_begin_;
    Array<Index> count_;
    Array<Index> column_;
    std::int64_t used_slots_ = 0;
};
} // namespace aspic
