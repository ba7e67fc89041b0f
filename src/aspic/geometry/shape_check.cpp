#include "aspic/geometry/shape_check.h"

#include "aspic/geometry/short_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

namespace aspic
{
namespace
{
constexpr double largest = 1e100; ///< [m] squares of lengths must stay below 1.8e308
constexpr int deepest = 100;      ///< shapes inside shapes

/// Walks through a shape and collects what is wrong.
class ShapeCheck
{
public:
    ShapeCheck(int dimension, const Assets& assets) : dimension_(dimension), assets_(assets) {}

    void check(const Shape& shape, const std::string& path)
    {
        if (++depth_ > deepest)
            report(path, "more than " + std::to_string(deepest) + " shapes inside each other",
                   "put the parts of a union beside each other");
        else
            std::visit(
                [&]<class Form>(const Form& form) {
                    const std::string name(structure_of<Form>().name);
                    check_form(form, path.empty() ? name : path + "." + name);
                },
                shape.form);
        --depth_;
    }

    Problems problems;

private:
    void report(std::string where, std::string what, std::string hint)
    {
        problems.push_back({std::move(where), std::move(what), std::move(hint)});
    }

    bool check_number(double value, const std::string& path)
    {
        if (std::abs(value) <= largest)
            return true;
        report(path, short_text(value) + " is not a usable number", "write a finite number, with a magnitude of at most 1e100");
        return false;
    }

    bool check_vector(const Vec3d& value, const std::string& path)
    {
        const std::array<std::string_view, 3> components{".x", ".y", ".z"};
        bool is_good = true;
        for (int axis = 0; axis < 3; ++axis)
            is_good = check_number(value[axis], path + std::string(components[static_cast<std::size_t>(axis)])) && is_good;
        return is_good;
    }

    bool check_positive(double value, const std::string& path)
    {
        if (!check_number(value, path))
            return false;
        if (value > 0)
            return true;
        report(path, short_text(value) + " is not positive", "write a number above zero");
        return false;
    }

    void check_direction(const Vec3d& value, const std::string& path)
    {
        if (check_vector(value, path) && !(norm(value) > 1e-140))
            report(path, "the vector is zero", "write a direction, such as [0, 1, 0]; its length does not matter");
    }

    void check_corners(const Vec3d& from, const Vec3d& to, const std::string& path, std::initializer_list<int> axes)
    {
        const bool is_good = check_vector(from, path + ".from");
        if (!check_vector(to, path + ".to") || !is_good)
            return;
        for (const int axis : axes)
            if (!(to[axis] > from[axis]))
                report(path + ".to." + "xyz"[axis], short_text(to[axis]) + " is not above " + short_text(from[axis]) + " of from",
                       "from holds the smallest coordinates, to the largest");
    }

    /// The ends and the radius of a round rod.
    void check_rod(const Vec3d& from, const Vec3d& to, double radius, const std::string& path)
    {
        const bool is_good = check_vector(from, path + ".from");
        if (check_vector(to, path + ".to") && is_good && !(norm(to - from) > 1e-140))
            report(path + ".to", "from and to are the same point", "give the ends different places, or use a sphere");
        check_positive(radius, path + ".radius");
    }

    void check_form(const Box& box, const std::string& path)
    {
        if (dimension_ == 2)
            check_corners(box.from, box.to, path, {0, 1});
        else
            check_corners(box.from, box.to, path, {0, 1, 2});
    }

    void check_form(const Sphere& sphere, const std::string& path)
    {
        check_vector(sphere.center, path + ".center");
        check_positive(sphere.radius, path + ".radius");
    }

    void check_form(const Cylinder& cylinder, const std::string& path) { check_rod(cylinder.from, cylinder.to, cylinder.radius, path); }
    void check_form(const Capsule& capsule, const std::string& path) { check_rod(capsule.from, capsule.to, capsule.radius, path); }

    void check_form(const Torus& torus, const std::string& path)
    {
        check_vector(torus.center, path + ".center");
        check_direction(torus.axis, path + ".axis");
        const bool is_good = check_positive(torus.radius, path + ".radius");
        if (check_positive(torus.thickness, path + ".thickness") && is_good && torus.thickness >= torus.radius)
            report(path + ".thickness", short_text(torus.thickness) + " is not below the radius " + short_text(torus.radius),
                   "the tube would overlap itself: make it thinner, or the ring wider");
    }

    void check_form(const HalfSpace& half_space, const std::string& path)
    {
        check_vector(half_space.point, path + ".point");
        check_direction(half_space.normal, path + ".normal");
    }

    void check_form(const HeightField& field, const std::string& path)
    {
        if (dimension_ == 2)
            check_corners(field.from, field.to, path, {0});
        else
            check_corners(field.from, field.to, path, {0, 2});
        check_rows(field, path);
        check_heights(field, path);
        if (dimension_ == 3)
            check_slopes(field, path);
    }

