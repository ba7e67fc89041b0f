#pragma once

#include "aspic/core/view.h"
#include "aspic/math/vec.h"

namespace aspic
{
/// v ← v + Δt a: T09 (58)
struct AdvanceVelocity
{
    using lane_operator = void;

    View<const Vec3> a; // read     [m/s²]
    Real dt;            ///< [s]
    View<Vec3> v;       // updated  [m/s]

    template <class I> ASPIC_HOST_DEVICE void operator()(I i) const { v[i] += dt * a[i]; }
};

/// x ← x + Δt v with the new velocity: T09 (59). In double, one row at a time: positions are double in every build.
struct AdvancePosition
{
    View<const Vec3> v; // read     [m/s]
    double dt;          ///< [s]
    View<Vec3d> x;      // updated  [m]

    ASPIC_HOST_DEVICE void operator()(Index i) const { x[i] += dt * convert<double>(v[i]); }
};
} // namespace aspic
