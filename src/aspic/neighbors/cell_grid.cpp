#include "aspic/neighbors/cell_grid.h"

#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <tuple>

namespace aspic
{
namespace
{
struct Bounds
{
    Vec3d low{HUGE_VAL, HUGE_VAL, HUGE_VAL};
    Vec3d high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    Index first_bad = std::numeric_limits<Index>::max();

    [[nodiscard]] double largest_coordinate() const
    {
        double largest = 0;
        for (int axis = 0; axis < 3 && low.x <= high.x; ++axis)
            largest = max(largest, max(abs(low[axis]), abs(high[axis])));
        return largest;
    }
};

/// Box around all points; the first one that is not finite or beyond `largest` is named.
Bounds bounds_of(View<const Vec3d> positions, double largest)
{
    const auto one = [&](Index i) {
        const Vec3d& x = positions[i];
        const bool good = abs(x.x) <= largest && abs(x.y) <= largest && abs(x.z) <= largest; // false for NaN
        return Bounds{x, x, good ? std::numeric_limits<Index>::max() : i};
    };
    const auto join = [](const Bounds& a, const Bounds& b) {
        return Bounds{{min(a.low.x, b.low.x), min(a.low.y, b.low.y), min(a.low.z, b.low.z)},
                      {max(a.high.x, b.high.x), max(a.high.y, b.high.y), max(a.high.z, b.high.z)},
                      std::min(a.first_bad, b.first_bad)};
    };
    const Bounds bounds = reduce(positions.size(), Bounds{}, one, join);
    if (bounds.first_bad < positions.size())
        throw std::domain_error("the position of point " + std::to_string(bounds.first_bad) +
                                " is not finite, or farther from the origin than " + std::to_string(largest) + " m");
    return bounds;
}

std::uint64_t mix(std::uint64_t a)
{
    a *= 0x9E3779B97F4A7C15U;
    return a ^ (a >> 32);
}

/// Joins runs that follow each other without a gap.
int join_runs(CellGrid::AdjacentRuns& runs, int count)
{
    int joined = 0;
    for (int r = 0; r < count; ++r)
    {
        const PointRun run = runs[static_cast<std::size_t>(r)];
        if (joined > 0 && runs[static_cast<std::size_t>(joined - 1)].end == run.begin)
            runs[static_cast<std::size_t>(joined - 1)].end = run.end;
        else
            runs[static_cast<std::size_t>(joined++)] = run;
    }
    return joined;
}
} // namespace

CellGrid::CellGrid(double reach, const Periodicity& periodicity) : lattice_(reach, periodicity)
{
    if (!(reach > 0 && std::isfinite(reach)))
        throw std::domain_error("the support radius is " + std::to_string(reach) + " m: it must be positive and finite");
    for (int axis = 0; axis < 3; ++axis)
        if (const double period = periodicity.period[axis]; period > 0 && period < 2 * reach)
            throw std::domain_error("the period of axis " + std::to_string(axis) + ", " + std::to_string(period) +
                                    " m, is shorter than two support radii, " + std::to_string(2 * reach) + " m");
    build({});
}

void CellGrid::build(View<const Vec3d> positions, Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const View<std::uint64_t> keys = scratch.take<std::uint64_t>(positions.size());
    sort_points(positions, keys, scratch);
    find_cells(positions, keys);
    fill_table();
}

void CellGrid::build(View<const Vec3d> positions)
{
    Scratch scratch;
    build(positions, scratch);
}

double CellGrid::check(View<const Vec3d> positions) const
{
    return bounds_of(positions, lattice_.largest_coordinate()).largest_coordinate();
}

void CellGrid::sort_points(View<const Vec3d> positions, View<std::uint64_t> keys, Scratch& scratch)
{
    order_.resize(static_cast<std::size_t>(positions.size()));
    const Bounds bounds = bounds_of(positions, lattice_.largest_coordinate());
    largest_coordinate_ = bounds.largest_coordinate();
    if (positions.empty())
        return;
    lowest_ = cell_of(bounds.low);
    highest_ = cell_of(bounds.high);
    for (const int axis : {0, 1, 2})
        if (const std::int64_t cells = lattice_.cells_per_period(axis); cells > 0)
        {
            lowest_[axis] = 0;
            highest_[axis] = cells - 1;
        }

    morton_ = MortonKeys(lowest_, highest_);
    parallel_for(positions.size(), [&](Index i) { keys[i] = morton_.key(cell_of(positions[i])); });
    sort_by_key(keys, view(order_), morton_.bits(), scratch);
    if (morton_.are_unique())
        return;

    // Far apart cells share keys: bring the points of one cell together.
    const auto before = [&](Index a, Index b) {
        const Cell p = cell_of(positions[a]);
        const Cell q = cell_of(positions[b]);
        return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
    };
    for (Index begin = 0, end = 0; begin < keys.size(); begin = end)
    {
        while (end < keys.size() && keys[end] == keys[begin])
            ++end;
        std::stable_sort(order_.begin() + begin, order_.begin() + end, before);
    }
}

void CellGrid::find_cells(View<const Vec3d> positions, View<const std::uint64_t> keys)
{
    // Pieces are independent: each lists the cells that begin in it.
    constexpr Index piece = 1 << 14;
    const Index n = positions.size();
    std::vector<Array<OccupiedCell>> found(static_cast<std::size_t>(n / piece + 1));
    const auto cell_at = [&](Index place) { return cell_of(positions[order_[static_cast<std::size_t>(place)]]); };
    auto search = [&](Index begin, Index end) {
        auto& cells = found[static_cast<std::size_t>(begin / piece)];
        for (Index place = begin; place < end; ++place)
        {
            const bool same_key = place > 0 && keys[place] == keys[place - 1];
            if (!same_key || (!morton_.are_unique() && cell_at(place) != cell_at(place - 1)))
                cells.push_back({cell_at(place), place});
        }
    };
    for_each_chunk(n, piece, search);

    cells_.clear();
    for (const auto& cells : found)
        cells_.insert(cells_.end(), cells.begin(), cells.end());
    cells_.push_back({{}, n});
}

void CellGrid::fill_table()
{
    const double box = static_cast<double>(highest_.x - lowest_.x + 3) * static_cast<double>(highest_.y - lowest_.y + 3) *
                       static_cast<double>(highest_.z - lowest_.z + 3);
    dense_.clear();
    table_.clear();
    if (box <= static_cast<double>(order_.size()) + 4096)
    {
        fill_dense_table(static_cast<std::size_t>(box));
        order_adjacent_cells();
        return;
    }
    const auto cells = static_cast<std::size_t>(cell_count());
    table_.resize(std::bit_ceil(2 * cells + 1), -1);
    for (std::size_t c = 0; c < cells; ++c)
    {
        std::size_t place = hash_place(cells_[c].cell);
        while (table_[place] >= 0)
            place = (place + 1) & (table_.size() - 1);
        table_[place] = static_cast<Index>(c);
    }
}

void CellGrid::fill_dense_table(std::size_t places)
{
    dense_.resize(places, PointRun{0, 0});
    for (Index c = 0; c < cell_count(); ++c)
        dense_[dense_place(cell(c))] = points(c);
}

/// Two adjacent cells along an axis lie in the same pair of cells (their places differ in the last bit) or in neighbouring pairs. So the
/// 27 cells lie in up to 2×2×2 blocks. Inside a block the curve runs along z, y, x by the last bits; the blocks follow each other by the
/// axis in which the bit that tells their pairs apart stands highest in the key, then the next. That makes 8 parities times 6 rankings.
void CellGrid::order_adjacent_cells()
{
    constexpr std::array<std::array<int, 3>, 6> rankings{
        {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}}; // highest first
    const std::int64_t line = highest_.x - lowest_.x + 3;
    const std::int64_t layer = line * (highest_.y - lowest_.y + 3);
    adjacent_steps_.resize(8 * rankings.size());
    for (std::size_t way = 0; way < adjacent_steps_.size(); ++way)
    {
        const auto& ranking = rankings[way / 8];
        std::array<std::pair<int, std::int64_t>, max_adjacent> steps;
        std::size_t count = 0;
        for (int dz = -1; dz <= 1; ++dz)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dx = -1; dx <= 1; ++dx)
                {
                    const std::array d{dx, dy, dz};
                    int rank = 0;
                    const auto parity = [&](int axis) { return static_cast<int>(way >> axis) & 1; };
                    for (const int axis : ranking)
                        rank = 2 * rank + ((parity(axis) + d[static_cast<std::size_t>(axis)] + 2) / 2 > (parity(axis) + 1) / 2 ? 1 : 0);
                    for (const int axis : {2, 1, 0})
                        rank = 2 * rank + ((parity(axis) + d[static_cast<std::size_t>(axis)]) & 1);
                    steps[count++] = {rank, dz * layer + dy * line + dx};
                }
        std::sort(steps.begin(), steps.end());
        std::transform(steps.begin(), steps.end(), adjacent_steps_[way].begin(), [](const auto& step) { return step.second; });
    }
}

