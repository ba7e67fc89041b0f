// The tree against sums and searches over all triangles.

#include "aspic/geometry/closest_point.h"
#include "aspic/geometry/triangle_tree.h"
#include "support/mesh_shapes.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

namespace aspic
{
namespace
{
constexpr double exactly = HUGE_VAL; // as accuracy: no far field

/// The nearest of all points u a + v b + (1 − u − v) c, by trying many.
double sampled_distance(const Vec3d& x, const Vec3d& a, const Vec3d& b, const Vec3d& c)
{
    double nearest = HUGE_VAL;
    for (int i = 0; i <= 100; ++i)
        for (int j = 0; i + j <= 100; ++j)
            nearest = min(nearest, norm(x - (0.01 * i * a + 0.01 * j * b + (1 - 0.01 * (i + j)) * c)));
    return nearest;
}

TEST(ClosestOnTriangle, AgreesWithManyPointsOfIt)
{
    RandomNumbers random(1);
    for (int trial = 0; trial < 300; ++trial)
    {
        const Vec3d a = random.in_box({-1, -1, -1}, {1, 1, 1});
        const Vec3d b = random.in_box({-1, -1, -1}, {1, 1, 1});
        const Vec3d c =
            trial % 3 == 0 ? a + 2 * (b - a) + random.in_box({0, 0, 0}, {1e-9, 1e-9, 1e-9}) : random.in_box({-1, -1, -1}, {1, 1, 1});
        const Vec3d x = random.in_box({-2, -2, -2}, {2, 2, 2});
        const double distance = norm(x - closest_on_triangle(x, a, b, c));
        const double sampled = sampled_distance(x, a, b, c);
        ASSERT_LE(distance, sampled + 1e-12);
        ASSERT_GE(distance, sampled - 0.04);
    }
}

TEST(ClosestOnTriangle, ByHand)
{
    const Vec3d a{0, 0, 0};
    const Vec3d b{1, 0, 0};
    const Vec3d c{0, 1, 0};
    EXPECT_EQ(closest_on_triangle({0.25, 0.25, 3}, a, b, c), (Vec3d{0.25, 0.25, 0})); // face
    EXPECT_EQ(closest_on_triangle({0.5, -2, 1}, a, b, c), (Vec3d{0.5, 0, 0}));        // edges
    EXPECT_EQ(closest_on_triangle({1, 1, 1}, a, b, c), (Vec3d{0.5, 0.5, 0}));
    EXPECT_EQ(closest_on_triangle({-3, -2, 1}, a, b, c), a); // corners
    EXPECT_EQ(closest_on_triangle({4, 1, 1}, a, b, c), b);
    EXPECT_EQ(closest_on_triangle({-1, 5, 0}, a, b, c), c);
    EXPECT_EQ(closest_on_triangle({2, 1, 0}, a, a, b), b); // no area
    EXPECT_EQ(closest_on_triangle({2, 1, 0}, a, a, a), a);
}

TEST(TriangleTree, ClosestAgreesWithAllTriangles)
{
    const TriangleMesh mesh = together(sphere_mesh(3), box_mesh({0.5, 0.5, 0.5}, {3, 1, 1}));
    const TriangleTree tree(mesh);
    RandomNumbers random(2);
    for (int trial = 0; trial < 500; ++trial)
    {
        const Vec3d x = random.in_box({-3, -3, -3}, {4, 3, 3});
        double nearest = HUGE_VAL;
        for (const auto& [a, b, c] : mesh.triangles)
            nearest = min(nearest, norm(x - closest_on_triangle(x, mesh.vertices[static_cast<std::size_t>(a)],
                                                                mesh.vertices[static_cast<std::size_t>(b)],
                                                                mesh.vertices[static_cast<std::size_t>(c)])));
        const SurfacePoint found = tree.closest(x);
        ASSERT_EQ(found.distance, nearest);
        ASSERT_NEAR(norm(x - found.position), nearest, 1e-14);
        ASSERT_NEAR(norm(found.normal), 1, 1e-14);
    }
}

TEST(TriangleTree, NormalsPointOutwards)
{
    const TriangleTree tree(box_mesh({0, 0, 0}, {1, 2, 3}));
    EXPECT_EQ(tree.closest({0.4, 0.5, 3.5}).normal, (Vec3d{0, 0, 1}));
    EXPECT_EQ(tree.closest({0.4, 0.5, -1}).normal, (Vec3d{0, 0, -1}));
    EXPECT_EQ(tree.closest({0.4, 0.1, 0.5}).normal, (Vec3d{0, -1, 0}));
    EXPECT_EQ(tree.closest({0.4, 3, 0.5}).normal, (Vec3d{0, 1, 0}));
    EXPECT_EQ(tree.closest({0.1, 1, 1.5}).normal, (Vec3d{-1, 0, 0}));
    EXPECT_EQ(tree.closest({1.1, 1, 1.5}).normal, (Vec3d{1, 0, 0}));
}

TEST(TriangleTree, WindingNumberIsOneInsideAndZeroOutside)
{
    const TriangleTree tree(sphere_mesh(4));
    RandomNumbers random(3);
    double largest_error = 0;
    for (int trial = 0; trial < 2000; ++trial)
    {
        const Vec3d x = random.in_box({-2, -2, -2}, {2, 2, 2});
        const double distance = norm(x) - 1;
        if (distance > -0.004 && distance < 0)
            continue; // between the sphere and its mesh
        const double expected = distance < 0 ? 1 : 0;
        ASSERT_NEAR(tree.winding_around(x, exactly).number, expected, 1e-12) << norm(x);
        largest_error = max(largest_error, abs(tree.winding_around(x).number - expected));
    }
    EXPECT_LT(largest_error, 0.1);  // of the far field
    EXPECT_GT(largest_error, 1e-3); // which was used
}

TEST(TriangleTree, WindingNumbersAddUp)
{
    const TriangleMesh overlapping = together(box_mesh({0, 0, 0}, {2, 2, 2}), box_mesh({1, 1, 1}, {3, 3, 3}));
    const TriangleTree tree(overlapping);
    EXPECT_NEAR(tree.winding_around({0.5, 0.5, 0.5}, exactly).number, 1, 1e-12);
    EXPECT_NEAR(tree.winding_around({1.5, 1.4, 1.6}, exactly).number, 2, 1e-12);
    EXPECT_NEAR(tree.winding_around({2.5, 0.5, 0.5}, exactly).number, 0, 1e-12);
    EXPECT_NEAR(TriangleTree(inside_out(overlapping)).winding_around({1.5, 1.4, 1.6}, exactly).number, -2, 1e-12);
}

TEST(TriangleTree, NoticesPointsAtTheSurface)
{
    const TriangleTree tree(box_mesh({0, 0, 0}, {1, 1, 1}));
    for (const Vec3d& x :
         {Vec3d{0.5, 0.7, 0}, Vec3d{0.5, 0.5, 1}, Vec3d{1, 0.2, 0.9}, Vec3d{0, 0, 0.3}, Vec3d{1, 1, 1}, Vec3d{0.5, 0.7, 1e-12}})
        EXPECT_TRUE(tree.winding_around(x).may_touch) << x.x << ", " << x.y << ", " << x.z;
    for (const Vec3d& x : {Vec3d{0.5, 0.7, 1e-6}, Vec3d{0.5, 0.5, -1e-6}, Vec3d{2, 0, 0}, Vec3d{0, 0.5, 1.5}, Vec3d{0.5, 0.5, 0.5}})
        EXPECT_FALSE(tree.winding_around(x).may_touch) << x.x << ", " << x.y << ", " << x.z;
}

/// The first term that is left out falls with the fourth power of the distance; without the linear term it would be the third.
TEST(TriangleTree, ErrorOfTheFarField)
{
    const TriangleMesh patch{{{0, 0, 0}, {1, 0, 0}, {0.2, 0.9, 0.3}, {-0.5, 0.4, 0.6}}, {{0, 1, 2}, {0, 2, 3}}};
    const TriangleTree tree(patch);
    const Vec3d direction{0.3, -0.5, 0.8};
    const auto error = [&](double r) {
        return abs(tree.winding_around(r * direction).number - tree.winding_around(r * direction, exactly).number);
    };
    EXPECT_NEAR(error(32) / error(64), 16, 2);
    EXPECT_GT(error(64), 1e-10); // and not of rounding
}

/// Half of what is seen is surface: an open mesh has a winding number too, without a jump at the hole.
TEST(TriangleTree, WindingNumberOfAnOpenBox)
{
    TriangleMesh open = box_mesh({0, 0, 0}, {1, 1, 1});
    open.triangles.erase(open.triangles.begin(), open.triangles.begin() + 2); // the face z = 0
    const TriangleTree tree(open);
    EXPECT_NEAR(tree.winding_around({0.5, 0.5, 0.5}, exactly).number, 5.0 / 6, 1e-12);
    EXPECT_NEAR(tree.winding_around({0.5, 0.5, -1e-9}, exactly).number, tree.winding_around({0.5, 0.5, 1e-9}, exactly).number, 1e-6);
}

TEST(TriangleTree, LeavesOutTrianglesWithoutArea)
{
    TriangleMesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
    mesh.vertices.push_back({9, 9, 9});
    mesh.triangles.push_back({8, 8, 8});
    mesh.triangles.push_back({0, 8, 0});
    const TriangleTree tree(mesh);
    EXPECT_EQ(tree.closest({9, 9, 9}).position, (Vec3d{1, 1, 1}));
    EXPECT_EQ(tree.bounds().high, (Vec3d{1, 1, 1}));

    const TriangleTree empty(TriangleMesh{{{0, 0, 0}}, {{0, 0, 0}}});
    EXPECT_EQ(empty.closest({1, 2, 3}).distance, HUGE_VAL);
    EXPECT_EQ(empty.winding_around({1, 2, 3}).number, 0);
}

TEST(TriangleTree, AnyScale)
{
    for (const double scale : {1e-30, 1e-10, 1.0, 1e10, 1e30})
    {
        const TriangleTree tree(sphere_mesh(3, scale));
        EXPECT_NEAR(tree.closest({2 * scale, 0, 0}).distance / scale, 1, 1e-12);
        EXPECT_NEAR(tree.winding_around({0.3 * scale, 0.2 * scale, 0.1 * scale}).number, 1, 0.1);
        EXPECT_NEAR(tree.winding_around({1.3 * scale, 0.2 * scale, 0.1 * scale}).number, 0, 0.1);
    }
}
} // namespace
} // namespace aspic
