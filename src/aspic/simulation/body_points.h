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
    std::vector<Index> parts;      ///< to which of the body's parts each belongs, −1: to none; empty: there are no parts
};

/// Shapes that have been filled by relaxation, which takes long: equal bodies share them. For scenes that differ in their spacing at most.
class FilledShapes
{
public:
    /// Places in the body's own frame. They stay valid until the next call.
    const std::vector<Vec3d>& points(const Body& body, const Scene& scene, const Assets& assets);

private:
    struct Filled
    {
        Shape shape;
        Sampling sampling;
        double spacing; ///< [m]
        std::vector<Vec3d> points;
    };
    std::vector<Filled> filled_;
};

/// Fills a body's shape with particles, whose lattice turns with it, or takes them from its file; or scatters as many as it would have. `stream` chooses the random numbers.
BodyPoints body_points(const Body& body, const Scene& scene, const Assets& assets, std::uint64_t stream, FilledShapes& known);

/// Of each particle of a body, the index of its material in the scene.
std::vector<Index> point_materials(const Body& body, const BodyPoints& points, const Scene& scene);

/// What a body's flow adds to the first velocity of a particle at a place in the world.
Vec3d flow_velocity(const Body& body, const Vec3d& x);

/// How many they will be, without filling the shape.
double body_point_count(const Body& body, const Scene& scene, const Assets& assets);
} // namespace aspic
