#include "aspic/neighbors/cell_grid.h"

#include <bit>
#include <cmath>
#include <stdexcept>
#include <tuple>

namespace aspic
{
namespace
{
struct Bounds
{
    Vec3d low{HUGE_VAL, HUGE_VAL, HUGE_VAL};
    Vec3d high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
};

Bounds bounds_of(View<const Vec3d> positions)
{
    const auto join = [](const Bounds& a, const Bounds& b) {
        Bounds c;
        for (int axis = 0; axis < 3; ++axis)
        {
            c.low[axis] = min(a.low[axis], b.low[axis]);
            c.high[axis] = max(a.high[axis], b.high[axis]);
        }
        return c;
    };
    return reduce(positions.size(), Bounds{}, [&](Index i) { return Bounds{positions[i], positions[i]}; }, join);
}

void check_positions(View<const Vec3d> positions, double largest)
{
    const auto is_bad = [&](Index i) {
        const Vec3d& x = positions[i];
        return !(std::abs(x.x) <= largest && std::abs(x.y) <= largest && std::abs(x.z) <= largest); // true for NaN
    };
    const Index none = positions.size();
    const Index first = reduce(
        positions.size(), none, [&](Index i) { return is_bad(i) ? i : none; }, [](Index a, Index b) { return std::min(a, b); });
    if (first < none)
        throw std::domain_error("position of point " + std::to_string(first) + " is not finite, or farther from the origin than " +
                                std::to_string(largest) + " m");
}

void check_periodicity(double reach, const Periodicity& periodicity)
{
    for (int axis = 0; axis < 3; ++axis)
        if (const double period = periodicity.period[axis]; period > 0 && period < 2 * reach)
            throw std::domain_error("the period of axis " + std::to_string(axis) + ", " + std::to_string(period) +
                                    " m, is shorter than two support radii, " + std::to_string(2 * reach) + " m");
}

std::uint64_t mix(std::uint64_t a)
{
    a *= 0x9E3779B97F4A7C15U;
    return a ^ (a >> 32);
}
} // namespace

CellGrid::CellGrid(View<const Vec3d> positions, double reach, const Periodicity& periodicity) : lattice_(reach, periodicity)
{
    check_periodicity(reach, periodicity);
    check_positions(positions, lattice_.largest_coordinate());
    sort_points(positions);
    find_cells(positions);
    fill_table();
}

void CellGrid::sort_points(View<const Vec3d> positions)
{
    if (positions.empty())
        return;
    const Bounds bounds = bounds_of(positions);
    Cell lowest = cell_of(bounds.low);
    Cell highest = cell_of(bounds.high);
    const auto whole_period = [&](int axis, std::int64_t& low, std::int64_t& high) {
        if (const std::int64_t cells = lattice_.cells_per_period(axis); cells > 0)
        {
            low = 0;
            high = cells - 1;
        }
    };
    whole_period(0, lowest.x, highest.x);
    whole_period(1, lowest.y, highest.y);
    whole_period(2, lowest.z, highest.z);

    const MortonKeys morton(lowest, highest);
    keys_.resize(static_cast<std::size_t>(positions.size()));
    parallel_for(positions.size(), [&](Index i) { keys_[static_cast<std::size_t>(i)] = morton.key(cell_of(positions[i])); });
    sort_by_key(keys_, order_, morton.bits());
    keys_are_unique_ = morton.are_unique();
    if (keys_are_unique_)
        return;

    // Far apart cells share keys: bring the points of one cell together.
    const auto cell_at = [&](Index i) { return cell_of(positions[i]); };
    const auto before = [&](Index a, Index b) {
        const Cell p = cell_at(a);
        const Cell q = cell_at(b);
        return std::tie(p.x, p.y, p.z) < std::tie(q.x, q.y, q.z);
    };
    for (std::size_t begin = 0, end = 0; begin < keys_.size(); begin = end)
    {
        while (end < keys_.size() && keys_[end] == keys_[begin])
            ++end;
        std::stable_sort(order_.begin() + static_cast<std::ptrdiff_t>(begin), order_.begin() + static_cast<std::ptrdiff_t>(end), before);
    }
}

void CellGrid::find_cells(View<const Vec3d> positions)
{
    // Pieces are independent: each lists the cells that begin in it.
    constexpr Index piece = 1 << 14;
    const Index n = positions.size();
    std::vector<std::vector<OccupiedCell>> found(static_cast<std::size_t>(n / piece + 1));
    const auto cell_at = [&](std::size_t k) { return cell_of(positions[order_[k]]); };
    auto search = [&](Index begin, Index end) {
        auto& cells = found[static_cast<std::size_t>(begin / piece)];
        for (Index k = begin; k < end; ++k)
        {
            const auto here = static_cast<std::size_t>(k);
            const bool same_key = k > 0 && keys_[here] == keys_[here - 1];
            if (same_key && (keys_are_unique_ || cell_at(here) == cell_at(here - 1)))
                continue;
            cells.push_back({cell_at(here), k});
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
    const std::size_t cells = cells_.size() - 1;
    table_.assign(std::bit_ceil(2 * cells + 1), -1);
    for (std::size_t c = 0; c < cells; ++c)
    {
        std::size_t place = table_place(cells_[c].cell);
        while (table_[place] >= 0)
            place = (place + 1) & (table_.size() - 1);
        table_[place] = static_cast<Index>(c);
    }
}

std::size_t CellGrid::table_place(const Cell& cell) const
{
    const std::uint64_t hash = mix(mix(mix(static_cast<std::uint64_t>(cell.x)) + static_cast<std::uint64_t>(cell.y)) + static_cast<std::uint64_t>(cell.z));
    return hash & (table_.size() - 1);
}

Index CellGrid::find(const Cell& cell) const
{
    std::size_t place = table_place(cell);
    while (table_[place] >= 0 && cells_[static_cast<std::size_t>(table_[place])].cell != cell)
        place = (place + 1) & (table_.size() - 1);
    return table_[place];
}

int CellGrid::adjacent_runs(const Cell& cell, AdjacentRuns& runs) const
{
    std::array<std::array<std::int64_t, 3>, 3> along{};
    std::array<int, 3> count{};
    const std::array here{cell.x, cell.y, cell.z};
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
        const std::int64_t period = lattice_.cells_per_period(static_cast<int>(axis));
        for (std::int64_t step = -1; step <= 1; ++step)
        {
            if ((period == 1 && step != 0) || (period == 2 && step == -1))
                continue; // the same cell is met from the other side
            std::int64_t place = here[axis] + step;
            if (period > 0)
                place = (place + period) % period;
            along[axis][static_cast<std::size_t>(count[axis]++)] = place;
        }
    }

    int found = 0;
    for (int i = 0; i < count[0]; ++i)
        for (int j = 0; j < count[1]; ++j)
            for (int k = 0; k < count[2]; ++k)
            {
                const Index c = find({along[0][static_cast<std::size_t>(i)], along[1][static_cast<std::size_t>(j)], along[2][static_cast<std::size_t>(k)]});
                if (c >= 0)
                    runs[static_cast<std::size_t>(found++)] = {cells_[static_cast<std::size_t>(c)].begin, cells_[static_cast<std::size_t>(c) + 1].begin};
            }
    std::sort(runs.begin(), runs.begin() + found, [](const PointRun& a, const PointRun& b) { return a.begin < b.begin; });
    return found;
}
} // namespace aspic
