#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/compute/neighbor_view.h"
#include "aspic/neighbors/cell_grid.h"

namespace aspic
{
/// Finds the neighbours of a few consecutive rows that lie in one cell: gathers the candidates of the adjacent cells once, then compares
/// each row with many of them at a time. Floating-point distances decide, except within a narrow band around the support radius, where
/// `is_near` decides exactly.
struct CollectNeighbors
{
    using range_operator = void;

    const PointRun* runs; ///< candidates: ascending runs of columns
    int run_count;
    const LocalPosition* position; ///< columns, with room for a pack behind the end
    const LocalPosition* row_position;
    Vec3 unit;        ///< [r] step of local positions. Lengths are in support radii here: nothing overflows, whatever the scene's size
    Real surely_near; ///< [r²] squared distance below which a pair is near
    Real surely_far;  ///< [r²] … above which it is not
    const void* context;
    bool (*is_near)(const void* context, Index row, Index column);

    Real* candidate_x; ///< [r] relative to the first row; room for all candidates and a pack
    Real* candidate_y;
    Real* candidate_z;
    Real* candidate_r2; ///< [r²] squared distance from the first row
    Index* candidate;
    Index* found; ///< neighbours, one row after the other: room for rows × candidates and a pack
    Index* count; ///< of each row

    template <class Tools> ASPIC_HOST_DEVICE void run(Index begin, Index end) const
    {
        const LocalPosition origin = row_position[begin];
        const Index candidates = gather_candidates<Tools>(origin);
        Index* out = found;
        for (Index row = begin; row < end; ++row)
        {
            const Vec3 d = wrapped_difference(row_position[row], origin);
            const Index n = collect_row<Tools>({unit.x * d.x, unit.y * d.y, unit.z * d.z}, candidates, out);
            count[row] = n >= 0 ? n : remove_far<Tools>(row, -n, out);
            out += count[row];
        }
    }

private:
    /// Candidates, and behind them a pack of points that are near to nobody.
    template <class Tools> ASPIC_HOST_DEVICE Index gather_candidates(const LocalPosition& origin) const
    {
        Index n = 0;
        for (int r = 0; r < run_count; ++r)
            for (Index from = runs[r].begin; from < runs[r].end; from += Tools::lanes)
            {
                const auto d = Tools::difference(position + from, origin);
                const auto dx = unit.x * d.x;
                const auto dy = unit.y * d.y;
                const auto dz = unit.z * d.z;
                Tools::store(candidate_x + n, dx);
                Tools::store(candidate_y + n, dy);
                Tools::store(candidate_z + n, dz);
                Tools::store(candidate_r2 + n, dx * dx + dy * dy + dz * dz);
                Tools::count_up(from, candidate + n);
                n += runs[r].end - from < Tools::lanes ? runs[r].end - from : Tools::lanes;
            }
        constexpr Real nowhere = 1e30F;
        for (Index lane = 0; lane < Tools::lanes; ++lane)
        {
            candidate_x[n + lane] = candidate_y[n + lane] = candidate_z[n + lane] = 0;
            candidate_r2[n + lane] = nowhere;
        }
        return n;
    }

    /// Candidates that are near a place; returns their number, negative if some of them need a closer look.
    /// |c − p|² = |c|² − 2 c·p + |p|²: three fused operations, whose rounding does not matter, since the band covers it.
    template <class Tools> ASPIC_HOST_DEVICE Index collect_row(const Vec3& place, Index candidates, Index* const row_begin) const
    {
        const Real p2 = dot(place, place);
        const Real far = surely_far - p2;
        const Real near = surely_near - p2;
        const Real *cx = candidate_x, *cy = candidate_y, *cz = candidate_z, *r2 = candidate_r2;
        const Index* const names = candidate;
        Index* out = row_begin;
        unsigned doubtful = 0;
        for (Index c = 0; c < candidates; c += Tools::lanes)
        {
            auto d2 = Tools::multiply_add(-2 * place.x, Tools::load(cx + c), Tools::load(r2 + c));
            d2 = Tools::multiply_add(-2 * place.y, Tools::load(cy + c), d2);
            d2 = Tools::multiply_add(-2 * place.z, Tools::load(cz + c), d2);
            const unsigned possible = Tools::at_most(d2, far);
            doubtful |= Tools::beyond(possible, d2, near);
            out = Tools::append(out, names + c, possible);
        }
        const auto n = static_cast<Index>(out - row_begin);
        return doubtful == 0 ? n : -n;
    }

    /// Keeps of a row's list what is near by the exact decision. Never inlined: a call in the loop above would cost it its registers.
    template <class Tools> __attribute__((noinline)) Index remove_far(Index row, Index n, Index* list) const
    {
        Index kept = 0;
        for (Index k = 0; k < n; ++k)
            if (is_near(context, row, list[k]))
                list[kept++] = list[k];
        return kept;
    }
};

/// Brings the lists of the rows of a slice side by side (see NeighborView). Missing neighbours are replaced by column 0.
struct InterleaveRows
{
    using range_operator = void;

    const Index* const* list; ///< first neighbour of each of the 16 rows, readable four beyond the last
    const Index* count;       ///< of each of the 16 rows
    Index longest;
    Index* slots; ///< room for 16 × longest

    template <class Tools> ASPIC_HOST_DEVICE void run(Index, Index) const { Tools::interleave(list, count, longest, slots); }
};
} // namespace aspic
