#include "aspic/geometry/marching_cubes.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace aspic
{
namespace
{
using Polygon = std::vector<int>; ///< edges of the cell, in the order in which the surface passes them
using Triangles = std::vector<std::array<int, 3>>;

/// Corners of a face, counter-clockwise seen from outside the cell.
using Face = std::array<int, 4>;

std::array<Face, 6> faces_of_cell()
{
    std::array<Face, 6> faces{};
    for (std::size_t axis = 0; axis < 3; ++axis)
    {
        const int a = 1 << axis;
        const int b = 1 << ((axis + 1) % 3);
        const int c = 1 << ((axis + 2) % 3);
        faces[2 * axis] = {0, c, b | c, b};
        faces[2 * axis + 1] = {a, a | b, a | b | c, a | c};
    }
    return faces;
}

/// The number of the edge between two corners.
int edge_between(int corner, int other)
{
    const int low = std::min(corner, other);
    const int axis = std::countr_zero(static_cast<unsigned>(corner ^ other));
    const int rest = axis == 0 ? low >> 1 : axis == 1 ? (low & 1) | (low >> 1 & 2) : low & 3; // the two coordinates across the axis
    return 4 * axis + rest;
}

int edge_after(const Face& face, int k)
{
    return edge_between(face[static_cast<std::size_t>(k % 4)], face[static_cast<std::size_t>((k + 1) % 4)]);
}

/// For each edge that the surface crosses, the edge to which it goes on across a face; −1 elsewhere.
std::array<int, 12> steps_across_faces(unsigned inside, const std::array<Face, 6>& faces)
{
    std::array<int, 12> next{};
    next.fill(-1);
    for (const Face& face : faces)
    {
        const auto is_inside = [&](int k) { return (inside >> static_cast<unsigned>(face[static_cast<std::size_t>(k % 4)]) & 1U) != 0; };
        for (int k = 0; k < 4; ++k)
        {
            if (!is_inside(k + 1) || is_inside(k))
                continue;
            int last = k + 1; // of the run of inside corners that begins behind edge k
            while (is_inside(last + 1))
                ++last;
            next[static_cast<std::size_t>(edge_after(face, k))] = edge_after(face, last);
        }
    }
    return next;
}

bool share_a_face(int edge, int other, const std::array<Face, 6>& faces)
{
    return std::ranges::any_of(faces, [&](const Face& face) {
        int found = 0;
        for (int k = 0; k < 4; ++k)
            found += static_cast<int>(edge_after(face, k) == edge) + static_cast<int>(edge_after(face, k) == other);
        return found == 2;
    });
}

/// Divides a polygon without a diagonal in a face; nothing if that is not possible.
std::optional<Triangles> divided(std::span<const int> polygon, const std::array<Face, 6>& faces)
{
    const std::size_t n = polygon.size();
    if (n < 3)
        return Triangles{};
    for (std::size_t k = 1; k + 1 < n; ++k)
    {
        if ((k > 1 && share_a_face(polygon[0], polygon[k], faces)) || (k + 2 < n && share_a_face(polygon[k], polygon[n - 1], faces)))
            continue;
        auto left = divided(polygon.first(k + 1), faces);
        const auto right = divided(polygon.subspan(k), faces);
        if (!left || !right)
            continue;
        left->push_back({polygon[0], polygon[k], polygon[n - 1]});
        left->insert(left->end(), right->begin(), right->end());
        return left;
    }
    return std::nullopt;
}

MarchingCubes::Case case_of(unsigned inside, const std::array<Face, 6>& faces)
{
    MarchingCubes::Case result;
    std::array<int, 12> next = steps_across_faces(inside, faces);
    for (std::size_t begin = 0; begin < next.size(); ++begin)
    {
        Polygon polygon;
        for (auto edge = static_cast<int>(begin); next[static_cast<std::size_t>(edge)] >= 0;)
        {
            polygon.push_back(edge);
            edge = std::exchange(next[static_cast<std::size_t>(edge)], -1);
        }
        const Triangles triangles = divided(polygon, faces).value(); // there is always a way: a test looks at all cases
        for (const auto& triangle : triangles)
        {
            for (std::size_t k = 0; k < 3; ++k)
                result.edges[static_cast<std::size_t>(3 * result.triangles) + k] = static_cast<std::uint8_t>(triangle[k]);
            ++result.triangles;
        }
    }
    return result;
}

MarchingCubes make_table()
{
    const std::array<Face, 6> faces = faces_of_cell();
    MarchingCubes table{};
    for (unsigned inside = 0; inside < 256; ++inside)
        table.cases[inside] = case_of(inside, faces);
    for (int corner = 0; corner < 8; ++corner)
        for (int axis = 0; axis < 3; ++axis)
            if ((corner >> axis & 1) == 0)
                table.edge_begin[static_cast<std::size_t>(edge_between(corner, corner | 1 << axis))] = static_cast<std::uint8_t>(corner);
    return table;
}
} // namespace

const MarchingCubes& marching_cubes()
{
    static const MarchingCubes table = make_table();
    return table;
}
} // namespace aspic
