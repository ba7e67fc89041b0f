#pragma once

#include "aspic/solvers/elasticity/elastic_stuff.h"
#include "aspic/solvers/linear/symmetric_matrix.h"

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

    /// Pᵀ r: each unknown the sum of its particles.
    void restrict_to(View<const Vec3> r, const Values& coarse) const;

    /// P c of a particle.
    [[nodiscard]] Vec3 at(Index particle, const Values& coarse) const
    {
        Vec3 sum;
        for (const Weight* w = weights_of(particle); w != weights_of(particle) + corners_; ++w)
        {
            const float* const c = coarse.of(w->place);
            sum += static_cast<Real>(w->weight) * Vec3{static_cast<Real>(c[0]), static_cast<Real>(c[1]), static_cast<Real>(c[2])};
        }
        return sum;
    }

    /// Pᵀ (m + factor K) P of stretch and zero-energy modes, K21 (29), for one coordinate: the same for x, y and z. Held particles do not move.
    [[nodiscard]] SymmetricMatrix matrix(const ElasticStuff& stuff, double factor, View<const Index> held) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    struct Weight
    {
        Index place;  ///< unknown, or particle
        float weight; ///< P
    };
    struct Entry;
    class Block;

    [[nodiscard]] const Weight* weights_of(Index particle) const { return weights_.data() + static_cast<std::size_t>(particle) * corners_; }
    void number_unknowns();
    void list_particles();

    const RestShape* shape_;
    std::size_t corners_; ///< of a cell: 8, in 2D 4
    Index size_ = 0;
    Array<Weight> weights_;     ///< of each particle, by corners
    Array<Index> cell_;         ///< of the grid, of each particle
    Array<Index> by_cell_;      ///< particles, cell by cell
    Array<Index> cell_begin_;   ///< in by_cell_
    Array<std::int64_t> begin_; ///< in particles_, of each unknown
    Array<Weight> particles_;   ///< of each unknown
};
} // namespace aspic
