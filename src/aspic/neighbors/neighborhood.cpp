#include "aspic/neighbors/neighborhood.h"

#include "aspic/neighbors/neighbor_rows.h"

#include <atomic>

namespace aspic
{
namespace
{
constexpr Index pack_slack = 16;      ///< elements that packs may touch behind the end
constexpr Index rows_per_block = 256; ///< rows whose lists are staged together, so that they stay in the cache

/// Of r²: within this band around it the rounding of distances may decide wrongly. Candidates are up to (2 r, 2 r, 2 r) from their origin, so
/// the terms of |c|² − 2 c·p + |p|² are below 12 r² each, and six roundings of them stay below half the band. Far from the origin positions
/// are rounded to |x| 2⁻⁵³ when they are turned into local ones, which changes d² by up to 2 √3 r · 2 |x| 2⁻⁵³; and to steps, which are long
/// where a period is long.
double doubtful_band(double largest_coordinate, const Vec3d& unit, double r)
{
    constexpr double near_origin = std::is_same_v<Real, float> ? 1e-5 : 2e-14;
    return near_origin + (16 * largest_coordinate * 0x1p-53 + 8 * max(max(unit.x, unit.y), unit.z)) / r;
}

/// A row and the first row of its cell are up to r apart along an axis, and candidates up to r from the row: along shorter periods than this the
/// nearest image seen from the first row need not be the nearest one seen from the row.
constexpr double shortest_shared_period = 4.1; // [r]

/// Exact decision for pairs in the doubtful band.
struct ExactPairs
{
    View<const Vec3d> rows;
    View<const Vec3d> columns;
    double r2;
    const Periodicity& periodicity;

    static bool is_near(const void* context, Index row, Index column)
    {
        const auto& self = *static_cast<const ExactPairs*>(context);
        const Vec3d d = shortest_difference(self.rows[row], self.columns[column], self.periodicity);
        return dot(d, d) <= self.r2;
    }
};
} // namespace

/// Lists of one block of rows before they are interleaved; memory is reused from block to block.
struct Neighborhood::Block
{
    Array<Real> x, y, z, r2;
    Array<Index> candidate;
    Array<Index> found;
    std::array<std::size_t, rows_per_block> list_begin;
    std::size_t used = 0; ///< entries of found
    InstructionSet instruction_set = InstructionSet::scalar;

