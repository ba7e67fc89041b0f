#pragma once

#include "aspic/particles/cell_lattice.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace aspic
{
/// Values at the nodes of an unbounded cubic lattice, kept in blocks where there is anything to keep. Node (i, j, k) stands at (i, j, k) times
/// the cell size; block (a, b, c) owns the nodes 8a … 8a + 7, and so on along the other axes.
struct SparseField
{
    static constexpr int block_edge = 8; ///< [nodes]
    static constexpr int nodes_per_block = block_edge * block_edge * block_edge;

    double cell_size = 1;      ///< [m] between two nodes
    std::vector<Cell> blocks;  ///< ascending, see is_before
    Array<float> values;       ///< nodes_per_block for each block, x fastest
    float value_elsewhere = 0; ///< at nodes of no block

    [[nodiscard]] Index block_count() const { return static_cast<Index>(blocks.size()); }
    [[nodiscard]] float* block_values(Index block) { return values.data() + static_cast<std::size_t>(block) * nodes_per_block; }
    [[nodiscard]] const float* block_values(Index block) const { return values.data() + static_cast<std::size_t>(block) * nodes_per_block; }
};

/// The order of blocks: along x first.
inline bool is_before(const Cell& a, const Cell& b) { return std::tie(a.z, a.y, a.x) < std::tie(b.z, b.y, b.x); }

/// The first of ascending cells that is not before the wanted one.
inline Index first_not_before(const std::vector<Cell>& cells, const Cell& wanted)
{
    return static_cast<Index>(std::lower_bound(cells.begin(), cells.end(), wanted, is_before) - cells.begin());
}

/// The place of a cell among ascending ones, or −1.
inline Index find_cell(const std::vector<Cell>& cells, const Cell& wanted)
{
    const Index place = first_not_before(cells, wanted);
    return place < static_cast<Index>(cells.size()) && cells[static_cast<std::size_t>(place)] == wanted ? place : -1;
}
} // namespace aspic
