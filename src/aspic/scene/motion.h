#pragma once

#include "aspic/math/keyframed.h"

#include <optional>

namespace aspic
{
/// Where the axes of a body come to lie, x − c = F (X − c) before it turns and moves: F has these columns.
struct Deformation
{
    Keyframed<Vec3d> along_x{{1, 0, 0}}, along_y{{0, 1, 0}}, along_z{{0, 0, 1}};

    bool operator==(const Deformation&) const = default;
};
template <> const Structure& structure_of<Deformation>();

/// Movement that is given, not computed: of walls and bodies, and of particles that are held.
struct Motion
{
    std::optional<Keyframed<Vec3d>> displacement;     ///< [m] from where it stood at first
    std::optional<Keyframed<Vec3d>> velocity;         ///< [m/s] instead of the displacement
    std::optional<Keyframed<Vec3d>> rotation;         ///< [rad] axis times angle
    std::optional<Keyframed<Vec3d>> angular_velocity; ///< [rad/s] instead of the rotation; its axis must not change
    Vec3d center;                                     ///< [m] about which it turns and deforms
    std::optional<Deformation> deformation = {};      ///< of held particles only

    bool operator==(const Motion&) const = default;
};
template <> const Structure& structure_of<Motion>();
} // namespace aspic
