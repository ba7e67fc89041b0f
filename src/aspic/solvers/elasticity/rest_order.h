#pragma once

#include "aspic/compute/neighbor_view.h"
#include "aspic/core/array.h"

namespace aspic
{
/// Points on a lattice along the axes, empty if they are not.
struct LatticeOrder
{
    /// In which slices of neighbour lists repeat: columns of 4 along y and 2 along z (in a plane 4 along y), one after the other along x, so that 16 consecutive points are a brick of 2 × 4 × 2 wherever a row of columns is not
    /// at its ends.
    Array<Index> points;

    /// Of these places, an order in which 32 that follow each other are near each other: that of the points as they were given, and empty where 32 in columns are a brick of 4 × 4 × 2 (8 × 4) everywhere.
    Array<Index> compact;
};

/// `points`: in an order in which neighbours are near each other; `near`: their lists
LatticeOrder lattice_order(View<const Vec3d> points, const NeighborView& near);
} // namespace aspic
