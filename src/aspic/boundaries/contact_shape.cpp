#include "aspic/boundaries/contact_shape.h"

#include "aspic/boundaries/contact_samples.h"
#include "aspic/compute/parallel.h"
#include "aspic/geometry/directions.h"
#include "aspic/geometry/plane_section.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace aspic
{
namespace
{
constexpr double samples_across = 16; ///< spacing of sample points: the size of the shape over this

/// All that is outside of a solid.
class Outside final : public Solid
{
public:
    explicit Outside(std::shared_ptr<const Solid> solid) : solid_(std::move(solid)) {}

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const SurfaceView view = solid_->surface_from(x);
        return {-view.distance, -view.normal};
    }
    [[nodiscard]] Bounds bounds() const override { return endless_bounds(); }

private:
    std::shared_ptr<const Solid> solid_;
};

/// Turned about the origin, then moved.
struct Placement
{
    Quaternion turn;
    Vec3d shift;

    [[nodiscard]] Vec3d operator()(const Vec3d& x) const { return matrix_of(turn) * x + shift; }
    [[nodiscard]] Vec3d direction(const Vec3d& a) const { return matrix_of(turn) * a; }
    [[nodiscard]] bool is_identity() const { return *this == Placement{}; }
    bool operator==(const Placement&) const = default;
};

/// Collects the parts of a shape whose solid has been made before: it has no problems.
class PartCollector
{
public:
    PartCollector(bool keeps_inside, int dimension, const Assets& assets)
        : keeps_inside_(keeps_inside), dimension_(dimension), assets_(assets)
    {
    }

    void add(const Shape& shape, const Placement& at)
    {
        const bool is_divided = std::holds_alternative<Moved>(shape.form) || std::holds_alternative<Box>(shape.form);
        if (keeps_inside_ && !is_divided)
            parts.push_back(part_of(shape, at));
        else
            std::visit([&](const auto& form) { add_form(form, at); }, shape.form);
    }

    std::vector<ContactPart> parts;

private:
    [[nodiscard]] ContactPart part_of(const Shape& shape, const Placement& at) const
    {
        const Shape placed = at.is_identity() ? shape : Shape{Moved{shape, rotation_vector(at.turn), at.shift}};
        ContactPart part;
        part.solid = make_solid(placed, dimension_, assets_).value();
        if (keeps_inside_)
            part.solid = std::make_shared<Outside>(part.solid);
        part.bounds = part.solid->bounds();
        part.is_endless = !is_bounded(part.bounds);
        return part;
    }

    void add_form(const Moved& moved, const Placement& at)
    {
        const bool stays_flat = moved.rotation.x == 0 && moved.rotation.y == 0 && moved.position.z == 0;
        if (dimension_ == 2 && !stays_flat)
            add_sampled(Shape{moved}, at);
        else
            add(*moved.shape, {normalized(at.turn * rotation_by(moved.rotation)), at(moved.position)});
    }

    void add_form(const Union& all, const Placement& at)
    {
        for (const Shape& shape : all.of)
            add(shape, at);
    }

    void add_form(const Box& box, const Placement& at)
    {
        if (keeps_inside_)
            return add_vessel(box, at);
        ContactPart part = part_of(Shape{box}, at);
        part.is_convex = true;
        const Vec3d center = 0.5 * (box.from + box.to);
        const Vec3d half = 0.5 * (box.to - box.from);
        for (int corner = 0; corner < (dimension_ == 2 ? 4 : 8); ++corner)
        {
            const Vec3d side{corner % 2 == 0 ? -1.0 : 1.0, corner / 2 % 2 == 0 ? -1.0 : 1.0, corner / 4 == 0 ? -1.0 : 1.0};
            const Vec3d x{center.x + side.x * half.x, center.y + side.y * half.y, dimension_ == 2 ? 0 : center.z + side.z * half.z};
            part.points.push_back({.x = at(x)});
            for (int axis = 0; axis < 3 && dimension_ == 3; ++axis)
                if (side[axis] < 0)
                {
                    Vec3d to = x;
                    to[axis] = box.to[axis];
                    part.lines.push_back({at(x), at(to)});
                }
        }
        const Vec3d flat{1, 1, dimension_ == 2 ? 0.0 : 1.0};
        part.box = BoxFrame{at({center.x, center.y, flat.z * center.z}), transpose(matrix_of(at.turn)), {half.x, half.y, flat.z * half.z}};
        parts.push_back(std::move(part));
    }

    /// What touches two sides must be held by both: the nearest alone is not enough.
    void add_vessel(const Box& box, const Placement& at)
    {
        const bool was_inside_out = std::exchange(keeps_inside_, false);
        for (int axis = 0; axis < dimension_; ++axis)
            for (const double side : {-1.0, 1.0})
            {
                HalfSpace face{side < 0 ? box.from : box.to, {0, 0, 0}};
                face.normal[axis] = -side;
                add_form(face, at);
            }
        keeps_inside_ = was_inside_out;
    }

    void add_form(const HalfSpace& half_space, const Placement& at)
    {
        ContactPart part = part_of(Shape{half_space}, at);
        part.is_convex = true;
        parts.push_back(std::move(part));
    }

    void add_form(const Sphere& sphere, const Placement& at)
    {
        const Sphere ball = dimension_ == 2 ? section(sphere) : sphere;
        add_round(Shape{sphere}, at).points.push_back({at(ball.center), ball.radius});
    }

    void add_form(const Capsule& capsule, const Placement& at)
    {
        const Capsule rod = dimension_ == 2 ? section(capsule) : capsule;
        if (dimension_ == 2 && (rod.from.z != 0 || rod.to.z != 0))
            return add_sampled(Shape{capsule}, at);
        add_round(Shape{capsule}, at).lines.push_back({at(rod.from), at(rod.to), rod.radius, true});
    }

    void add_form(const Cylinder& cylinder, const Placement& at)
    {
        const Vec3d axis = unit_or(cylinder.to - cylinder.from, up);
        if (dimension_ == 2)
            return add_flat_cylinder(cylinder, section(cylinder), at);
        ContactPart& part = add_round(Shape{cylinder}, at);
        for (const Vec3d& end : {cylinder.from, cylinder.to})
            part.circles.push_back({at(end), at.direction(axis), cylinder.radius, 0});
        part.lines.push_back({at(cylinder.from), at(cylinder.to), cylinder.radius});
    }

    /// A disc, a rectangle, or something between.
    void add_flat_cylinder(const Cylinder& cylinder, const Cylinder& cut, const Placement& at)
    {
        if (cut.from.x == cut.to.x && cut.from.y == cut.to.y)
        {
            add_round(Shape{cylinder}, at).points.push_back({at({cut.from.x, cut.from.y, 0}), cut.radius});
            return;
        }
        if (cut.from.z != 0 || cut.to.z != 0)
            return add_sampled(Shape{cylinder}, at);
        const Vec3d along = unit_or(cut.to - cut.from, up);
        const Vec3d side = cut.radius * Vec3d{-along.y, along.x, 0};
        ContactPart part = part_of(Shape{cylinder}, at);
        part.is_convex = true;
        for (const Vec3d& x : {cut.from - side, cut.from + side, cut.to - side, cut.to + side})
            part.points.push_back({.x = at(x)});
        parts.push_back(std::move(part));
    }

    void add_form(const Torus& torus, const Placement& at)
    {
        if (dimension_ == 2)
            return add_sampled(Shape{torus}, at);
        ContactPart& part = add_round(Shape{torus}, at);
        part.is_convex = false;
        part.circles.push_back({at(torus.center), at.direction(unit_or(torus.axis, up)), torus.radius, torus.thickness});
    }

    void add_form(const HeightField& field, const Placement& at)
    {
        ContactPart part = part_of(Shape{field}, at);
        const std::size_t columns = static_cast<std::size_t>(field.columns);
        const std::size_t rows = field.heights.size() / columns;
        for (std::size_t k = 0; k < field.heights.size(); ++k)
        {
            const std::size_t row = k / columns;
            const double s = static_cast<double>(k % columns) / static_cast<double>(columns - 1);
            const double t = rows > 1 ? static_cast<double>(row) / static_cast<double>(rows - 1) : 0;
            Vec3d x{field.from.x + s * (field.to.x - field.from.x), field.heights[k],
                    dimension_ == 2 ? 0 : field.from.z + t * (field.to.z - field.from.z)};
            part.points.push_back({.x = at(x)});
            x.y = field.from.y;
            if ((s == 0 || s == 1) && (rows == 1 || t == 0 || t == 1))
                part.points.push_back({.x = at(x)});
        }
        parts.push_back(std::move(part));
    }

    void add_form(const MeshFile& mesh, const Placement& at)
    {
        if (dimension_ == 2 || mesh.thickness)
            return add_sampled(Shape{mesh}, at);
        TriangleMesh scaled = *assets_.meshes.at(mesh.file);
        for (Vec3d& x : scaled.vertices)
            x = mesh.scale * x;
        ContactPart part = part_of(Shape{mesh}, at);
        for (const Vec3d& x : mesh_samples(scaled, spacing_of(part)))
            part.points.push_back({.x = at(x)});
        parts.push_back(std::move(part));
    }

    void add_form(const Intersection& all, const Placement& at)
    {
        add_sampled(Shape{all}, at);
        for (const Shape& shape : all.of)
            add_corners(shape, at);
    }
    void add_form(const Difference& difference, const Placement& at)
    {
        add_sampled(Shape{difference}, at);
        add_corners(*difference.of, at);
        for (const Shape& shape : difference.without)
            add_corners(shape, at);
    }
    void add_form(const ParticleFile&, const Placement&) {} // refused before

    ContactPart& add_round(const Shape& shape, const Placement& at)
    {
        ContactPart part = part_of(shape, at);
        part.is_round = part.is_convex = true;
        parts.push_back(std::move(part));
        return parts.back();
    }

    void add_sampled(const Shape& shape, const Placement& at)
    {
        ContactPart part = part_of(shape, at);
        for (const Vec3d& x : solid_samples(*part.solid, dimension_, spacing_of(part)))
            part.points.push_back({.x = x});
        parts.push_back(std::move(part));
    }

    /// Corners of a piece that are corners of the combination too: the last part.
    void add_corners(const Shape& shape, const Placement& at)
    {
        PartCollector pieces(false, dimension_, assets_);
        pieces.add(shape, at);
        ContactPart& part = parts.back();
        const double close = 1e-6 * spacing_of(part);
        for (const ContactPart& piece : pieces.parts)
            for (const PointFeature& point : piece.points)
                if (point.radius == 0 && abs(part.solid->surface_from(point.x).distance) < close)
                    part.points.push_back(point);
    }

    [[nodiscard]] static double spacing_of(const ContactPart& part)
    {
        const Vec3d size = part.bounds.high - part.bounds.low;
        return max(size.x, max(size.y, size.z)) / samples_across;
    }

    bool keeps_inside_;
    int dimension_;
    const Assets& assets_;
};

/// Points of one part inside another cannot touch anything.
void remove_hidden_points(std::vector<ContactPart>& parts)
{
    for (std::size_t k = 0; k < parts.size(); ++k)
        std::erase_if(parts[k].points, [&](const PointFeature& point) {
            for (std::size_t other = 0; other < parts.size(); ++other)
                if (other != k && point.radius == 0 && parts[other].solid->surface_from(point.x).distance < -1e-9)
                    return true;
            return false;
        });
}

/// Points a little inside the part, no more than a tenth of its thickness.
void set_insets(ContactPart& part, int dimension)
{
    const Vec3d extent = part.bounds.high - part.bounds.low;
    const double thickness = dimension == 2 ? min(extent.x, extent.y) : min(extent.x, min(extent.y, extent.z));
    const double reach = min(0.1 * thickness, 0.02 * max(extent.x, max(extent.y, extent.z)));
    parallel_for(static_cast<Index>(part.points.size()), [&](Index k) {
        PointFeature& point = part.points[static_cast<std::size_t>(k)];
        if (point.radius == 0)
            point.inset = inset_of(*part.solid, point.x, reach, dimension);
    });
}

void build_tree(ContactPart& part)
{
    std::vector<Bounds> items;
    for (const PointFeature& point : part.points)
    {
        const Vec3d r{point.radius, point.radius, point.radius};
        items.push_back({point.x - r, point.x + r});
    }
    part.point_tree = BoxTree(items, 8);
}
} // namespace

Result<std::shared_ptr<const ContactShape>> make_contact_shape(const Shape& shape, bool keeps_inside, int dimension, const Assets& assets)
{
    const auto solid = make_solid(shape, dimension, assets);
    if (!solid)
        return solid.problems();
    PartCollector collector(keeps_inside, dimension, assets);
    collector.add(shape, {});
    auto result = std::make_shared<ContactShape>();
    result->dimension = dimension;
    result->parts = std::move(collector.parts);
    if (!keeps_inside)
        remove_hidden_points(result->parts);
    result->bounds = empty_bounds();
    for (ContactPart& part : result->parts)
    {
        set_insets(part, dimension);
        build_tree(part);
        if (!is_empty(part.bounds))
            result->bounds = joined(result->bounds, part.bounds);
    }
    const Vec3d extent = result->bounds.high - result->bounds.low;
    result->size = max(extent.x, max(extent.y, extent.z));
    result->thickness = dimension == 2 ? min(extent.x, extent.y) : min(extent.x, min(extent.y, extent.z));
    return std::shared_ptr<const ContactShape>(std::move(result));
}
} // namespace aspic
