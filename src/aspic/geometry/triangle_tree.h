#pragma once

#include "aspic/geometry/box_tree.h"
#include "aspic/geometry/triangle_mesh.h"
#include "aspic/math/mat.h"

#include <vector>

namespace aspic
{
/// The place of a surface that is nearest to a point.
struct SurfacePoint
{
    Vec3d position;  ///< [m]
    Vec3d normal;    ///< of the surface there, unit length
    double distance; ///< [m] from the point asked for
};

/// How often a surface goes round a point.
struct Winding
{
    double number = 0;
    bool may_touch = false; ///< the point is so near a triangle that rounding may have put it on the other side
};

/// Triangles arranged for two questions: what is the nearest place, and how often does the surface go round a point?
/// Triangles without area are left out. A mesh without others has no nearest place: the distance is infinite.
class TriangleTree
{
public:
    explicit TriangleTree(const TriangleMesh& mesh);

    [[nodiscard]] SurfacePoint closest(const Vec3d& x) const;

    /// w(x) = Σ Ω_t(x)/4π with the solid angles Ω_t of the triangles: 1 inside a closed surface, 0 outside, 2 where two solids overlap
    /// (Jacobson, Kavan and Sorkine-Hornung 2013). Triangles in a box that is farther away than `accuracy` times its radius are summed as
    /// one (Barill, Dickson, Schmidt, Levin and Jacobson 2018, with the constant and the linear term): with r = c − x,
    ///     4πw ≈ p·r/|r|³ + tr(Q)/|r|³ − 3 r·Qr/|r|⁵,   p = Σ A_t n_t,   Q = Σ A_t (c_t − c) n_tᵀ,   c = Σ A_t c_t / Σ A_t.
    /// The error is less than a tenth of the winding number, and zero for an infinite accuracy.
    [[nodiscard]] Winding winding_around(const Vec3d& x, double accuracy = 2) const;

    [[nodiscard]] Bounds bounds() const { return tree_.nodes().empty() ? empty_bounds() : tree_.nodes().front().box; }

private:
    struct Triangle
    {
        Vec3d a, b, c;
    };

    /// The triangles of a node, seen from afar.
    struct FarField
    {
        Vec3d center;             ///< [m] c
        double radius = 0;        ///< [m] no corner is farther from c
        Vec3d dipole;             ///< [m²] p
        Mat3T<double> quadrupole; ///< [m³] Q
    };

    static Vec3d area_vector(const Triangle& t);
    static Vec3d center(const Triangle& t);
    [[nodiscard]] FarField far_field_of(const BoxTree::Node& node) const;

    BoxTree tree_;
    std::vector<Triangle> triangles_;  ///< in the order of the tree
    std::vector<FarField> far_fields_; ///< of each node
};
} // namespace aspic
