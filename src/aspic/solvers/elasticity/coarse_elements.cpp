#include "aspic/solvers/elasticity/coarse_elements.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <numeric>

namespace aspic
{
namespace
{
std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// [1/m] Gradients of the trilinear functions of a cell at a particle.
std::array<Vec3d, CoarseSpace::corners> gradients_at(const CoarsePlace& place, double cell_size, std::size_t dimension)
{
    std::array<Vec3d, CoarseSpace::corners> gradients{};
    for (std::size_t c = 0; c < CoarseSpace::corners; ++c)
        for (std::size_t along = 0; along < dimension; ++along)
        {
            double value = 1 / cell_size;
            for (std::size_t axis = 0; axis < 3; ++axis)
            {
                const bool is_upper = (c >> axis) % 2 == 1;
                const double share = place.share[axis];
                value *= axis == along ? (is_upper ? 1 : -1) : is_upper ? share : 1 - share;
            }
            gradients[c][static_cast<int>(along)] = value;
        }
    return gradients;
}

/// The mean rotation of the particles of a cell.
Mat3d mean_rotation(std::span<const CoarsePlace> places, View<const Vec4> turn)
{
    Quaternion sum{0, {}};
    const Vec4& first = turn[places[0].particle];
    for (const CoarsePlace& place : places)
    {
        const Vec4& q = turn[place.particle];
        const double side = dot(q.xyz, first.xyz) + q.w * first.w < 0 ? -1 : 1;
        sum = {sum.w + side * double(q.w), sum.v + side * convert<double>(q.xyz)};
    }
    return matrix_of(normalized(sum));
}

/// Unknowns that particles hardly touch have rows of nearly nothing, which rounding may turn negative.
void make_definite(SymmetricMatrix& matrix)
{
    constexpr double unnoticed = 1e-8;
    const auto for_each_diagonal = [&](const auto& use) {
        for (Index row = 0; row < matrix.size; ++row)
        {
            const auto first = matrix.column.begin() + matrix.begin[at(row)], last = matrix.column.begin() + matrix.begin[at(row) + 1];
            use(matrix.value[at(std::lower_bound(first, last, row) - matrix.column.begin())]);
        }
    };
    double largest = 0;
    for_each_diagonal([&](double& value) { largest = std::max(largest, value); });
    for_each_diagonal([&](double& value) { value += unnoticed * largest; });
}
} // namespace

CoarseElements::CoarseElements(const CoarseSpace& space, const RestShape& shape, const ElasticStuff& stuff, ElasticTangent tangent)
    : space_(&space),
      distinct_(space.distinct_corners()),
      pairs_(at(space.cell_count()) * distinct_ * distinct_),
      local_stiffness_(at(shape.size())),
      cell_of_(at(shape.size())),
      place_of_(at(shape.size()))
{
    list_blocks();
    auto sum_cells = [&](Index begin, Index end) {
        for (Index cell = begin; cell < end; ++cell)
            sum_cell(cell, stuff, tangent);
    };
    for_each_chunk(space.cell_count(), 16, sum_cells);
    for (Index cell = 0; cell < space.cell_count(); ++cell)
        for (Index k = 0; const CoarsePlace& place : space.particles_of_cell(cell))
        {
            cell_of_[at(place.particle)] = cell;
            place_of_[at(place.particle)] = k++;
        }
    parallel_for(shape.size(), [&](Index i) {
        const Vec4& k = stuff.stiffness[at(i)];
        const double spacing_square = std::pow(double(k.w), 2.0 / shape.dimension());
        local_stiffness_[at(i)] = static_cast<Real>(2 * double(k.xyz.x + k.xyz.y) * double(k.w) / spacing_square);
    });
}

/// Which unknowns meet in a cell, and where in the matrix.
void CoarseElements::list_blocks()
{
    std::vector<std::vector<Index>> neighbors(at(space_->size()));
    for (Index cell = 0; cell < space_->cell_count(); ++cell)
        for (std::size_t a = 0; a < distinct_; ++a)
            for (std::size_t b = 0; b < distinct_; ++b)
                neighbors[at(space_->corners_of_cell(cell)[a])].push_back(space_->corners_of_cell(cell)[b]);
    pattern_.size = 3 * space_->size();
    pattern_.begin.push_back(0);
    for (std::vector<Index>& row : neighbors)
    {
        std::ranges::sort(row);
        row.erase(std::unique(row.begin(), row.end()), row.end());
        for (int axis = 0; axis < 3; ++axis)
        {
            for (const Index unknown : row)
                for (Index other = 0; other < 3; ++other)
                    pattern_.column.push_back(3 * unknown + other);
            pattern_.begin.push_back(static_cast<std::int64_t>(pattern_.column.size()));
        }
    }
    pattern_.value.assign(pattern_.column.size(), 0);
    for (Index cell = 0; cell < space_->cell_count(); ++cell)
        for (std::size_t a = 0; a < distinct_; ++a)
            for (std::size_t b = 0; b < distinct_; ++b)
            {
                const std::vector<Index>& row = neighbors[at(space_->corners_of_cell(cell)[a])];
                const auto found = std::ranges::lower_bound(row, space_->corners_of_cell(cell)[b]);
                pairs_[(at(cell) * distinct_ + a) * distinct_ + b].block = static_cast<Index>(found - row.begin());
            }
}

/// Σ V (μ ((g_a·g_b) 1 + g_b g_aᵀ) + λ g_a g_bᵀ); with fixed rotations Σ V (2μ (g_a·g_b) 1 + λ g_a g_bᵀ).
void CoarseElements::sum_cell(Index cell, const ElasticStuff& stuff, ElasticTangent tangent)
{
    std::vector<Mat3d> stiffness(distinct_ * distinct_);
    std::vector<double> mass(distinct_ * distinct_);
    for (const CoarsePlace& place : space_->particles_of_cell(cell))
    {
        const auto weights = CoarseSpace::weights_at(place);
        const auto g = gradients_at(place, space_->cell_size(), distinct_ == CoarseSpace::corners ? 3 : 2);
        const Vec4& k = stuff.stiffness[at(place.particle)];
        const double V = k.w, mu = 0.5 * double(k.xyz.x), lambda = k.xyz.y;
        for (std::size_t a = 0; a < distinct_; ++a)
            for (std::size_t b = 0; b < distinct_; ++b)
            {
                const double along = V * dot(g[a], g[b]);
                const Mat3d straight = diagonal(along, along, along), crossed = V * outer(g[b], g[a]);
                stiffness[a * distinct_ + b] = stiffness[a * distinct_ + b] + mu * straight +
                                               mu * (tangent == ElasticTangent::corotated ? crossed : straight) +
                                               lambda * transpose(crossed);
                mass[a * distinct_ + b] += double(stuff.mass[at(place.particle)]) * weights[a] * weights[b];
            }
    }
    for (std::size_t k = 0; k < mass.size(); ++k)
    {
        Pair& pair = pairs_[at(cell) * distinct_ * distinct_ + k];
        for (int row = 0; row < 3; ++row)
            pair.stiffness.row[row] = convert<Real>(stiffness[k].row[row]);
        pair.mass = static_cast<Real>(mass[k]);
    }
}

void CoarseElements::add(SymmetricMatrix& matrix, Index unknown, Index block, const Mat3d& entry) const
{
    for (Index row = 0; row < 3; ++row)
    {
        double* const value = matrix.value.data() + matrix.begin[at(3 * unknown + row)] + 3 * block;
        for (int axis = 0; axis < 3; ++axis)
            value[axis] += entry.row[row][axis];
    }
}

/// A stiffness between a particle and something that does not move with the body.
void CoarseElements::add_at(SymmetricMatrix& matrix, const ExtraStiffness& extra) const
{
    const Index cell = cell_of_[at(extra.particle)];
    const auto weights = CoarseSpace::weights_at(space_->particles_of_cell(cell)[at(place_of_[at(extra.particle)])]);
    for (std::size_t a = 0; a < distinct_; ++a)
        for (std::size_t b = 0; b < distinct_; ++b)
            add(matrix, space_->corners_of_cell(cell)[a], pairs_[(at(cell) * distinct_ + a) * distinct_ + b].block,
                (weights[a] * weights[b]) * extra.stiffness);
}

Array<double> CoarseElements::held_values(View<const Index> held, double weight) const
{
    if (std::all_of(held.begin(), held.end(), [](Index each) { return each == 0; }))
        return {};
    SymmetricMatrix matrix = pattern_;
    for (Index i = 0; i < held.size(); ++i)
        if (const double k = weight * double(local_stiffness_[at(i)]); held[i] != 0)
            add_at(matrix, {i, diagonal(k, k, k)});
    return std::move(matrix.value);
}

void CoarseElements::assemble(const State& state, SymmetricMatrix& matrix) const
{
    if (state.held.empty())
        std::ranges::fill(matrix.value, 0.0);
    else
        std::ranges::copy(state.held, matrix.value.begin());
    for (Index cell = 0; cell < space_->cell_count(); ++cell)
    {
        const Mat3d R = mean_rotation(space_->particles_of_cell(cell), state.turn), back = transpose(R);
        for (std::size_t a = 0; a < distinct_; ++a)
            for (std::size_t b = a; b < distinct_; ++b)
            {
                const Pair& pair = pairs_[(at(cell) * distinct_ + a) * distinct_ + b];
                const Mat3d rest{{convert<double>(pair.stiffness.row[0]), convert<double>(pair.stiffness.row[1]),
                                  convert<double>(pair.stiffness.row[2])}};
                const double m = pair.mass;
                const Mat3d turned = R * rest * back;
                const Mat3d entry = state.weight * (a == b ? 0.5 * (turned + transpose(turned)) : turned) + diagonal(m, m, m);
                add(matrix, space_->corners_of_cell(cell)[a], pair.block, entry);
                if (a != b)
                    add(matrix, space_->corners_of_cell(cell)[b], pairs_[(at(cell) * distinct_ + b) * distinct_ + a].block,
                        transpose(entry));
            }
    }
    for (const ExtraStiffness& extra : state.extra)
        add_at(matrix, extra);
    make_definite(matrix);
}

std::size_t CoarseElements::bytes() const
{
    return pattern_.bytes() + pairs_.capacity() * sizeof(Pair) + local_stiffness_.capacity() * sizeof(Real) +
           (cell_of_.capacity() + place_of_.capacity()) * sizeof(Index);
}
} // namespace aspic
