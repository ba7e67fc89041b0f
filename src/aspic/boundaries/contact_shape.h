#pragma once

#include "aspic/geometry/box_tree.h"
#include "aspic/geometry/solid.h"
#include "aspic/math/quaternion.h"

#include <optional>

namespace aspic
{
// What may touch first, in the material frame: it is tested against the distances of the other solid. A ball is a point with a radius, a capsule a
// line with one, so that they roll smoothly; a cylinder touches with its rims.

struct PointFeature
{
    Vec3d x;
    double radius = 0; ///< [m]
    Vec3d inset{};     ///< [m] to a place inside of the body, from which the other's surface is looked at: at its edge, two ways lead out
};

struct LineFeature
{
    Vec3d from, to;
    double radius = 0;     ///< [m]
    bool has_ends = false; ///< touches with its ends too; else only with what lies between, as the side of a cylinder does
};

struct CircleFeature
{
    Vec3d center;
    Vec3d axis; ///< unit length
    double radius = 0;
    double thickness = 0; ///< [m] radius of the tube around it
};

/// A box in the material frame; in 2D half.z is zero.
struct BoxFrame
{
    Vec3d center;
    Mat3d axes; ///< its rows are the directions of the edges
    Vec3d half; ///< [m] half of its size
};

/// A piece of a body. A body is the union of its pieces.
struct ContactPart
{
    std::shared_ptr<const Solid> solid; ///< in the material frame
    Bounds bounds;
    bool is_round = false;       ///< the distance has a smooth gradient near the surface: edges can be tested against it
    bool is_convex = false;      ///< a ball or capsule touches it in one place
    bool is_endless = false;     ///< a half space or a vessel
    std::optional<BoxFrame> box; ///< if it is one
    std::vector<PointFeature> points;
    std::vector<LineFeature> lines;
    std::vector<CircleFeature> circles;
    BoxTree point_tree; ///< of the points with their radii

    [[nodiscard]] bool is_rounded() const { return is_convex && is_round && circles.empty() && !is_endless; } ///< ball or capsule
};

/// A shape ready to touch others.
struct ContactShape
{
    std::vector<ContactPart> parts;
    Bounds bounds;        ///< [m] in the material frame; may be endless
    double size = 0;      ///< [m] largest extent; infinite if endless
    double thickness = 0; ///< [m] least extent
    int dimension = 3;
};

/// Divides unions into their parts and a box that is a vessel into six half spaces; finds the features of each part. Meshes get their
/// vertices and points along their edges, combinations points all over.
Result<std::shared_ptr<const ContactShape>> make_contact_shape(const Shape& shape, bool keeps_inside, int dimension, const Assets& assets);
} // namespace aspic
