#include "aspic/geometry/triangle_mesh.h"

#include "aspic/geometry/bounds.h"
#include "aspic/geometry/short_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace aspic
{
namespace
{
constexpr double largest_coordinate = 1e50; ///< [m] fourth powers of lengths, perhaps scaled by 1e20, must stay below 1.8e308
constexpr double smallest_size = 1e-50;     ///< [m] and above 2e-308
constexpr double thinnest = 1e-14;          ///< volume over size³ below which rounding may have made it

std::string counted(std::size_t n, const std::string& one, const std::string& many)
{
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

const Vec3d& corner(const TriangleMesh& mesh, const std::array<int, 3>& triangle, std::size_t k)
{
    return mesh.vertices[static_cast<std::size_t>(triangle[k])];
}

/// Of the corners of triangles: vertices that none uses do not count.
Bounds bounds_of(const TriangleMesh& mesh)
{
    Bounds bounds = empty_bounds();
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k)
            bounds = joined(bounds, corner(mesh, triangle, k));
    return bounds;
}

void check_vertices(const TriangleMesh& mesh, const std::string& source, Problems& problems)
{
    const auto is_bad = [](const Vec3d& x) { return !(max(max(abs(x.x), abs(x.y)), abs(x.z)) <= largest_coordinate) || !is_finite(x); };
    const auto first = std::ranges::find_if(mesh.vertices, is_bad);
    if (first == mesh.vertices.end())
        return;
    const auto number = first - mesh.vertices.begin() + 1;
    const auto count = static_cast<std::size_t>(std::count_if(first, mesh.vertices.end(), is_bad));
    const std::string what = is_finite(*first) ? "is farther away than 1e50 m" : "is not finite";
    problems.push_back({source,
                        "vertex " + std::to_string(number) + " at " + short_text(*first) + " " + what +
                            (count > 1 ? "; so it is with " + counted(count - 1, "other", "others") : ""),
                        "export the mesh again, or remove these vertices"});
}

void check_indices(const TriangleMesh& mesh, const std::string& source, Problems& problems)
{
    const auto n = static_cast<int>(mesh.vertices.size());
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
        for (const int index : mesh.triangles[t])
            if (index < 0 || index >= n)
            {
                problems.push_back({source,
                                    "triangle " + std::to_string(t + 1) + " uses vertex " + std::to_string(index) +
                                        " (counted from 0), but there are " + std::to_string(n),
                                    "export the mesh again"});
                return;
            }
}

/// A side of a triangle between two positions, and whether it is walked from the larger number to the smaller.
struct Edge
{
    int low, high;
    bool is_backward;
};

std::vector<Edge> sorted_edges(const TriangleMesh& mesh)
{
    const std::vector<int> position = numbered_positions(mesh.vertices);
    std::vector<Edge> edges;
    edges.reserve(3 * mesh.triangles.size());
    for (const auto& triangle : mesh.triangles)
    {
        std::array<int, 3> p{};
        for (std::size_t k = 0; k < 3; ++k)
            p[k] = position[static_cast<std::size_t>(triangle[k])];
        if (p[0] == p[1] || p[1] == p[2] || p[2] == p[0])
            continue; // its two other sides are one line, walked both ways
        for (std::size_t k = 0; k < 3; ++k)
        {
            const auto [low, high] = std::minmax(p[k], p[(k + 1) % 3]);
            edges.push_back({low, high, p[k] == high});
        }
    }
    std::ranges::sort(edges, [](const Edge& a, const Edge& b) { return a.low < b.low || (a.low == b.low && a.high < b.high); });
    return edges;
}

/// Edges of one kind: how many, and where the first is.
struct BadEdges
{
    std::size_t count = 0;
    Edge first{};

    void add(const Edge& edge)
    {
        if (count++ == 0)
            first = edge;
    }
};

/// Every edge must be walked as often one way as the other: then the triangles bound a volume, even if they cross each other.
void check_edges(const TriangleMesh& mesh, const std::string& source, Problems& problems)
{
    const std::vector<Edge> edges = sorted_edges(mesh);
    BadEdges open;    // an odd number of triangles
    BadEdges twisted; // an even number, but not half of them each way
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end)
    {
        std::ptrdiff_t balance = 0;
        for (end = begin; end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high; ++end)
            balance += edges[end].is_backward ? -1 : 1;
        if (balance != 0)
            ((end - begin) % 2 == 1 ? open : twisted).add(edges[begin]);
    }
    if (open.count == 0 && twisted.count == 0)
        return;

    const std::vector<int> position = numbered_positions(mesh.vertices);
    const auto place = [&](const Edge& edge) {
        const auto point = [&](int number) {
            return short_text(mesh.vertices[static_cast<std::size_t>(std::ranges::find(position, number) - position.begin())]);
        };
        return " (one goes from " + point(edge.low) + " to " + point(edge.high) + ")";
    };
    if (open.count > 0)
        problems.push_back({source,
                            "the surface is not closed: " + counted(open.count, "edge has", "edges have") + " an odd number of triangles" +
                                place(open.first),
                            "fill the holes, and remove triangles inside, for instance with Blender (Mesh > Clean Up) or MeshLab"});
    if (twisted.count > 0)
        problems.push_back(
            {source, "neighbouring triangles face opposite ways at " + counted(twisted.count, "edge", "edges") + place(twisted.first),
             "give all triangles the same winding, for instance with Blender (Mesh > Normals > Recalculate Outside)"});
}

void check_volume(const TriangleMesh& mesh, const std::string& source, Problems& problems)
{
    const Bounds bounds = bounds_of(mesh);
    const double size = norm(bounds.high - bounds.low);
    if (!(size >= smallest_size))
        problems.push_back({source, "all vertices are at " + short_text(bounds.low), "export the mesh again"});
    else if (!(std::abs(volume(mesh)) > thinnest * cube(size)))
        problems.push_back({source, "the triangles enclose no volume", "a flat sheet has no inside: give it a thickness"});
}
} // namespace

