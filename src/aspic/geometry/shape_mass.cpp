#include "aspic/geometry/directions.h"
#include "aspic/geometry/mass_properties.h"
#include "aspic/geometry/mesh_solid.h"
#include "aspic/geometry/plane_section.h"
#include "aspic/geometry/shape_check.h"

#include <cmath>
#include <map>

namespace aspic
{
namespace
{
constexpr int levels_in_space = 7;
constexpr int levels_in_plane = 11;

/// C of a body of revolution: `along` its axis u and `across` it.
Mat3d about_axis(const Vec3d& u, double along, double across) { return diagonal(across, across, across) + (along - across) * outer(u, u); }

/// In the plane: a rectangle or what is like one, with the direction u of its length.
Mat3d in_plane(const Vec3d& u, double along, double across)
{
    const Vec3d side{-u.y, u.x, 0};
    return along * outer(u, u) + across * outer(side, side);
}

MassProperties disc(const Vec3d& center, double r)
{
    const double area = pi * r * r;
    return {area, {center.x, center.y, 0}, diagonal(area * r * r / 4, area * r * r / 4, 0.0)};
}

/// A round rod between two points: its middle, direction and length.
struct Rod
{
    Vec3d middle, direction;
    double length;

    Rod(const Vec3d& from, const Vec3d& to) : middle(0.5 * (from + to)), direction(unit_or(to - from, up)), length(norm(to - from)) {}
};

/// A sheet along triangles: its area times its thickness, without what stands over at its edges. Masses at the middles of the edges have a triangle's second moments exactly.
MassProperties sheet_mass(const TriangleMesh& mesh, double scale, double thickness)
{
    MassProperties sum;
    for (const auto& triangle : mesh.triangles)
    {
        std::array<Vec3d, 3> x;
        for (std::size_t k = 0; k < 3; ++k)
            x[k] = scale * mesh.vertices[static_cast<std::size_t>(triangle[k])];
        const Vec3d across = cross(x[1] - x[0], x[2] - x[0]);
        const double area = 0.5 * norm(across);
        if (!(area > 0))
            continue;
        const double third = area * thickness / 3;
        const Mat3d through = (third * thickness * thickness / 12 / dot(across, across)) * outer(across, across);
        for (std::size_t k = 0; k < 3; ++k)
            sum = sum + MassProperties{third, 0.5 * (x[k] + x[(k + 1) % 3]), through};
    }
    return sum;
}

/// Whether two parts of a mesh, none of them a hole, may have space in common: a sum of their volumes would count that twice.
bool has_common_space(const TriangleMesh& mesh)
{
    const auto overlap = [](const Bounds& a, const Bounds& b) {
        return a.low.x < b.high.x && b.low.x < a.high.x && a.low.y < b.high.y && b.low.y < a.high.y && a.low.z < b.high.z &&
               b.low.z < a.high.z;
    };
    struct Part
    {
        TriangleMesh surface;
        Bounds bounds = empty_bounds();
    };
    std::map<std::size_t, Part> parts;
    const std::vector<std::size_t> part_of = numbered_parts(mesh);
    for (std::size_t t = 0; t < part_of.size(); ++t)
    {
        Part& part = parts[part_of[t]];
        const auto first = static_cast<int>(part.surface.vertices.size());
        for (const int vertex : mesh.triangles[t])
        {
            const Vec3d& x = mesh.vertices[static_cast<std::size_t>(vertex)];
            part.surface.vertices.push_back(x);
            part.bounds = joined(part.bounds, x);
        }
        part.surface.triangles.push_back({first, first + 1, first + 2});
    }
    std::vector<Bounds> filled;
    for (const auto& [number, part] : parts)
        if (volume(part.surface) > 0)
            filled.push_back(part.bounds);
    for (std::size_t a = 0; a < filled.size(); ++a)
        for (std::size_t b = a + 1; b < filled.size(); ++b)
            if (overlap(filled[a], filled[b]))
                return true;
    return false;
}

/// The integrals of each form in closed form, where there is one.
class ShapeMass
{
public:
    ShapeMass(int dimension, const Assets& assets) : is_flat_(dimension == 2), assets_(assets) {}

    [[nodiscard]] MassProperties of(const Shape& shape) const
    {
        return std::visit([&](const auto& form) { return of(form); }, shape.form);
    }

private:
    [[nodiscard]] MassProperties of(const Box& box) const
    {
        const Vec3d size = box.to - box.from;
        const double V = size.x * size.y * (is_flat_ ? 1 : size.z);
        const Vec3d C{V * square(size.x) / 12, V * square(size.y) / 12, is_flat_ ? 0 : V * square(size.z) / 12};
        Vec3d center = box.from + 0.5 * size;
        if (is_flat_)
            center.z = 0;
        return {V, center, diagonal(C.x, C.y, C.z)};
    }

