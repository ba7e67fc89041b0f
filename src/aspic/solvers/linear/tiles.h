#pragma once

#include "aspic/core/types.h"

#include <cstddef>

// Dense matrices in tiles of 16 × 16, for the factorisation and the sweeps of cholesky.h. A tile is stored by columns. The tiles (i, j) with i ≥ j of a
// triangle are stored by columns, too: all tiles of column 0 from the top down, then those of column 1 … One tile serves as left and as right factor of a
// product, as source and as target, so that nothing is ever repacked. Every sum is taken in an order that depends on the matrix alone.

namespace aspic
{
inline constexpr Index tile_rows = 16;
inline constexpr Index tile_size = tile_rows * tile_rows;

/// Tiles that cover so many rows.
ASPIC_HOST_DEVICE Index tiles_of(Index rows) { return (rows + tile_rows - 1) / tile_rows; }

/// Number of the tile (i, j) in a triangle of so many rows of tiles.
ASPIC_HOST_DEVICE std::int64_t tile_place(Index rows, Index i, Index j)
{
    return static_cast<std::int64_t>(j) * rows - static_cast<std::int64_t>(j) * (j - 1) / 2 + (i - j);
}

/// C_ij −= Σ_k A_ik A_jkᵀ for the rows i of a range, begin_j ≤ j < end_j, j ≤ i and begin_k ≤ k < end_k.
template <class T> struct UpdateTiles
{
    using range_operator = void;
    const T* panel; // read     triangle of A
    Index rows;     //          its rows of tiles
    T* target;      // updated  triangle of C
    Index target_rows;
    Index shift; ///< C_ij is the tile (i − shift, j − shift) of its triangle
    Index begin_j, end_j, begin_k, end_k;

    template <class Tools> void run(Index begin, Index end) const;
};

/// Turns the tiles A_ij of some rows i, begin_j ≤ j < end_j ≤ i, into those of the factor: (A_ij − Σ_k L_ik L_jkᵀ) L_jj⁻ᵀ, begin_j ≤ k < j.
template <class T> struct FinishRows
{
    using range_operator = void;
    T* panel; // updated
    Index rows;
    const T* inverse; // read     L_jj⁻¹, a tile for each j
    Index begin_j, end_j;

    template <class Tools> void run(Index begin, Index end) const;
};

/// The part of a factor that belongs to one supernode, in float: columns of tiles, all 16 wide but the last, with L_jj⁻¹ in the place of L_jj; and a vector
/// for each right-hand side, in pieces of 16 rows: piece i of side c begins at 16 (i right_sides + c).
struct PanelSweep
{
    using range_operator = void;
    const float* panel; // read
    Index rows;         ///< rows of tiles
    Index columns;      ///< columns of tiles
    Index last_width;   ///< of the last column of tiles
    float* vectors;     // updated
    int right_sides;

    ASPIC_HOST_DEVICE Index width(Index j) const { return j + 1 == columns ? last_width : tile_rows; }
    ASPIC_HOST_DEVICE const float* tile(Index i, Index j) const
    {
        return panel + tile_size * tile_place(rows, j, j) + static_cast<std::int64_t>(i - j) * width(j) * tile_rows;
    }
    ASPIC_HOST_DEVICE float* piece(Index i, int c) const { return vectors + (static_cast<std::int64_t>(i) * right_sides + c) * tile_rows; }
};

/// Forward substitution: for each column j of a range in turn y_j = L_jj⁻¹ f_j if j is among the rows, then f_i −= L_ij y_j for the rows i > j.
struct ForwardSweep : PanelSweep
{
    Index begin_j, end_j;
    template <class Tools> void run(Index begin, Index end) const; ///< a range of rows
};

/// Backward substitution: for each column j of a range, the last one first, y_j −= Σ_i L_ijᵀ x_i over the rows i > j, then x_j = L_jj⁻ᵀ y_j if j is among the rows.
struct BackwardSweep : PanelSweep
{
    Index begin_i, end_i;
    template <class Tools> void run(Index begin, Index end) const; ///< a range of columns
};
} // namespace aspic
