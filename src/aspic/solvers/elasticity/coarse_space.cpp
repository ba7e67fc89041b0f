#include "aspic/solvers/elasticity/coarse_space.h"

#include "aspic/compute/parallel.h"
#include "aspic/solvers/elasticity/stretch_energy.h"

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
constexpr double spacings_per_cell = 4;
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
    explicit Numbering(const RestShape& shape)
        : shape_(shape), cells(at(shape.size())), places(at(shape.size())), unknowns(at(shape.size()))
    {
        place_on_grid();
        split_corners();
    }

private:
    const RestShape& shape_;
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
        const double cell = spacings_per_cell * spacing_of(shape_);
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
            const Vec3d r = (1 / cell) * (shape_.points()[i] - low);
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
CoarseSpace::CoarseSpace(const RestShape& shape) : shape_(&shape), place_of_(at(shape.size())), cell_of_(at(shape.size()))
{
    const Numbering numbering(shape);
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
        place_of_[at(i)] = static_cast<Index>(k);
        cell_of_[at(i)] = static_cast<Index>(cell_corners_.size()) - 1;
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

void CoarseSpace::restrict_to(View<const Vec3> r, View<const Index> held, const Values& coarse, Scratch& scratch) const
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
            coarse.of(unknown)[axis] = static_cast<float>(sum[axis]);
    });
}

void CoarseSpace::add_to(View<Vec3> z, Real share, View<const Index> held, const Values& coarse) const
{
    const AddFromCorners add{.places = const_view(places_),
                             .cell_begin = const_view(cell_begin_),
                             .corners = cell_corners_.data()->data(),
                             .coarse = coarse.of(0),
                             .stride = 3 * coarse.bodies,
                             .share = share,
                             .held = held,
                             .z = z};
    run_cells(add, static_cast<Index>(cell_corners_.size()));
}

/// A sum of one cell of the grid to an entry of the matrix.
struct CoarseSpace::Entry
{
    Index row, column;
    double value;
};

/// What the particles of one cell add, as a small dense matrix over the unknowns that they and their neighbours hang on.
class CoarseSpace::Block
{
public:
    Block(const CoarseSpace& space, const ElasticStuff& stuff, double factor, View<const Index> held)
        : space_(space), stuff_(stuff), rest_(space.shape_->view()), factor_(factor), held_(held), local_(at(space.size()), -1)
    {
    }

    void add_cell(Index cell, std::vector<Entry>& entries)
    {
        const std::span<const CoarsePlace> places(space_.places_.data() + space_.cell_begin_[at(cell)],
                                                  at(space_.cell_begin_[at(cell) + 1] - space_.cell_begin_[at(cell)]));
        unknowns_.clear();
        for (const CoarsePlace& place : places)
        {
            note(place.particle);
            for_each_neighbor(rest_.near, place.particle, [&](const Neighbor& j) { note(j.column); });
        }
        values_.assign(unknowns_.size() * unknowns_.size(), 0);
        g_.assign(unknowns_.size(), Vec3d{});
        y_.assign(unknowns_.size(), Vec3d{});
        error_.assign(unknowns_.size(), 0);
        for (const CoarsePlace& place : places)
            add_particle(place.particle);
        for (std::size_t a = 0; a < unknowns_.size(); ++a)
            for (std::size_t b = 0; b < unknowns_.size(); ++b)
                if (const double value = values_[std::min(a, b) * unknowns_.size() + std::max(a, b)]; value != 0)
                    entries.push_back({unknowns_[a], unknowns_[b], value});
        for (const Index unknown : unknowns_)
            local_[at(unknown)] = -1;
    }

private:
    [[nodiscard]] bool is_held(Index i) const { return !held_.empty() && held_[i] != 0; }

    void note(Index particle)
    {
        if (!is_held(particle))
            for (const Index unknown : space_.corners_of(particle))
                if (local_[at(unknown)] < 0)
                {
                    local_[at(unknown)] = static_cast<Index>(unknowns_.size());
                    unknowns_.push_back(unknown);
                }
    }

    /// Calls f(local unknown, weight) for what a particle hangs on.
    template <class F> void for_each_weight(Index particle, const F& f) const
    {
        if (is_held(particle))
            return;
        const auto weights = weights_at(space_.places_[at(space_.place_of_[at(particle)])]);
        for (std::size_t c = 0; c < corners; ++c)
            if (weights[c] != 0)
                f(at(local_[at(space_.corners_of(particle)[c])]), weights[c]);
    }

    void add(std::size_t a, std::size_t b, double value) { values_[std::min(a, b) * unknowns_.size() + std::max(a, b)] += value; }

