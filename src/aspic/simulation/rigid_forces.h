#pragma once

#include "aspic/geometry/assets.h"
#include "aspic/simulation/rigid_bodies.h"

namespace aspic
{
/// Forces of a scene (`forces`) on its rigid bodies: an acceleration of the whole body, or of the part of it that is in the force's region. Forces on one material act on none.
class RigidForces
{
public:
    RigidForces(const Scene& scene, const Assets& assets);

    /// V → V by the forces of a step.
    void apply(RigidBodies& rigid, double time, double dt) const;

private:
    struct Force
    {
        const BodyForce* force;
        std::shared_ptr<const Solid> region; ///< none: everywhere
    };
    std::vector<Force> forces_;
    std::vector<std::vector<Vec3d>> points_; ///< [m] that fill each body evenly, where its shape is defined; empty: no force has a region
};
} // namespace aspic
