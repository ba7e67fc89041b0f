#include "aspic/neighbors/neighborhood.h"

#include "aspic/neighbors/neighbor_rows.h"

#include <atomic>

namespace aspic
{
namespace
{
constexpr Index pack_slack = 16;       ///< elements that packs may touch behind the end
constexpr Index rows_per_block = 256;  ///< rows whose lists are staged together, so that they stay in the cache
constexpr double doubtful_band = std::is_same_v<Real, float> ? 4e-6 : 1e-13; ///< of r²: local positions cannot decide inside

/// Lists of one block of rows before they are interleaved; reused from block to block.
struct Staging
{
    Array<Fixed> x, y, z;
    Array<Index> candidate;
    Array<Index> found;

    void make_room(std::int64_t candidates, std::size_t found_so_far, std::int64_t rows)
    {
        const auto wanted = static_cast<std::size_t>(candidates + pack_slack);
        if (candidate.size() < wanted)
            for (auto* array : {&x, &y, &z})
                array->resize(2 * wanted);
        candidate.resize(std::max(candidate.size(), x.size()));
        const std::size_t needed = found_so_far + static_cast<std::size_t>(rows * candidates) + pack_slack;
        if (found.size() < needed)
            found.resize(needed + needed / 2);
    }
};

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

Neighborhood::Neighborhood(double support, const Periodicity& periodicity) : support_(support), periodicity_(periodicity), frame_(support, periodicity) {}

void Neighborhood::set_columns(View<const Vec3d> sorted_positions, CellGrid grid)
{
    grid_ = std::move(grid);
    const auto n = static_cast<std::size_t>(sorted_positions.size());
    column_exact_.assign(sorted_positions.begin(), sorted_positions.end());
    column_position_.resize(n);
    for (auto* axis : {&column_x_, &column_y_, &column_z_})
        axis->resize(n + pack_slack);
    parallel_for(sorted_positions.size(), [&](Index i) {
        const auto k = static_cast<std::size_t>(i);
        const LocalPosition p = frame_.local(sorted_positions[i]);
        column_position_[k] = p;
        column_x_[k] = p.x;
        column_y_[k] = p.y;
        column_z_[k] = p.z;
    });
}

void Neighborhood::find_among_columns()
{
    rows_are_columns_ = true;
    build(const_view(column_exact_));
}

void Neighborhood::find_at(View<const Vec3d> points)
{
    rows_are_columns_ = false;
    row_position_.resize(static_cast<std::size_t>(points.size()));
    parallel_for(points.size(), [&](Index i) { row_position_[static_cast<std::size_t>(i)] = frame_.local(points[i]); });
    build(points);
}

void Neighborhood::build(View<const Vec3d> rows)
{
    // The number of pairs is known only afterwards: where the room of last time does not do, search once more with enough.
    if (column_.empty())
        column_.resize(static_cast<std::size_t>(rows.size()) * 48);
    while (!try_build(rows))
        column_.resize(static_cast<std::size_t>(used_slots_ + used_slots_ / 8));
}

bool Neighborhood::try_build(View<const Vec3d> rows)
{
    const Index slices = rows.size() / rows_per_slice + (rows.size() % rows_per_slice != 0);
    slice_begin_.resize(static_cast<std::size_t>(slices));
    count_.resize(static_cast<std::size_t>(slices) * rows_per_slice);
    std::fill(count_.begin() + rows.size(), count_.end(), 0);
    row_count_ = rows.size();
    std::atomic<std::int64_t> used_slots = 0;

    const InstructionSet set = current_execution().instruction_set;
    const auto collect = kernel_for<CollectNeighbors>(set);
    const auto interleave = kernel_for<InterleaveRows>(set);
    const ExactPairs exact{rows, const_view(column_exact_), support_ * support_, periodicity_};
    const View<const LocalPosition> row_positions = view().row_position;

    auto block = [&](Index begin, Index end) {
        thread_local Staging staging;
        std::array<std::size_t, rows_per_block> list_begin;
        std::size_t found = 0;

        // Rows of one cell share their candidates.
        for (Index row = begin; row < end;)
        {
            const Cell cell = grid_.cell_of(rows[row]);
            Index row_end = row + 1;
            while (row_end < end && grid_.cell_of(rows[row_end]) == cell)
                ++row_end;

            CellGrid::AdjacentRuns runs;
            const int run_count = grid_.adjacent_runs(cell, runs);
            std::int64_t candidates = 0;
            for (int r = 0; r < run_count; ++r)
                candidates += runs[static_cast<std::size_t>(r)].end - runs[static_cast<std::size_t>(r)].begin;
            staging.make_room(candidates, found, row_end - row);

            const CollectNeighbors op{.runs = runs.data(),
                                      .run_count = run_count,
                                      .x = column_x_.data(),
                                      .y = column_y_.data(),
                                      .z = column_z_.data(),
                                      .row_position = row_positions.data(),
                                      .unit = frame_.unit(),
                                      .surely_near = static_cast<Real>(exact.r2 * (1 - doubtful_band)),
                                      .surely_far = static_cast<Real>(exact.r2 * (1 + doubtful_band)),
                                      .context = &exact,
                                      .is_near = &ExactPairs::is_near,
                                      .candidate_x = staging.x.data(),
                                      .candidate_y = staging.y.data(),
                                      .candidate_z = staging.z.data(),
                                      .candidate = staging.candidate.data(),
                                      .found = staging.found.data() + found,
                                      .count = count_.data()};
            collect(op, row, row_end);
            for (; row < row_end; ++row)
            {
                list_begin[static_cast<std::size_t>(row - begin)] = found;
                found += static_cast<std::size_t>(count_[static_cast<std::size_t>(row)]);
            }
        }

        for (Index first = begin; first < end; first += rows_per_slice)
        {
            const Index* count = count_.data() + first;
            std::array<const Index*, rows_per_slice> lists;
            for (Index r = 0; r < rows_per_slice; ++r)
                lists[static_cast<std::size_t>(r)] = staging.found.data() + (first + r < end ? list_begin[static_cast<std::size_t>(first + r - begin)] : 0);
            const Index longest = *std::max_element(count, count + rows_per_slice);
            const std::int64_t slots = static_cast<std::int64_t>(longest) * rows_per_slice;
            const std::int64_t slot = used_slots.fetch_add(slots);
            slice_begin_[static_cast<std::size_t>(first / rows_per_slice)] = slot;
            if (slot + slots <= slot_count())
                interleave({.list = lists.data(), .count = count, .longest = longest, .slots = column_.data() + slot}, 0, 0);
        }
    };
    for_each_chunk(rows.size(), rows_per_block, block);
    used_slots_ = used_slots;
    return used_slots_ <= slot_count();
}

NeighborView Neighborhood::view() const
{
    const View<const LocalPosition> columns = const_view(column_position_);
    return {.slice_begin = const_view(slice_begin_),
            .count = const_view(count_),
            .column = column_.data(),
            .row_position = rows_are_columns_ ? columns : const_view(row_position_),
            .column_position = columns,
            .unit = frame_.unit()};
}

std::size_t Neighborhood::bytes() const
{
    const auto size_of = [](const auto& array) { return array.capacity() * sizeof(array[0]); };
    return size_of(column_exact_) + size_of(column_position_) + size_of(row_position_) + size_of(column_x_) + size_of(column_y_) + size_of(column_z_) +
           size_of(slice_begin_) + size_of(count_) + size_of(column_);
}

std::int64_t Neighborhood::pair_count() const
{
    return reduce(
        static_cast<Index>(count_.size()), std::int64_t{0}, [&](Index i) { return std::int64_t{count_[static_cast<std::size_t>(i)]}; },
        [](std::int64_t a, std::int64_t b) { return a + b; });
}
} // namespace aspic
