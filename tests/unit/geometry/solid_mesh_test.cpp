#include "aspic/geometry/solid_mesh.h"

#include "support/closed_mesh.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
TriangleMesh triangles_of(const SurfaceMesh& mesh)
{
    TriangleMesh result;
    result.vertices = mesh.vertices;
    for (const auto& [a, b, c] : mesh.triangles)
        result.triangles.push_back({a, b, c});
    return result;
}

constexpr int cells = 48;
} // namespace

TEST(SolidMesh, OfABallLiesOnIt)
{
    const auto ball = make_solid({Sphere{.center = {5, 0, 0}, .radius = 0.5}}, 3, {}).value();
    const SurfaceMesh mesh = solid_mesh(*ball, ball->bounds(), cells);
    EXPECT_TRUE(problems_of_solid(triangles_of(mesh), "ball").empty());
    for (std::size_t k = 0; k < mesh.vertices.size(); ++k)
    {
        const Vec3d outward = mesh.vertices[k] - Vec3d{5, 0, 0};
        ASSERT_NEAR(norm(outward), 0.5, 1e-12);
        ASSERT_GT(dot(convert<double>(mesh.normals[k]), outward), 0.499);
    }
    const double exact = 4.0 / 3 * pi * 0.125;
    EXPECT_NEAR(volume(triangles_of(mesh)), exact, 0.01 * exact); // inscribed triangles of a 48th of the diameter
}

TEST(SolidMesh, IsCutOffWhereTheRegionEnds)
{
    const auto post = make_solid({Box{.from = {0, -100, 0}, .to = {1, 100, 1}}}, 3, {}).value();
    const SurfaceMesh mesh = solid_mesh(*post, {{-1, 0, -1}, {3, 2, 3}}, cells);
    EXPECT_TRUE(problems_of_solid(triangles_of(mesh), "post").empty());
    EXPECT_NEAR(volume(triangles_of(mesh)), 2, 16 * 0.5 * square(1.0 / 12)); // 16 m of edges, cut off by half a cell of (1/12 m)² at most
    for (const Vec3d& x : mesh.vertices)
        ASSERT_TRUE(x.y > -1e-9 && x.y < 2 + 1e-9 && x.x > -1e-9 && x.x < 1 + 1e-9);
    EXPECT_TRUE(solid_mesh(*post, {{2, 0, 2}, {3, 2, 3}}, cells).triangles.empty());
}
