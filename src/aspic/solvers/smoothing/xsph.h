#pragma once

#include "aspic/solvers/fluid.h"

namespace aspic
{
/// Velocities are left as they are.
struct NoSmoothing
{
    bool operator==(const NoSmoothing&) const = default;
};

/// XSPH, T09 (53): particles move with a velocity nearer to that of their neighbours.
struct XsphSettings
{
    double strength = 0.1;  ///< ξ
    bool is_stored = false; ///< the smoothed velocity replaces the velocity; else it only moves the particles, as in the original

    bool operator==(const XsphSettings&) const = default;
};

template <> const Structure& structure_of<NoSmoothing>();
template <> const Structure& structure_of<XsphSettings>();

using VelocitySmoother = std::variant<NoSmoothing, XsphSettings>;
template <> inline constexpr std::string_view alternatives_name<VelocitySmoother> = "smoothing";

/// v → Δv, what smoothing adds to each velocity.
///   in:  positions (as neighbourhood), velocities, masses, densities; μ < 0 marks particles that take no part
void smooth_velocity(const XsphSettings& settings, const Fluid& fluid, View<const Real> viscosity, View<Vec3> change);
} // namespace aspic