    void make_room(std::int64_t candidates, Index rows)
    {
        const auto wanted = static_cast<std::size_t>(candidates + pack_slack);
        if (candidate.size() < wanted)
        {
            for (auto* array : {&x, &y, &z, &r2})
                array->resize(2 * wanted);
            candidate.resize(2 * wanted);
        }
        const std::size_t needed = used + static_cast<std::size_t>(rows * candidates) + pack_slack;
        if (found.size() < needed)
            found.resize(needed + needed / 2);
    }
};

Neighborhood::Neighborhood(double support, const Periodicity& periodicity)
    : Neighborhood(support, periodicity, CellGrid(support, periodicity))
{
}

Neighborhood::Neighborhood(double support, const Periodicity& periodicity, const CellGrid& grid)
    : support_(support), periodicity_(periodicity), frame_(support, periodicity), grid_(grid)
{
    for (int axis = 0; axis < 3; ++axis)
        if (const double period = periodicity.period[axis]; period > 0 && period < shortest_shared_period * support)
            rows_share_candidates_ = false;
}

View<const Index> Neighborhood::sort(View<const Vec3d> positions, Scratch& scratch)
{
    grid_.build(positions, scratch);
    return const_view(grid_.order());
}

View<const Index> Neighborhood::sort(View<const Vec3d> positions)
{
    Scratch scratch;
    return sort(positions, scratch);
}

void Neighborhood::set_columns(View<const Vec3d> sorted_positions)
{
    ASPIC_EXPECTS(sorted_positions.size() == static_cast<Index>(grid_.order().size()));
    const auto n = static_cast<std::size_t>(sorted_positions.size());
    column_exact_ = sorted_positions;
    column_position_.resize(n + pack_slack);
    std::fill(column_position_.end() - pack_slack, column_position_.end(), LocalPosition{});
    parallel_for(sorted_positions.size(),
                 [&](Index i) { column_position_[static_cast<std::size_t>(i)] = frame_.local(sorted_positions[i]); });
}

void Neighborhood::find_among_columns()
{
    rows_are_columns_ = true;
    doubtful_band_ = doubtful_band(grid_.largest_coordinate(), frame_.unit(), support_);
    build(column_exact_);
}

void Neighborhood::find_at(View<const Vec3d> points)
{
    rows_are_columns_ = false;
    doubtful_band_ = doubtful_band(std::max(grid_.largest_coordinate(), grid_.check(points)), frame_.unit(), support_);
    row_position_.resize(static_cast<std::size_t>(points.size()));
    parallel_for(points.size(), [&](Index i) { row_position_[static_cast<std::size_t>(i)] = frame_.local(points[i]); });
    build(points);
}

void Neighborhood::build(View<const Vec3d> rows)
{
    // The number of pairs is known only afterwards: where the room of last time does not do, search once more with enough.
    while (!try_build(rows))
        column_ = Array<Index>(static_cast<std::size_t>(used_slots_ + used_slots_ / 32));
}

bool Neighborhood::try_build(View<const Vec3d> rows)
{
    const Index slices = rows.size() / rows_per_slice + (rows.size() % rows_per_slice != 0);
    slice_begin_.resize(static_cast<std::size_t>(slices));
    count_.resize(static_cast<std::size_t>(slices) * rows_per_slice);
    std::fill(count_.begin() + rows.size(), count_.end(), 0);
    row_count_ = rows.size();

    const InstructionSet instruction_set = current_execution().instruction_set;
    std::atomic<std::int64_t> used_slots = 0;
    auto one_block = [&](Index begin, Index end) {
        thread_local Block block;
        block.instruction_set = instruction_set; // this thread may be one that knows nothing of the caller's scope
        collect_rows(rows, begin, end, block);
        interleave_rows(begin, end, block, used_slots);
    };
    for_each_chunk(rows.size(), rows_per_block, one_block);
    used_slots_ = used_slots;
    return used_slots_ <= slot_count();
}

void Neighborhood::collect_rows(View<const Vec3d> rows, Index begin, Index end, Block& block)
{
    const auto collect = kernel_for<CollectNeighbors>(block.instruction_set);
    const ExactPairs exact{rows, column_exact_, support_ * support_, periodicity_};
    CellGrid::AdjacentRuns runs;
    CollectNeighbors op{.runs = runs.data(),
                        .run_count = 0,
                        .position = column_position_.data(),
                        .row_position = view().row_position.data(),
                        .unit = convert<Real>(frame_.unit() / support_),
                        .surely_near = static_cast<Real>(allows_doubtful_ ? 1 + doubtful_band_ : 1 - doubtful_band_),
                        .surely_far = static_cast<Real>(1 + doubtful_band_),
                        .context = &exact,
                        .is_near = &ExactPairs::is_near,
                        .candidate_x = nullptr,
                        .candidate_y = nullptr,
                        .candidate_z = nullptr,
                        .candidate_r2 = nullptr,
                        .candidate = nullptr,
                        .found = nullptr,
                        .count = count_.data()};
    block.used = 0;
    Index occupied = rows_are_columns_ ? grid_.cell_with_point(begin) : 0;
    for (Index row = begin; row < end; ++occupied)
    {
        // Rows of one cell share their candidates.
        const Cell cell = rows_are_columns_ ? grid_.cell(occupied) : grid_.cell_of(rows[row]);
        Index row_end = rows_are_columns_ ? std::min(grid_.points(occupied).end, end) : row + 1;
        while (!rows_are_columns_ && row_end < end && grid_.cell_of(rows[row_end]) == cell)
            ++row_end;
        const Index shared = rows_share_candidates_ ? row_end - row : 1;

        op.run_count = grid_.adjacent_runs(cell, runs);
        std::int64_t candidates = 0;
        for (int r = 0; r < op.run_count; ++r)
            candidates += runs[static_cast<std::size_t>(r)].end - runs[static_cast<std::size_t>(r)].begin;
        block.make_room(candidates, row_end - row);
        op.candidate_x = block.x.data();
        op.candidate_y = block.y.data();
        op.candidate_z = block.z.data();
        op.candidate_r2 = block.r2.data();
        op.candidate = block.candidate.data();
        while (row < row_end)
        {
            op.found = block.found.data() + block.used;
            collect(op, row, row + shared);
            for (const Index done = row + shared; row < done; ++row)
            {
                block.list_begin[static_cast<std::size_t>(row - begin)] = block.used;
                block.used += static_cast<std::size_t>(count_[static_cast<std::size_t>(row)]);
            }
        }
    }
}

void Neighborhood::interleave_rows(Index begin, Index end, const Block& block, std::atomic<std::int64_t>& used_slots)
{
    const auto interleave = kernel_for<InterleaveRows>(block.instruction_set);
    for (Index first = begin; first < end; first += rows_per_slice)
    {
        const Index* count = count_.data() + first;
        std::array<const Index*, rows_per_slice> lists;
        for (Index r = 0; r < rows_per_slice; ++r)
            lists[static_cast<std::size_t>(r)] =
                block.found.data() + (first + r < end ? block.list_begin[static_cast<std::size_t>(first + r - begin)] : 0);
        const Index longest = *std::max_element(count, count + rows_per_slice);
        const std::int64_t slots = static_cast<std::int64_t>(longest) * rows_per_slice;
        const std::int64_t slot = used_slots.fetch_add(slots);
        slice_begin_[static_cast<std::size_t>(first / rows_per_slice)] = slot;
        if (slot + slots <= slot_count())
            interleave({.list = lists.data(), .count = count, .longest = longest, .slots = column_.data() + slot}, 0, 0);
    }
}

void Neighborhood::replace_lists(View<const std::int64_t> begin, View<const Index> neighbors)
{
    ASPIC_EXPECTS(begin.size() == row_count_ + 1);
    parallel_for(row_count_, [&](Index i) { count_[static_cast<std::size_t>(i)] = static_cast<Index>(begin[i + 1] - begin[i]); });
    used_slots_ = 0;
    for (std::size_t slice = 0; slice < slice_begin_.size(); ++slice)
    {
        const Index* count = count_.data() + slice * rows_per_slice;
        slice_begin_[slice] = used_slots_;
        used_slots_ += std::int64_t{*std::max_element(count, count + rows_per_slice)} * rows_per_slice;
    }
    column_ = Array<Index>(static_cast<std::size_t>(used_slots_), 0);
    parallel_for(row_count_, [&](Index i) {
        std::int64_t slot = slice_begin_[static_cast<std::size_t>(i / rows_per_slice)] + i % rows_per_slice;
        for (std::int64_t e = begin[i]; e < begin[i + 1]; ++e, slot += rows_per_slice)
            column_[static_cast<std::size_t>(slot)] = neighbors[e];
    });
}

NeighborView Neighborhood::view() const
{
    const View<const LocalPosition> columns(column_position_.data(), column_exact_.size());
    return {.slice_begin = const_view(slice_begin_),
            .count = const_view(count_),
            .column = column_.data(),
            .row_position = rows_are_columns_ ? columns : const_view(row_position_),
            .column_position = columns,
            .unit = convert<Real>(frame_.unit())};
}

std::size_t Neighborhood::bytes() const
{
    const auto size_of = [](const auto& array) { return array.capacity() * sizeof(array[0]); };
    return grid_.bytes() + size_of(column_position_) + size_of(row_position_) + size_of(slice_begin_) + size_of(count_) + size_of(column_);
}

std::int64_t Neighborhood::pair_count() const
{
    return reduce(
        row_count_, std::int64_t{0}, [&](Index i) { return std::int64_t{neighbor_count(i)}; },
        [](std::int64_t a, std::int64_t b) { return a + b; });
}
} // namespace aspic
