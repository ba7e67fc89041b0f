#pragma once

#include "aspic/core/scratch.h"
#include "aspic/solvers/elasticity/coarse_transfer.h"
#include "aspic/solvers/elasticity/elastic_stuff.h"
#include "aspic/solvers/linear/symmetric_matrix.h"

#include <array>

namespace aspic
{
/// Smooth motions of a body: trilinear functions on a background grid of four particle spacings, summed with weights P (partition of unity). Where parts of the body are near each other but not
/// connected within the reach of a grid node, each part has its own copy of that node, so that they do not move together.
class CoarseSpace
{
public:
    explicit CoarseSpace(const RestShape& shape);

    [[nodiscard]] Index size() const { return size_; } ///< unknowns

    /// Unknowns of several bodies side by side, three numbers each, row by row; those of one of them.
    struct Values
    {
        View<float> all;
        Index body = 0, bodies = 1;

        [[nodiscard]] float* of(Index unknown) const { return all.data() + 3 * (static_cast<std::int64_t>(unknown) * bodies + body); }
    };

    /// Pᵀ r: each unknown the sum of its particles that are not held.
    ///   `held`: not zero for them; empty: none
    void restrict_to(View<const Vec3> r, View<const Index> held, const Values& coarse, Scratch& scratch) const;

    /// z → share z + P c, 0 for held particles.
    void add_to(View<Vec3> z, Real share, View<const Index> held, const Values& coarse) const;

    /// Pᵀ (m + factor K) P of stretch and zero-energy modes, K21 (29), for one coordinate: the same for x, y and z. Held particles do not move.
    [[nodiscard]] SymmetricMatrix matrix(const ElasticStuff& stuff, double factor, View<const Index> held) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    static constexpr std::size_t corners = 8; ///< of a cell; in 2D the last four are the first four, with weights 0
    using Corners = std::array<Index, corners>;

    struct Entry;
    class Block;
    class Numbering;

    void list_meetings();

    [[nodiscard]] static std::array<double, corners> weights_at(const CoarsePlace& place);
    [[nodiscard]] const Corners& corners_of(Index particle) const
    {
        return cell_corners_[static_cast<std::size_t>(cell_of_[static_cast<std::size_t>(particle)])];
    }

    const RestShape* shape_;
    Index size_ = 0;
    Array<CoarsePlace> places_;   ///< cell by cell; a cell is split where parts of a body in it are not connected
    Array<Index> place_of_;       ///< of each particle
    Array<Index> cell_of_;        ///< of each particle
    Array<Index> cell_begin_;     ///< in places_
    Array<Corners> cell_corners_; ///< unknowns
    Array<Index> meeting_begin_;  ///< in meetings_, of each unknown
    Array<Index> meetings_;       ///< where cells have it as a corner: 8 times the cell, and which
};
} // namespace aspic
