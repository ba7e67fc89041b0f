#pragma once

#include "aspic/particles/cell_lattice.h"

namespace aspic
{
/// Consecutive points [begin, end) in the grid's order.
struct PointRun
{
    Index begin;
    Index end;
};

/// The search of the solvers: points sorted by cells along Morton's curve, and a table of the cells that hold any. The domain is unbounded,
/// memory is proportional to the number of points, and cells have no limit of points.
class CellGrid
{
public:
    /// Adjacent cells, the cell itself included.
    static constexpr int max_adjacent = 27;
    using AdjacentRuns = std::array<PointRun, max_adjacent>;

    CellGrid() : lattice_(1, {}) {}

    /// Cells for pairs within `reach`. Throws std::domain_error if a position is not finite or too far out to tell cells apart, or if a
    /// period is shorter than two reaches (a particle would meet two images of its neighbour).
    CellGrid(View<const Vec3d> positions, double reach, const Periodicity& periodicity);

    /// Place k of the grid's order holds point `order()[k]`. Points of one cell keep their order.
    [[nodiscard]] const Array<Index>& order() const { return order_; }

    [[nodiscard]] Cell cell_of(const Vec3d& x) const { return lattice_.cell_of(x); }
    [[nodiscard]] Index cell_count() const { return static_cast<Index>(cells_.size()); }

    /// Points, in the grid's order, of the cells that can hold points within reach of a point in `cell`: ascending runs. Returns their number.
    int adjacent_runs(const Cell& cell, AdjacentRuns& runs) const;

private:
    struct OccupiedCell
    {
        Cell cell;
        Index begin;
    };

    void sort_points(View<const Vec3d> positions);
    void find_cells(View<const Vec3d> positions);
    void fill_table();
    [[nodiscard]] Index find(const Cell& cell) const; ///< index in cells_, or −1
    [[nodiscard]] std::size_t table_place(const Cell& cell) const;

    CellLattice lattice_;
    Array<Index> order_;
    Array<std::uint64_t> keys_;
    bool keys_are_unique_ = true;
    std::vector<OccupiedCell> cells_; ///< ascending in begin; one more at the end
    std::vector<Index> table_;        ///< open addressing; −1: free
};
} // namespace aspic