std::size_t CellGrid::order_at(const Cell& cell) const
{
    std::size_t parity = 0;
    std::array<int, 3> height; // of the bit that tells the two pairs apart
    for (int axis = 0; axis < 3; ++axis)
    {
        const std::int64_t place = cell[axis] - lowest_[axis];
        parity |= static_cast<std::size_t>(place & 1) << axis;
        const int differing = std::countr_one(static_cast<std::uint64_t>((place - 1) >> 1)) + 1;
        height[static_cast<std::size_t>(axis)] = morton_.bit_position(axis, differing);
    }
    const auto [x, y, z] = height;
    const std::size_t ranking = x > y ? (y > z ? 0 : x > z ? 1 : 4) : (x > z ? 2 : y > z ? 3 : 5);
    return 8 * ranking + parity;
}

bool CellGrid::is_surrounded(const Cell& cell) const
{
    if (dense_.empty())
        return false;
    bool inside = true;
    for (int axis = 0; axis < 3; ++axis)
    {
        const std::int64_t rim = lattice_.cells_per_period(axis) > 0 ? 1 : 0; // the border does not repeat the other end of a period
        inside = inside && cell[axis] >= lowest_[axis] + rim && cell[axis] <= highest_[axis] - rim;
    }
    return inside;
}

int CellGrid::surrounded_runs(const Cell& cell, AdjacentRuns& runs) const
{
    const PointRun* here = dense_.data() + dense_place(cell);
    int found = -1;
    Index last = -1; // end of the last run
    for (const std::int64_t step : adjacent_steps_[order_at(cell)])
    {
        const PointRun run = here[step];
        if (run.begin == run.end)
            continue;
        found += run.begin != last ? 1 : 0; // else it goes on
        PointRun& open = runs[static_cast<std::size_t>(found)];
        open = {run.begin != last ? run.begin : open.begin, run.end};
        last = run.end;
    }
    return found + 1;
}

