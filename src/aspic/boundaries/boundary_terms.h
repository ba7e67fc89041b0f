#pragma once

#include "aspic/core/array.h"
#include "aspic/core/types.h"
#include "aspic/math/vec.h"

#include <span>

namespace aspic
{
/// A wall or rigid body as the sums of one fluid particle i see it: Σ_b over its matter b within the support radius, of volumes V_b at x_b. No force asks how it
/// was found, by samples or by a distance field. It is all that a pressure solve needs:
///   share of the density            ρ0_i filled
///   push s per unit of gradient     force s·gradient on the particle; −s·gradient and the torque −s·moment on the body
///   flux of the body's velocity     Σ_b V_b v_b·∇_i W_ib = v·gradient + ω·moment
/// so that what a particle gets, the body loses, to the last bit of rounding.
struct BoundaryTerm
{
    Index body = 0;    ///< number of the wall or rigid body
    Real filled = 0;   ///< Σ_b V_b W_ib
    Real volume = 0;   ///< [m^d] Σ_b V_b
    Real distance = 0; ///< [m] of a flat wall of which as much would be seen
    Vec3 gradient;     ///< [1/m] Σ_b V_b ∇_i W_ib
    Vec3 moment;       ///< [1] Σ_b (x_b − c) × V_b ∇_i W_ib about the body's centre c
    Vec3 offset;       ///< [m] x_i less the mean x_b, weighted with V_b W_ib: for viscosity, friction, adhesion
};

/// The terms of all particles, sorted by particle, then by body.
struct BoundaryTerms
{
    Array<Index> begin; ///< of each particle, and one past the last; empty: no boundaries
    Array<BoundaryTerm> terms;

    [[nodiscard]] std::span<const BoundaryTerm> of(Index i) const { return part(terms.data(), i); }
    [[nodiscard]] std::span<BoundaryTerm> of(Index i) { return part(terms.data(), i); }

private:
    template <class T> std::span<T> part(T* all, Index i) const
    {
        if (begin.empty())
            return {};
        const auto first = static_cast<std::size_t>(begin[static_cast<std::size_t>(i)]);
        const auto last = static_cast<std::size_t>(begin[static_cast<std::size_t>(i) + 1]);
        return {all + first, last - first};
    }
};

/// How a body moves at one moment.
struct RigidMotion
{
    Vec3d center;           ///< [m] c
    Vec3d velocity;         ///< [m/s] v of that point
    Vec3d angular_velocity; ///< [rad/s] ω

    [[nodiscard]] Vec3d velocity_at(const Vec3d& x) const { return velocity + cross(angular_velocity, x - center); }
};
} // namespace aspic
