#include "aspic/solvers/elasticity/coarse_space.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>

namespace aspic
{
namespace
{
constexpr Index cells_at_a_time = 16;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// [m] between particles, as their volumes say.
double spacing_of(const RestShape& shape)
{
    const double volume = sum(shape.size(), [&](Index i) { return shape.volume()[i]; }) / std::max<Index>(shape.size(), 1);
    return std::pow(volume, 1.0 / shape.dimension());
}

template <class Op> void run_cells(const Op& op, Index cells)
{
    const auto kernel = kernel_for<Op>(current_execution().instruction_set);
    auto piece = [&](Index begin, Index end) { kernel(op, begin, end); };
    for_each_chunk(cells, cells_at_a_time, piece);
}
} // namespace

/// Which unknowns the particles hang on: corners of a grid, those of parts that are not connected each with copies of their own.
class CoarseSpace::Numbering
{
public:
    Numbering(const RestShape& shape, double cell)
        : shape_(shape), cell_(cell), cells(at(shape.size())), places(at(shape.size())), unknowns(at(shape.size()))
    {
        place_on_grid();
        split_corners();
    }

private:
    const RestShape& shape_;
    double cell_; ///< [m]
    Index grid_corners_ = 0;

public:
    Array<Index> cells;        ///< of the grid, of each particle
    Array<CoarsePlace> places; ///< of each particle
    Array<Corners> unknowns;   ///< of each particle
    Index size = 0;            ///< how many unknowns there are

private:
    void place_on_grid()
    {
        const bool is_flat = shape_.dimension() == 2;
        Vec3d low = shape_.size() > 0 ? shape_.points()[0] : Vec3d{};
        for (const Vec3d& x : shape_.points())
            low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
        std::unordered_map<std::int64_t, Index> corner_numbers, cell_numbers;
        const auto key = [](const std::array<std::int64_t, 3>& c) { return (c[2] << 42) + (c[1] << 21) + c[0]; };
        const auto number = [](std::unordered_map<std::int64_t, Index>& numbers, std::int64_t k) {
            return numbers.try_emplace(k, static_cast<Index>(numbers.size())).first->second;
        };
        for (Index i = 0; i < shape_.size(); ++i)
        {
            const Vec3d r = (1 / cell_) * (shape_.points()[i] - low);
            std::array<std::int64_t, 3> c{};
            places[at(i)].particle = i;
            for (std::size_t axis = 0; axis < 3; ++axis)
            {
                const bool counts = !is_flat || axis < 2;
                c[axis] = counts ? static_cast<std::int64_t>(std::floor(r[static_cast<int>(axis)])) : 0;
                places[at(i)].share[axis] = counts ? static_cast<float>(r[static_cast<int>(axis)] - static_cast<double>(c[axis])) : 0;
            }
            cells[at(i)] = number(cell_numbers, key(c));
            for (std::size_t corner = 0; corner < corners; ++corner)
            {
                const auto step = [&](std::size_t axis) { return static_cast<std::int64_t>((corner >> axis) % 2); };
                unknowns[at(i)][corner] = number(corner_numbers, key({c[0] + step(0), c[1] + step(1), c[2] + (is_flat ? 0 : step(2))}));
            }
        }
        grid_corners_ = static_cast<Index>(corner_numbers.size());
    }

    /// Particles of a corner that are not connected by neighbours among them get a copy of it of their own.
    void split_corners()
    {
        const auto [begin, members] = members_of_corners();
        Array<Index> part(at(shape_.size()), -1), corner_of(at(shape_.size()), -1); // of the corner that is looked at
        std::vector<Index> waiting;
        for (Index corner = 0; corner < grid_corners_; ++corner)
        {
            const std::span<const Index> own(members.data() + begin[at(corner)], at(begin[at(corner) + 1] - begin[at(corner)]));
            for (const Index i : own)
            {
                corner_of[at(i)] = corner;
                part[at(i)] = -1;
            }
            for (const Index first : own)
            {
                if (part[at(first)] >= 0)
                    continue;
                part[at(first)] = size;
                for (waiting = {first}; !waiting.empty();)
                {
                    const Index i = waiting.back();
                    waiting.pop_back();
                    shape_.neighborhood().for_each_neighbor(i, [&](Index j) {
                        if (corner_of[at(j)] != corner || part[at(j)] >= 0)
                            return;
                        part[at(j)] = size;
                        waiting.push_back(j);
                    });
                }
                ++size;
            }
            for (const Index i : own)
                std::ranges::replace(unknowns[at(i)], corner, -1 - part[at(i)]); // marked as new
        }
        for (Corners& each : unknowns)
            for (Index& unknown : each)
                unknown = -1 - unknown;
    }

