#include "aspic/geometry/mesh_remarks.h"

#include "aspic/geometry/bounds.h"
#include "aspic/geometry/mesh_solid.h"

#include <algorithm>
#include <set>

namespace aspic
{
namespace
{
/// A triangle as the sweep sees it.
struct Swept
{
    std::array<Vec3d, 3> x;
    Bounds box;
    std::array<int, 3> place; ///< numbers of its corners' positions
};

bool share_a_corner(const Swept& a, const Swept& b)
{
    return std::ranges::any_of(a.place, [&](int p) { return std::ranges::find(b.place, p) != b.place.end(); });
}

bool overlap(const Bounds& a, const Bounds& b)
{
    return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y && a.low.z <= b.high.z &&
           b.low.z <= a.high.z;
}

/// Six times the volume of a tetrahedron: its sign says on which side of the triangle a, b, c the point d is.
double side(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) { return dot(cross(b - a, c - a), d - a); }

/// Whether the line from p to q goes through the inside of a triangle.
bool passes_through(const Vec3d& p, const Vec3d& q, const std::array<Vec3d, 3>& t)
{
    const double from = side(t[0], t[1], t[2], p);
    const double to = side(t[0], t[1], t[2], q);
    if (!(from * to < 0))
        return false;
    const double u = side(p, q, t[0], t[1]);
    const double v = side(p, q, t[1], t[2]);
    const double w = side(p, q, t[2], t[0]);
    return (u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0);
}

bool cross_each_other(const Swept& a, const Swept& b)
{
    for (std::size_t k = 0; k < 3; ++k)
        if (passes_through(a.x[k], a.x[(k + 1) % 3], b.x) || passes_through(b.x[k], b.x[(k + 1) % 3], a.x))
            return true;
    return false;
}

std::size_t turned_triangles(const TriangleMesh& before, const TriangleMesh& after)
{
    std::size_t count = 0;
    for (std::size_t t = 0; t < before.triangles.size(); ++t)
        count += before.triangles[t] != after.triangles[t] ? 1 : 0;
    return count;
}
} // namespace

std::size_t crossings(const TriangleMesh& mesh)
{
    const std::vector<int> position = numbered_positions(mesh.vertices);
    std::vector<Swept> triangles;
    for (const auto& t : mesh.triangles)
    {
        Swept swept{{}, empty_bounds(), {}};
        for (std::size_t k = 0; k < 3; ++k)
        {
            swept.x[k] = mesh.vertices[static_cast<std::size_t>(t[k])];
            swept.box = joined(swept.box, swept.x[k]);
            swept.place[k] = position[static_cast<std::size_t>(t[k])];
        }
        triangles.push_back(swept);
    }
    std::ranges::sort(triangles, {}, [](const Swept& s) { return s.box.low.x; });
    std::size_t count = 0;
    std::vector<std::size_t> open; // triangles that the sweep along x has not left
    for (std::size_t k = 0; k < triangles.size(); ++k)
    {
        std::erase_if(open, [&](std::size_t other) { return triangles[other].box.high.x < triangles[k].box.low.x; });
        for (const std::size_t other : open)
            if (overlap(triangles[k].box, triangles[other].box) && !share_a_corner(triangles[k], triangles[other]) &&
                cross_each_other(triangles[k], triangles[other]))
                ++count;
        open.push_back(k);
    }
    return count;
}

std::vector<std::string> remarks_of_mesh(const TriangleMesh& mesh)
{
    std::vector<std::string> remarks;
    if (const std::size_t open = open_edges(mesh).size(); open > 0)
        remarks.push_back("open at " + std::to_string(open) + (open == 1 ? " edge" : " edges") +
                          ": inside is where the winding number exceeds 1/2; for a sheet give 'thickness'");
    const std::size_t turned = turned_triangles(mesh, outside_out(mesh));
    if (turned == mesh.triangles.size())
        remarks.emplace_back("inside-out: turned around");
    else if (turned > 0)
        remarks.push_back(std::to_string(turned) + " of " + std::to_string(mesh.triangles.size()) +
                          " triangles are of parts that are inside-out and bound no hole: turned around");
    const std::vector<std::size_t> part = numbered_parts(mesh);
    if (const std::size_t parts = std::set(part.begin(), part.end()).size(); parts > 1)
        remarks.push_back(std::to_string(parts) + " parts: what any of them encloses is inside, less its holes");
    if (const std::size_t count = crossings(mesh); count > 0)
        remarks.push_back(std::to_string(count) + (count == 1 ? " pair" : " pairs") +
                          " of triangles cross: what is enclosed more than once is inside, and its mass counts as often");
    return remarks;
}
} // namespace aspic