    /// To find the place of a cliff that is nearest takes the longer the steeper it is.
    void check_slopes(const HeightField& field, const std::string& path)
    {
        constexpr double steepest = 1000;
        const std::size_t columns = field.columns < 2 ? 0 : static_cast<std::size_t>(field.columns);
        if (columns == 0 || field.heights.size() < 2 * columns || field.heights.size() % columns != 0)
            return;
        const std::size_t rows = field.heights.size() / columns;
        const double step_x = std::abs(field.to.x - field.from.x) / static_cast<double>(columns - 1);
        const double step_z = std::abs(field.to.z - field.from.z) / static_cast<double>(rows - 1);
        for (std::size_t k = 0; k < field.heights.size(); ++k)
        {
            const double rise_x = (k + 1) % columns == 0 ? 0 : std::abs(field.heights[k + 1] - field.heights[k]);
            const double rise_z = k + columns >= field.heights.size() ? 0 : std::abs(field.heights[k + columns] - field.heights[k]);
            if (rise_x > steepest * step_x || rise_z > steepest * step_z)
                return report(path + ".heights[" + std::to_string(k) + "]", "from here to the next height the slope is more than 1000",
                              "upright walls are boxes, not height fields");
        }
    }

    void check_rows(const HeightField& field, const std::string& path)
    {
        if (field.columns < 2)
            return report(path + ".columns", std::to_string(field.columns) + " is too few", "a row needs at least 2 heights");
        const auto columns = static_cast<std::size_t>(field.columns);
        const std::string count = std::to_string(field.heights.size()) + " heights";
        if (field.heights.empty() || field.heights.size() % columns != 0)
            report(path + ".heights", count + " do not fill rows of " + std::to_string(columns),
                   "write columns × rows numbers, row by row");
        else if (dimension_ == 2 && field.heights.size() != columns)
            report(path + ".heights", count + " are more than one row of " + std::to_string(columns), "in 2D there is one row");
        else if (dimension_ == 3 && field.heights.size() == columns)
            report(path + ".heights", count + " are only one row", "in 3D there are at least 2 rows along z");
    }

    void check_heights(const HeightField& field, const std::string& path)
    {
        const auto is_bad = [&](double height) { return !(std::abs(height) <= largest) || height < field.from.y; };
        const auto bad = std::ranges::find_if(field.heights, is_bad);
        if (bad != field.heights.end())
        {
            const std::string place = path + ".heights[" + std::to_string(bad - field.heights.begin()) + "]";
            if (check_number(*bad, place))
                report(place, short_text(*bad) + " is below the bottom " + short_text(field.from.y), "lower from.y below all heights");
        }
        else if (!field.heights.empty() && std::ranges::all_of(field.heights, [&](double height) { return height == field.from.y; }))
            report(path + ".heights", "all heights are at the bottom " + short_text(field.from.y), "lower from.y below the heights");
    }

    void check_form(const MeshFile& mesh, const std::string& path)
    {
        if (check_positive(mesh.scale, path + ".scale") && !(mesh.scale >= 1e-20 && mesh.scale <= 1e20))
            report(path + ".scale", short_text(mesh.scale) + " is not between 1e-20 and 1e20", "lengths are metres");
        const auto found = assets_.meshes.find(mesh.file);
        if (found == assets_.meshes.end() || !found->second)
            return report(path + ".file", "the mesh '" + mesh.file + "' has not been read", "read it first and put it among the assets");
        if (mesh.thickness)
            check_positive(*mesh.thickness, path + ".thickness");
        const TriangleMesh& surface = *found->second;
        for (const Problem& problem :
             mesh.thickness ? problems_of_sheet(surface, path + ".file") : problems_of_solid(surface, path + ".file"))
            report(problem.where, "'" + mesh.file + "': " + problem.what, problem.hint);
    }

    void check_form(const ParticleFile&, const std::string& path)
    {
        report(path, "particles from a file have no inside",
               "use them as an object of their own; here a shape with a surface is needed, such as a mesh");
    }

    void check_list(const std::vector<Shape>& shapes, const std::string& path)
    {
        for (std::size_t k = 0; k < shapes.size(); ++k)
            check(shapes[k], path + "[" + std::to_string(k) + "]");
    }

    void check_parts(const std::vector<Shape>& shapes, const std::string& path)
    {
        if (shapes.empty())
            report(path, "the list is empty", "write at least one shape");
        check_list(shapes, path);
    }

    void check_form(const Union& all, const std::string& path) { check_parts(all.of, path + ".of"); }
    void check_form(const Intersection& all, const std::string& path) { check_parts(all.of, path + ".of"); }
    void check_form(const Difference& difference, const std::string& path)
    {
        check(*difference.of, path + ".of");
        check_list(difference.without, path + ".without");
    }
    void check_form(const Moved& moved, const std::string& path)
    {
        check(*moved.shape, path + ".shape");
        check_vector(moved.rotation, path + ".rotation");
        check_vector(moved.position, path + ".position");
    }

    int dimension_;
    const Assets& assets_;
    int depth_ = 0;
};
} // namespace

Problems problems_of_shape(const Shape& shape, int dimension, const Assets& assets)
{
    ShapeCheck check(dimension, assets);
    check.check(shape, "");
    return check.problems;
}
} // namespace aspic
