// What is wrong with a mesh that should bound a volume.

#include "aspic/geometry/triangle_mesh.h"
#include "support/mesh_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace aspic
{
namespace
{
using testing::HasSubstr;

/// The only problem of a mesh.
Problem only_problem(const TriangleMesh& mesh)
{
    const Problems problems = problems_of_solid(mesh, "here");
    EXPECT_EQ(problems.size(), 1U) << describe(problems);
    return problems.empty() ? Problem{} : problems.front();
}

void expect_no_problems(const TriangleMesh& mesh)
{
    const Problems problems = problems_of_solid(mesh, "here");
    EXPECT_TRUE(problems.empty()) << describe(problems);
}

TEST(TriangleMesh, ClosedMeshesAreGood)
{
    expect_no_problems(box_mesh({0, 0, 0}, {1, 2, 3}));
    expect_no_problems(sphere_mesh(3));
    expect_no_problems(inside_out(sphere_mesh(2)));
    expect_no_problems(sphere_mesh(2, 1e-30));
    expect_no_problems(sphere_mesh(2, 1e30));
    expect_no_problems(without_shared_vertices(box_mesh({0, 0, 0}, {1, 2, 3})));
    expect_no_problems(together(box_mesh({0, 0, 0}, {2, 2, 2}), box_mesh({1, 1, 1}, {3, 3, 3})));
    expect_no_problems(together(box_mesh({0, 0, 0}, {1, 1, 1}), box_mesh({1, 1, 0}, {2, 2, 1}))); // an edge shared by four
}

TEST(TriangleMesh, VolumeHasTheSignOfTheWinding)
{
    EXPECT_NEAR(volume(box_mesh({1, 2, 3}, {2, 4, 6})), 6, 1e-14);
    EXPECT_NEAR(volume(inside_out(box_mesh({1, 2, 3}, {2, 4, 6}))), -6, 1e-14);
    const double error = 4 * pi / 3 - volume(sphere_mesh(5));
    EXPECT_GT(error, 0);
    EXPECT_LT(error, 0.007);
    EXPECT_NEAR((4 * pi / 3 - volume(sphere_mesh(4))) / error, 4, 0.05); // second order
    EXPECT_NEAR(volume(box_mesh({1e8, 1e8, 1e8}, {1e8 + 1, 1e8 + 1, 1e8 + 1})), 1, 1e-14);
    EXPECT_EQ(volume({}), 0);
}

TEST(TriangleMesh, WithoutTriangles)
{
    EXPECT_THAT(only_problem({}).what, HasSubstr("no triangles"));
    EXPECT_THAT(only_problem({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}}).what, HasSubstr("no triangles"));
    EXPECT_EQ(only_problem({}).where, "here");
}

TEST(TriangleMesh, OneTriangleHasNoVolumeButMakesASheet)
{
    const TriangleMesh triangle{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.5}}, {{0, 1, 2}}};
    EXPECT_THAT(only_problem(triangle).what, HasSubstr("no volume"));
    EXPECT_THAT(only_problem(triangle).hint, HasSubstr("thickness"));
    EXPECT_TRUE(problems_of_sheet(triangle, "here").empty());
    EXPECT_FALSE(problems_of_sheet({}, "here").empty());
}

TEST(TriangleMesh, OpenEdgesAndTheirCaps)
{
    EXPECT_TRUE(open_edges(sphere_mesh(2)).empty());
    TriangleMesh mesh = without_shared_vertices(box_mesh({0, 0, 0}, {1, 2, 3}));
    mesh.triangles.erase(mesh.triangles.begin() + 3); // at z = 3
    mesh.triangles.erase(mesh.triangles.begin());     // at z = 0
    expect_no_problems(mesh);
    EXPECT_EQ(open_edges(mesh).size(), 6U);
    TriangleMesh closed = caps(mesh);
    EXPECT_EQ(closed.triangles.size(), 6U);
    closed.triangles.insert(closed.triangles.end(), mesh.triangles.begin(), mesh.triangles.end());
    EXPECT_TRUE(open_edges(closed).empty());
    EXPECT_NEAR(volume(closed), 6, 1e-14); // flat holes: the box again
}

