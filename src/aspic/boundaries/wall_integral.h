#pragma once

#include "aspic/boundaries/boundary.h"
#include "aspic/boundaries/half_space_profile.h"

#include <array>
#include <cstdint>
#include <vector>

namespace aspic
{
/// Place of a block in a lattice of blocks; in 2D the last number is 0.
using BlockPlace = std::array<std::int64_t, 3>;

/// Integrates the kernel W of a wall's profile over its matter: F(x) = ∫ γ(Φ(y)) W(x − y) dy at the nodes of blocks.
///
/// γ falls from 1 to 0 across the surface as a cubic, over 1.6 spacings of the quadrature. On flat surfaces that is the sharp step smoothed with variance σ², so
/// that W − σ²/2 ΔW in the place of W gives F back up to the fourth order; a wider fall would be smoother, but wrong at edges.
class WallIntegral
{
public:
    static constexpr int cells = 8;                        ///< of nodes along a block
    static constexpr int nodes = cells + 5;                ///< along a block: −2 … cells + 2
    static constexpr int points_per_node = 2;              ///< points of the quadrature per spacing of the nodes
    static constexpr int points = cells * points_per_node; ///< along a block

    /// Blocks are counted from one with its low corner at the origin. The shape must live on.
    WallIntegral(const BoundaryShape& shape, const HalfSpaceProfile& profile, const Vec3d& origin);

    /// Looks at the matter in and around these blocks. Each place is asked for once, however many blocks see it.
    void prepare(const std::vector<BlockPlace>& blocks);

    /// For each of these blocks the first of them that has the same matter in and around it, and so the same F: along a straight edge all do.
    [[nodiscard]] std::vector<std::size_t> first_alike(const std::vector<BlockPlace>& blocks) const;

    /// F at the nodes of one of them, x fastest.
    [[nodiscard]] std::vector<double> at_nodes(const BlockPlace& block) const;

    [[nodiscard]] static double node_spacing(const BoundaryShape& shape)
    {
        return points_per_node * HalfSpaceProfile::reach(shape.support(), shape.spacing) / points_per_reach;
    }

private:
    static constexpr int points_per_reach = 8;

    /// Points of the quadrature with an equal y and z offset from a node: weights of a row along x.
    struct Row
    {
        int y, z, first;
        std::vector<float> weight;
        float total;
    };

    /// γ at the points of a block; one value if it is the same everywhere.
    struct Matter
    {
        BlockPlace place;
        std::vector<float> gamma;
        std::size_t alike = 0; ///< the first that has the same γ and was compared with it
    };
    struct Surroundings;

    void make_rows(const HalfSpaceProfile& profile);
    [[nodiscard]] std::vector<BlockPlace> surroundings_of(const BlockPlace& block) const;
    [[nodiscard]] bool is_alike(const Matter& a, const Matter& b) const;
    void find_alike();
    [[nodiscard]] std::size_t number_of(const BlockPlace& place) const;
    void look(Matter& matter, const std::array<int, 3>& begin, const std::array<int, 3>& end) const;
    void gather(const BlockPlace& block, Surroundings& around) const;
    [[nodiscard]] float gamma_at(double distance) const;
    [[nodiscard]] int layers() const { return dimension_ == 2 ? 1 : points; }

    const BoundaryShape& shape_;
    Vec3d origin_;
    int dimension_;
    double step_;       ///< [m] between points of the quadrature
    double half_width_; ///< [m] of the fall of γ
    std::vector<Row> rows_;
    std::vector<Matter> matter_; ///< sorted by place
};
} // namespace aspic
