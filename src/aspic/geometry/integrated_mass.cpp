#include "aspic/geometry/mass_properties.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// Divides cells until they are wholly inside or outside, or small enough.
class CellSum
{
public:
    CellSum(const Solid& solid, int dimension, const Vec3d& origin) : solid_(solid), axes_(dimension), origin_(origin) {}

    /// A cell with its centre and half its size; `levels`: how often it may be divided.
    void add(const Vec3d& center, const Vec3d& half, int levels)
    {
        const SurfaceView surface = solid_.surface_from(center);
        const double radius = norm(half);
        if (surface.distance >= radius)
            return;
        if (surface.distance <= -radius)
            add_part(center, half, 1);
        else if (levels == 0)
            add_surface_cell(surface, center, half);
        else
            for (int corner = 0; corner < (axes_ == 2 ? 4 : 8); ++corner)
            {
                Vec3d child = center;
                for (int axis = 0; axis < axes_; ++axis)
                    child[axis] += ((corner >> axis) % 2 == 0 ? -0.5 : 0.5) * half[axis];
                add(child, 0.5 * half, levels - 1);
            }
    }

    [[nodiscard]] MassProperties result() const
    {
        if (!(volume_ > 0))
            return {};
        const Vec3d c = first_ / volume_;
        return {volume_, origin_ + c, second_ - volume_ * outer(c, c)};
    }

private:
    /// What a plane leaves of the cell, as if it were parallel to a face: odd about the middle, so that the error averages out.
    void add_surface_cell(const SurfaceView& surface, const Vec3d& center, const Vec3d& half)
    {
        const Vec3d& n = surface.normal;
        const double width = abs(n.x) * half.x + abs(n.y) * half.y + abs(n.z) * half.z;
        const double share = width > 0 ? std::clamp(0.5 - 0.5 * surface.distance / width, 0.0, 1.0) : 0.5;
        if (share > 0)
            add_part(center - ((1 - share) * width) * n, half, share);
    }

    void add_part(const Vec3d& center, const Vec3d& half, double share)
    {
        const Vec3d x = center - origin_;
        double volume = share;
        Vec3d own;
        for (int axis = 0; axis < axes_; ++axis)
        {
            volume *= 2 * half[axis];
            own[axis] = square(half[axis]) / 3;
        }
        volume_ += volume;
        first_ += volume * x;
        second_ = second_ + volume * (outer(x, x) + diagonal(own.x, own.y, own.z));
    }

    const Solid& solid_;
    int axes_;
    Vec3d origin_;
    double volume_ = 0;
    Vec3d first_;
    Mat3d second_{};
};
} // namespace

MassProperties integrated_mass_properties(const Solid& solid, int dimension, int levels)
{
    const Bounds bounds = solid.bounds();
    if (is_empty(bounds) || !is_bounded(bounds))
        return {};
    const Vec3d center = 0.5 * (bounds.low + bounds.high);
    const Vec3d half = 0.5 * (bounds.high - bounds.low);
    const auto integrate = [&](int depth) {
        CellSum sum(solid, dimension, center);
        sum.add(center, half, depth);
        return sum.result();
    };
    MassProperties fine = integrate(levels);
    if (!(fine.volume > 0))
        return {};
    const MassProperties coarse = integrate(levels - 1);
    const double spread = trace(fine.second_moment);
    fine.error = max(abs(coarse.volume - fine.volume) / fine.volume, abs(trace(coarse.second_moment) - spread) / spread);
    return fine;
}
} // namespace aspic
