#pragma once

#include "aspic/core/view.h"
#include "aspic/math/vec.h"

namespace aspic
{
inline constexpr Index rows_in_quad = 4;

/// Rows of a symmetric matrix without row sums that stand together, in quads: a column of a quad is listed once, with the values of its four rows. A pair of rows of one piece is listed in the row of the first alone;
/// a pair with a row elsewhere in both rows.
struct StretchRows
{
    Index first, rows;
    const Index *near_count, *far_count; ///< of each quad
    const std::uint16_t* near_row;       ///< counted from the first row of the piece
    const Real* near_value;              ///< [N/m] four each
    const Index* far_row;
    const Real* far_value; ///< [N/m] four each
};

/// u → m u + factor K u, where K u of a row is Σ_j K_ij (u_j − u_i): exactly nothing for what moves as a whole. u has room for whole quads. A range counts pieces; what one writes is its own.
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

private:
    template <class Four> double finish(Index i, const Four& given) const;
};
} // namespace aspic
