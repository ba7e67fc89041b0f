#pragma once

#include "aspic/core/scratch.h"
#include "aspic/solvers/elasticity/coarse_transfer.h"
#include "aspic/solvers/elasticity/rest_shape.h"

#include <array>
#include <span>

namespace aspic
{
/// Smooth motions of a body: trilinear functions on a background grid of a few particle spacings, summed with weights P (partition of unity). Where parts of the body are near each other but not
/// connected within the reach of a grid node, each part has its own copy of that node, so that they do not move together.
class CoarseSpace
{
public:
    /// `spacings`: of particles, in a cell
    explicit CoarseSpace(const RestShape& shape, double spacings = 4);

    [[nodiscard]] Index size() const { return size_; } ///< unknowns

    /// Pᵀ r: each unknown the sum of its particles that are not held, three numbers each.
    ///   `held`: not zero for them; empty: none
    void restrict_to(View<const Vec3> r, View<const Index> held, View<float> coarse, Scratch& scratch) const;

    /// z → share z + P c, 0 for held particles.
    void add_to(View<Vec3> z, Real share, View<const Index> held, View<const float> coarse) const;

    static constexpr std::size_t corners = 8; ///< of a cell; in 2D the last four are the first four, with weights 0
    using Corners = std::array<Index, corners>;

    // The cells of the grid; one is split where parts of a body in it are not connected.
    [[nodiscard]] Index cell_count() const { return static_cast<Index>(cell_corners_.size()); }
    [[nodiscard]] const Corners& corners_of_cell(Index cell) const { return cell_corners_[static_cast<std::size_t>(cell)]; }
    [[nodiscard]] std::span<const CoarsePlace> particles_of_cell(Index cell) const
    {
        const auto k = static_cast<std::size_t>(cell);
        return {places_.data() + cell_begin_[k], static_cast<std::size_t>(cell_begin_[k + 1] - cell_begin_[k])};
    }
    [[nodiscard]] double cell_size() const { return cell_size_; } ///< [m]
    [[nodiscard]] std::size_t distinct_corners() const { return shape_->dimension() == 2 ? corners / 2 : corners; }
    [[nodiscard]] static std::array<double, corners> weights_at(const CoarsePlace& place);

    [[nodiscard]] std::size_t bytes() const;

private:
    class Numbering;

    void list_meetings();

    const RestShape* shape_;
    Index size_ = 0;
    double cell_size_;
    Array<CoarsePlace> places_;   ///< cell by cell
    Array<Index> cell_begin_;     ///< in places_
    Array<Corners> cell_corners_; ///< unknowns
    Array<Index> meeting_begin_;  ///< in meetings_, of each unknown
    Array<Index> meetings_;       ///< where cells have it as a corner: 8 times the cell, and which
};
} // namespace aspic
