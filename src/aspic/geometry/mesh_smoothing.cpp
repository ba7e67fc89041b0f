#include "aspic/geometry/mesh_smoothing.h"

#include "aspic/compute/parallel.h"

namespace aspic
{
namespace
{
// Taubin's λ and μ: ripples shorter than the pass band 1/λ + 1/μ = 0.1 are damped
constexpr double forward = 0.5;
constexpr double backward = -0.5263157894736842; // 1/(0.1 − 1/λ)

/// For each vertex the corners that follow it around its triangles: in a closed mesh these are its neighbours, each once.
struct Rings
{
    std::vector<Index> begin; ///< one more at the end
    std::vector<Index> neighbor;
};

Rings rings_of(const SurfaceMesh& mesh)
{
    Rings rings;
    rings.begin.assign(mesh.vertices.size() + 1, 0);
    for (const auto& triangle : mesh.triangles)
        for (const Index v : triangle)
            ++rings.begin[static_cast<std::size_t>(v) + 1];
    for (std::size_t v = 1; v < rings.begin.size(); ++v)
        rings.begin[v] += rings.begin[v - 1];
    rings.neighbor.resize(3 * mesh.triangles.size());
    std::vector<Index> place(rings.begin.begin(), rings.begin.end() - 1);
    for (const auto& triangle : mesh.triangles)
        for (std::size_t k = 0; k < 3; ++k)
            rings.neighbor[static_cast<std::size_t>(place[static_cast<std::size_t>(triangle[k])]++)] = triangle[(k + 1) % 3];
    return rings;
}

/// x += weight amount (mean of neighbours − x)
void relax(const Rings& rings, const std::vector<float>& weights, double amount, const std::vector<Vec3d>& from, std::vector<Vec3d>& to)
{
    parallel_for(static_cast<Index>(from.size()), [&](Index v) {
        const auto i = static_cast<std::size_t>(v);
        Vec3d towards{}; // differences keep their digits far from the origin
        for (Index k = rings.begin[i]; k < rings.begin[i + 1]; ++k)
            towards += from[static_cast<std::size_t>(rings.neighbor[static_cast<std::size_t>(k)])] - from[i];
        const Index count = rings.begin[i + 1] - rings.begin[i];
        to[i] = from[i] + (count > 0 ? double(weights[i]) * amount / count : 0.0) * towards;
    });
}
} // namespace

void smooth(SurfaceMesh& mesh, const std::vector<float>& weights, int iterations)
{
    const Rings rings = rings_of(mesh);
    std::vector<Vec3d> between(mesh.vertices.size());
    for (int iteration = 0; iteration < iterations; ++iteration)
    {
        relax(rings, weights, forward, mesh.vertices, between);
        relax(rings, weights, backward, between, mesh.vertices);
    }
    if (iterations > 0)
        recompute_normals(mesh);
}

void recompute_normals(SurfaceMesh& mesh)
{
    std::vector<Vec3d> areas(mesh.vertices.size());
    for (const auto& triangle : mesh.triangles)
    {
        const Vec3d& a = mesh.vertices[static_cast<std::size_t>(triangle[0])];
        const Vec3d area =
            cross(mesh.vertices[static_cast<std::size_t>(triangle[1])] - a, mesh.vertices[static_cast<std::size_t>(triangle[2])] - a);
        for (const Index v : triangle)
            areas[static_cast<std::size_t>(v)] += area;
    }
    mesh.normals.resize(mesh.vertices.size());
    for (std::size_t v = 0; v < areas.size(); ++v)
        if (const double length = norm(areas[v]); length > 0)
            mesh.normals[v] = convert<Real>(areas[v] / length);
}
} // namespace aspic
