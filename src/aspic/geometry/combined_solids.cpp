#include "aspic/geometry/combined_solids.h"

#include "aspic/geometry/directions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace aspic
{
namespace
{
SurfaceView inverted(const SurfaceView& view) { return {-view.distance, -view.normal}; }

class UnionSolid final : public Solid
{
public:
    explicit UnionSolid(SolidList parts) : parts_(std::move(parts)) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        SurfaceView nearest = parts_.front()->surface_from(x);
        for (std::size_t k = 1; k < parts_.size(); ++k)
            if (const SurfaceView view = parts_[k]->surface_from(x); view.distance < nearest.distance)
                nearest = view;
        return nearest;
    }
    [[nodiscard]] bool contains(const Vec3d& x) const override
    {
        return std::ranges::any_of(parts_, [&](const auto& part) { return part->contains(x); });
    }
    [[nodiscard]] Bounds bounds() const override
    {
        Bounds all = empty_bounds();
        for (const auto& part : parts_)
            if (const Bounds bounds = part->bounds(); !is_empty(bounds))
                all = joined(all, bounds);
        return all;
    }

private:
    SolidList parts_;
};

class IntersectionSolid final : public Solid
{
public:
    explicit IntersectionSolid(SolidList parts) : parts_(std::move(parts)) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        SurfaceView farthest = parts_.front()->surface_from(x);
        for (std::size_t k = 1; k < parts_.size(); ++k)
            if (const SurfaceView view = parts_[k]->surface_from(x); view.distance > farthest.distance)
                farthest = view;
        return farthest;
    }
    [[nodiscard]] bool contains(const Vec3d& x) const override
    {
        return std::ranges::all_of(parts_, [&](const auto& part) { return part->contains(x); });
    }
    [[nodiscard]] Bounds bounds() const override
    {
        Bounds shared = endless_bounds();
        for (const auto& part : parts_)
            shared = common_part(shared, part->bounds());
        return shared;
    }

private:
    SolidList parts_;
};

class DifferenceSolid final : public Solid
{
public:
    DifferenceSolid(std::shared_ptr<const Solid> whole, SolidList without) : whole_(std::move(whole)), without_(std::move(without)) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        SurfaceView farthest = whole_->surface_from(x);
        for (const auto& part : without_)
            if (const SurfaceView view = inverted(part->surface_from(x)); view.distance > farthest.distance)
                farthest = view;
        return farthest;
    }
    [[nodiscard]] bool contains(const Vec3d& x) const override
    {
        return whole_->contains(x) && std::ranges::all_of(without_, [&](const auto& part) { return part->surface_from(x).distance > 0; });
    }
    [[nodiscard]] Bounds bounds() const override { return whole_->bounds(); }

private:
    std::shared_ptr<const Solid> whole_;
    SolidList without_;
};

class MovedSolid final : public Solid
{
public:
    MovedSolid(std::shared_ptr<const Solid> solid, const Vec3d& rotation, const Vec3d& position)
        : solid_(std::move(solid)), R_(rotation_matrix(rotation)), R_inverse_(transpose(R_)), position_(position)
    {
    }

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const SurfaceView view = solid_->surface_from(R_inverse_ * (x - position_));
        return {view.distance, unit_or(R_ * view.normal, up)};
    }
    [[nodiscard]] bool contains(const Vec3d& x) const override { return solid_->contains(R_inverse_ * (x - position_)); }

    [[nodiscard]] Bounds bounds() const override
    {
        const Bounds before = solid_->bounds();
        if (is_empty(before))
            return before;
        Bounds after{position_, position_};
        for (int row = 0; row < 3; ++row)
            for (int axis = 0; axis < 3; ++axis)
                if (const double factor = R_.row[row][axis]; factor != 0) // else an endless axis would spoil the others
                {
                    after.low[row] += factor * (factor > 0 ? before.low : before.high)[axis];
                    after.high[row] += factor * (factor > 0 ? before.high : before.low)[axis];
                }
        return after;
    }

private:
    std::shared_ptr<const Solid> solid_;
    Mat3T<double> R_, R_inverse_;
    Vec3d position_;
};

class PlaneCut final : public Solid
{
public:
    explicit PlaneCut(std::shared_ptr<const Solid> solid) : solid_(std::move(solid)) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const SurfaceView view = solid_->surface_from({x.x, x.y, 0});
        const Vec3d in_plane{view.normal.x, view.normal.y, 0};
        return {view.distance, norm(in_plane) > 1e-9 ? unit_or(in_plane, up) : up}; // less is rounding
    }
    [[nodiscard]] bool contains(const Vec3d& x) const override { return solid_->contains({x.x, x.y, 0}); }
    [[nodiscard]] Bounds bounds() const override
    {
        Bounds bounds = solid_->bounds();
        if (is_empty(bounds) || bounds.low.z > 0 || bounds.high.z < 0)
            return empty_bounds();
        bounds.low.z = bounds.high.z = 0;
        return bounds;
    }

private:
    std::shared_ptr<const Solid> solid_;
};
} // namespace

std::shared_ptr<const Solid> union_of(SolidList parts) { return std::make_shared<UnionSolid>(std::move(parts)); }
std::shared_ptr<const Solid> intersection_of(SolidList parts) { return std::make_shared<IntersectionSolid>(std::move(parts)); }
std::shared_ptr<const Solid> difference_of(std::shared_ptr<const Solid> whole, SolidList without)
{
    return std::make_shared<DifferenceSolid>(std::move(whole), std::move(without));
}
std::shared_ptr<const Solid> moved_solid(std::shared_ptr<const Solid> solid, const Vec3d& rotation, const Vec3d& position)
{
    return std::make_shared<MovedSolid>(std::move(solid), rotation, position);
}
std::shared_ptr<const Solid> cut_by_plane(std::shared_ptr<const Solid> solid) { return std::make_shared<PlaneCut>(std::move(solid)); }
} // namespace aspic