std::size_t CellGrid::dense_place(const Cell& cell) const
{
    const std::int64_t nx = highest_.x - lowest_.x + 3;
    const std::int64_t ny = highest_.y - lowest_.y + 3;
    return static_cast<std::size_t>(((cell.z - lowest_.z + 1) * ny + cell.y - lowest_.y + 1) * nx + cell.x - lowest_.x + 1);
}

std::size_t CellGrid::hash_place(const Cell& cell) const
{
    const std::uint64_t hash =
        mix(mix(mix(static_cast<std::uint64_t>(cell.x)) + static_cast<std::uint64_t>(cell.y)) + static_cast<std::uint64_t>(cell.z));
    return hash & (table_.size() - 1);
}

PointRun CellGrid::find(const Cell& cell) const
{
    for (int axis = 0; axis < 3; ++axis)
        if (cell[axis] < lowest_[axis] || cell[axis] > highest_[axis])
            return {0, 0};
    if (!dense_.empty())
        return dense_[dense_place(cell)];
    std::size_t place = hash_place(cell);
    while (table_[place] >= 0 && cells_[static_cast<std::size_t>(table_[place])].cell != cell)
        place = (place + 1) & (table_.size() - 1);
    return table_[place] >= 0 ? points(table_[place]) : PointRun{0, 0};
}

Index CellGrid::cell_with_point(Index place) const
{
    const auto after = std::upper_bound(cells_.begin(), cells_.end(), place, [](Index p, const OccupiedCell& c) { return p < c.begin; });
    return static_cast<Index>(after - cells_.begin()) - 1;
}

int CellGrid::adjacent_runs(const Cell& cell, AdjacentRuns& runs) const
{
    if (is_surrounded(cell))
        return surrounded_runs(cell, runs);

    std::array<std::array<std::int64_t, 3>, 3> near;
    std::array<std::size_t, 3> count{};
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
        const std::int64_t period = lattice_.cells_per_period(static_cast<int>(axis));
        for (const std::int64_t step : {-1, 0, 1})
        {
            if ((period == 1 && step != 0) || (period == 2 && step == -1))
                continue; // the same cell is met from the other side
            const std::int64_t place = cell[static_cast<int>(axis)] + step;
            near[axis][count[axis]++] = period > 0 ? (place + period) % period : place;
        }
    }
    int found = 0;
    for (std::size_t k = 0; k < count[2]; ++k)
        for (std::size_t j = 0; j < count[1]; ++j)
            for (std::size_t i = 0; i < count[0]; ++i)
                if (const PointRun run = find({near[0][i], near[1][j], near[2][k]}); run.begin < run.end)
                    runs[static_cast<std::size_t>(found++)] = run;
    std::sort(runs.begin(), runs.begin() + found, [](const PointRun& a, const PointRun& b) { return a.begin < b.begin; });
    return join_runs(runs, found);
}

std::size_t CellGrid::bytes() const
{
    const auto size_of = [](const auto& array) { return array.capacity() * sizeof(array[0]); };
    return size_of(order_) + size_of(cells_) + size_of(dense_) + size_of(table_);
}
} // namespace aspic