TEST(TriangleMesh, MixedWinding)
{
    TriangleMesh mesh = sphere_mesh(2);
    std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
    EXPECT_THAT(only_problem(mesh).what, HasSubstr("face opposite ways at 3 edges"));
}

TEST(TriangleMesh, EdgeOfThreeTriangles)
{
    TriangleMesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
    mesh.vertices.push_back({0.5, -1, -1});
    mesh.triangles.push_back({0, 1, 8});
    expect_no_problems(mesh); // a fin
    EXPECT_EQ(open_edges(mesh).size(), 3U);
}

TEST(TriangleMesh, VerticesThatAreNotFinite)
{
    TriangleMesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
    mesh.vertices[4].y = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THAT(only_problem(mesh).what, HasSubstr("vertex 5 "));
    mesh.vertices[2].z = -HUGE_VAL;
    EXPECT_THAT(only_problem(mesh).what, HasSubstr("vertex 3 "));
    EXPECT_THAT(only_problem(mesh).what, HasSubstr("1 other"));
    mesh = box_mesh({0, 0, 0}, {1, 1, 1e200});
    EXPECT_THAT(only_problem(mesh).what, HasSubstr("farther away"));
}

TEST(TriangleMesh, IndicesOutOfRange)
{
    for (const int index : {-1, 8, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()})
    {
        TriangleMesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
        mesh.triangles[2][1] = index;
        EXPECT_THAT(only_problem(mesh).what, HasSubstr("triangle 3 uses vertex " + std::to_string(index)));
    }
}

TEST(TriangleMesh, TrianglesWithoutAreaAreTolerated)
{
    TriangleMesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
    mesh.triangles.push_back({0, 0, 1});
    mesh.triangles.push_back({3, 3, 3});
    expect_no_problems(mesh);
}

TEST(TriangleMesh, NoVolume)
{
    // A sheet with two sides.
    EXPECT_THAT(only_problem({{{0, 0, 0}, {1, 0, 0}, {0.3, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}}).what, HasSubstr("no volume"));
    EXPECT_THAT(only_problem(box_mesh({0.1, 0.1, 0.1}, {0.7, 0.7, 0.1})).what, HasSubstr("no volume"));
    TriangleMesh point = box_mesh({0, 0, 0}, {1, 1, 1});
    std::fill(point.vertices.begin(), point.vertices.end(), Vec3d{2, 3, 4});
    EXPECT_THAT(only_problem(point).what, HasSubstr("all vertices are at (2, 3, 4)"));
    EXPECT_THAT(only_problem(box_mesh({0, 0, 0}, {1e-90, 1e-90, 1e-90})).what, HasSubstr("all vertices are at (0, 0, 0)"));
}

TEST(TriangleMesh, UnusedVerticesDoNotCount)
{
    TriangleMesh mesh = box_mesh({0, 0, 0}, {1e-3, 1e-3, 1e-3});
    mesh.vertices.push_back({1e6, 0, 0});
    expect_no_problems(mesh);
}

TEST(TriangleMesh, MergesEqualVerticesInOrder)
{
    const TriangleMesh box = box_mesh({0, 0, 0}, {1, 2, 3});
    const TriangleMesh merged = with_merged_vertices(without_shared_vertices(box));
    EXPECT_EQ(merged.vertices.size(), 8U);
    ASSERT_EQ(merged.triangles.size(), box.triangles.size());
    for (std::size_t t = 0; t < box.triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_EQ(merged.vertices[static_cast<std::size_t>(merged.triangles[t][k])],
                      box.vertices[static_cast<std::size_t>(box.triangles[t][k])]);
    EXPECT_EQ(numbered_positions({{5, 0, 0}, {1, 0, 0}, {5, 0, 0}, {0.0, 1, 0}, {-0.0, 1, -0.0}, {1, 0, 0}}),
              (std::vector<int>{0, 1, 0, 2, 2, 1}));
}
} // namespace
} // namespace aspic
