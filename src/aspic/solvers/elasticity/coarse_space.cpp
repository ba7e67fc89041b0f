#include "aspic/solvers/elasticity/coarse_space.h"

#include "aspic/compute/parallel.h"
#include "aspic/math/quaternion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace aspic
{
namespace
{
constexpr double spacings_per_cell = 4;

/// [m] between particles, as their volumes say.
double spacing_of(const RestShape& shape)
{
    const double volume = sum(shape.size(), [&](Index i) { return shape.volume()[i]; }) / std::max<Index>(shape.size(), 1);
    return std::pow(volume, 1.0 / shape.dimension());
}

Mat3d in_double(const Mat3& A) { return {{convert<double>(A.row[0]), convert<double>(A.row[1]), convert<double>(A.row[2])}}; }
} // namespace

/// First each corner of the grid has a number; number_unknowns() then splits those of separate parts.
CoarseSpace::CoarseSpace(const RestShape& shape) : shape_(&shape), corners_(shape.dimension() == 2 ? 4 : 8)
{
    const double cell = spacings_per_cell * spacing_of(shape);
    Vec3d low = shape.size() > 0 ? shape.points()[0] : Vec3d{};
    for (const Vec3d& x : shape.points())
        low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
    const auto place = [&](double x) { return static_cast<std::int64_t>(std::floor(x / cell)); };
    std::unordered_map<std::int64_t, Index> corner_numbers, cell_numbers;
    const auto key = [](std::int64_t i, std::int64_t j, std::int64_t k) { return (k << 42) + (j << 21) + i; };
    const auto number = [](std::unordered_map<std::int64_t, Index>& numbers, std::int64_t at) {
        return numbers.try_emplace(at, static_cast<Index>(numbers.size())).first->second;
    };
    for (const Vec3d& x : shape.points())
    {
        const Vec3d r = x - low;
        const std::array<std::int64_t, 3> c{place(r.x), place(r.y), shape.dimension() == 2 ? 0 : place(r.z)};
        cell_.push_back(number(cell_numbers, key(c[0], c[1], c[2])));
        for (std::size_t corner = 0; corner < corners_; ++corner)
        {
            double weight = 1;
            std::array<std::int64_t, 3> at = c;
            for (std::size_t axis = 0; axis < (corners_ == 4 ? 2 : 3); ++axis)
            {
                const double share = r[static_cast<int>(axis)] / cell - static_cast<double>(c[axis]);
                const bool is_upper = (corner >> axis) % 2 == 1;
                at[axis] += is_upper ? 1 : 0;
                weight *= is_upper ? share : 1 - share;
            }
            weights_.push_back({number(corner_numbers, key(at[0], at[1], at[2])), static_cast<float>(weight)});
        }
    }
    size_ = static_cast<Index>(corner_numbers.size());
    cell_begin_.assign(cell_numbers.size() + 1, 0);
    for (const Index c : cell_)
        ++cell_begin_[static_cast<std::size_t>(c) + 1];
    for (std::size_t c = 1; c < cell_begin_.size(); ++c)
        cell_begin_[c] += cell_begin_[c - 1];
    Array<Index> next = cell_begin_;
    by_cell_.resize(cell_.size());
    for (Index i = 0; i < shape.size(); ++i)
        by_cell_[static_cast<std::size_t>(next[static_cast<std::size_t>(cell_[static_cast<std::size_t>(i)])]++)] = i;
    list_particles();
    number_unknowns();
    list_particles();
}

/// weights_ → for each unknown its particles, in ascending order.
void CoarseSpace::list_particles()
{
    begin_.assign(static_cast<std::size_t>(size_) + 1, 0);
    for (const Weight& w : weights_)
        ++begin_[static_cast<std::size_t>(w.place) + 1];
    for (std::size_t c = 1; c < begin_.size(); ++c)
        begin_[c] += begin_[c - 1];
    Array<std::int64_t> next = begin_;
    particles_.resize(weights_.size());
    for (std::size_t k = 0; k < weights_.size(); ++k)
        particles_[static_cast<std::size_t>(next[static_cast<std::size_t>(weights_[k].place)]++)] = {static_cast<Index>(k / corners_),
                                                                                                     weights_[k].weight};
}

/// Particles of a corner that are not connected by neighbours among them get corners of their own.
void CoarseSpace::number_unknowns()
{
    Array<Index> part(static_cast<std::size_t>(shape_->size()), -1); // of the corner that is looked at
    Array<Index> corner_of(part.size(), -1);
    std::vector<Index> waiting;
    Index next = 0;
    for (Index corner = 0; corner < size_; ++corner)
    {
        const auto first = static_cast<std::size_t>(begin_[static_cast<std::size_t>(corner)]);
        const auto last = static_cast<std::size_t>(begin_[static_cast<std::size_t>(corner) + 1]);
        for (std::size_t k = first; k < last; ++k)
        {
            corner_of[static_cast<std::size_t>(particles_[k].place)] = corner;
            part[static_cast<std::size_t>(particles_[k].place)] = -1;
        }
        for (std::size_t k = first; k < last; ++k)
        {
            if (part[static_cast<std::size_t>(particles_[k].place)] >= 0)
                continue;
            waiting = {particles_[k].place};
            part[static_cast<std::size_t>(particles_[k].place)] = next;
            while (!waiting.empty())
            {
                const Index i = waiting.back();
                waiting.pop_back();
                shape_->neighborhood().for_each_neighbor(i, [&](Index j) {
                    if (corner_of[static_cast<std::size_t>(j)] == corner && part[static_cast<std::size_t>(j)] < 0)
                    {
                        part[static_cast<std::size_t>(j)] = next;
                        waiting.push_back(j);
                    }
                });
            }
            ++next;
        }
        for (std::size_t k = first; k < last; ++k)
            for (std::size_t c = 0; c < corners_; ++c)
            {
                Weight& own = weights_[static_cast<std::size_t>(particles_[k].place) * corners_ + c];
                if (own.place == corner)
                    own.place = -1 - part[static_cast<std::size_t>(particles_[k].place)]; // marked as new
            }
    }
    for (Weight& w : weights_)
        w.place = -1 - w.place;
    size_ = next;
}

void CoarseSpace::restrict_to(View<const Vec3> r, const Values& coarse) const
{
    parallel_for(size_, [&](Index c) {
        Vec3d sum;
        for (std::int64_t k = begin_[static_cast<std::size_t>(c)]; k < begin_[static_cast<std::size_t>(c) + 1]; ++k)
        {
            const Weight& w = particles_[static_cast<std::size_t>(k)];
            sum += double(w.weight) * convert<double>(r[w.place]);
        }
        for (int axis = 0; axis < 3; ++axis)
            coarse.of(c)[axis] = static_cast<float>(sum[axis]);
    });
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
        : space_(space),
          stuff_(stuff),
          rest_(space.shape_->view()),
          factor_(factor),
          held_(held),
          local_(static_cast<std::size_t>(space.size()), -1)
    {
    }

    void add_cell(Index cell, std::vector<Entry>& entries)
    {
        const auto begin = static_cast<std::size_t>(space_.cell_begin_[static_cast<std::size_t>(cell)]);
        const auto end = static_cast<std::size_t>(space_.cell_begin_[static_cast<std::size_t>(cell) + 1]);
        unknowns_.clear();
        for (std::size_t k = begin; k < end; ++k)
            for_each_neighbor(rest_.near, space_.by_cell_[k], [&](const Neighbor& j) { note(j.column); });
        values_.assign(unknowns_.size() * unknowns_.size(), 0);
        for (std::size_t k = begin; k < end; ++k)
            add_particle(space_.by_cell_[k]);
        for (std::size_t a = 0; a < unknowns_.size(); ++a)
            for (std::size_t b = 0; b < unknowns_.size(); ++b)
                if (const double value = values_[std::min(a, b) * unknowns_.size() + std::max(a, b)]; value != 0)
                    entries.push_back({unknowns_[a], unknowns_[b], value});
        for (const Index unknown : unknowns_)
            local_[static_cast<std::size_t>(unknown)] = -1;
    }

private:
    [[nodiscard]] bool is_held(Index i) const { return !held_.empty() && held_[i] != 0; }

    void note(Index particle)
    {
        if (!is_held(particle))
            for (std::size_t c = 0; c < space_.corners_; ++c)
            {
                Index& at = local_[static_cast<std::size_t>(space_.weights_of(particle)[c].place)];
                if (at >= 0)
                    continue;
                at = static_cast<Index>(unknowns_.size());
                unknowns_.push_back(space_.weights_of(particle)[c].place);
            }
    }

    /// Calls f(local unknown, weight) for what a particle hangs on.
    template <class F> void for_each_weight(Index particle, const F& f) const
    {
        if (!is_held(particle))
            for (std::size_t c = 0; c < space_.corners_; ++c)
            {
                const Weight& w = space_.weights_of(particle)[c];
                f(static_cast<std::size_t>(local_[static_cast<std::size_t>(w.place)]), double(w.weight));
            }
    }

    /// Adds scale v vᵀ of a sparse vector.
    template <class Value> void add_square(double scale, const Value& value)
    {
        for (const std::size_t a : touched_)
            for (const std::size_t b : touched_)
                if (a <= b)
                    values_[a * unknowns_.size() + b] += scale * value(a, b);
    }

    void add_particle(Index i)
    {
        const auto k = static_cast<std::size_t>(i);
        const Vec4& stiffness = stuff_.stiffness[k];
        const Mat3d L = in_double(rest_.L[i]);
        gradient_.assign(unknowns_.size(), Vec3d{});
        touched_.clear();
        is_touched_.assign(unknowns_.size(), 0);
        const auto touch = [&](std::size_t a) {
            if (is_touched_[a] == 0)
                touched_.push_back(a);
            is_touched_[a] = 1;
        };
        for_each_neighbor(rest_.near, i, [&](const Neighbor& j) { // F = Σ s_ij (x_j − x_i) X_ijᵀ L
            const Vec3d g = double(rest_.slope[j]) * (L * convert<double>(rest_.near.offset(i, j)));
            for_each_weight(j.column, [&](std::size_t a, double w) {
                touch(a);
                gradient_[a] += w * g;
            });
            for_each_weight(i, [&](std::size_t a, double w) {
                touch(a);
                gradient_[a] -= w * g;
            });
        });
        const double volume = factor_ * double(stiffness.w);
        add_square(volume * double(stiffness.xyz.x), [&](std::size_t a, std::size_t b) { return dot(gradient_[a], gradient_[b]); });
        if (stiffness.xyz.z > 0)
            for_each_neighbor(rest_.near, i,
                              [&](const Neighbor& j) { add_tie(i, j, volume * double(stiffness.xyz.z) * double(rest_.tie[j])); });
        if (!is_held(i))
            for_each_weight(i, [&](std::size_t a, double w_a) {
                for_each_weight(i, [&](std::size_t b, double w_b) {
                    if (a <= b)
                        values_[a * unknowns_.size() + b] += double(stuff_.mass[k]) * w_a * w_b;
                });
            });
    }

    /// K21 (21): F X_ij − x_ij.
    void add_tie(Index i, const Neighbor& j, double scale)
    {
        if (scale == 0)
            return;
        const Vec3d X_ij = convert<double>(rest_.near.offset(i, j));
        error_.resize(unknowns_.size());
        for (const std::size_t a : touched_)
            error_[a] = dot(gradient_[a], X_ij);
        for_each_weight(i, [&](std::size_t a, double w) { error_[a] -= w; });
        for_each_weight(j.column, [&](std::size_t a, double w) { error_[a] += w; });
        add_square(scale, [&](std::size_t a, std::size_t b) { return error_[a] * error_[b]; });
    }

    const CoarseSpace& space_;
    const ElasticStuff& stuff_;
    RestView rest_;
    double factor_;
    View<const Index> held_;
    std::vector<Index> local_;    ///< number among unknowns_ of each unknown; −1: none
    std::vector<Index> unknowns_; ///< of the cell
    std::vector<double> values_;  ///< upper triangle
    std::vector<Vec3d> gradient_;
    std::vector<double> error_;
    std::vector<std::size_t> touched_;
    std::vector<char> is_touched_;
};

namespace
{
/// Unknowns that particles hardly touch have rows of nearly nothing, which rounding may turn negative.
void make_definite(SymmetricMatrix& matrix)
{
    constexpr double unnoticed = 1e-8;
    const auto for_each_diagonal = [&](const auto& use) {
        for (Index row = 0; row < matrix.size; ++row)
            for (auto e = static_cast<std::size_t>(matrix.begin[static_cast<std::size_t>(row)]);
                 e < static_cast<std::size_t>(matrix.begin[static_cast<std::size_t>(row) + 1]); ++e)
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
    const auto cells = static_cast<Index>(cell_begin_.size()) - 1;
    std::vector<std::vector<Entry>> of_cell(static_cast<std::size_t>(cells));
    auto add_cells = [&](Index first, Index last) {
        Block block(*this, stuff, factor, held);
        for (Index cell = first; cell < last; ++cell)
            block.add_cell(cell, of_cell[static_cast<std::size_t>(cell)]);
    };
    for_each_chunk(cells, 16, add_cells);
    std::vector<std::vector<Entry>> of_row(static_cast<std::size_t>(size_));
    for (auto& entries : of_cell)
    {
        for (const Entry& entry : entries)
            of_row[static_cast<std::size_t>(entry.row)].push_back(entry);
        entries = {};
    }
    SymmetricMatrix result;
    result.size = size_;
    result.begin.push_back(0);
    for (Index row = 0; row < size_; ++row)
    {
        auto& entries = of_row[static_cast<std::size_t>(row)];
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
    return (weights_.capacity() + particles_.capacity()) * sizeof(Weight) +
           (cell_.capacity() + by_cell_.capacity() + cell_begin_.capacity()) * sizeof(Index) + begin_.capacity() * sizeof(std::int64_t);
}
} // namespace aspic
