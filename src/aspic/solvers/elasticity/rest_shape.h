#pragma once

#include "aspic/neighbors/neighborhood.h"
#include "aspic/solvers/elasticity/rest_pair_lists.h"

#include <optional>
#include <span>

namespace aspic
{
/// A body without load: places, neighbours, volumes, corrections. Shared by all bodies of that shape, wherever they are. Particles stand in an order of its own, so that neighbours are near in
/// memory, and on a lattice so that slices of lists repeat (rest_order.h): `slot`s.
class RestShape
{
public:
    /// `kernel`: of the sums; its dimension is that of the world. `neighbor_limit`: only the closest neighbours count (K21 section 9), but for volumes, and where they would leave out a direction that all
    /// of them have.
    RestShape(std::span<const Vec3d> points, const AnyKernel& kernel, double support, std::optional<int> neighbor_limit = {});
    RestShape(const RestShape&) = delete;
    RestShape& operator=(const RestShape&) = delete;

    [[nodiscard]] Index size() const { return static_cast<Index>(points_.size()); }
    [[nodiscard]] int dimension() const { return dimension_; }
    [[nodiscard]] double support() const { return support_; }                      ///< [m] h
    [[nodiscard]] View<const Vec3d> points() const { return const_view(points_); } ///< [m] of each slot
    [[nodiscard]] View<const Index> point_of_slot() const
    {
        return const_view(order_);
    } ///< which of the points that were given stands there
    /// Slots in an order in which stretches of 32 are near each other; empty: their own.
    [[nodiscard]] View<const Index> compact_order() const { return const_view(compact_); }
    [[nodiscard]] View<const Real> volume() const { return const_view(volume_); } ///< [m^d] V = 1/Σ ω, K21 (5)
    [[nodiscard]] const Neighborhood& neighborhood() const { return neighborhood_; }
    [[nodiscard]] RestView view() const;
    [[nodiscard]] std::int64_t slot_count() const { return pairs_.slot_count(); } ///< of its lists
    [[nodiscard]] std::int64_t stored_slot_count() const
    {
        return pairs_.stored_slot_count();
    } ///< where slices that are equal are counted once

    /// Particles whose neighbours lie in a plane, on a line or in a point (in 2D: on a line or in a point): K21 (8) has no inverse there.
    [[nodiscard]] Index degenerate_count() const;
    [[nodiscard]] std::size_t bytes() const;

private:
    void find_neighbors(std::span<const Vec3d> points);
    void reorder(View<const Index> order);
    void find_pairs(const AnyKernel& kernel);
    void limit_neighbors(const AnyKernel& kernel, int limit);

    double support_;
    int dimension_;
    Neighborhood neighborhood_;
    Array<Vec3d> points_;
    Array<Index> order_, compact_;
    Array<Real> volume_, rank_;
    Array<Mat3> correction_, tied_;
    RestPairLists pairs_;
};
} // namespace aspic
