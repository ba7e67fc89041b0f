#pragma once

#include "aspic/core/view.h"
#include "aspic/math/vec.h"

namespace aspic
{
/// Particles that stand together in the compact order of a rest shape.
inline constexpr Index block_rows = 32;

/// r → z = B⁻¹ r, block by block: x, y and z by one symmetric matrix. A range counts blocks.
struct MultiplyBlocks
{
    using lane_operator = void;
    using range_operator = void;

    const Real* inverse;     // read     block_rows² numbers each
    View<const Index> order; // read     of particles, block by block; empty: their own
    View<const Vec3> r;      // read
    View<Vec3> z;            // written

    template <class Tools> void run(Index begin, Index end) const;
};
} // namespace aspic
