#pragma once

#include "aspic/math/quaternion.h"

namespace aspic
{
/// Where a body stands: x = c + R (X − X_c). The material frame is that of its shape.
struct RigidPose
{
    Mat3d rotation = diagonal(1.0, 1.0, 1.0); ///< R
    Vec3d position;                           ///< [m] c
    Vec3d material_center;                    ///< [m] X_c

    [[nodiscard]] Vec3d place_of(const Vec3d& X) const { return position + rotation * (X - material_center); }
    [[nodiscard]] Vec3d material_point(const Vec3d& x) const { return material_center + transpose(rotation) * (x - position); }
};
} // namespace aspic
