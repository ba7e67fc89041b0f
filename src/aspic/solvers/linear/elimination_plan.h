#pragma once

#include "aspic/solvers/linear/symmetric_matrix.h"
#include "aspic/solvers/linear/tiles.h"

#include <vector>

namespace aspic
{
/// Consecutive columns of the factor with (nearly) one pattern below them, kept and worked on as one dense panel: columns of tiles, first those rows of tiles
/// that belong to the columns themselves (padded to whole tiles), then those of the rows below.
struct Supernode
{
    Index first_column = 0;
    Index columns = 0;
    Index rows = 0;                ///< below the columns
    Index parent = -1;             ///< supernode that its first row below belongs to, or −1
    Index first_descendant = 0;    ///< supernodes of its subtree: from this one up to itself
    std::int64_t row_begin = 0;    ///< in `EliminationPlan::row` and `place_in_parent`
    std::int64_t panel_begin = 0;  ///< [numbers] in the factor
    std::int64_t vector_begin = 0; ///< [rows of tiles] in the vectors of a solve

    [[nodiscard]] Index column_tiles() const { return tiles_of(columns); }
    [[nodiscard]] Index row_tiles() const { return column_tiles() + tiles_of(rows); } ///< with those of the columns
    [[nodiscard]] Index last_width() const { return columns - (column_tiles() - 1) * tile_rows; }
    [[nodiscard]] std::int64_t panel_size() const ///< [numbers]
    {
        return tile_size * tile_place(row_tiles(), column_tiles() - 1, column_tiles() - 1) +
               static_cast<std::int64_t>(row_tiles() - column_tiles() + 1) * last_width() * tile_rows;
    }
};

/// Where everything of a factor goes: depends on the pattern of the matrix alone and serves any number of factorisations with it. Nested dissection,
/// elimination tree, column counts, supernodes (joined with their parents where that stores few zeros), and their rows.
class EliminationPlan
{
public:
    EliminationPlan() = default;
    explicit EliminationPlan(const SymmetricMatrix& pattern);
    /// From what another one held: of the supernodes their numbers of columns and rows and their parents are enough; `nonzeros` and `flops` are left to the caller.
    EliminationPlan(Array<Index> order, std::vector<Supernode> supernodes, Array<Index> row);

    Index size = 0;
    Array<Index> order;                ///< column k of the factor is row `order[k]` of the matrix
    Array<Index> place;                ///< the other way round
    std::vector<Supernode> supernodes; ///< children before parents
    Array<Index> row;                  ///< of each supernode: the rows below its columns, ascending
    Array<Index> place_in_parent;      ///< where they stand in the vectors of the parent
    std::vector<Index> subtrees;       ///< roots of subtrees that one thread each works on, those with most work first
    std::vector<Index> top;            ///< the supernodes above them, that all threads work on together
    std::int64_t nonzeros = 0;         ///< of the factor, without those stored zeros that joining and padding bring
    std::int64_t panel_size = 0;       ///< [numbers] stored
    std::int64_t vector_tiles = 0;     ///< rows of tiles of all supernodes
    double flops = 0;                  ///< of a factorisation: Σ (non-zeros in a column)²

    [[nodiscard]] View<const Index> rows_of(const Supernode& node) const { return {row.data() + node.row_begin, node.rows}; }
    [[nodiscard]] View<const Index> places_of(const Supernode& node) const { return {place_in_parent.data() + node.row_begin, node.rows}; }
    [[nodiscard]] std::size_t bytes() const;

    /// Calls `use(child)` for the children of a supernode, the last one first.
    template <class Use> void for_each_child(Index node, const Use& use) const
    {
        for (Index child = node - 1; child >= supernodes[static_cast<std::size_t>(node)].first_descendant;
             child = supernodes[static_cast<std::size_t>(child)].first_descendant - 1)
            use(child);
    }

private:
    void find_descendants();
    void find_rows(const SymmetricMatrix& pattern);
    void lay_out();
    void share_work();
};
} // namespace aspic
