#pragma once

#include "measure.h"

namespace aspic::validation
{
/// A rigid body that turns about a fixed axis: I φ'' = M(φ).
struct RigidPendulum
{
    double inertia;                       ///< [kg m²] I about the axis
    std::function<double(double)> moment; ///< [N m] M
};

/// φ over time from rest at `start`, by Runge and Kutta's method of fourth order in steps of 0.1 ms.
Curve motion_from_rest(const RigidPendulum& body, double start, double duration);
} // namespace aspic::validation
