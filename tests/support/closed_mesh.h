#pragma once

#include "aspic/core/array.h"
#include "aspic/geometry/surface_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

// What every surface of particles must be, asked of the triangles alone.

namespace aspic
{
/// Vertices − edges + triangles: 2 for each ball, 0 for each torus.
inline std::int64_t euler_characteristic(const SurfaceMesh& mesh)
{
    return static_cast<std::int64_t>(mesh.vertices.size()) - static_cast<std::int64_t>(mesh.triangles.size()) * 3 / 2 +
           static_cast<std::int64_t>(mesh.triangles.size());
}

/// Each edge is used exactly twice, in opposite directions; no triangle uses a vertex twice, no vertex is unused.
inline void expect_closed(const SurfaceMesh& mesh)
{
    std::vector<std::pair<Index, Index>> edges;
    std::vector<bool> is_used(mesh.vertices.size(), false);
    for (const auto& t : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k)
        {
            ASSERT_NE(t[k], t[(k + 1) % 3]);
            ASSERT_LT(static_cast<std::size_t>(t[k]), mesh.vertices.size());
            is_used[static_cast<std::size_t>(t[k])] = true;
            edges.emplace_back(t[k], t[(k + 1) % 3]);
        }
    std::ranges::sort(edges);
    ASSERT_TRUE(std::ranges::adjacent_find(edges) == edges.end()) << "an edge is used twice in one direction";
    for (const auto& [a, b] : edges)
        ASSERT_TRUE(std::ranges::binary_search(edges, std::pair(b, a))) << "an edge is open";
    ASSERT_TRUE(std::ranges::all_of(is_used, [](bool used) { return used; })) << "a vertex is unused";
}

/// The triangles around each vertex form one fan.
inline void expect_manifold_vertices(const SurfaceMesh& mesh)
{
    std::map<Index, std::map<Index, Index>> next; // around a vertex: from one neighbour to the next
    for (const auto& t : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k)
            next[t[k]][t[(k + 1) % 3]] = t[(k + 2) % 3];
    for (const auto& [vertex, ring] : next)
    {
        std::size_t steps = 0;
        Index at = ring.begin()->first;
        do
        {
            at = ring.at(at);
            ++steps;
        } while (at != ring.begin()->first && steps <= ring.size());
        ASSERT_EQ(steps, ring.size()) << "vertex " << vertex << " joins two sheets";
    }
}

/// [m³] and the centre [m], relative to a point near the mesh to keep digits.
struct MeshMoments
{
    double volume = 0;
    Vec3d centroid{};
};
inline MeshMoments moments_of_mesh(const SurfaceMesh& mesh)
{
    MeshMoments moments;
    const Vec3d origin = mesh.vertices.empty() ? Vec3d{} : mesh.vertices.front();
    for (const auto& t : mesh.triangles)
    {
        const Vec3d a = mesh.vertices[static_cast<std::size_t>(t[0])] - origin, b = mesh.vertices[static_cast<std::size_t>(t[1])] - origin,
                    c = mesh.vertices[static_cast<std::size_t>(t[2])] - origin;
        const double part = dot(a, cross(b, c)) / 6;
        moments.volume += part;
        moments.centroid += (part / 4) * (a + b + c);
    }
    moments.centroid = origin + moments.centroid / moments.volume;
    return moments;
}

/// Number of parts that hang together.
inline std::size_t component_count(const SurfaceMesh& mesh)
{
    std::vector<std::size_t> parent(mesh.vertices.size());
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    const auto root = [&](std::size_t v) {
        while (parent[v] != v)
            v = parent[v] = parent[parent[v]];
        return v;
    };
    for (const auto& t : mesh.triangles)
        for (std::size_t k = 1; k < 3; ++k)
            parent[root(static_cast<std::size_t>(t[k]))] = root(static_cast<std::size_t>(t[0]));
    std::set<std::size_t> roots;
    for (std::size_t v = 0; v < parent.size(); ++v)
        roots.insert(root(v));
    return roots.size();
}

/// Cosine of the angle between normals and triangles, the worst of all corners.
inline double worst_normal(const SurfaceMesh& mesh)
{
    double worst = 1;
    for (const auto& t : mesh.triangles)
    {
        const Vec3d& a = mesh.vertices[static_cast<std::size_t>(t[0])];
        const Vec3d area = cross(mesh.vertices[static_cast<std::size_t>(t[1])] - a, mesh.vertices[static_cast<std::size_t>(t[2])] - a);
        for (const Index v : t)
            worst = std::min(worst, dot(area, convert<double>(mesh.normals[static_cast<std::size_t>(v)])) / norm(area));
    }
    return worst;
}

/// Lattice points in a ball.
inline Array<Vec3d> ball_of_particles(const Vec3d& center, double radius, double spacing)
{
    Array<Vec3d> points;
    const auto n = static_cast<int>(radius / spacing) + 1;
    for (int k = -n; k <= n; ++k)
        for (int j = -n; j <= n; ++j)
            for (int i = -n; i <= n; ++i)
                if (const Vec3d d = spacing * Vec3d{i + 0.3, j + 0.1, k + 0.4}; norm(d) < radius)
                    points.push_back(center + d);
    return points;
}
} // namespace aspic
