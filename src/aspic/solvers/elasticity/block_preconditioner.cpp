#include "aspic/solvers/elasticity/block_preconditioner.h"

#include "aspic/compute/parallel.h"
#include "aspic/math/quaternion.h"
#include "aspic/solvers/elasticity/block_inverses.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr Index blocks_at_a_time = 16;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

Mat3d in_double(const Mat3& A) { return {{convert<double>(A.row[0]), convert<double>(A.row[1]), convert<double>(A.row[2])}}; }

/// The matrix of one block and its inverse.
class Block
{
public:
    explicit Block(const PreconditionedSystem& system) : system_(system), rest_(system.shape.view()), weight_(system.weight()) {}

    void assemble(Index first)
    {
        first_ = first;
        last_ = std::min(first + block_rows, system_.shape.size());
        std::fill(values_.begin(), values_.end(), 0.0);
        near_.clear();
        for (Index i = first_; i < last_; ++i)
        {
            near_.push_back(i);
            for_each_neighbor(rest_.near, i, [&](const Neighbor& j) { near_.push_back(j.column); });
        }
        std::sort(near_.begin(), near_.end());
        near_.erase(std::unique(near_.begin(), near_.end()), near_.end());
        for (const Index i : near_)
            add_energy_of(i);
        for (Index row = 0; row < block_rows; ++row)
            is_free(first_ + row) ? value(row, row) += double(system_.stuff.mass[at(first_ + row)]) : value(row, row) = 1;
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
    /// What a particle of the block has to do with the energy of one that is near: with c of all particles, F = Σ c g and the errors K21 (21) are F·X_ij − c_i + c_j; y = Σ_j k_ij X_ij c_j − …
    struct Part
    {
        Index row;
        Vec3d g, y;
        double k;
    };

    [[nodiscard]] bool is_free(Index i) const { return i < last_ && !system_.is_held(i); }
    double& value(Index row, Index column) { return values_[at(row) * block_rows + at(column)]; }

    /// The same sums as those of stretch_matrix, of which only this block is wanted.
    void add_energy_of(Index i)
    {
        const Vec4& k_i = system_.stuff.stiffness[at(i)];
        const double volume = weight_ * double(k_i.w);
        const Mat3d L = in_double(rest_.L[i]), tied = in_double(rest_.tied[i]);
        const double ties = volume * double(k_i.xyz.z);
        const double stretch = volume * (double(k_i.xyz.x) + double(k_i.xyz.y) / 3);
        parts_.clear();
        Part own{i - first_, {}, {}, 0};
        for_each_neighbor(rest_.near, i, [&](const Neighbor& j) {
            const Vec3d X_ij = convert<double>(rest_.offset(j));
            const double k = ties * double(rest_.tie[j]);
            const Part part{j.column - first_, double(rest_.slope[j]) * (L * X_ij), k * X_ij, k};
            own.g -= part.g;
            own.y -= part.y;
            own.k += k;
            if (j.column >= first_ && is_free(j.column))
                parts_.push_back(part);
        });
        const bool is_own = i >= first_ && is_free(i);
        for (const Part& a : parts_)
        {
            value(a.row, a.row) += a.k;
            if (is_own)
            {
                value(a.row, own.row) -= a.k;
                value(own.row, a.row) -= a.k;
            }
        }
        if (is_own)
        {
            value(own.row, own.row) += own.k;
            parts_.push_back(own);
        }
        for (const Part& a : parts_)
        {
            const Vec3d stressed = stretch * a.g + ties * (tied * a.g) + a.y;
            for (const Part& b : parts_)
                value(a.row, b.row) += dot(stressed, b.g) + dot(a.g, b.y);
        }
    }

    const PreconditionedSystem& system_;
    RestView rest_;
    double weight_;
    Index first_ = 0, last_ = 0;
    std::vector<double> values_ = std::vector<double>(at(block_rows) * at(block_rows));
    std::vector<Index> near_;
    std::vector<Part> parts_;
};
} // namespace

BlockPreconditioner::BlockPreconditioner(const PreconditionedSystem& system)
{
    const Index blocks = (system.shape.size() + block_rows - 1) / block_rows;
    inverse_.resize(at(blocks) * at(block_rows) * at(block_rows));
    auto invert = [&](Index begin, Index end) {
        Block block(system);
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
        auto piece = [&](Index begin, Index end) { kernel({inverse_.data(), body.r, body.z}, begin, end); };
        for_each_chunk((body.r.size() + block_rows - 1) / block_rows, blocks_at_a_time, piece);
    }
}
} // namespace aspic
