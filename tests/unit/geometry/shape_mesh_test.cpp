#include "aspic/geometry/shape_mesh.h"

#include "aspic/geometry/mesh_creases.h"
#include "support/closed_mesh.h"
#include "support/mesh_shapes.h"

#include <gtest/gtest.h>

namespace aspic
{
namespace
{
const ShapeMeshSettings fine{.cell_size = 0.02, .replacement = nullptr};
} // namespace

// The volume of a ball, 4π/3 R³: the mesh is inside, at cells of R/10 by less than 1 %.
TEST(ShapeMesh, OfAFormulaIsAnIsosurface)
{
    const SurfaceMesh mesh = shape_mesh({Sphere{{1, 2, 3}, 0.2}}, {}, fine);
    expect_closed(mesh);
    EXPECT_NEAR(moments_of_mesh(mesh).volume, 4 * pi / 3 * cube(0.2), 0.01 * 4 * pi / 3 * cube(0.2));
    EXPECT_LT(norm(moments_of_mesh(mesh).centroid - Vec3d{1, 2, 3}), 1e-4);
    EXPECT_GT(worst_normal(mesh), 0.9);
}

TEST(ShapeMesh, OfABoxHasItsEdges)
{
    const SurfaceMesh mesh = shape_mesh({Box{{1, 2, 3}, {1.1, 2.07, 3.2}}}, {}, fine);
    expect_closed(mesh);
    EXPECT_EQ(mesh.triangles.size(), 4U * (5 * 4 + 4 * 10 + 10 * 5)); // 5 × 4 × 10 cells
    EXPECT_EQ(euler_characteristic(mesh), 2);
    EXPECT_NEAR(moments_of_mesh(mesh).volume, 0.1 * 0.07 * 0.2, 1e-15);
}

TEST(ShapeMesh, OfAMeshIsThatMeshWhereItStands)
{
    Assets assets;
    assets.meshes["ball"] = std::make_shared<const TriangleMesh>(inside_out(sphere_mesh(3)));
    const Shape moved{Moved{Shape{MeshFile{"ball", 0.5}}, {0, 0, pi / 2}, {1, 0, 0}}};
    const SurfaceMesh mesh = shape_mesh(moved, assets, fine);
    ASSERT_EQ(mesh.vertices.size(), assets.meshes["ball"]->vertices.size());
    EXPECT_LT(norm(mesh.vertices[0] - Vec3d{1, 0.5, 0}), 1e-15); // (1, 0, 0) halved, turned and moved
    EXPECT_GT(moments_of_mesh(mesh).volume, 0);                  // the outside is out
    EXPECT_GT(worst_normal(mesh), 0.95);
    for (std::size_t k = 0; k < mesh.vertices.size(); ++k)
        EXPECT_GT(dot(convert<double>(mesh.normals[k]), 2.0 * (mesh.vertices[k] - Vec3d{1, 0, 0})), 0.98);
    const TriangleMesh coarse = sphere_mesh(0);
    EXPECT_EQ(shape_mesh(moved, assets, {.cell_size = 1, .replacement = &coarse}).triangles.size(), 8U);
}

// A cube has three normals at each corner, which are those of its faces; a fine sphere is smooth.
TEST(MeshCreases, AreWhereTrianglesMeetSharply)
{
    const SurfaceMesh cube_mesh = surface_of(box_mesh({0, 0, 0}, {1, 1, 1}));
    const SurfaceMesh sharp = with_creases(cube_mesh, 40 * pi / 180);
    EXPECT_EQ(sharp.vertices.size(), 24U);
    EXPECT_EQ(sharp.triangles.size(), 12U);
    EXPECT_GT(worst_normal(sharp), 1 - 1e-6);
    EXPECT_LT(worst_normal(cube_mesh), 0.9);
    EXPECT_DOUBLE_EQ(moments_of_mesh(sharp).volume, 1);
    const SurfaceMesh ball = surface_of(sphere_mesh(4));
    EXPECT_EQ(with_creases(ball, 40 * pi / 180).vertices, ball.vertices);
    EXPECT_EQ(with_creases(ball, 40 * pi / 180).normals, ball.normals);
}

TEST(ShapeMesh, OfPointsOrWithoutAnEndIsEmpty)
{
    EXPECT_TRUE(shape_mesh({ParticleFile{"points.csv", 1}}, {}, fine).vertices.empty());
    EXPECT_TRUE(shape_mesh({HalfSpace{}}, {}, fine).vertices.empty());
}
} // namespace aspic