    [[nodiscard]] MassProperties of(const Sphere& sphere) const
    {
        const double r = sphere.radius;
        if (is_flat_)
            return abs(sphere.center.z) < r ? disc(sphere.center, section(sphere).radius) : MassProperties{};
        const double V = 4 * pi / 3 * cube(r);
        const double C = V * r * r / 5;
        return {V, sphere.center, diagonal(C, C, C)};
    }

    [[nodiscard]] MassProperties of(const Cylinder& cylinder) const
    {
        const Cylinder cut = is_flat_ ? section(cylinder) : cylinder;
        const Rod rod(cut.from, cut.to);
        const double r = cut.radius;
        const double L = rod.length;
        if (!is_flat_)
        {
            const double V = pi * r * r * L;
            return {V, rod.middle, about_axis(rod.direction, V * L * L / 12, V * r * r / 4)};
        }
        if (cut.from.x == cut.to.x && cut.from.y == cut.to.y && cylinder.from.z * cylinder.to.z <= 0)
            return disc(cut.from, r);
        if (cut.from.z != 0 || cut.to.z != 0)
            return integrated(Shape{cylinder});
        const double A = 2 * r * L;
        return {A, rod.middle, in_plane(rod.direction, A * L * L / 12, A * r * r / 3)};
    }

    /// A cylinder and two half balls; a half ball's centre is 3r/8 from its flat side, a half disc's 4r/3π.
    [[nodiscard]] MassProperties of(const Capsule& capsule) const
    {
        const Capsule cut = is_flat_ ? section(capsule) : capsule;
        const Rod rod(cut.from, cut.to);
        const double r = cut.radius;
        const double L = rod.length;
        if (is_flat_ && (cut.from.z != 0 || cut.to.z != 0))
            return integrated(Shape{capsule});
        const double middle = is_flat_ ? 2 * r * L : pi * r * r * L;
        const double ends = is_flat_ ? pi * r * r : 4 * pi / 3 * cube(r);
        const double beyond = is_flat_ ? 4 * r / (3 * pi) : 3 * r / 8;
        const double of_ball = is_flat_ ? r * r / 4 : r * r / 5;
        const double along = middle * L * L / 12 + ends * (of_ball - square(beyond) + square(L / 2 + beyond));
        const double across = middle * (is_flat_ ? r * r / 3 : r * r / 4) + ends * of_ball;
        const Mat3d C = is_flat_ ? in_plane(rod.direction, along, across) : about_axis(rod.direction, along, across);
        return {middle + ends, rod.middle, C};
    }

    [[nodiscard]] MassProperties of(const Torus& torus) const
    {
        const Torus cut = is_flat_ ? section(torus) : torus;
        const double R = cut.radius;
        const double r = cut.thickness;
        if (!is_flat_)
        {
            const double V = 2 * pi * pi * R * r * r;
            return {V, cut.center, about_axis(unit_or(cut.axis, up), V * r * r / 4, V * (R * R / 2 + 3 * r * r / 8))};
        }
        if (cut.center.z != 0 || cut.axis.x != 0 || cut.axis.y != 0)
            return integrated(Shape{torus});
        const double A = 4 * pi * R * r;
        const double C = A * (R * R + r * r) / 2; // π/4 ((R + r)⁴ − (R − r)⁴)
        return {A, cut.center, diagonal(C, C, 0.0)};
    }

    [[nodiscard]] static MassProperties of(const HalfSpace&) { return {}; }    // refused before
    [[nodiscard]] static MassProperties of(const ParticleFile&) { return {}; } // refused before

