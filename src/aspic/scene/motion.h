#pragma once

#include "aspic/math/keyframed.h"

#include <optional>

namespace aspic
{
/// Movement that is given, not computed: of walls and bodies, and of particles that are held.
struct Motion
{
    std::optional<Keyframed<Vec3d>> displacement;     ///< [m] from where it stood at first
    std::optional<Keyframed<Vec3d>> velocity;         ///< [m/s] instead of the displacement
    std::optional<Keyframed<Vec3d>> rotation;         ///< [rad] axis times angle
    std::optional<Keyframed<Vec3d>> angular_velocity; ///< [rad/s] instead of the rotation; its axis must not change
    Vec3d center;                                     ///< [m] about which it turns

    bool operator==(const Motion&) const = default;
};
template <> const Structure& structure_of<Motion>();
} // namespace aspic
