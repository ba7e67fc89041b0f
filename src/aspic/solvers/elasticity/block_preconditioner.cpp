#include "aspic/solvers/elasticity/block_preconditioner.h"

#include "aspic/compute/parallel.h"
#include "aspic/solvers/elasticity/block_inverses.h"
#include "aspic/solvers/elasticity/stretch_energy.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr Index blocks_at_a_time = 16;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// The matrix of one block and its inverse.
class Block
{
public:
    /// `place`: of particles, block by block; empty: their own
    Block(const PreconditionedSystem& system, double weight, View<const Index> place)
        : system_(system), rest_(system.shape.view()), order_(system.shape.compact_order()), place_(place), weight_(weight)
    {
    }

    void assemble(Index first)
    {
        first_ = first;
        last_ = std::min(first + block_rows, system_.shape.size());
        std::fill(values_.begin(), values_.end(), 0.0);
        near_.clear();
        for (Index place = first_; place < last_; ++place)
        {
            const Index i = particle(place);
            near_.push_back(i);
            for_each_neighbor(rest_.near, i, [&](const Neighbor& j) { near_.push_back(j.column); });
        }
        std::sort(near_.begin(), near_.end());
        near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
        for (const Index i : near_)
            add_energy_of(i);
        for (Index row = 0; row < block_rows; ++row)
            is_free(first_ + row) ? value(row, row) += double(system_.stuff.mass[at(particle(first_ + row))]) : value(row, row) = 1;
    }

    /// Turns the matrix into its inverse (Gauss and Jordan; the matrix is positive), and gives what belongs to free particles.
    void invert(Real* inverse)
    {
        for (Index k = 0; k < block_rows; ++k)
        {
            const double pivot = 1 / value(k, k);
            value(k, k) = 1;
            for (Index c = 0; c < block_rows; ++c)
                value(k, c) *= pivot;
            for (Index row = 0; row < block_rows; ++row)
            {
                const double share = value(row, k);
                if (row == k || share == 0)
                    continue;
                value(row, k) = 0;
                for (Index c = 0; c < block_rows; ++c)
                    value(row, c) -= share * value(k, c);
            }
        }
        for (Index row = 0; row < block_rows; ++row)
            for (Index c = 0; c < block_rows; ++c)
                inverse[row * block_rows + c] =
                    is_free(first_ + row) && is_free(first_ + c) ? static_cast<Real>(0.5 * (value(row, c) + value(c, row))) : Real(0);
    }

private:
    [[nodiscard]] Index particle(Index place) const { return order_.empty() ? place : order_[place]; }
    [[nodiscard]] Index row_of(Index i) const { return (place_.empty() ? i : place_[i]) - first_; }
    [[nodiscard]] bool is_free(Index place) const { return place < last_ && !system_.is_held(particle(place)); }
    [[nodiscard]] bool is_own(Index row) const { return row >= 0 && is_free(first_ + row); }
    double& value(Index row, Index column) { return values_[at(row) * block_rows + at(column)]; }

    void add_energy_of(Index i)
    {
        const StretchEnergy energy(rest_, system_.stuff.stiffness[at(i)], i, 1.0 / 3);
        own_.clear();
        for (const StretchEnergy::Part& part : energy.parts())
            if (is_own(row_of(part.particle)))
                own_.emplace_back(row_of(part.particle), &part);
        for (const auto& [row, a] : own_)
            for (const auto& [column, b] : own_)
                value(row, column) += weight_ * energy.entry(*a, *b);
    }

    const PreconditionedSystem& system_;
    RestView rest_;
    View<const Index> order_, place_;
    double weight_;
    Index first_ = 0, last_ = 0;
    std::vector<double> values_ = std::vector<double>(at(block_rows) * at(block_rows));
    std::vector<Index> near_;
    std::vector<std::pair<Index, const StretchEnergy::Part*>> own_; ///< row and part
};
} // namespace

BlockPreconditioner::BlockPreconditioner(const PreconditionedSystem& system) : order_(system.shape.compact_order())
{
    Array<Index> place(at(order_.size()));
    parallel_for(order_.size(), [&](Index k) { place[at(order_[k])] = k; });
    const Index blocks = (system.shape.size() + block_rows - 1) / block_rows;
    inverse_.resize(at(blocks) * at(block_rows) * at(block_rows));
    const double weight = system.weight();
    auto invert = [&](Index begin, Index end) {
        Block block(system, weight, const_view(place));
        for (Index k = begin; k < end; ++k)
        {
            block.assemble(k * block_rows);
            block.invert(inverse_.data() + at(k) * at(block_rows) * at(block_rows));
        }
    };
    for_each_chunk(blocks, blocks_at_a_time, invert);
}

void BlockPreconditioner::solve(std::span<const BodyResidual> bodies, Scratch&)
{
    const auto kernel = kernel_for<MultiplyBlocks>(current_execution().instruction_set);
    for (const BodyResidual& body : bodies)
    {
        auto piece = [&](Index begin, Index end) { kernel({inverse_.data(), order_, body.r, body.z}, begin, end); };
        for_each_chunk((body.r.size() + block_rows - 1) / block_rows, blocks_at_a_time, piece);
    }
}
} // namespace aspic