    /// Sums columns of ground between the bottom b and the height h at the Gauss points of each cell; exact, since h is linear along each axis
    /// and no integrand has a power above three along one.
    [[nodiscard]] MassProperties of(const HeightField& field) const
    {
        const auto columns = static_cast<std::size_t>(field.columns);
        const std::size_t rows = is_flat_ ? 1 : field.heights.size() / columns;
        const double dx = (field.to.x - field.from.x) / static_cast<double>(columns - 1);
        const double dz = is_flat_ ? 0 : (field.to.z - field.from.z) / static_cast<double>(rows - 1);
        MassProperties sum;
        for (std::size_t j = 0; j + 1 < rows || (is_flat_ && j == 0); ++j)
            for (std::size_t i = 0; i + 1 < columns; ++i)
                for (int point = 0; point < (is_flat_ ? 2 : 4); ++point)
                {
                    const double gauss = 0.5 / std::sqrt(3.0);
                    const double s = 0.5 + (point % 2 == 0 ? -gauss : gauss);
                    const double t = is_flat_ ? 0 : 0.5 + (point / 2 == 0 ? -gauss : gauss);
                    const auto height = [&](std::size_t row) {
                        return (1 - s) * field.heights[row * columns + i] + s * field.heights[row * columns + i + 1];
                    };
                    const double h = (is_flat_ ? height(0) : (1 - t) * height(j) + t * height(j + 1)) - field.from.y;
                    const double V = h * (is_flat_ ? dx / 2 : dx * dz / 4);
                    const Vec3d center{field.from.x + (static_cast<double>(i) + s) * dx, field.from.y + h / 2,
                                       is_flat_ ? 0 : field.from.z + (static_cast<double>(j) + t) * dz};
                    if (V > 0)
                        sum = sum + MassProperties{V, center, diagonal(0.0, V * h * h / 12, 0.0)};
                }
        return sum;
    }

    [[nodiscard]] MassProperties of(const MeshFile& mesh) const
    {
        const TriangleMesh& surface = *assets_.meshes.at(mesh.file);
        if (mesh.thickness && !is_flat_)
            return sheet_mass(surface, mesh.scale, *mesh.thickness);
        if (mesh.thickness || !open_edges(surface).empty())
            return integrated(Shape{mesh});
        const TriangleMesh scaled = outside_out(surface, mesh.scale);
        if (has_common_space(scaled))
            return integrated(Shape{mesh});
        return is_flat_ ? plane_mass_properties(scaled) : mass_properties(scaled);
    }

    /// Parts that are apart are summed.
    [[nodiscard]] MassProperties of(const Union& all) const
    {
        std::vector<Bounds> bounds;
        for (const Shape& part : all.of)
        {
            bounds.push_back(solid(part)->bounds());
            for (std::size_t k = 0; k + 1 < bounds.size(); ++k)
                if (overlap(bounds[k], bounds.back()))
                    return integrated(Shape{all});
        }
        MassProperties sum;
        for (const Shape& part : all.of)
            if (const MassProperties own = of(part); own.volume > 0)
                sum = sum + own;
        return sum;
    }
    [[nodiscard]] MassProperties of(const Intersection& all) const { return integrated(Shape{all}); }
    [[nodiscard]] MassProperties of(const Difference& difference) const { return integrated(Shape{difference}); }

    [[nodiscard]] MassProperties of(const Moved& form) const
    {
        const bool stays_flat = form.rotation.x == 0 && form.rotation.y == 0 && form.position.z == 0;
        if (is_flat_ && !stays_flat)
            return integrated(Shape{form});
        return moved(of(*form.shape), rotation_matrix(form.rotation), form.position);
    }

    [[nodiscard]] bool overlap(const Bounds& a, const Bounds& b) const
    {
        bool any = true;
        for (int axis = 0; axis < (is_flat_ ? 2 : 3); ++axis)
            any = any && a.low[axis] < b.high[axis] && b.low[axis] < a.high[axis];
        return any;
    }
    [[nodiscard]] std::shared_ptr<const Solid> solid(const Shape& shape) const
    {
        return make_solid(shape, is_flat_ ? 2 : 3, assets_).value();
    }
    [[nodiscard]] MassProperties integrated(const Shape& shape) const
    {
        return integrated_mass_properties(*solid(shape), is_flat_ ? 2 : 3, is_flat_ ? levels_in_plane : levels_in_space);
    }

    bool is_flat_;
    const Assets& assets_;
};
} // namespace

Result<MassProperties> mass_properties(const Shape& shape, int dimension, const Assets& assets)
{
    const auto solid = make_solid(shape, dimension, assets);
    if (!solid)
        return solid.problems();
    const Bounds bounds = (*solid)->bounds();
    if (!is_empty(bounds) && !is_bounded(bounds))
        return Problem{"", "the shape is endless: it has no mass", "use a shape with an end, or give the body a motion"};
    const MassProperties result = ShapeMass(dimension, assets).of(shape);
    if (!(result.volume > 0) || !std::isfinite(trace(result.second_moment)))
        return Problem{"", "the shape encloses nothing", dimension == 2 ? "the plane z = 0 must cut it" : "its parts must overlap"};
    return result;
}
} // namespace aspic
