#pragma once

#include "aspic/boundaries/boundary_terms.h"
#include "aspic/boundaries/rigid_pose.h"
#include "aspic/geometry/solid.h"
#include "aspic/operators/smoothing_kernel.h"

#include <memory>
#include <optional>

namespace aspic
{
/// A wall or rigid body to be, and the fluid that it will meet.
struct BoundaryShape
{
    std::shared_ptr<const Solid> solid;
    bool fluid_is_inside = false;     ///< a vessel: all that is outside of the solid is matter of the wall
    AnyKernelT<double> kernel;        ///< of the fluid's sums; its dimension is that of the scene
    double spacing = 0;               ///< [m] of the fluid's particles at rest
    Bounds region = endless_bounds(); ///< fluid will not be elsewhere: cuts off what has no end

    [[nodiscard]] double support() const
    {
        return std::visit([](const auto& kernel) { return kernel.h; }, kernel);
    }
    [[nodiscard]] int dimension() const
    {
        return std::visit([](const auto& kernel) { return kernel.dimension; }, kernel);
    }
    /// [m] From the surface into the fluid; negative in the matter of the wall. Never too long.
    [[nodiscard]] double distance_from(const Vec3d& x) const
    {
        const double distance = solid->surface_from(x).distance;
        return fluid_is_inside ? -distance : distance;
    }

    /// Whether the surface nearest to x, a point inside of the solid or on that surface, has the solid on both sides: so it is in meshes that cross themselves or are nested.
    [[nodiscard]] bool is_inner_surface(const Vec3d& x, const SurfaceView& view) const
    {
        const double aside = 1e-3 * spacing;
        if (view.distance > 1e-3 * aside)
            return false;
        const Vec3d y = x + aside * Vec3d{0.071, 0.043, 0.055}; // not in a face of another part: points on a surface are not inside
        const bool is_inside = view.distance < 0 || solid->contains(y - aside * view.normal);
        return is_inside && solid->contains(y + (aside - view.distance) * view.normal);
    }
};

/// A wall or rigid body in its own frame, however its matter is described.
class Boundary
{
public:
    virtual ~Boundary() = default;

    /// What a particle at x sees of it, but for `body` and `moment`; nothing, if all its matter is farther away than the support radius.
    [[nodiscard]] virtual std::optional<BoundaryTerm> seen_from(const Vec3d& x) const = 0;

    /// [m] Nothing is seen of it from points that are nearer to x than this; at most zero where something may be seen from x itself.
    [[nodiscard]] virtual double clearance(const Vec3d& x) const = 0;

    /// Nothing is seen of it from anywhere else; infinite where that has no end.
    [[nodiscard]] virtual Bounds bounds() const = 0;

    [[nodiscard]] virtual double support() const = 0;    ///< [m] h
    [[nodiscard]] virtual std::size_t bytes() const = 0; ///< memory held
};
} // namespace aspic
