#pragma once

#include "aspic/boundaries/boundary.h"
#include "aspic/boundaries/half_space_profile.h"
#include "aspic/boundaries/wall_integral.h"

#include <array>
#include <cstdint>

namespace aspic
{
/// Walls as a map of what is seen of them, after the density maps of Koschier and Bender 2017 and the volume maps of Bender, Kugelstadt, Weiler and Koschier 2020.
///
/// Both papers replace the wall by one point, the nearest of the surface, and so see one wall where two or three meet. Here the map holds the integral of the kernel over
/// all matter of the wall,
///     F(x) = ∫ γ(Φ(y)) W(x − y) dy,   γ: 1 in matter, 0 in the fluid,   gradient = ∇F,
/// with the kernel W by which flat walls continue a lattice of fluid (HalfSpaceProfile), and with it
/// edges, corners and plates of any thickness. Stored is not F, but the distance D from a flat wall of which as much would be seen: F = F_plane(D),
/// HalfSpaceProfile. Before a flat wall D is a linear function, which interpolation reproduces to the last digits: there are no bumps to stick to. Elsewhere D is
/// a cubic B-spline, twice differentiable. `volume` and `offset` are those of the flat wall, the latter along ∇F: they are rough where walls meet.
///
/// Blocks of cells that see nothing but one plane store that plane; those that see nothing, nothing. Beyond the region the formula of the plane is used with the
/// nearest point of the surface: exact for endless planes.
class VolumeMap final : public Boundary
{
public:
    /// Throws std::length_error if there are too many blocks: the shape is too large for its support radius.
    explicit VolumeMap(const BoundaryShape& shape);

    [[nodiscard]] std::optional<BoundaryTerm> seen_from(const Vec3d& x) const override;
    [[nodiscard]] double clearance(const Vec3d& x) const override;
    [[nodiscard]] Bounds bounds() const override { return bounds_; }
    [[nodiscard]] double support() const override { return profile_.support(); }
    [[nodiscard]] std::size_t bytes() const override;

    [[nodiscard]] const HalfSpaceProfile& profile() const { return profile_; }

private:
    static constexpr int cells = WallIntegral::cells; ///< along a block
    static constexpr int controls = cells + 3;        ///< values of the spline along a block: −1 … cells + 1
    static constexpr int sees_nothing = -1, is_buried = -2;

    /// A block near the surface. D(x) = distance + normal·(x − middle), unless it has a spline.
    struct Block
    {
        Vec3d normal;
        double distance = 0;
        std::int32_t spline = -1;
    };

    /// D and its gradient.
    struct Distance
    {
        double value;
        Vec3d gradient;
    };

    void lay_out(const Bounds& near_surface);
    void classify_blocks();
    void make_splines();
    [[nodiscard]] Vec3d middle_of(const BlockPlace& block) const;
    [[nodiscard]] bool sees_one_plane(const Vec3d& middle, Block& block) const;
    [[nodiscard]] bool find_block(const Vec3d& x, BlockPlace& block) const;
    [[nodiscard]] Distance spline_at(std::int32_t spline, const Vec3d& from_middle) const;
    [[nodiscard]] std::optional<Distance> distance_at(const Vec3d& x) const;
    [[nodiscard]] Distance nearest_plane(const Vec3d& x) const;
    [[nodiscard]] std::size_t spline_size() const;

    BoundaryShape shape_;
    HalfSpaceProfile profile_;
    int dimension_;
    Bounds bounds_;
    double cell_, side_;                  ///< [m] of a cell and of a block
    bool is_whole_ = false;               ///< nothing of the surface is beyond the map
    Vec3d origin_;                        ///< [m] low corner of the first block
    std::array<std::int64_t, 3> count_{}; ///< blocks along each axis; 0: all is asked from the solid
    std::vector<std::int32_t> code_;      ///< of each place: its block, or one of the codes
    std::vector<float> distance_;         ///< [m] of its middle from the surface
    std::vector<Block> blocks_;
    Array<float> splines_; ///< controls³ (2D: controls²) values each [support radii]
};
} // namespace aspic
