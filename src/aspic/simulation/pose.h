#pragma once

#include "aspic/geometry/solid.h"
#include "aspic/scene/scene.h"

namespace aspic
{
/// Where something that moves as given stands at one time: x = c + s + R (X − c).
struct Pose
{
    Mat3T<double> rotation = diagonal(1.0, 1.0, 1.0); ///< R
    Vec3d center;                                     ///< [m] c
    Vec3d shift;                                      ///< [m] s

    [[nodiscard]] Vec3d place_of(const Vec3d& material_point) const { return center + shift + rotation * (material_point - center); }
    [[nodiscard]] Vec3d material_point(const Vec3d& place) const { return center + transpose(rotation) * (place - center - shift); }
};

/// The pose that a motion prescribes for a time.
Pose pose_at(const std::optional<Motion>& motion, double time);

/// A motion during one step. Velocities are means over the step, so that what follows them arrives exactly.
struct Movement
{
    Pose before, after;
    double dt = 1; ///< [s]

    Movement(const std::optional<Motion>& motion, double time, double step)
        : before(pose_at(motion, time)), after(pose_at(motion, time + step)), dt(step)
    {
    }

    /// Velocity of the material that is at a place after the step.
    [[nodiscard]] Vec3d velocity_at(const Vec3d& place) const { return (1 / dt) * (place - before.place_of(after.material_point(place))); }
};
} // namespace aspic
