#include "aspic/geometry/triangle_mesh.h"

#include "aspic/geometry/bounds.h"
#include "aspic/geometry/short_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <span>

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
    int from = 0, to = 0; ///< vertices, as it is walked
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
            edges.push_back({low, high, p[k] == high, triangle[k], triangle[(k + 1) % 3]});
        }
    }
    std::ranges::sort(edges, [](const Edge& a, const Edge& b) { return a.low < b.low || (a.low == b.low && a.high < b.high); });
    return edges;
}

/// Calls `visit(edges, balance)` for each edge, with all its sides, and how much more often it is walked forwards than backwards.
template <class Visit> void for_each_edge(const std::vector<Edge>& edges, const Visit& visit)
{
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end)
    {
        std::ptrdiff_t balance = 0;
        for (end = begin; end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high; ++end)
            balance += edges[end].is_backward ? -1 : 1;
        visit(std::span(edges).subspan(begin, end - begin), balance);
    }
}

/// An edge of an even number of triangles must be walked as often one way as the other: then the triangles bound a volume, even if they cross each other.
void check_edges(const TriangleMesh& mesh, const std::string& source, Problems& problems)
{
    const std::vector<Edge> edges = sorted_edges(mesh);
    std::vector<Edge> twisted;
    for_each_edge(edges, [&](std::span<const Edge> sides, std::ptrdiff_t balance) {
        if (balance != 0 && sides.size() % 2 == 0)
            twisted.push_back(sides.front());
    });
    if (twisted.empty())
        return;
    const auto point = [&](int vertex) { return short_text(mesh.vertices[static_cast<std::size_t>(vertex)]); };
    problems.push_back({source,
                        "neighbouring triangles face opposite ways at " + counted(twisted.size(), "edge", "edges") + " (one goes from " +
                            point(twisted.front().from) + " to " + point(twisted.front().to) + ")",
                        "give all triangles the same winding, for instance with Blender (Mesh > Normals > Recalculate Outside)"});
}

/// [m] Of the triangles, by their areas.
Vec3d center_of_area(const TriangleMesh& mesh)
{
    const Vec3d origin = corner(mesh, mesh.triangles.front(), 0); // near the mesh: nothing cancels
    const double size = norm(bounds_of(mesh).high - bounds_of(mesh).low);
    Vec3d sum;
    double total = 0;
    for (const auto& triangle : mesh.triangles)
    {
        const Vec3d a = (corner(mesh, triangle, 0) - origin) / size, b = (corner(mesh, triangle, 1) - origin) / size;
        const Vec3d c = (corner(mesh, triangle, 2) - origin) / size;
        const double area = norm(cross(b - a, c - a));
        sum += area / 3 * (a + b + c);
        total += area;
    }
    return total > 0 ? origin + (size / total) * sum : origin;
}

void check_volume(const TriangleMesh& mesh, const std::string& source, Problems& problems)
{
    const Bounds bounds = bounds_of(mesh);
    const double size = norm(bounds.high - bounds.low);
    if (!(size >= smallest_size))
        problems.push_back({source, "all vertices are at " + short_text(bounds.low), "export the mesh again"});
    else if (!(std::abs(volume(mesh)) > thinnest * cube(size)))
        problems.push_back({source, "the triangles enclose no volume", "a flat sheet has no inside: give it a 'thickness'"});
}
} // namespace

double volume(const TriangleMesh& mesh)
{
    if (mesh.triangles.empty())
        return 0;
    const Vec3d origin = center_of_area(mesh);
    double six_volumes = 0;
    for (const auto& triangle : mesh.triangles)
        six_volumes +=
            dot(corner(mesh, triangle, 0) - origin, cross(corner(mesh, triangle, 1) - origin, corner(mesh, triangle, 2) - origin));
    return six_volumes / 6;
}

std::vector<std::array<int, 2>> open_edges(const TriangleMesh& mesh)
{
    std::vector<std::array<int, 2>> open;
    for_each_edge(sorted_edges(mesh), [&](std::span<const Edge> sides, std::ptrdiff_t balance) {
        for (const Edge& side : sides)
            if (balance != 0 && side.is_backward == (balance < 0))
            {
                open.push_back({side.from, side.to});
                balance += side.is_backward ? 1 : -1;
            }
    });
    return open;
}

TriangleMesh caps(const TriangleMesh& mesh)
{
    const std::vector<std::array<int, 2>> edges = open_edges(mesh);
    TriangleMesh result{mesh.vertices, {}};
    for (const auto& [from, to] : edges)
        result.triangles.push_back({to, from, from});
    const std::vector<std::size_t> hole = numbered_parts(result);
    std::map<std::size_t, std::pair<Vec3d, int>> rims; // sum of the ends of a hole's edges, and how many edges
    for (std::size_t k = 0; k < edges.size(); ++k)
    {
        auto& [sum, count] = rims[hole[k]];
        sum += 0.5 * (mesh.vertices[static_cast<std::size_t>(edges[k][0])] + mesh.vertices[static_cast<std::size_t>(edges[k][1])]);
        ++count;
    }
    std::map<std::size_t, int> middle;
    for (const auto& [number, rim] : rims)
    {
        middle[number] = static_cast<int>(result.vertices.size());
        result.vertices.push_back(rim.first / rim.second);
    }
    for (std::size_t k = 0; k < edges.size(); ++k)
        result.triangles[k][2] = middle[hole[k]];
    return result;
}

std::vector<std::size_t> numbered_parts(const TriangleMesh& mesh)
{
    const std::vector<int> position = numbered_positions(mesh.vertices);
    std::vector<std::size_t> leader(mesh.vertices.size());
    std::iota(leader.begin(), leader.end(), std::size_t{0});
    const auto leader_of = [&](int vertex) {
        auto at = static_cast<std::size_t>(position[static_cast<std::size_t>(vertex)]);
        for (; leader[at] != at; at = leader[at])
            leader[at] = leader[leader[at]];
        return at;
    };
    for (const auto& [a, b, c] : mesh.triangles)
    {
        leader[leader_of(b)] = leader_of(a);
        leader[leader_of(c)] = leader_of(a);
    }
    std::vector<std::size_t> part;
    for (const auto& triangle : mesh.triangles)
        part.push_back(leader_of(triangle[0]));
    return part;
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
    Problems problems = problems_of_sheet(mesh, source);
    if (!problems.empty())
        return problems; // edges and volume have no meaning
    check_edges(mesh, source, problems);
    check_volume(mesh, source, problems);
    return problems;
}

Problems problems_of_sheet(const TriangleMesh& mesh, const std::string& source)
{
    Problems problems;
    if (mesh.triangles.empty())
        problems.push_back({source, "the mesh has no triangles", "a solid needs a closed surface of triangles"});
    check_vertices(mesh, source, problems);
    check_indices(mesh, source, problems);
    return problems;
}
} // namespace aspic
