#pragma once

#include "aspic/solvers/elasticity/rest_shape.h"

namespace aspic
{
/// What the particles of a rest shape are made of, for each slot.
struct ElasticStuff
{
    Array<Vec4> stiffness; ///< 2μ, λ, κ = α μ [Pa]; V [m^d]
    Array<Real> damping;   ///< [s]
    Array<Real> mass;      ///< [kg]

    [[nodiscard]] std::size_t bytes() const
    {
        return stiffness.capacity() * sizeof(Vec4) + (damping.capacity() + mass.capacity()) * sizeof(Real);
    }
};
} // namespace aspic
