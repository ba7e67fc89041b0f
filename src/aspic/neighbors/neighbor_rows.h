#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/compute/neighbor_view.h"
#include "aspic/neighbors/cell_grid.h"

namespace aspic
{
/// Finds the neighbours of a few consecutive rows that lie in one cell: gathers the candidates of the adjacent cells once, then compares
/// each row with many of them at a time. Distances in local positions decide, except within a narrow band around the support radius,
/// where `is_near` decides exactly.
struct CollectNeighbors
{
    using range_operator = void;

    const PointRun* runs;      ///< candidates: ascending runs of columns
    int run_count;
    const Fixed* x;            ///< columns, with room for a pack behind the end
    const Fixed* y;
    const Fixed* z;
    const LocalPosition* row_position;
    Vec3 unit;                 ///< [m] step of local positions
    Real surely_near;          ///< [m²] squared distance below which a pair is near
    Real surely_far;           ///< [m²] … above which it is not
    const void* context;
    bool (*is_near)(const void* context, Index row, Index column);

    Fixed* candidate_x;        ///< room for all candidates and a pack
    Fixed* candidate_y;
    Fixed* candidate_z;
    Index* candidate;
    Index* found;              ///< neighbours, one row after the other: room for rows × candidates and a pack
    Index* count;              ///< of each row

    template <class Tools> void run(Index begin, Index end) const
    {
        const Index candidates = gather_candidates<Tools>();
        Index* out = found;
        for (Index row = begin; row < end; ++row)
        {
            Index* const row_begin = out;
            for (Index c = 0; c < candidates; c += Tools::lanes)
            {
                auto doubtful = Tools::none();
                auto near = compare<Tools>(row_position[row], c, candidates, doubtful);
                for (; doubtful != 0; doubtful &= doubtful - 1)
                {
                    const int lane = Tools::first(doubtful);
                    if (!is_near(context, row, candidate[c + lane]))
                        near &= ~(1U << lane);
                }
                out = Tools::append(out, candidate + c, near);
            }
            count[row] = static_cast<Index>(out - row_begin);
        }
    }

private:
    template <class Tools> Index gather_candidates() const
    {
        Index n = 0;
        for (int r = 0; r < run_count; ++r)
            for (Index from = runs[r].begin; from < runs[r].end; from += Tools::lanes)
            {
                Tools::copy(x + from, candidate_x + n);
                Tools::copy(y + from, candidate_y + n);
                Tools::copy(z + from, candidate_z + n);
                Tools::count_up(from, candidate + n);
                n += runs[r].end - from < Tools::lanes ? runs[r].end - from : Tools::lanes;
            }
        return n;
    }

    /// One bit per candidate c, c + 1, …: whether it is near, as far as local positions tell, and whether they can tell.
    template <class Tools> unsigned compare(const LocalPosition& p, Index c, Index candidates, unsigned& doubtful) const
    {
        const auto dx = unit.x * Tools::difference(p.x, candidate_x + c);
        const auto dy = unit.y * Tools::difference(p.y, candidate_y + c);
        const auto dz = unit.z * Tools::difference(p.z, candidate_z + c);
        const auto d2 = dx * dx + dy * dy + dz * dz;
        const unsigned exist = candidates - c >= Tools::lanes ? Tools::all : (1U << (candidates - c)) - 1U;
        const unsigned possible = Tools::bits(d2 <= surely_far) & exist;
        doubtful = possible & ~Tools::bits(d2 < surely_near);
        return possible;
    }
};

/// Brings the lists of the rows of a slice side by side (see NeighborView). Missing neighbours are replaced by column 0.
struct InterleaveRows
{
    using range_operator = void;

    const Index* const* list;  ///< first neighbour of each of the 16 rows, readable four beyond the last
    const Index* count;        ///< of each of the 16 rows
    Index longest;
    Index* slots;              ///< room for 16 × longest

    template <class Tools> void run(Index, Index) const { Tools::interleave(list, count, longest, slots); }
};
} // namespace aspic
