#pragma once

#include "aspic/math/vec.h"

namespace aspic
{
/// What the particles gave to a wall in a step.
struct WallImpulse
{
    Vec3d linear;  ///< [N s]
    Vec3d angular; ///< [N m s] about the origin

    WallImpulse operator+(const WallImpulse& b) const { return {linear + b.linear, angular + b.angular}; }
};
} // namespace aspic
