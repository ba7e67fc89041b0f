#include "aspic/boundaries/swept_path.h"

namespace aspic
{
std::optional<PathContact> first_contact(const SweptPath& path)
{
    constexpr int most_steps = 400; // along a surface that is hardly farther than a skin; then the path ends where it has come
    constexpr double lift = 1e4;    // skins; steps along a surface that is nearer would be too short
    const Vec3d whole = path.to - path.from;
    const double length = norm(whole);
    if (!(length > 0))
        return std::nullopt;
    const Vec3d along = whole / length;
    const double side = path.keeps_inside ? -1 : 1;
    double travelled = 0;
    Vec3d lifted; // of a path that begins at a surface and leads along it or away from it
    if (const SurfaceView view = path.solid.surface_from(path.from);
        side * view.distance > 0 && side * view.distance < lift * path.skin && side * dot(view.normal, along) >= 0)
        if (const Vec3d up = side * lift * path.skin * view.normal; side * path.solid.surface_from(path.from + up).distance > 0)
            lifted = up;
    for (int step = 0;; ++step)
    {
        const Vec3d x = path.from + travelled * along;
        const SurfaceView view = path.solid.surface_from(x + lifted);
        const double distance = side * view.distance;
        const Vec3d normal = side * view.normal;
        if ((step == 0 && distance <= 0) || distance > length - travelled)
            return std::nullopt;
        const bool is_leaving = dot(normal, along) >= 0;
        if ((distance <= path.skin && !is_leaving) || step == most_steps)
            return PathContact{x, normal};
        travelled += distance > path.skin ? distance - 0.5 * path.skin : 0.5 * distance;
        if (travelled >= length)
            return std::nullopt;
    }
}
} // namespace aspic
