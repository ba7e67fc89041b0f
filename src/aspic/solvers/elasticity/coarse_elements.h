#pragma once

#include "aspic/math/quaternion.h"
#include "aspic/solvers/elasticity/coarse_space.h"
#include "aspic/solvers/elasticity/elastic_stuff.h"
#include "aspic/solvers/elasticity/elasticity_settings.h"
#include "aspic/solvers/linear/symmetric_matrix.h"

namespace aspic
{
/// Particles that something else than elasticity resists.
struct ExtraStiffness
{
    Index particle;
    Mat3d stiffness; ///< [kg], as masses count
};

/// The matrix of smooth motions, m + w K of the corotated tangent: each cell of the coarse grid is an element with eight corners, whose integration points are the particles in it. It is summed once at rest and turned with the mean
/// rotation of its particles. Sums over neighbours are not looked at: a smooth motion has nearly the same gradient with and without them, and the element couples only its own corners.
class CoarseElements
{
public:
    CoarseElements(const CoarseSpace& space, const RestShape& shape, const ElasticStuff& stuff, ElasticTangent tangent);

    /// Where entries will be: three rows for each unknown.
    [[nodiscard]] const SymmetricMatrix& pattern() const { return pattern_; }

    struct State
    {
        double weight;           ///< [s²] w
        View<const Vec4> turn;   ///< rotations of particles
        View<const double> held; ///< of particles that do not move, from held_values(); empty: none
        std::span<const ExtraStiffness> extra = {};
    };
    /// What particles that do not move add to the matrix in every pose.
    ///   `held`: not zero for them; empty: none
    [[nodiscard]] Array<double> held_values(View<const Index> held, double weight) const;
    void assemble(const State& state, SymmetricMatrix& matrix) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    /// Of two corners of a cell.
    struct Pair
    {
        Mat3 stiffness; ///< [N/m] at rest
        Real mass;      ///< [kg]
        Index block;    ///< which of its row, in the pattern
    };
    void list_blocks();
    void sum_cell(Index cell, const ElasticStuff& stuff, ElasticTangent tangent);
    void add(SymmetricMatrix& matrix, Index unknown, Index block, const Mat3d& entry) const;
    void add_at(SymmetricMatrix& matrix, const ExtraStiffness& extra) const;

    const CoarseSpace* space_;
    std::size_t distinct_;            ///< corners of a cell
    SymmetricMatrix pattern_;         ///< values are 0
    Array<Pair> pairs_;               ///< distinct² of each cell
    Array<Real> local_stiffness_;     ///< [N/m] of particles: about what their neighbours resist with when one of them moves alone
    Array<Index> cell_of_, place_of_; ///< of particles
};
} // namespace aspic
