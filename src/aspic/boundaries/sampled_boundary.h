#pragma once

#include "aspic/boundaries/boundary.h"

#include <array>

namespace aspic
{
/// Walls as particles (Akinci, Ihmsen, Akinci, Solenthaler and Teschner 2012), in layers behind the surface, the first half a spacing deep: fluid at rest is then one spacing
/// away from it, as from more fluid. The paper puts one layer on the surface itself; a particle there is pushed by half as much at half a spacing, and not at all on the surface.
///
/// V_b = β / Σ_k W_bk, Akinci (4), but with a sum over layers on both sides, those in the fluid and deeper in the matter too: with those of the wall alone a sample has more volume
/// on a face than beside an edge, where more of the others stand around it. β lets a constant pressure exert no force on the
/// first layer of a lattice of fluid before a flat wall.
/// Matter thinner than a spacing keeps one layer in its middle, of full volume: thin plates hold back as well as thick ones, on both sides.
class SampledBoundary final : public Boundary
{
public:
    /// So many layers; 0: as many as the support radius has spacings. Throws std::length_error if the surface has no end or is too large.
    explicit SampledBoundary(const BoundaryShape& shape, int layers = 0);

    [[nodiscard]] std::optional<BoundaryTerm> seen_from(const Vec3d& x) const override;
    [[nodiscard]] double clearance(const Vec3d& x) const override { return shape_.distance_from(x) - shape_.support(); }
    [[nodiscard]] Bounds bounds() const override { return bounds_; }
    [[nodiscard]] double support() const override { return shape_.support(); }
    [[nodiscard]] std::size_t bytes() const override;

    [[nodiscard]] Index size() const { return static_cast<Index>(samples_.size()); }
    [[nodiscard]] double calibration() const { return beta_; } ///< β
    [[nodiscard]] std::vector<Vec3d> points() const;           ///< [m] x_b
    [[nodiscard]] std::vector<double> volumes() const;         ///< [m^d] V_b

private:
    /// A particle of the wall: where it is in its cell, and its volume.
    struct Sample
    {
        Vec3 x;
        Real volume;
    };

    void sort_into_cells(const std::vector<Vec3d>& points, const std::vector<double>& volumes);
    [[nodiscard]] std::array<std::int64_t, 3> cell_at(const Vec3d& x) const;
    [[nodiscard]] Vec3d corner_of(const std::array<std::int64_t, 3>& cell) const;
    template <class F> void for_each_cell_around(const Vec3d& x, const F& visit) const;
    template <class K> [[nodiscard]] std::optional<BoundaryTerm> sums(const K& kernel, const Vec3d& x) const;

    BoundaryShape shape_;
    AnyKernel kernel_;
    double beta_ = 1;
    Bounds bounds_ = empty_bounds();
    Vec3d origin_;                        ///< [m] corner of the first cell; cells have the size of the support radius
    std::array<std::int64_t, 3> count_{}; ///< of cells along each axis
    Array<Index> begin_;                  ///< of the samples of each cell, and one past the last
    Array<Sample> samples_;
};
} // namespace aspic
