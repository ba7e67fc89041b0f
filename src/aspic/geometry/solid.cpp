#include "aspic/geometry/solid.h"

#include "aspic/geometry/combined_solids.h"
#include "aspic/geometry/height_field_solid.h"
#include "aspic/geometry/mesh_solid.h"
#include "aspic/geometry/plane_section.h"
#include "aspic/geometry/primitive_solids.h"
#include "aspic/geometry/shape_check.h"

#include <cmath>

namespace aspic
{
namespace
{
/// Makes solids from shapes that have been checked. In 2D every single shape is cut by the plane; one that is turned out of the plane or
/// moved along z is put together in space and cut as a whole.
class SolidMaker
{
public:
    SolidMaker(int dimension, const Assets& assets) : dimension_(dimension), is_flat_(dimension == 2), assets_(assets) {}

    [[nodiscard]] std::shared_ptr<const Solid> make(const Shape& shape) const
    {
        return std::visit([&](const auto& form) { return make(form); }, shape.form);
    }

private:
    [[nodiscard]] std::shared_ptr<const Solid> cut(std::shared_ptr<const Solid> solid) const
    {
        return is_flat_ ? cut_by_plane(std::move(solid)) : solid;
    }
    template <class Form> [[nodiscard]] std::shared_ptr<const Solid> make(const Form& form) const
    {
        return is_flat_ ? cut_by_plane(solid_of(section(form))) : solid_of(form);
    }
    [[nodiscard]] std::shared_ptr<const Solid> make(const Box& box) const { return cut(solid_of(box, dimension_)); }
    [[nodiscard]] std::shared_ptr<const Solid> make(const HeightField& field) const { return cut(solid_of(field, dimension_)); }
    [[nodiscard]] std::shared_ptr<const Solid> make(const MeshFile& mesh) const
    {
        const TriangleMesh& surface = *assets_.meshes.at(mesh.file);
        return cut(mesh.thickness ? sheet_of(surface, mesh.scale, *mesh.thickness) : solid_of(surface, mesh.scale));
    }
    [[nodiscard]] std::shared_ptr<const Solid> make(const ParticleFile&) const { return nullptr; } // refused by the check

    [[nodiscard]] std::shared_ptr<const Solid> make(const Union& all) const { return union_of(make(all.of)); }
    [[nodiscard]] std::shared_ptr<const Solid> make(const Intersection& all) const { return intersection_of(make(all.of)); }
    [[nodiscard]] std::shared_ptr<const Solid> make(const Difference& difference) const
    {
        return difference_of(make(*difference.of), make(difference.without));
    }
    [[nodiscard]] std::shared_ptr<const Solid> make(const Moved& moved) const
    {
        const bool stays_flat = moved.rotation.x == 0 && moved.rotation.y == 0 && moved.position.z == 0;
        SolidMaker inner = *this;
        inner.is_flat_ = is_flat_ && stays_flat;
        auto solid = moved_solid(inner.make(*moved.shape), moved.rotation, moved.position);
        return is_flat_ && !stays_flat ? cut_by_plane(std::move(solid)) : solid;
    }
    [[nodiscard]] SolidList make(const std::vector<Shape>& shapes) const
    {
        SolidList solids;
        for (const Shape& shape : shapes)
            solids.push_back(make(shape));
        return solids;
    }

    int dimension_;
    bool is_flat_; ///< in the plane z = 0, not only on the way to a cut by it
    const Assets& assets_;
};
} // namespace

Result<std::shared_ptr<const Solid>> make_solid(const Shape& shape, int dimension, const Assets& assets)
{
    Problems problems = problems_of_shape(shape, dimension, assets);
    if (!problems.empty())
        return problems;
    return SolidMaker(dimension, assets).make(shape);
}

/// I + sin θ/θ [r]× + (1 − cos θ)/θ² [r]×², θ = |r|
Mat3T<double> rotation_matrix(const Vec3d& rotation_vector)
{
    const Vec3d& r = rotation_vector;
    const double theta = norm(r);
    const auto sine_over = [](double a) { return a > 1e-8 ? std::sin(a) / a : 1.0; };
    const Mat3T<double> r_cross{{{0, -r.z, r.y}, {r.z, 0, -r.x}, {-r.y, r.x, 0}}};
    const Mat3T<double> turn = sine_over(theta) * r_cross;
    const Mat3T<double> bend = (0.5 * square(sine_over(0.5 * theta))) * (r_cross * r_cross);
    return diagonal(1.0, 1.0, 1.0) + turn + bend;
}
} // namespace aspic
