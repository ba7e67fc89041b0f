#include "aspic/boundaries/swept_path.h"

namespace aspic
{
std::optional<PathContact> first_contact(const SweptPath& path)
{
    constexpr int most_steps = 400; // along a surface that is hardly farther than a skin; then the path ends where it has come
    const Vec3d whole = path.to - path.from;
    const double length = norm(whole);
    if (!(length > 0))
        return std::nullopt;
    const Vec3d along = whole / length;
    const double side = path.keeps_inside ? -1 : 1;
    double travelled = 0;
    for (int step = 0;; ++step)
    {
        const Vec3d x = path.from + travelled * along;
        const SurfaceView view = path.solid.surface_from(x);
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
