#include "aspic/geometry/mesh_solid.h"

#include "aspic/geometry/directions.h"
#include "aspic/geometry/triangle_tree.h"

#include <cmath>
#include <utility>

namespace aspic
{
namespace
{
TriangleMesh scaled_outside_out(TriangleMesh mesh, double scale)
{
    const bool is_inside_out = volume(mesh) < 0;
    for (Vec3d& x : mesh.vertices)
        x = scale * x;
    if (is_inside_out)
        for (auto& triangle : mesh.triangles)
            std::swap(triangle[1], triangle[2]);
    return mesh;
}

/// Distances come from the nearest triangle, their sign from the winding number: where surfaces overlap, distances inside may be too short.
class MeshSolid final : public Solid
{
public:
    MeshSolid(const TriangleMesh& mesh, double scale) : tree_(scaled_outside_out(mesh, scale)), bounds_(tree_.bounds())
    {
        touching_ = 8e-15 * (norm(bounds_.high - bounds_.low) + norm(bounds_.high) + norm(bounds_.low));
    }

    [[nodiscard]] SurfaceView surface_from(const Vec3d& x) const override
    {
        const SurfacePoint nearest = tree_.closest(x);
        const Winding winding = winding_around(x);
        const bool is_inside = winding.number > 0.5 && !(winding.may_touch && nearest.distance <= touching_);
        const Vec3d outward = is_inside ? nearest.position - x : x - nearest.position;
        return {is_inside ? -nearest.distance : nearest.distance,
                nearest.distance > touching_ ? unit_or(outward, nearest.normal) : nearest.normal};
    }

    /// Points that touch the surface are outside, whatever rounding makes of their winding number.
    [[nodiscard]] bool contains(const Vec3d& x) const override
    {
        const Winding winding = winding_around(x);
        return winding.number > 0.5 && !(winding.may_touch && tree_.closest(x).distance <= touching_);
    }

    [[nodiscard]] Bounds bounds() const override { return bounds_; }

private:
    /// The winding number of a closed surface is whole. One that is not has been summed too roughly, or the point touches the surface.
    [[nodiscard]] Winding winding_around(const Vec3d& x) const
    {
        Winding winding;
        if (squared_distance(bounds_, x) > 0)
            return winding;
        for (const double accuracy : {2.0, 4.0, 8.0, HUGE_VAL})
        {
            winding = tree_.winding_around(x, accuracy);
            if (winding.may_touch || abs(winding.number - std::round(winding.number)) < 0.2)
                break;
        }
        return winding;
    }

    TriangleTree tree_;
    Bounds bounds_;
    double touching_ = 0; ///< [m] shorter distances may be rounding errors of coordinates
};
} // namespace

std::shared_ptr<const Solid> solid_of(const TriangleMesh& mesh, double scale) { return std::make_shared<MeshSolid>(mesh, scale); }
} // namespace aspic
