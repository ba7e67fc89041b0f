#pragma once

#include "aspic/core/view.h"
#include "aspic/math/vec.h"

namespace aspic
{
/// Rows of a symmetric matrix without row sums that stand together. A pair of rows of one piece is listed once, in the row of the first; a pair with a row elsewhere in both rows.
struct StretchRows
{
    Index first, rows;
    const std::uint16_t *near_count, *far_count; ///< of each row
    const std::uint16_t* near_row;               ///< counted from the first row of the piece
    const Real* near_value;                      ///< [N/m]
    const Index* far_row;
    const Real* far_value; ///< [N/m]
};

/// u → m u + factor K u, where K u of a row is Σ_j K_ij (u_j − u_i): exactly nothing for what moves as a whole. A range counts pieces; what one writes is its own.
struct StretchProduct
{
    using lane_operator = void;
    using range_operator = void;

    const StretchRows* pieces; // read
    View<const Vec4> u;        // read
    View<const Real> mass;     // read     [kg]; 0 where a particle is held: its row is left out
    Real factor;               ///< [s²]
    View<Vec4> result;         // written
    View<double> work;         // written  uᵀ result of each piece

    template <class Tools> void run(Index begin, Index end) const;
};
} // namespace aspic