    /// Particles of each corner of the grid, in ascending order.
    [[nodiscard]] std::pair<Array<std::int64_t>, Array<Index>> members_of_corners() const
    {
        const std::size_t distinct = shape_.dimension() == 2 ? corners / 2 : corners;
        Array<std::int64_t> begin(at(grid_corners_) + 1, 0);
        for (const Corners& each : unknowns)
            for (std::size_t c = 0; c < distinct; ++c)
                ++begin[at(each[c])];
        Array<Index> members(at(scan(aspic::view(begin))));
        Array<std::int64_t> next = begin;
        for (Index i = 0; i < shape_.size(); ++i)
            for (std::size_t c = 0; c < distinct; ++c)
                members[at(next[at(unknowns[at(i)][c])]++)] = i;
        return {std::move(begin), std::move(members)};
    }
};

/// Cells of the grid are split where their particles hang on different copies of corners.
CoarseSpace::CoarseSpace(const RestShape& shape, double spacings) : shape_(&shape), cell_size_(spacings * spacing_of(shape))
{
    const Numbering numbering(shape, cell_size_);
    size_ = numbering.size;
    Array<Index> order(at(shape.size()));
    std::iota(order.begin(), order.end(), 0);
    const auto group = [&](Index i) { return std::tie(numbering.cells[at(i)], numbering.unknowns[at(i)]); };
    std::ranges::stable_sort(order, [&](Index i, Index j) { return group(i) < group(j); });
    for (std::size_t k = 0; k < order.size(); ++k)
    {
        const Index i = order[k];
        if (k == 0 || group(order[k - 1]) != group(i))
        {
            cell_begin_.push_back(static_cast<Index>(k));
            cell_corners_.push_back(numbering.unknowns[at(i)]);
        }
        places_.push_back(numbering.places[at(i)]);
    }
    cell_begin_.push_back(static_cast<Index>(order.size()));
    list_meetings();
}

void CoarseSpace::list_meetings()
{
    meeting_begin_.assign(at(size_) + 1, 0);
    for (const Corners& cell : cell_corners_)
        for (const Index unknown : cell)
            ++meeting_begin_[at(unknown) + 1];
    std::partial_sum(meeting_begin_.begin(), meeting_begin_.end(), meeting_begin_.begin());
    Array<Index> next = meeting_begin_;
    meetings_.resize(cell_corners_.size() * corners);
    for (std::size_t cell = 0; cell < cell_corners_.size(); ++cell)
        for (std::size_t c = 0; c < corners; ++c)
            meetings_[at(next[at(cell_corners_[cell][c])]++)] = static_cast<Index>(cell * corners + c);
}

std::array<double, CoarseSpace::corners> CoarseSpace::weights_at(const CoarsePlace& place)
{
    std::array<double, corners> weights{};
    for (std::size_t c = 0; c < corners; ++c)
    {
        weights[c] = 1;
        for (std::size_t axis = 0; axis < 3; ++axis)
            weights[c] *= (c >> axis) % 2 == 1 ? double(place.share[axis]) : 1 - double(place.share[axis]);
    }
    return weights;
}

void CoarseSpace::restrict_to(View<const Vec3> r, View<const Index> held, View<float> coarse, Scratch& scratch) const
{
    const Scratch::Turn turn(scratch);
    const auto cells = static_cast<Index>(cell_corners_.size());
    const View<Vec4> sums = scratch.take<Vec4>(cells * static_cast<Index>(corners));
    run_cells(SumAtCorners{const_view(places_), const_view(cell_begin_), r, held, sums}, cells);
    parallel_for(size_, [&](Index unknown) {
        Vec3 sum;
        for (Index k = meeting_begin_[at(unknown)]; k < meeting_begin_[at(unknown) + 1]; ++k)
            sum += sums[meetings_[at(k)]].xyz;
        for (int axis = 0; axis < 3; ++axis)
            coarse[3 * unknown + axis] = static_cast<float>(sum[axis]);
    });
}

void CoarseSpace::add_to(View<Vec3> z, Real share, View<const Index> held, View<const float> coarse) const
{
    const AddFromCorners add{.places = const_view(places_),
                             .cell_begin = const_view(cell_begin_),
                             .corners = cell_corners_.data()->data(),
                             .coarse = coarse.data(),
                             .share = share,
                             .held = held,
                             .z = z};
    run_cells(add, static_cast<Index>(cell_corners_.size()));
}

std::size_t CoarseSpace::bytes() const
{
    return places_.capacity() * sizeof(CoarsePlace) + cell_corners_.capacity() * sizeof(Corners) +
           (cell_begin_.capacity() + meeting_begin_.capacity() + meetings_.capacity()) * sizeof(Index);
}
} // namespace aspic
