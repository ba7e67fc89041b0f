#include "aspic/geometry/mesh_creases.h"

#include <cmath>

namespace aspic
{
namespace
{
/// A copy of a vertex, and the triangles that use it.
struct Copy
{
    Index vertex;
    Vec3d first;     ///< direction of the triangle that it was made for
    Vec3d direction; ///< sum over its triangles, weighted by area
};

Vec3d unit(const Vec3d& v)
{
    const double length = norm(v);
    return length > 0 ? v / length : v;
}

Vec3d area_of(const SurfaceMesh& mesh, const std::array<Index, 3>& t)
{
    const auto corner = [&](std::size_t k) -> const Vec3d& { return mesh.vertices[static_cast<std::size_t>(t[k])]; };
    return 0.5 * cross(corner(1) - corner(0), corner(2) - corner(0));
}
} // namespace

SurfaceMesh with_creases(const SurfaceMesh& mesh, double angle)
{
    const double limit = std::cos(angle);
    std::vector<std::vector<Copy>> copies(mesh.vertices.size());
    SurfaceMesh result{mesh.vertices, mesh.normals, mesh.triangles, {}};
    for (auto& triangle : result.triangles)
    {
        const Vec3d area = area_of(mesh, triangle), direction = unit(area);
        for (Index& v : triangle)
        {
            std::vector<Copy>& of_vertex = copies[static_cast<std::size_t>(v)];
            auto copy = of_vertex.begin();
            while (copy != of_vertex.end() && norm(direction) > 0 && dot(copy->first, direction) < limit)
                ++copy;
            if (copy == of_vertex.end())
            {
                const auto next = static_cast<Index>(result.vertices.size());
                copy = of_vertex.insert(copy, {of_vertex.empty() ? v : next, direction, {}});
                if (copy->vertex == next)
                {
                    result.vertices.push_back(mesh.vertices[static_cast<std::size_t>(v)]);
                    result.normals.push_back(mesh.normals[static_cast<std::size_t>(v)]);
                }
            }
            copy->direction += area;
            v = copy->vertex;
        }
    }
    for (const auto& of_vertex : copies)
        for (const Copy& copy : of_vertex)
            if (of_vertex.size() > 1 && norm(copy.direction) > 0) // a smooth vertex keeps its normal
                result.normals[static_cast<std::size_t>(copy.vertex)] = convert<Real>(unit(copy.direction));
    return result;
}
} // namespace aspic
