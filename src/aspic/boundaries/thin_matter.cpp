#include "aspic/boundaries/thin_matter.h"

#include "aspic/compute/parallel.h"
#include "aspic/geometry/directions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace aspic
{
namespace
{
/// Looks at the surface once per spacing, or at half a million places where that would be more.
class ThinPlaceSearch
{
public:
    explicit ThinPlaceSearch(const BoundaryShape& shape) : shape_(shape), side_(shape.fluid_is_inside ? -1 : 1), cell_(shape.spacing) {}

    std::optional<Vec3d> run()
    {
        const Bounds bounds = shape_.solid->bounds();
        const Vec3d size = bounds.high - bounds.low;
        cell_ = std::max(cell_, std::max({size.x, size.y, size.z}) / static_cast<double>(most_places)); // it crosses that many
        while (!collect(bounds))
        {
            near_.clear();
            cell_ *= 2;
        }
        const auto n = static_cast<Index>(near_.size());
        const Index first = reduce(
            n, n, [&](Index k) { return is_thin_patch(near_[static_cast<std::size_t>(k)]) ? k : n; },
            [](Index a, Index b) { return std::min(a, b); });
        return first < n ? std::optional(on_surface(near_[static_cast<std::size_t>(first)]).place) : std::nullopt;
    }

private:
    struct SurfacePlace
    {
        Vec3d place, normal; ///< away from the matter
        double error;        ///< [m] from the surface
    };

    /// Middles of boxes of about a cell that the surface may cross; false: there are too many.
    bool collect(const Bounds& box)
    {
        const Vec3d size = box.high - box.low;
        const Vec3d middle = 0.5 * (box.low + box.high);
        if (std::abs(shape_.solid->surface_from(middle).distance) > 0.5 * norm(size) + 0.5 * shape_.spacing)
            return true;
        int longest = 0;
        for (int axis = 1; axis < 3; ++axis)
            if (size[axis] > size[longest])
                longest = axis;
        if (size[longest] <= cell_)
        {
            near_.push_back(middle);
            return near_.size() <= most_places;
        }
        Bounds first = box, second = box;
        first.high[longest] = second.low[longest] = middle[longest];
        return collect(first) && collect(second);
    }

    [[nodiscard]] SurfacePlace on_surface(Vec3d x) const
    {
        SurfaceView view = shape_.solid->surface_from(x);
        for (int step = 0; step < 4 && std::abs(view.distance) > 1e-9 * shape_.spacing; ++step)
        {
            x = x - view.distance * view.normal;
            view = shape_.solid->surface_from(x);
        }
        return {x, side_ * view.normal, std::abs(view.distance)};
    }

    [[nodiscard]] bool is_thin(const SurfacePlace& at) const
    {
        if (at.error > 1e-3 * shape_.spacing)
            return false;
        for (const double depth : {0.95, 0.7, 0.45, 0.2})
            if (shape_.distance_from(at.place - (depth * shape_.spacing) * at.normal) > 1e-6 * shape_.spacing)
                return true;
        return false;
    }

    [[nodiscard]] bool is_thin_patch(const Vec3d& near) const
    {
        const SurfacePlace at = on_surface(near);
        if (!is_thin(at))
            return false;
        const double aside = 2 * shape_.spacing;
        const Vec3d t = shape_.dimension() == 2 ? Vec3d{-at.normal.y, at.normal.x, 0} : across(at.normal);
        const std::array<Vec3d, 4> ways{t, -t, cross(at.normal, t), -cross(at.normal, t)};
        for (std::size_t k = 0; k < (shape_.dimension() == 2 ? 2U : 4U); ++k)
            if (!is_thin(on_surface(at.place + aside * ways[k])))
                return false;
        return true;
    }

    static constexpr std::size_t most_places = 1U << 19U;
    const BoundaryShape& shape_;
    double side_;
    double cell_; ///< [m] length of a box
    std::vector<Vec3d> near_;
};
} // namespace

std::optional<Vec3d> thin_place(const BoundaryShape& shape)
{
    const Bounds box = shape.solid->bounds();
    if (is_empty(box) || !is_bounded(box))
        return std::nullopt;
    return ThinPlaceSearch(shape).run();
}
} // namespace aspic
