#include "surface_properties.h"

#include "support/execution_variants.h"
#include "support/mesh_shapes.h"

#include <cmath>

namespace aspic
{
namespace
{
std::shared_ptr<const Solid> solid_of_mesh(const TriangleMesh& mesh, double scale = 1, int dimension = 3)
{
    Assets assets;
    assets.meshes["m"] = std::make_shared<TriangleMesh>(mesh);
    return solid_from({MeshFile{"m", scale}}, dimension, assets);
}

bool is_between(const Vec3d& x, const Vec3d& low, const Vec3d& high)
{
    return x.x > low.x && x.x < high.x && x.y > low.y && x.y < high.y && x.z > low.z && x.z < high.z;
}

TEST(MeshSolid, BoxMeshIsTheBox)
{
    const Vec3d from{-1, -0.5, 0.2};
    const Vec3d to{1.2, 0.7, 1.1};
    const auto mesh = solid_of_mesh(box_mesh(from, to));
    const auto box = solid_from({Box{from, to}});
    expect_exact(*mesh, [&](const Vec3d& x) { return is_between(x, from, to); });
    RandomNumbers random(4);
    for (int trial = 0; trial < 2000; ++trial)
    {
        const Vec3d x = random.in_box({-2, -2, -2}, {2, 2, 2});
        ASSERT_NEAR(mesh->surface_from(x).distance, box->surface_from(x).distance, 1e-13);
    }
    EXPECT_EQ(mesh->bounds().low, from);
    EXPECT_EQ(mesh->bounds().high, to);
}

TEST(MeshSolid, SignsOnASphere)
{
    const auto solid = solid_of_mesh(sphere_mesh(5));
    const double depth = 0.0011; // how far the mesh stays inside the sphere
    RandomNumbers random(5);
    for (int trial = 0; trial < 20000; ++trial)
    {
        const Vec3d direction = random.in_box({-1, -1, -1}, {1, 1, 1});
        const double radius = trial % 2 == 0 ? random.between(0, 2) : random.between(0.99, 1.01); // many near the surface
        const SurfaceView view = solid->surface_from((radius / norm(direction)) * direction);
        if (radius < 1 - depth || radius > 1)
        {
            ASSERT_EQ(view.distance < 0, radius < 1) << radius;
        }
        ASSERT_NEAR(view.distance, radius - 1, depth) << radius;
    }
}

TEST(MeshSolid, InsideOutMeshIsTurnedAround)
{
    const auto solid = solid_of_mesh(inside_out(box_mesh({0, 0, 0}, {1, 1, 1})));
    EXPECT_NEAR(solid->surface_from({0.5, 0.5, 0.9}).distance, -0.1, 1e-15);
    EXPECT_LT(norm(solid->surface_from({0.5, 0.5, 0.9}).normal - Vec3d{0, 0, 1}), 1e-14);
    EXPECT_EQ(solid->surface_from({0.5, 0.5, 1}).normal, (Vec3d{0, 0, 1}));
    EXPECT_FALSE(solid->contains({0.5, 0.5, 1.1}));
}

TEST(MeshSolid, NestedShells)
{
    const TriangleMesh outer = sphere_mesh(3, 1);
    const TriangleMesh inner = sphere_mesh(3, 0.5);
    const auto hollow = solid_of_mesh(together(outer, inside_out(inner)));
    EXPECT_FALSE(hollow->contains({0, 0, 0.1}));
    EXPECT_TRUE(hollow->contains({0, 0, 0.7}));
    EXPECT_GT(hollow->surface_from({0, 0, 0.1}).distance, 0);
    EXPECT_LT(hollow->surface_from({0, 0, 0.1}).normal.z, 0); // away from the solid: back to the middle
    const auto full = solid_of_mesh(together(outer, inner));
    EXPECT_TRUE(full->contains({0, 0, 0.1}));
    EXPECT_TRUE(full->contains({0, 0, 0.7}));
    EXPECT_FALSE(full->contains({0, 0, 1.1}));
}

/// Of two bodies in one file one may be inside-out, and still be a body; a hole stays a hole.
TEST(MeshSolid, PartsThatAreInsideOutAreTurnedAround)
{
    const TriangleMesh one = sphere_mesh(2, 1), two = inside_out(sphere_mesh(2, 0.7, {3, 0, 0})), hole = inside_out(sphere_mesh(2, 0.5));
    for (const TriangleMesh& mesh : {together(together(one, two), hole), inside_out(together(together(one, two), hole)),
                                     without_shared_vertices(together(together(two, hole), one))})
    {
        const auto solid = solid_of_mesh(mesh);
        EXPECT_TRUE(solid->contains({3, 0.2, 0}));
        EXPECT_LT(norm(solid->surface_from({3, 0, 0.6}).normal - Vec3d{0, 0, 1}), 0.3);
        EXPECT_TRUE(solid->contains({0, 0.7, 0}));
        EXPECT_FALSE(solid->contains({0, 0.2, 0}));
        EXPECT_FALSE(solid->contains({1.7, 0, 0}));
    }
}

TEST(MeshSolid, OverlappingBoxes)
{
    const auto solid = solid_of_mesh(together(box_mesh({-1, -1, -1}, {0.5, 0.5, 0.5}), box_mesh({-0.4, -0.3, -0.2}, {1, 1.1, 1.2})));
    expect_never_too_long(*solid, [](const Vec3d& x) {
        return is_between(x, {-1, -1, -1}, {0.5, 0.5, 0.5}) || is_between(x, {-0.4, -0.3, -0.2}, {1, 1.1, 1.2});
    });
}

/// Lattices put many points right on faces, edges and corners.
TEST(MeshSolid, PointsOnTheSurfaceAreNotInside)
{
    // An L: at the inner edge three quarters of the space around a point are inside.
    const auto solid = solid_of_mesh(together(box_mesh({0, 0, 0}, {0.3, 0.9, 0.3}), box_mesh({0.3, 0, 0}, {0.9, 0.3, 0.3})));
    for (const Vec3d& x : {Vec3d{0.3, 0.6, 0.1}, Vec3d{0.3, 0.3, 0.1}, Vec3d{0.3, 0.3, 0.3}, Vec3d{0, 0, 0}, Vec3d{0.1, 0.2, 0.3},
                           Vec3d{0.7, 0.3, 0.2}, Vec3d{0.1 + 0.2, 0.7, 0.2}, Vec3d{0.9, 0.1, 0}})
    {
        EXPECT_FALSE(solid->contains(x)) << x.x << ", " << x.y << ", " << x.z;
        const SurfaceView view = solid->surface_from(x);
        EXPECT_GE(view.distance, 0);
        EXPECT_LT(view.distance, 1e-15);
        EXPECT_NEAR(norm(view.normal), 1, 1e-14);
    }
    EXPECT_TRUE(solid->contains({0.3 - 1e-9, 0.6, 0.1}));
}

TEST(MeshSolid, ScaleAndExtremes)
{
    EXPECT_NEAR(solid_of_mesh(box_mesh({0, 0, 0}, {1, 1, 1}), 0.001)->surface_from({0.0005, 0.0005, 0.003}).distance, 0.002, 1e-17);
    for (const double s : {1e-30, 1e30})
    {
        const auto solid = solid_of_mesh(sphere_mesh(2, s));
        EXPECT_TRUE(solid->contains({0.5 * s, 0, 0}));
        EXPECT_FALSE(solid->contains({1.5 * s, 0, 0}));
        EXPECT_NEAR(solid->surface_from({3 * s, 0, 0}).distance / s, 2, 1e-12);
    }
    // Far from the origin, where rounding is 1e-9 of the size.
    const Vec3d far{1e7, -2e7, 3e7};
    const auto solid = solid_of_mesh(box_mesh(far, far + Vec3d{1, 1, 1}));
    EXPECT_NEAR(solid->surface_from(far + Vec3d{0.5, 0.5, 0.75}).distance, -0.25, 1e-8);
    EXPECT_TRUE(solid->contains(far + Vec3d{0.5, 0.5, 0.5}));
}

TEST(MeshSolid, CutByThePlane)
{
    const auto solid = solid_of_mesh(sphere_mesh(4, 1, {0, 0, 0.5}), 1, 2);
    EXPECT_EQ(solid->bounds().low.z, 0);
    EXPECT_EQ(solid->bounds().high.z, 0);
    EXPECT_TRUE(solid->contains({0.85, 0, 0}));
    EXPECT_FALSE(solid->contains({0.88, 0, 0})); // √0.75 = 0.866
    EXPECT_EQ(solid->surface_from({0.5, 0.3, 0}).normal.z, 0);
    EXPECT_NEAR(norm(solid->surface_from({0, 0, 0}).normal), 1, 1e-14);
}

TEST(MeshSolid, MovedLikeAnyOther)
{
    Assets assets;
    assets.meshes["m"] = std::make_shared<TriangleMesh>(box_mesh({0, 0, 0}, {1, 2, 3}));
    const auto solid = solid_from({Moved{Shape{MeshFile{"m"}}, {0, 0, pi / 2}, {5, 0, 0}}}, 3, assets);
    EXPECT_TRUE(solid->contains({3.5, 0.5, 1}));
    EXPECT_FALSE(solid->contains({5.5, 0.5, 1}));
}
} // namespace
} // namespace aspic
