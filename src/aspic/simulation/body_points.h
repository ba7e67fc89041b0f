#pragma once

#include "aspic/geometry/assets.h"
#include "aspic/scene/scene.h"

namespace aspic
{
/// The particles of a body: places and first velocities in the world.
struct BodyPoints
{
    std::vector<Vec3d> positions;  ///< [m]
    std::vector<Vec3d> velocities; ///< [m/s]
};

/// Fills a body's shape with particles on a lattice that turns with it, or takes them from its file. `stream` chooses the random numbers.
BodyPoints body_points(const Body& body, const Scene& scene, const Assets& assets, std::uint64_t stream);

/// What a body's flow adds to the first velocity of a particle at a place in the world.
Vec3d flow_velocity(const Body& body, const Vec3d& x);

/// How many they will be.
double body_point_count(const Body& body, const Scene& scene, const Assets& assets);
} // namespace aspic