double volume(const TriangleMesh& mesh)
{
    if (mesh.triangles.empty())
        return 0;
    const Vec3d origin = corner(mesh, mesh.triangles.front(), 0); // near the mesh: nothing cancels
    double six_volumes = 0;
    for (const auto& triangle : mesh.triangles)
        six_volumes +=
            dot(corner(mesh, triangle, 0) - origin, cross(corner(mesh, triangle, 1) - origin, corner(mesh, triangle, 2) - origin));
    return six_volumes / 6;
}

std::vector<int> numbered_positions(const std::vector<Vec3d>& vertices)
{
    const auto before = [&](int a, int b) {
        const Vec3d& p = vertices[static_cast<std::size_t>(a)];
        const Vec3d& q = vertices[static_cast<std::size_t>(b)];
        if (p.x != q.x)
            return p.x < q.x;
        if (p.y != q.y)
            return p.y < q.y;
        return p.z != q.z ? p.z < q.z : a < b;
    };
    std::vector<int> order(vertices.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, before);

    // First each vertex names the first at its place, then these are counted.
    std::vector<int> number(vertices.size());
    int leader = 0;
    for (std::size_t k = 0; k < order.size(); ++k)
    {
        const auto vertex = static_cast<std::size_t>(order[k]);
        if (k == 0 || !(vertices[vertex] == vertices[static_cast<std::size_t>(leader)]))
            leader = order[k];
        number[vertex] = leader;
    }
    int count = 0;
    for (std::size_t v = 0; v < number.size(); ++v)
        number[v] = number[v] == static_cast<int>(v) ? count++ : number[static_cast<std::size_t>(number[v])];
    return number;
}

TriangleMesh with_merged_vertices(const TriangleMesh& mesh)
{
    const std::vector<int> number = numbered_positions(mesh.vertices);
    TriangleMesh merged;
    for (std::size_t v = 0; v < number.size(); ++v)
        if (number[v] == static_cast<int>(merged.vertices.size()))
            merged.vertices.push_back(mesh.vertices[v]);
    merged.triangles = mesh.triangles;
    for (auto& triangle : merged.triangles)
        for (int& index : triangle)
            index = number[static_cast<std::size_t>(index)];
    return merged;
}

Problems problems_of_solid(const TriangleMesh& mesh, const std::string& source)
{
    Problems problems;
    if (mesh.triangles.empty())
        problems.push_back({source, "the mesh has no triangles", "a solid needs a closed surface of triangles"});
    check_vertices(mesh, source, problems);
    check_indices(mesh, source, problems);
    if (!problems.empty())
        return problems; // edges and volume have no meaning
    check_edges(mesh, source, problems);
    check_volume(mesh, source, problems);
    return problems;
}
} // namespace aspic
