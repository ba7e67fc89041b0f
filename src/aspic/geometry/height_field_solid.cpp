#include "aspic/geometry/height_field_solid.h"

#include "aspic/geometry/bilinear_patch.h"
#include "aspic/geometry/box_tree.h"
#include "aspic/geometry/directions.h"
#include "aspic/geometry/height_profile.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace aspic
{
namespace
{
/// The place of the surface nearest to a point.
struct Nearest
{
    Vec3d position;
    Vec3d normal;
    double distance2 = HUGE_VAL;

    void compare(const Vec3d& x, const Vec3d& candidate, const Vec3d& candidate_normal)
    {
        const double candidate2 = dot(x - candidate, x - candidate);
        if (candidate2 < distance2)
            *this = {candidate, candidate_normal, candidate2};
    }
};

/// What the surface looks like from x. Closer than `touching` the difference of positions has no direction.
SurfaceView view_of(const Nearest& nearest, const Vec3d& x, bool is_inside, double touching)
{
    const double distance = sqrt(nearest.distance2);
    const Vec3d outward = is_inside ? nearest.position - x : x - nearest.position;
    return {is_inside ? -distance : distance, distance > touching ? unit_or(outward, nearest.normal) : nearest.normal};
}

double touching_distance(const Bounds& bounds) { return 1e-13 * (norm(bounds.high - bounds.low) + norm(bounds.high) + norm(bounds.low)); }

class FlatHeightField final : public Solid
{
public:
    explicit FlatHeightField(const HeightField& field)
        : profile_(field.from.x, field.to.x, field.from.y, field.heights),
          bounds_{{field.from.x, field.from.y, 0}, {field.to.x, *std::ranges::max_element(field.heights), 0}},
          touching_(touching_distance(bounds_))
    {
    }

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const ProfileBorder border = profile_.border_from({x.x, x.y});
        const Nearest nearest{
            {border.position.along, border.position.up, x.z}, {border.normal.along, border.normal.up, 0}, border.distance2};
        return view_of(nearest, x, contains(x), touching_);
    }
    [[nodiscard]] bool contains(const Vec3d& x) const override { return profile_.contains({x.x, x.y}); }
    [[nodiscard]] Bounds bounds() const override
    {
        Bounds bounds = endless_bounds();
        for (int axis = 0; axis < 2; ++axis)
        {
            bounds.low[axis] = bounds_.low[axis];
            bounds.high[axis] = bounds_.high[axis];
        }
        return bounds;
    }

private:
    HeightProfile profile_;
    Bounds bounds_;
    double touching_;
};

/// An upright wall below one edge of the surface: its plane, and what is wall in it.
struct Side
{
    HeightProfile profile;
    int across; ///< axis that the wall is normal to: x or z
    double level;
    Vec3d normal;
};

class HeightFieldSolid final : public Solid
{
public:
    explicit HeightFieldSolid(const HeightField& field);

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        Nearest nearest;
        nearest.compare(x, {std::clamp(x.x, bounds_.low.x, bounds_.high.x), bounds_.low.y, std::clamp(x.z, bounds_.low.z, bounds_.high.z)},
                        -up);
        compare_with_sides(x, nearest);
        compare_with_top(x, nearest);
        return view_of(nearest, x, contains(x), touching_);
    }
    [[nodiscard]] bool contains(const Vec3d& x) const override
    {
        return x.x > bounds_.low.x && x.x < bounds_.high.x && x.z > bounds_.low.z && x.z < bounds_.high.z && x.y > bounds_.low.y &&
               x.y < height_above(x);
    }
    [[nodiscard]] Bounds bounds() const override { return bounds_; }

private:
    [[nodiscard]] double height(Index column, Index row) const
    {
        return field_.heights[static_cast<std::size_t>(row) * static_cast<std::size_t>(field_.columns) + static_cast<std::size_t>(column)];
    }
    [[nodiscard]] double x_of(Index column) const { return column + 1 == field_.columns ? field_.to.x : field_.from.x + column * step_x_; }
    [[nodiscard]] double z_of(Index row) const { return row + 1 == rows_ ? field_.to.z : field_.from.z + row * step_z_; }
    [[nodiscard]] BilinearPatch patch(Index column, Index row) const;
    [[nodiscard]] Side side(int across, bool is_last) const;
    [[nodiscard]] double height_above(const Vec3d& x) const;
    void compare_with_sides(const Vec3d& x, Nearest& nearest) const;
    void compare_with_top(const Vec3d& x, Nearest& nearest) const;

    HeightField field_;
    Index rows_;
    double step_x_, step_z_;
    Bounds bounds_;
    double touching_;
    std::vector<Side> sides_;
    BoxTree cells_;
};

