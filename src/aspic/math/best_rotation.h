#pragma once

#include "aspic/math/mat.h"

namespace aspic
{
/// The rotation vector (axis times angle, at most π) of the rotation R that makes Σ |y_k − R x_k|² least, from the covariance A = Σ y_k x_kᵀ.
/// Horn's quaternion method: also for points in a plane or on a line, where the rest of the rotation is the smallest possible.
Vec3T<double> best_rotation(const Mat3T<double>& covariance);
} // namespace aspic
