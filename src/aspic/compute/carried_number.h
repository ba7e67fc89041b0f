#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/core/view.h"

namespace aspic
{
/// Local positions have room for a fourth number: what a loop over neighbours needs of a neighbour besides its place comes with the same load.
ASPIC_HOST_DEVICE Real carried(const LocalPosition& place) { return __builtin_bit_cast(Real, place.unused); }

ASPIC_HOST_DEVICE void carry(View<LocalPosition> places, Index i, Real number) { places[i].unused = __builtin_bit_cast(Fixed, number); }
} // namespace aspic
