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

    /// Cells for pairs within `reach`. Throws std::domain_error if it is not positive and finite, or if a period is shorter than two reaches: a
    /// particle would meet two images of its neighbour.
    explicit CellGrid(double reach = 1, const Periodicity& periodicity = {});

    /// Sorts the points. Throws std::domain_error if a position is not finite or too far out to tell cells apart. Memory is kept for next time.
    void build(View<const Vec3d> positions, Scratch& scratch);
    void build(View<const Vec3d> positions);

    /// Throws std::domain_error as build does, naming the first bad point. Returns the largest coordinate of all, without sign [m].
    [[nodiscard]] double check(View<const Vec3d> positions) const;

    /// [m] of the points of the grid, without sign
    [[nodiscard]] double largest_coordinate() const { return largest_coordinate_; }

    /// Place k of the grid's order holds point `order()[k]`. Points of one cell keep their order.
    [[nodiscard]] const Array<Index>& order() const { return order_; }

    [[nodiscard]] Cell cell_of(const Vec3d& x) const { return lattice_.cell_of(x); }

    /// Cells that hold points, in the order of their points.
    [[nodiscard]] Index cell_count() const { return static_cast<Index>(cells_.size()) - 1; }
    [[nodiscard]] const Cell& cell(Index c) const { return cells_[static_cast<std::size_t>(c)].cell; }
    [[nodiscard]] PointRun points(Index c) const
    {
        return {cells_[static_cast<std::size_t>(c)].begin, cells_[static_cast<std::size_t>(c) + 1].begin};
    }
    [[nodiscard]] Index cell_with_point(Index place) const; ///< the cell that holds this place of the order

    /// Points, in the grid's order, of the cells that can hold points within reach of a point in `cell`: ascending runs. Returns their number.
    int adjacent_runs(const Cell& cell, AdjacentRuns& runs) const;

    [[nodiscard]] std::size_t bytes() const; ///< memory held

private:
    struct OccupiedCell
    {
        Cell cell;
        Index begin;
    };

    void sort_points(View<const Vec3d> positions, View<std::uint64_t> keys, Scratch& scratch);
    void find_cells(View<const Vec3d> positions, View<const std::uint64_t> keys);
    void fill_table();
    [[nodiscard]] PointRun find(const Cell& cell) const; ///< points of a cell; none if it is not occupied
    [[nodiscard]] std::size_t dense_place(const Cell& cell) const;
    [[nodiscard]] std::size_t hash_place(const Cell& cell) const;

    void fill_dense_table(std::size_t places);
    void order_adjacent_cells();
    [[nodiscard]] bool is_surrounded(const Cell& cell) const; ///< all its adjacent cells are in the dense table
    [[nodiscard]] std::size_t order_at(const Cell& cell) const;
    int surrounded_runs(const Cell& cell, AdjacentRuns& runs) const;

    /// Steps through the dense table to the 27 adjacent cells, in ascending order of their points.
    using AdjacentSteps = std::array<std::int64_t, max_adjacent>;

    CellLattice lattice_;
    Cell lowest_{}, highest_{}; ///< corners of the lattice box that holds all points
    double largest_coordinate_ = 0;
    MortonKeys morton_;
    Array<Index> order_;
    Array<OccupiedCell> cells_; ///< ascending in begin; one more at the end
    Array<PointRun> dense_;     ///< points of the cell at each place of the box and a border of one cell, if the box is well filled
    std::vector<AdjacentSteps> adjacent_steps_; ///< for the ways in which Morton's curve can pass the 27 cells
    Array<Index> table_;                        ///< else a hash table with open addressing; −1: free
};
} // namespace aspic
