#pragma once

#include "aspic/core/types.h"
#include "aspic/geometry/solid.h"

#include <array>
#include <cstdint>
#include <vector>

namespace aspic
{
/// What one cell of a lattice holds of one connected part of a solid.
struct SolidPiece
{
    std::array<int, 3> cell{};
    std::uint64_t mask = 0; ///< which of the 4^d fine cells: bit x + 4 y + 16 z
    double share = 0;       ///< of the cell that is filled
    Vec3d point;            ///< [m] inside the piece, near its middle
    Index part = 0;         ///< of the solid; parts are numbered from 0
};

/// A solid cut up by a lattice that covers its bounds, centred in them. Each cell is looked at in 4^d fine ones; what is so thin that the middles of fine cells miss it is found by
/// its surface. Parts nearer to each other than a fine cell may count as one.
struct SolidPieces
{
    Vec3d origin;     ///< [m] lowest corner of the cell (0, 0, 0)
    double width = 0; ///< [m] of a cell
    std::array<int, 3> count{};
    std::vector<SolidPiece> pieces; ///< ordered by cell, x runs fastest
    std::vector<std::size_t> rows;  ///< first piece of each row of cells along x; one more at the end
    Index part_count = 0;

    /// The part that fills the fine cell of a point or one near it; −1 for none.
    [[nodiscard]] Index part_at(const Vec3d& x, int dimension) const;
};

/// Cells are as wide as the spacing, or narrower by a power of two where the solid is small. Throws std::length_error for an unbounded solid, or for too many cells.
SolidPieces pieces_of(const Solid& solid, double spacing, int dimension);
} // namespace aspic
