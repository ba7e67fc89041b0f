#pragma once

#include "aspic/geometry/solid.h"
#include "aspic/scene/scene.h"

#include <algorithm>

namespace aspic
{
/// Where something that moves as given stands at one time: x = c + s + R F (X − c); F is 1 but for held particles.
struct Pose
{
    Mat3T<double> rotation = diagonal(1.0, 1.0, 1.0); ///< R
    Vec3d center;                                     ///< [m] c
    Vec3d shift;                                      ///< [m] s
    struct Stretch
    {
        Mat3T<double> F, inverse;
    };
    std::optional<Stretch> stretch = {}; ///< none: F = 1

    [[nodiscard]] Vec3d place_of(const Vec3d& material_point) const
    {
        const Vec3d arm = material_point - center;
        return center + shift + rotation * (stretch ? stretch->F * arm : arm);
    }
    [[nodiscard]] Vec3d material_point(const Vec3d& place) const
    {
        const Vec3d arm = transpose(rotation) * (place - center - shift);
        return center + (stretch ? stretch->inverse * arm : arm);
    }
};

/// F
Mat3T<double> deformation_at(const Deformation& deformation, double time);

/// The pose that a motion prescribes for a time.
Pose pose_at(const std::optional<Motion>& motion, double time);

/// A motion during one step. Velocities are means over the step, so that what follows them arrives exactly; over a nanosecond at least, so that rounding of
/// places does not turn into speed.
struct Movement
{
    Pose before, after;
    double span; ///< [s] from before to after

    Movement(const std::optional<Motion>& motion, double time, double step)
        : before(pose_at(motion, time + step - std::max(step, 1e-9))), after(pose_at(motion, time + step)), span(std::max(step, 1e-9))
    {
    }

    /// Velocity of the material that is at a place after the step.
    [[nodiscard]] Vec3d velocity_at(const Vec3d& place) const
    {
        return (1 / span) * (place - before.place_of(after.material_point(place)));
    }
};
} // namespace aspic