HeightFieldSolid::HeightFieldSolid(const HeightField& field)
    : field_(field),
      rows_(static_cast<Index>(field.heights.size() / static_cast<std::size_t>(field.columns))),
      step_x_((field.to.x - field.from.x) / (field.columns - 1)),
      step_z_((field.to.z - field.from.z) / (rows_ - 1)),
      bounds_{field.from, {field.to.x, *std::ranges::max_element(field.heights), field.to.z}},
      touching_(touching_distance(bounds_)),
      sides_{side(0, false), side(0, true), side(2, false), side(2, true)}
{
    std::vector<Bounds> boxes;
    for (Index row = 0; row + 1 < rows_; ++row)
        for (Index column = 0; column + 1 < field_.columns; ++column)
        {
            const BilinearPatch p = patch(column, row);
            boxes.push_back(
                {{p.x0, min(min(p.y00, p.y10), min(p.y01, p.y11)), p.z0}, {p.x1, max(max(p.y00, p.y10), max(p.y01, p.y11)), p.z1}});
        }
    cells_ = BoxTree(boxes, 1);
}

BilinearPatch HeightFieldSolid::patch(Index column, Index row) const
{
    return {x_of(column),
            x_of(column + 1),
            z_of(row),
            z_of(row + 1),
            height(column, row),
            height(column + 1, row),
            height(column, row + 1),
            height(column + 1, row + 1)};
}

/// The wall at the first or last x (across 0) or z (across 2).
Side HeightFieldSolid::side(int across, bool is_last) const
{
    const int along = 2 - across;
    const Index count = along == 0 ? field_.columns : rows_;
    const Index fixed = is_last ? (across == 0 ? field_.columns : rows_) - 1 : 0;
    std::vector<double> heights;
    heights.reserve(static_cast<std::size_t>(count));
    for (Index k = 0; k < count; ++k)
        heights.push_back(along == 0 ? height(k, fixed) : height(fixed, k));
    Vec3d normal{};
    normal[across] = is_last ? 1 : -1;
    return {HeightProfile(field_.from[along], field_.to[along], field_.from.y, std::move(heights)), across,
            (is_last ? field_.to : field_.from)[across], normal};
}

/// Of the surface, above or below a point of the rectangle.
double HeightFieldSolid::height_above(const Vec3d& x) const
{
    const auto cell = [](double steps, Index cells) { return static_cast<Index>(std::clamp(steps, 0.0, static_cast<double>(cells - 1))); };
    const Index column = cell((x.x - field_.from.x) / step_x_, field_.columns - 1);
    const Index row = cell((x.z - field_.from.z) / step_z_, rows_ - 1);
    const BilinearPatch p = patch(column, row);
    return p.at((x.x - p.x0) / (p.x1 - p.x0), (x.z - p.z0) / (p.z1 - p.z0)).y;
}

void HeightFieldSolid::compare_with_sides(const Vec3d& x, Nearest& nearest) const
{
    for (const Side& side : sides_)
    {
        if (square(x[side.across] - side.level) >= nearest.distance2)
            continue;
        const int along = 2 - side.across;
        ProfilePoint foot{x[along], x.y};
        if (!side.profile.contains(foot))
            foot = side.profile.border_from(foot).position;
        Vec3d position{0, foot.up, 0};
        position[along] = foot.along;
        position[side.across] = side.level;
        nearest.compare(x, position, side.normal);
    }
}

void HeightFieldSolid::compare_with_top(const Vec3d& x, Nearest& nearest) const
{
    PatchPoint best{0, 0, nearest.distance2};
    Index best_cell = -1;
    const Index cells_per_row = field_.columns - 1;
    cells_.visit_near(x, best.distance2, [&](Index place) {
        const Index cell = cells_.order()[static_cast<std::size_t>(place)];
        if (find_nearer(patch(cell % cells_per_row, cell / cells_per_row), x, best))
            best_cell = cell;
    });
    if (best_cell < 0)
        return;
    const BilinearPatch p = patch(best_cell % cells_per_row, best_cell / cells_per_row);
    nearest = {p.at(best.u, best.v), p.upward_normal(best.u, best.v), best.distance2};
}
} // namespace

std::shared_ptr<const Solid> solid_of(const HeightField& field, int dimension)
{
    if (dimension == 2)
        return std::make_shared<FlatHeightField>(field);
    return std::make_shared<HeightFieldSolid>(field);
}
} // namespace aspic
