#include "aspic/render/camera.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr double degree = pi / 180;

Vec3d unit(const Vec3d& a) { return a / norm(a); }

/// Two directions across a third: the first one to its right if it points upwards from a viewer.
struct Across
{
    Vec3d right, front;
};

Across across(const Vec3d& up)
{
    const Vec3d axis = std::abs(up.z) < 0.9 ? Vec3d{0, 0, 1} : Vec3d{0, -1, 0}; // the viewer stands on this side
    const Vec3d right = unit(cross(up, axis));
    return {right, unit(cross(right, up))};
}
} // namespace

Camera camera_for(const Bounds& box, const Vec3d& up, const ViewDirection& direction, double aspect)
{
    const auto [right, front] = across(unit(up));
    const double a = direction.azimuth * degree, e = direction.elevation * degree;
    const Vec3d towards = std::cos(e) * (std::cos(a) * front + std::sin(a) * right) + std::sin(e) * unit(up); // the viewer
    Camera camera{.target = 0.5 * (box.low + box.high), .up = unit(up)};
    const Vec3d to_right = unit(cross(camera.up, towards));
    const Vec3d to_top = cross(towards, to_right);
    constexpr double margin = 1.12;
    const double high = std::tan(0.5 * camera.view_angle * degree) / margin;
    double distance = 1e-6;
    for (int corner = 0; corner < 8; ++corner)
    {
        const Vec3d x{corner % 2 == 0 ? box.low.x : box.high.x, corner / 2 % 2 == 0 ? box.low.y : box.high.y,
                      corner / 4 == 0 ? box.low.z : box.high.z};
        const Vec3d d = x - camera.target;
        const double needed = std::max(std::abs(dot(d, to_top)) / high, std::abs(dot(d, to_right)) / (high * aspect));
        distance = std::max(distance, needed + dot(d, towards));
    }
    camera.position = camera.target + distance * towards;
    return camera;
}

ViewAxes view_axes(const Camera& camera)
{
    const Vec3d forward = unit(camera.target - camera.position);
    constexpr double parallel = 1e-4; // sine of the angle: less leaves no direction to the right
    const Vec3d aside = cross(forward, unit(camera.up));
    const Vec3d right = norm(aside) > parallel ? unit(aside) : across(unit(camera.up)).right;
    return {forward, right, unit(cross(right, forward))};
}

bool is_usable(const Camera& camera)
{
    constexpr double farthest = 1e12; // [m] squares of distances are finite numbers
    const double distance = norm(camera.target - camera.position);
    return norm(camera.position) < farthest && norm(camera.target) < farthest && distance > 0 && norm(camera.up) > 0 &&
           camera.view_angle > 0 && camera.view_angle < 180; // false for NaN
}

CameraRays::CameraRays(const Camera& camera, const Vec3d& origin, int width, int height)
    : position_(convert<float>(camera.position - origin))
{
    const auto [forward, right, top] = view_axes(camera);
    const double high = 2 * std::tan(0.5 * camera.view_angle * degree);
    const double pixel = high / height;
    corner_ = convert<float>(forward - (0.5 * pixel * width) * right + (0.5 * high) * top);
    right_ = convert<float>(pixel * right);
    down_ = convert<float>(-pixel * top);
}

Ray CameraRays::through(float x, float y) const
{
    const Vec3f d = corner_ + x * right_ + y * down_;
    return {position_, d / norm(d)};
}
} // namespace aspic
