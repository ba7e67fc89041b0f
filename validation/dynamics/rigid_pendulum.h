#pragma once

#include "measure.h"

namespace aspic::validation
{
/// A rigid body with one angle φ: M(φ) φ'' + ½ M'(φ) φ'² = Q(φ).
struct OneAngle
{
    std::function<double(double)> inertia;      ///< [kg m²] M
    std::function<double(double)> inertia_rate; ///< [kg m²] M' = dM/dφ
    std::function<double(double)> torque;       ///< [N m] Q
};

/// φ over time from rest at `start`, by Runge and Kutta's method of fourth order in steps of 0.1 ms.
Curve motion_from_rest(const OneAngle& body, double start, double duration);
} // namespace aspic::validation
