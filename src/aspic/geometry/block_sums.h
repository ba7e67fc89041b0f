#pragma once

#include "aspic/geometry/field_particles.h"
#include "aspic/geometry/sparse_field.h"

#include <array>
#include <cmath>

// Sums over particles at all nodes of one block: the inner loops of particle_field. Lengths are in cells, relative to the block's first node.
// A row of eight nodes along x is added at once, so that the compiler makes vector instructions of it.

namespace aspic
{
/// A particle as a block sees it.
struct LocalParticle
{
    float x, y, z;
    float weight;
    Index number; ///< in the field's particles
};

inline constexpr int block_edge = SparseField::block_edge;
using BlockRow = std::array<float, block_edge>;
using BlockRows = std::array<BlockRow, static_cast<std::size_t>(block_edge* block_edge)>;

/// Rounds down; cheaper than std::floor on processors that have no instruction for it.
inline int floor_to_int(float a)
{
    constexpr int shift = 1 << 20; // makes all numbers positive
    return static_cast<int>(static_cast<double>(a) + shift) - shift;
}

/// Calls f(row, dy, dz) for each row of the block that a ball of radius `reach` touches; dy and dz lead from the ball's centre to the row.
template <class F> void for_each_row(const LocalParticle& p, float reach, const F& f)
{
    if (p.x <= -reach || p.x >= block_edge - 1 + reach)
        return;
    const auto first = [&](float center) { return std::max(0, -floor_to_int(reach - center)); };
    const auto last = [&](float center) { return std::min(block_edge - 1, floor_to_int(center + reach)); };
    const int z_end = last(p.z), y_begin = first(p.y), y_end = last(p.y);
    for (int z = first(p.z); z <= z_end; ++z)
    {
        const float dz = static_cast<float>(z) - p.z;
        for (int y = y_begin; y <= y_end; ++y)
        {
            const float dy = static_cast<float>(y) - p.y;
            if (dy * dy + dz * dz < reach * reach)
                f(static_cast<std::size_t>(z) * block_edge + static_cast<std::size_t>(y), dy, dz);
        }
    }
}

inline float positive_cube(float t)
{
    const float positive = t > 0 ? t : 0.0F;
    return positive * positive * positive;
}

/// 1 − (x − p.x)²/h² for the nodes of a row.
inline BlockRow row_factors(const LocalParticle& p, float inverse_h2)
{
    BlockRow factors;
    for (int x = 0; x < block_edge; ++x)
    {
        const float dx = static_cast<float>(x) - p.x;
        factors[static_cast<std::size_t>(x)] = 1 - dx * dx * inverse_h2;
    }
    return factors;
}

/// Σ_j weight_j (1 − |x − x_j|²/h²)³
class DensitySum
{
public:
    DensitySum(const FieldParticles& particles, double cell_size)
        : reach_(static_cast<float>(particles.support / cell_size)), inverse_h2_(1 / (reach_ * reach_))
    {
    }

    void clear() { rows_ = {}; }

    void add(const LocalParticle& p)
    {
        const BlockRow factors = row_factors(p, inverse_h2_);
        for_each_row(p, reach_, [&](std::size_t row, float dy, float dz) {
            const float q2 = (dy * dy + dz * dz) * inverse_h2_;
            for (std::size_t x = 0; x < block_edge; ++x)
                rows_[row][x] += p.weight * positive_cube(factors[x] - q2);
        });
    }

    void store(float* values) const { std::copy_n(rows_[0].data(), SparseField::nodes_per_block, values); }

private:
    float reach_, inverse_h2_;
    BlockRows rows_;
};

/// −|x − x̄| with x̄ = Σ_j w_j x_j/Σ_j w_j, w = (1 − |x − x_j|²/h²)³ [m]: Zhu & Bridson 2005 with particles of one radius, which is the level.
class MeanPositionDistance
{
public:
    MeanPositionDistance(const FieldParticles& particles, double cell_size)
        : reach_(static_cast<float>(particles.support / cell_size)),
          inverse_h2_(1 / (reach_ * reach_)),
          cell_size_(static_cast<float>(cell_size))
    {
    }

    void clear() { weight_ = x_ = y_ = z_ = {}; }

    void add(const LocalParticle& p)
    {
        const BlockRow factors = row_factors(p, inverse_h2_);
        for_each_row(p, reach_, [&](std::size_t row, float dy, float dz) {
            const float q2 = (dy * dy + dz * dz) * inverse_h2_;
            for (std::size_t x = 0; x < block_edge; ++x)
            {
                const float w = p.weight * positive_cube(factors[x] - q2);
                weight_[row][x] += w;
                x_[row][x] += w * (static_cast<float>(static_cast<int>(x)) - p.x);
                y_[row][x] += w * dy;
                z_[row][x] += w * dz;
            }
        });
    }

    void store(float* values) const
    {
        for (std::size_t k = 0; k < SparseField::nodes_per_block; ++k)
        {
            const std::size_t row = k / block_edge, x = k % block_edge;
            const float sum = weight_[row][x];
            const float squares = square(x_[row][x]) + square(y_[row][x]) + square(z_[row][x]);
            values[k] = -cell_size_ * (sum > 0 ? min(std::sqrt(squares) / sum, reach_) : reach_);
        }
    }

private:
    float reach_, inverse_h2_, cell_size_;
    BlockRows weight_, x_, y_, z_;
};

/// Σ_j weight_j (1 − q_j²)³ with ellipsoids, q_j² = (x − x_j)ᵀ A_j (x − x_j).
class EllipsoidSum
{
public:
    EllipsoidSum(const FieldParticles& particles, double cell_size)
        : shapes_(const_view(particles.shapes)), reaches_(const_view(particles.reaches)), cell_size_(static_cast<float>(cell_size))
    {
    }

    void clear() { rows_ = {}; }

    void add(const LocalParticle& p)
    {
        const EllipsoidShape& A = shapes_[p.number];
        const float scale = cell_size_ * cell_size_;
        BlockRow dx, along;
        for (int x = 0; x < block_edge; ++x)
        {
            const float d = static_cast<float>(x) - p.x;
            dx[static_cast<std::size_t>(x)] = d;
            along[static_cast<std::size_t>(x)] = 1 - scale * A.xx * d * d;
        }
        for_each_row(p, reaches_[p.number] / cell_size_, [&](std::size_t row, float dy, float dz) {
            const float across = scale * (A.yy * dy * dy + A.zz * dz * dz + 2 * A.yz * dy * dz);
            const float mixed = 2 * scale * (A.xy * dy + A.xz * dz);
            for (std::size_t x = 0; x < block_edge; ++x)
                rows_[row][x] += p.weight * positive_cube(along[x] - across - mixed * dx[x]);
        });
    }

    void store(float* values) const { std::copy_n(rows_[0].data(), SparseField::nodes_per_block, values); }

private:
    View<const EllipsoidShape> shapes_;
    View<const float> reaches_;
    float cell_size_;
    BlockRows rows_;
};
} // namespace aspic
