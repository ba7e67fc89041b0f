#pragma once

#include "aspic/compute/carried_number.h"
#include "aspic/compute/neighbor_view.h"

namespace aspic::ASPIC_ISA
{
/// One row at a time: the lane type of the scalar reference, and of the rows left over when a pack does not fit. A type of its own for each
/// instruction set, so that no copy of an operator is shared between them.
struct Single
{
    Index row;
};

template <class T> ASPIC_HOST_DEVICE T& access(T* data, Single i) { return data[i.row]; }

ASPIC_HOST_DEVICE void carry(View<LocalPosition> places, Single i, Real number) { aspic::carry(places, i.row, number); }

template <class Term> ASPIC_HOST_DEVICE auto sum_over_neighbors(const NeighborView& near, Single i, const Term& term)
{
    return aspic::sum_over_neighbors(near, i.row, term);
}
template <class Sum, class Add> ASPIC_HOST_DEVICE void add_over_neighbors(const NeighborView& near, Single i, Sum& sum, const Add& add)
{
    for_each_neighbor(near, i.row, [&](const Neighbor& j) { add(sum, j); });
}
} // namespace aspic::ASPIC_ISA
