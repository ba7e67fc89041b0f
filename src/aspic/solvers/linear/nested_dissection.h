#pragma once

#include "aspic/solvers/linear/symmetric_matrix.h"

namespace aspic
{
/// An order of elimination with little fill: place k of it holds row `order[k]` (METIS, Karypis and Kumar 1998). The same for the same pattern.
/// Throws std::bad_alloc if there is not enough memory.
Array<Index> nested_dissection(const SymmetricMatrix& pattern);
} // namespace aspic
