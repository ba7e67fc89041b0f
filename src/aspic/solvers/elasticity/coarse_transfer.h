#pragma once

#include "aspic/core/view.h"
#include "aspic/math/vec.h"

// Between particles and the corners of the cells they are in: trilinear functions. Ranges count cells.

namespace aspic
{
/// A particle in its cell: how far along x, y and z, 0 … 1.
struct CoarsePlace
{
    Index particle;
    float share[3];
};

/// r → sums of a cell at its eight corners.
struct SumAtCorners
{
    using lane_operator = void;
    using range_operator = void;

    View<const CoarsePlace> places; // read     cell by cell
    View<const Index> cell_begin;   // read     in places
    View<const Vec3> r;             // read
    View<const Index> held;         // read     not zero: r is what holds it, and does not count
    View<Vec4> sums;                // written  eight of each cell

    template <class Tools> void run(Index begin, Index end) const;
};

/// What the corners have → z of the particles of a cell, share z + P c.
struct AddFromCorners
{
    using lane_operator = void;
    using range_operator = void;

    View<const CoarsePlace> places; // read     cell by cell
    View<const Index> cell_begin;   // read     in places
    const Index* corners;           // read     eight of each cell
    const float* coarse;            // read     three of each corner
    Real share;                     ///< of z that is kept
    View<const Index> held;         // read     not zero: z becomes 0
    View<Vec3> z;                   // updated

    template <class Tools> void run(Index begin, Index end) const;
};
} // namespace aspic
