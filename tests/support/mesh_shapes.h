#pragma once

#include "aspic/geometry/triangle_mesh.h"

#include <algorithm>
#include <map>
#include <utility>

// Closed meshes for tests and benchmarks.

namespace aspic
{
/// The twelve triangles of an upright box.
inline TriangleMesh box_mesh(const Vec3d& from, const Vec3d& to)
{
    TriangleMesh mesh;
    for (int k = 0; k < 8; ++k)
        mesh.vertices.push_back({(k & 1) != 0 ? to.x : from.x, (k & 2) != 0 ? to.y : from.y, (k & 4) != 0 ? to.z : from.z});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return mesh;
}

/// Each triangle of a mesh with corners on the unit sphere becomes four; the new corners are on the sphere too.
inline TriangleMesh refined_on_sphere(const TriangleMesh& coarse)
{
    TriangleMesh fine{coarse.vertices, {}};
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
        const auto [found, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<int>(fine.vertices.size()));
        if (is_new)
        {
            const Vec3d sum = fine.vertices[static_cast<std::size_t>(a)] + fine.vertices[static_cast<std::size_t>(b)];
            fine.vertices.push_back(sum / norm(sum));
        }
        return found->second;
    };
    for (const auto& [a, b, c] : coarse.triangles)
    {
        const int ab = middle(a, b);
        const int bc = middle(b, c);
        const int ca = middle(c, a);
        fine.triangles.insert(fine.triangles.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
    }
    return fine;
}

/// 8 · 4^levels triangles with corners on a sphere.
inline TriangleMesh sphere_mesh(int levels, double radius = 1, const Vec3d& center = {})
{
    TriangleMesh mesh{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                      {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
    for (int level = 0; level < levels; ++level)
        mesh = refined_on_sphere(mesh);
    for (Vec3d& x : mesh.vertices)
        x = center + radius * x;
    return mesh;
}

inline TriangleMesh inside_out(TriangleMesh mesh)
{
    for (auto& triangle : mesh.triangles)
        std::swap(triangle[0], triangle[1]);
    return mesh;
}

/// Both meshes in one, without joining anything.
inline TriangleMesh together(TriangleMesh a, const TriangleMesh& b)
{
    const auto offset = static_cast<int>(a.vertices.size());
    a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const auto& [p, q, r] : b.triangles)
        a.triangles.push_back({p + offset, q + offset, r + offset});
    return a;
}

/// As an STL file holds it: every triangle has its own corners.
inline TriangleMesh without_shared_vertices(const TriangleMesh& mesh)
{
    TriangleMesh soup;
    for (const auto& triangle : mesh.triangles)
    {
        const auto first = static_cast<int>(soup.vertices.size());
        for (const int v : triangle)
            soup.vertices.push_back(mesh.vertices[static_cast<std::size_t>(v)]);
        soup.triangles.push_back({first, first + 1, first + 2});
    }
    return soup;
}
} // namespace aspic
