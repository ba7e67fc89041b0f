#pragma once

#include "aspic/geometry/bounds.h"
#include "aspic/render/ray_scene.h"

namespace aspic
{
/// From where and how a picture is taken.
struct Camera
{
    Vec3d position{0, 0, 5}; ///< [m]
    Vec3d target;            ///< [m] what stands in the middle of the picture
    Vec3d up{0, 1, 0};
    double view_angle = 35; ///< [°] between the lower and the upper edge

    bool operator==(const Camera&) const = default;
};

/// How a camera looks at something whose place is known: angles around it.
struct ViewDirection
{
    double azimuth = 35;   ///< [°] around the upward axis, from the front
    double elevation = 16; ///< [°] above the horizon
};

/// A camera that shows all of a box, with some room around it.
///   `up`: where up is; `aspect`: width of the picture over its height
Camera camera_for(const Bounds& box, const Vec3d& up, const ViewDirection& direction, double aspect);

/// Three directions at right angles, each of length 1.
struct ViewAxes
{
    Vec3d forward, right, top;
};

/// How a camera sees the world. One that looks straight up or down has some side of the scene on top.
ViewAxes view_axes(const Camera& camera);

/// Whether pictures can be taken with it: it looks somewhere, and its numbers are finite.
bool is_usable(const Camera& camera);

/// Rays through the places of a picture.
class CameraRays
{
public:
    /// `origin` [m]: where the traced scene has its zero
    CameraRays(const Camera& camera, const Vec3d& origin, int width, int height);

    /// Through a place in pixels, from the upper left corner.
    [[nodiscard]] Ray through(float x, float y) const;

private:
    Vec3f position_, corner_, right_, down_; ///< the picture at distance 1
};
} // namespace aspic
