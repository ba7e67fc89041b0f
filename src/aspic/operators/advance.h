#pragma once

#include "aspic/core/view.h"
#include "aspic/math/vec.h"

namespace aspic
{
/// x ← x + Δt (v + drift) with the new velocity: T09 (59); c ← c − |Δx|, how far the particle may still go before it can touch a wall. In double, one row at a time:
/// positions are double in every build.
struct AdvancePosition
{
    View<const Vec3> v;     // read     [m/s]
    View<const Vec3> drift; // read     [m/s]; empty: 0
    double dt;              ///< [s]
    View<Vec3d> x;          // updated  [m]
    View<Real> c;           // updated  [m]

    ASPIC_HOST_DEVICE void operator()(Index i) const
    {
        const Vec3d step = dt * convert<double>(drift.empty() ? v[i] : v[i] + drift[i]);
        x[i] += step;
        c[i] -= static_cast<Real>(norm(step));
    }
};
} // namespace aspic
