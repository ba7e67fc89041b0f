#include "aspic/geometry/primitive_solids.h"

#include "aspic/geometry/closest_point.h"
#include "aspic/geometry/directions.h"

namespace aspic
{
namespace
{
class BoxSolid final : public Solid
{
public:
    BoxSolid(const Box& box, int dimension) : axes_(dimension), box_(box) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        int nearest = 0; // axis of the nearest face
        Vec3d excess{};  // how far beyond the nearer face, per axis
        Vec3d outward{}; // which face that is
        Vec3d outside{}; // from the nearest point of the box
        for (int axis = 0; axis < axes_; ++axis)
        {
            const double below = box_.from[axis] - x[axis]; // their signs are exact
            const double above = x[axis] - box_.to[axis];
            excess[axis] = max(below, above);
            outward[axis] = below > above ? -1 : 1;
            if (excess[axis] > 0)
                outside[axis] = excess[axis] * outward[axis];
            if (excess[axis] > excess[nearest])
                nearest = axis;
        }
        Vec3d face{};
        face[nearest] = outward[nearest];
        if (excess[nearest] <= 0)
            return {excess[nearest], face};
        return {norm(outside), unit_or(outside, face)};
    }

    [[nodiscard]] Bounds bounds() const override
    {
        Bounds bounds = endless_bounds();
        for (int axis = 0; axis < axes_; ++axis)
        {
            bounds.low[axis] = box_.from[axis];
            bounds.high[axis] = box_.to[axis];
        }
        return bounds;
    }

private:
    int axes_;
    Box box_;
};

class SphereSolid final : public Solid
{
public:
    explicit SphereSolid(const Sphere& sphere) : sphere_(sphere) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const Vec3d p = x - sphere_.center;
        return {norm(p) - sphere_.radius, unit_or(p, up)};
    }
    [[nodiscard]] Bounds bounds() const override
    {
        const Vec3d r{sphere_.radius, sphere_.radius, sphere_.radius};
        return {sphere_.center - r, sphere_.center + r};
    }

private:
    Sphere sphere_;
};

/// A point as seen from an axis: along it and across.
struct AxisView
{
    double along;  ///< signed
    double across; ///< ≥ 0
    Vec3d radial;  ///< unit vector away from the axis

    AxisView(const Vec3d& offset, const Vec3d& axis) : along(dot(offset, axis))
    {
        const Vec3d away = offset - along * axis;
        across = norm(away);
        radial = unit_or(away, aspic::across(axis));
    }
};

class CylinderSolid final : public Solid
{
public:
    explicit CylinderSolid(const Cylinder& cylinder)
        : center_(0.5 * (cylinder.from + cylinder.to)),
          axis_(unit_or(cylinder.to - cylinder.from, up)),
          half_length_(0.5 * norm(cylinder.to - cylinder.from)),
          radius_(cylinder.radius)
    {
    }

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const AxisView view(x - center_, axis_);
        const Vec3d end = view.along < 0 ? -axis_ : axis_;
        const double beyond_side = view.across - radius_;
        const double beyond_end = abs(view.along) - half_length_;
        if (beyond_side > 0 && beyond_end > 0)
        {
            const Vec3d from_rim = beyond_side * view.radial + beyond_end * end;
            return {norm(from_rim), unit_or(from_rim, view.radial)};
        }
        return beyond_side > beyond_end ? SurfaceView{beyond_side, view.radial} : SurfaceView{beyond_end, end};
    }
    [[nodiscard]] Bounds bounds() const override
    {
        Vec3d reach;
        for (int k = 0; k < 3; ++k)
            reach[k] = half_length_ * abs(axis_[k]) + radius_ * sqrt(max(0.0, 1 - square(axis_[k])));
        return {center_ - reach, center_ + reach};
    }

private:
    Vec3d center_, axis_;
    double half_length_, radius_;
};

class CapsuleSolid final : public Solid
{
public:
    explicit CapsuleSolid(const Capsule& capsule) : capsule_(capsule), fallback_(across(unit_or(capsule.to - capsule.from, up))) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const Vec3d p = x - closest_on_segment(x, capsule_.from, capsule_.to);
        return {norm(p) - capsule_.radius, unit_or(p, fallback_)};
    }
    [[nodiscard]] Bounds bounds() const override
    {
        const Vec3d r{capsule_.radius, capsule_.radius, capsule_.radius};
        return {min(capsule_.from, capsule_.to) - r, max(capsule_.from, capsule_.to) + r};
    }

private:
    Capsule capsule_;
    Vec3d fallback_; ///< normal on the line itself
};

class TorusSolid final : public Solid
{
public:
    explicit TorusSolid(const Torus& torus) : torus_(torus), axis_(unit_or(torus.axis, up)) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const AxisView view(x - torus_.center, axis_);
        const Vec3d from_circle = (view.across - torus_.radius) * view.radial + view.along * axis_;
        return {norm(from_circle) - torus_.thickness, unit_or(from_circle, view.radial)};
    }
    [[nodiscard]] Bounds bounds() const override
    {
        Vec3d reach;
        for (int k = 0; k < 3; ++k)
            reach[k] = torus_.radius * sqrt(max(0.0, 1 - square(axis_[k]))) + torus_.thickness;
        return {torus_.center - reach, torus_.center + reach};
    }

private:
    Torus torus_;
    Vec3d axis_;
};

class HalfSpaceSolid final : public Solid
{
public:
    explicit HalfSpaceSolid(const HalfSpace& half_space) : point_(half_space.point), normal_(unit_or(half_space.normal, up)) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override { return {dot(x - point_, normal_), normal_}; }

    /// An upright plane bounds one axis on one side.
    [[nodiscard]] Bounds bounds() const override
    {
        Bounds bounds = endless_bounds();
        for (int axis = 0; axis < 3; ++axis)
            if (normal_[axis] == 1)
                bounds.high[axis] = point_[axis];
            else if (normal_[axis] == -1)
                bounds.low[axis] = point_[axis];
        return bounds;
    }

private:
    Vec3d point_, normal_;
};
} // namespace

std::shared_ptr<const Solid> solid_of(const Box& box, int dimension) { return std::make_shared<BoxSolid>(box, dimension); }
std::shared_ptr<const Solid> solid_of(const Sphere& sphere) { return std::make_shared<SphereSolid>(sphere); }
std::shared_ptr<const Solid> solid_of(const Cylinder& cylinder) { return std::make_shared<CylinderSolid>(cylinder); }
std::shared_ptr<const Solid> solid_of(const Capsule& capsule) { return std::make_shared<CapsuleSolid>(capsule); }
std::shared_ptr<const Solid> solid_of(const Torus& torus) { return std::make_shared<TorusSolid>(torus); }
std::shared_ptr<const Solid> solid_of(const HalfSpace& half_space) { return std::make_shared<HalfSpaceSolid>(half_space); }
} // namespace aspic
