// Smoothing, decimation and attributes of a surface.

#include "aspic/geometry/mesh_decimation.h"
#include "aspic/geometry/mesh_smoothing.h"
#include "aspic/geometry/particle_surface.h"
#include "support/closed_mesh.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace aspic
{
namespace
{
constexpr double spacing = 0.01;

SurfaceMesh surface_of_ball(const SurfaceSettings& settings = {.spacing = spacing}, const Vec3d& center = {})
{
    const Array<Vec3d> points = ball_of_particles(center, 0.1, spacing);
    return particle_surface(const_view(points), {}, settings);
}

/// How much triangles lean against the normals of their corners: the mean of 1 − cosine.
double roughness(const SurfaceMesh& mesh)
{
    double total = 0;
    for (const auto& t : mesh.triangles)
    {
        const Vec3d& a = mesh.vertices[static_cast<std::size_t>(t[0])];
        const Vec3d area = cross(mesh.vertices[static_cast<std::size_t>(t[1])] - a, mesh.vertices[static_cast<std::size_t>(t[2])] - a);
        for (const Index v : t)
            total += 1 - dot(area, convert<double>(mesh.normals[static_cast<std::size_t>(v)])) / norm(area);
    }
    return total / (3 * static_cast<double>(mesh.triangles.size()));
}

/// Height of the surface above a jittered pool: root mean square deviation from the mean, away from the border [m].
double ripples(SurfaceMethod method)
{
    RandomNumbers random(4);
    Array<Vec3d> pool;
    for (int k = 0; k < 8; ++k)
        for (int j = 0; j < 30; ++j)
            for (int i = 0; i < 30; ++i)
                pool.push_back(spacing * (Vec3d{double(i), double(j), double(k)} + random.in_box({-0.2, -0.2, -0.2}, {0.2, 0.2, 0.2})));
    const SurfaceMesh mesh = particle_surface(const_view(pool), {}, {.method = method, .spacing = spacing});
    std::vector<double> heights;
    for (const Vec3d& x : mesh.vertices)
        if (x.z > 0.06 && std::min(x.x, x.y) > 0.06 && std::max(x.x, x.y) < 0.23)
            heights.push_back(x.z);
    const double mean = std::accumulate(heights.begin(), heights.end(), 0.0) / static_cast<double>(heights.size());
    double squares = 0;
    for (const double height : heights)
        squares += square(height - mean);
    return std::sqrt(squares / static_cast<double>(heights.size()));
}
} // namespace

TEST(ParticleSurfaceOfAPool, IsFlattestWithAnisotropicKernels)
{
    const double density = ripples(SurfaceMethod::density), anisotropic = ripples(SurfaceMethod::anisotropic);
    RecordProperty("density", std::to_string(density / spacing));
    RecordProperty("anisotropic", std::to_string(anisotropic / spacing));
    EXPECT_LT(anisotropic, 0.8 * density);
}

TEST(MeshSmoothing, MakesSmootherAndKeepsTheVolume)
{
    SurfaceMesh rough = surface_of_ball();
    recompute_normals(rough);
    const SurfaceMesh smooth = surface_of_ball({.spacing = spacing, .smoothing_iterations = 10});
    expect_closed(smooth);
    EXPECT_EQ(smooth.triangles, rough.triangles);
    EXPECT_LT(roughness(smooth), 0.7 * roughness(rough));
    EXPECT_NEAR(moments_of_mesh(smooth).volume / moments_of_mesh(rough).volume, 1, 0.01);
    EXPECT_GT(worst_normal(smooth), 0.5);
}

// A drop of one particle would lose its shape: it is left as it is, bit by bit.
TEST(MeshSmoothing, LeavesSingleDropsAlone)
{
    Array<Vec3d> drop;
    drop.push_back({1, 2, 3});
    const SurfaceMesh rough = particle_surface(const_view(drop), {}, {.spacing = spacing});
    const SurfaceMesh smooth = particle_surface(const_view(drop), {}, {.spacing = spacing, .smoothing_iterations = 10});
    EXPECT_GT(smooth.vertices.size(), 20U);
    EXPECT_EQ(smooth.vertices, rough.vertices);
}

TEST(MeshDecimation, KeepsTheSurfaceClosedAndInPlace)
{
    const SurfaceMesh fine = surface_of_ball({.spacing = spacing}, {1e5, 0, 0});
    for (const double kept : {0.5, 0.1})
    {
        const SurfaceMesh coarse = surface_of_ball({.spacing = spacing, .kept_triangles = kept}, {1e5, 0, 0});
        expect_closed(coarse);
        expect_manifold_vertices(coarse);
        EXPECT_EQ(euler_characteristic(coarse), 2);
        EXPECT_NEAR(static_cast<double>(coarse.triangles.size()) / static_cast<double>(fine.triangles.size()), kept, 0.01);
        EXPECT_NEAR(moments_of_mesh(coarse).volume / moments_of_mesh(fine).volume, 1, 0.02);
        EXPECT_LT(norm(moments_of_mesh(coarse).centroid - moments_of_mesh(fine).centroid), 0.1 * spacing);
        EXPECT_EQ(coarse.normals.size(), coarse.vertices.size());
    }
}

// Drops and bridges: the smallest parts cannot be collapsed any more, and nothing tears.
TEST(MeshDecimation, OfASplashStaysManifold)
{
    RandomNumbers random(8);
    Array<Vec3d> points;
    for (int k = 0; k < 3000; ++k)
        points.push_back(random.in_box({0, 0, 0}, {0.2, 0.2, 0.2}));
    const SurfaceMesh fine = particle_surface(const_view(points), {}, {.spacing = spacing});
    const SurfaceMesh coarse = particle_surface(const_view(points), {}, {.spacing = spacing, .kept_triangles = 0.02});
    expect_closed(coarse);
    expect_manifold_vertices(coarse);
    EXPECT_EQ(euler_characteristic(coarse), euler_characteristic(fine));
    EXPECT_EQ(component_count(coarse), component_count(fine));
    EXPECT_LT(coarse.triangles.size(), fine.triangles.size() / 4);
}

// A linear function is met up to the weights' asymmetry at the surface, a constant exactly.
TEST(VertexAttributes, AreThoseOfTheParticlesNearby)
{
    const Array<Vec3d> points = ball_of_particles({}, 0.1, spacing);
    ParticleAttribute heat{"temperature", "K", 1, {}}, wind{"velocity", "m/s", 3, {}};
    for (const Vec3d& x : points)
    {
        heat.values.push_back(300);
        for (const double value : {x.x, 2.0, -x.z})
            wind.values.push_back(static_cast<float>(value));
    }
    const SurfaceMesh mesh = particle_surface(const_view(points), {heat, wind}, {.spacing = spacing});
    ASSERT_EQ(mesh.columns.size(), 2U);
    EXPECT_EQ(mesh.columns[0].unit, "K");
    ASSERT_EQ(mesh.columns[1].values.size(), 3 * mesh.vertices.size());
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
    {
        EXPECT_NEAR(mesh.columns[0].values[v], 300, 1e-3);
        EXPECT_NEAR(mesh.columns[1].values[3 * v], mesh.vertices[v].x, 1.5 * spacing);
        EXPECT_NEAR(mesh.columns[1].values[3 * v + 1], 2, 1e-5);
    }
}
} // namespace aspic
