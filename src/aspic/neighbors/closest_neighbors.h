#pragma once

#include "aspic/neighbors/neighborhood.h"

namespace aspic
{
/// Leaves in lists that were found among the columns the `limit` closest neighbours of each particle, and the particle itself. A pair stays in both lists if either of the two has chosen it: lists are symmetric,
/// and nobody loses one of its closest. Of neighbours that are equally far, as on a lattice, opposite ones are chosen together: nearly no pair is then chosen from one side alone.
///   `whole`: not zero for particles whose lists stay as they are
void keep_closest(Neighborhood& neighborhood, Index limit, View<const Index> whole);
} // namespace aspic
