#pragma once

#include "aspic/core/scratch.h"
#include "aspic/solvers/elasticity/elastic_stuff.h"
#include "aspic/solvers/elasticity/rest_shape.h"
#include "aspic/solvers/elasticity/stretch_product.h"

#include <vector>

namespace aspic
{
/// K of stretch and zero-energy modes, K21 (29), as a matrix: it depends on no step, no rotation and nothing that is held. Reads a third of what the passes over pairs read (600 instead of 1 900 bytes per particle of a
/// lattice), and serves all systems without volume and damping.
class StretchOperator
{
public:
    StretchOperator(const RestShape& shape, const ElasticStuff& stuff);

    /// How many records u must have room for: whole quads; what is behind the last row is not NaN.
    static Index room(Index n) { return (n + rows_in_quad - 1) / rows_in_quad * rows_in_quad; }

    /// u → m u + factor K u; returns uᵀ of that.
    ///   `mass`: 0 for what is held
    double multiply(View<const Vec4> u, View<const Real> mass, Real factor, View<Vec4> result, Scratch& scratch) const;

    [[nodiscard]] std::size_t bytes() const;

    /// Some rows of the matrix; what it lists is what StretchRows shows.
    struct Piece
    {
        Index first = 0, rows = 0;
        Array<Index> near_count, far_count, far_row;
        Array<std::uint16_t> near_row;
        Array<Real> near_value, far_value;
    };

private:
    std::vector<Piece> pieces_;
    std::vector<StretchRows> shown_; ///< the pieces
};
} // namespace aspic