    /// An energy's matrix is the same sum over unknowns as over particles (stretch_energy.h).
    void add_particle(Index i)
    {
        const StretchEnergy energy(rest_, stuff_.stiffness[at(i)], i);
        touched_.clear();
        for (const StretchEnergy::Part& part : energy.parts())
            for_each_weight(part.particle, [&](std::size_t a, double w) {
                if (error_[a] == 0)
                    touched_.push_back(a);
                error_[a] = 1;
                g_[a] += w * part.g;
                y_[a] += w * part.y;
            });
        for (std::size_t k = 0; k < touched_.size(); ++k)
            for (std::size_t l = k; l < touched_.size(); ++l)
            {
                const std::size_t a = touched_[k], b = touched_[l];
                add(a, b, factor_ * (dot(y_[a], g_[b]) + dot(g_[a], y_[b])));
            }
        for (const std::size_t a : touched_)
        {
            g_[a] = y_[a] = Vec3d{};
            error_[a] = 0;
        }
        for (const StretchEnergy::Part& part : energy.parts())
            if (!energy.is_own(part) && part.k != 0)
                add_tie(i, part.particle, factor_ * part.k);
        for_each_weight(i, [&](std::size_t a, double w_a) {
            for_each_weight(i, [&](std::size_t b, double w_b) {
                if (a <= b)
                    add(a, b, double(stuff_.mass[at(i)]) * w_a * w_b);
            });
        });
    }

    /// k (c_j − c_i)².
    void add_tie(Index i, Index j, double k)
    {
        touched_.clear();
        const auto move = [&](double sign) {
            return [this, sign](std::size_t a, double w) {
                if (error_[a] == 0)
                    touched_.push_back(a);
                error_[a] += sign * w;
            };
        };
        for_each_weight(i, move(-1));
        for_each_weight(j, move(1));
        for (std::size_t m = 0; m < touched_.size(); ++m)
            for (std::size_t l = m; l < touched_.size(); ++l)
                add(touched_[m], touched_[l], k * error_[touched_[m]] * error_[touched_[l]]);
        for (const std::size_t a : touched_)
            error_[a] = 0;
    }

    const CoarseSpace& space_;
    const ElasticStuff& stuff_;
    RestView rest_;
    double factor_;
    View<const Index> held_;
    std::vector<Index> local_;    ///< number among unknowns_ of each unknown; −1: none
    std::vector<Index> unknowns_; ///< of the cell
    std::vector<double> values_;  ///< upper triangle
    std::vector<Vec3d> g_, y_;    ///< of each unknown, as those of particles; 0 between uses
    std::vector<double> error_;   ///< 0 between uses
    std::vector<std::size_t> touched_;
};

namespace
{
/// Unknowns that particles hardly touch have rows of nearly nothing, which rounding may turn negative.
void make_definite(SymmetricMatrix& matrix)
{
    constexpr double unnoticed = 1e-8;
    const auto for_each_diagonal = [&](const auto& use) {
        for (Index row = 0; row < matrix.size; ++row)
            for (auto e = at(matrix.begin[at(row)]); e < at(matrix.begin[at(row) + 1]); ++e)
                if (matrix.column[e] == row)
                    use(matrix.value[e]);
    };
    double largest = 0;
    for_each_diagonal([&](double& value) { largest = std::max(largest, value); });
    for_each_diagonal([&](double& value) { value += unnoticed * largest; });
}
} // namespace

SymmetricMatrix CoarseSpace::matrix(const ElasticStuff& stuff, double factor, View<const Index> held) const
{
    const auto cells = static_cast<Index>(cell_corners_.size());
    std::vector<std::vector<Entry>> of_cell(at(cells));
    auto add_cells = [&](Index first, Index last) {
        Block block(*this, stuff, factor, held);
        for (Index cell = first; cell < last; ++cell)
            block.add_cell(cell, of_cell[at(cell)]);
    };
    for_each_chunk(cells, 16, add_cells);
    std::vector<std::vector<Entry>> of_row(at(size_));
    for (auto& entries : of_cell)
    {
        for (const Entry& entry : entries)
            of_row[at(entry.row)].push_back(entry);
        entries = {};
    }
    SymmetricMatrix result;
    result.size = size_;
    result.begin.push_back(0);
    for (Index row = 0; row < size_; ++row)
    {
        auto& entries = of_row[at(row)];
        if (std::ranges::none_of(entries, [&](const Entry& entry) { return entry.column == row; }))
            entries.push_back({row, row, 1}); // all its particles are held
        std::ranges::stable_sort(entries, {}, &Entry::column);
        for (std::size_t k = 0; k < entries.size(); ++k)
        {
            if (k > 0 && entries[k].column == entries[k - 1].column)
                result.value.back() += entries[k].value;
            else
            {
                result.column.push_back(entries[k].column);
                result.value.push_back(entries[k].value);
            }
        }
        entries = {};
        result.begin.push_back(static_cast<std::int64_t>(result.value.size()));
    }
    make_definite(result);
    return result;
}

std::size_t CoarseSpace::bytes() const
{
    return places_.capacity() * sizeof(CoarsePlace) + cell_corners_.capacity() * sizeof(Corners) +
           (place_of_.capacity() + cell_of_.capacity() + cell_begin_.capacity() + meeting_begin_.capacity() + meetings_.capacity()) *
               sizeof(Index);
}
} // namespace aspic
