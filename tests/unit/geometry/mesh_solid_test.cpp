#include "surface_properties.h"

#include "aspic/geometry/mesh_remarks.h"
#include "support/execution_variants.h"
#include "support/mesh_shapes.h"

#include <gmock/gmock.h>

#include <cmath>
#include <functional>

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

/// Σ Ω/4π over all triangles, by the angles at the corners of each spherical triangle (Girard): another way than that of the tree.
double summed_winding(const TriangleMesh& mesh, const Vec3d& x)
{
    double total = 0;
    for (const auto& t : mesh.triangles)
    {
        std::array<Vec3d, 3> r;
        for (std::size_t k = 0; k < 3; ++k)
        {
            r[k] = mesh.vertices[static_cast<std::size_t>(t[k])] - x;
            r[k] = r[k] / norm(r[k]);
        }
        double angles = -pi;
        for (std::size_t k = 0; k < 3; ++k)
        {
            const Vec3d before = cross(r[k], r[(k + 1) % 3]), behind = cross(r[k], r[(k + 2) % 3]);
            angles += std::acos(std::clamp(dot(before, behind) / (norm(before) * norm(behind)), -1.0, 1.0));
        }
        total += dot(r[0], cross(r[1], r[2])) > 0 ? angles : -angles;
    }
    return total / (4 * pi);
}

TriangleMesh without_some(TriangleMesh mesh, const std::function<bool(const Vec3d& middle)>& is_missing)
{
    std::erase_if(mesh.triangles, [&](const auto& t) {
        const auto corner = [&](std::size_t k) { return mesh.vertices[static_cast<std::size_t>(t[k])]; };
        return is_missing((corner(0) + corner(1) + corner(2)) / 3);
    });
    return mesh;
}

/// G3. Where a flat piece is missing, what is inside ends at its plane: the solid is that of the whole mesh.
TEST(MeshSolid, FlatHolesEndAtTheirPlane)
{
    const Vec3d from{-1, -0.5, 0.2}, to{1.2, 0.7, 1.1};
    const auto box = solid_from({Box{from, to}});
    const TriangleMesh no_lid = without_some(box_mesh(from, to), [&](const Vec3d& x) { return x.y > 0.69; });
    const TriangleMesh one_off = without_some(box_mesh(from, to), [&](const Vec3d& x) { return x.z > 1.09 && x.x > 0.1; });
    ASSERT_EQ(no_lid.triangles.size(), 10U);
    ASSERT_EQ(one_off.triangles.size(), 11U);
    for (const TriangleMesh& mesh : {no_lid, one_off, inside_out(no_lid), without_shared_vertices(no_lid)})
    {
        const auto solid = solid_of_mesh(mesh);
        RandomNumbers random(7);
        for (int trial = 0; trial < 3000; ++trial)
        {
            const Vec3d x = random.in_box({-2, -2, -2}, {2, 2, 2});
            ASSERT_NEAR(solid->surface_from(x).distance, box->surface_from(x).distance, 1e-13);
            ASSERT_EQ(solid->contains(x), box->contains(x));
        }
        EXPECT_FALSE(solid->contains({0.1, 0.7, 0.5})); // on the plane of the hole
        EXPECT_TRUE(solid->contains({0.1, 0.7 - 1e-6, 0.5}));
    }
}

/// G3. A crooked hole: inside is where the winding number, summed over all triangles in another way, exceeds ½.
TEST(MeshSolid, CrookedHolesAreLeftToTheWindingNumber)
{
    const TriangleMesh mesh =
        without_some(sphere_mesh(4), [](const Vec3d& x) { return x.x > 0.3 + 0.3 * std::sin(3 * x.y) || (x.z < -0.9 && x.y > 0); });
    ASSERT_LT(mesh.triangles.size(), 1700U); // of 2048
    const auto solid = solid_of_mesh(mesh);
    RandomNumbers random(8);
    int inside = 0;
    for (int trial = 0; trial < 2000; ++trial)
    {
        const Vec3d x = random.in_box({-1, -1, -1}, {1, 1, 1});
        const double winding = summed_winding(mesh, x);
        if (std::abs(winding - 0.5) < 1e-6)
            continue;
        const bool is_in_bounds = squared_distance(solid->bounds(), x) == 0;
        ASSERT_EQ(solid->contains(x), is_in_bounds && winding > 0.5) << winding;
        ASSERT_EQ(solid->surface_from(x).distance < 0, solid->contains(x));
        inside += solid->contains(x) ? 1 : 0;
    }
    EXPECT_GT(inside, 400);
}

/// G3. As bad exporters write them: no two triangles share a corner to the last digit.
TEST(MeshSolid, SoupWithGapsIsStillABall)
{
    TriangleMesh soup = without_shared_vertices(sphere_mesh(3));
    RandomNumbers random(9);
    for (Vec3d& x : soup.vertices)
        x += random.in_box({-1e-4, -1e-4, -1e-4}, {1e-4, 1e-4, 1e-4});
    ASSERT_TRUE(problems_of_solid(soup, "").empty());
    const auto solid = solid_of_mesh(soup);
    for (int trial = 0; trial < 3000; ++trial)
    {
        const Vec3d x = random.in_box({-1.2, -1.2, -1.2}, {1.2, 1.2, 1.2});
        if (norm(x) < 0.97 || norm(x) > 1.001) // 512 flat triangles stay up to 0.02 inside the ball
        {
            ASSERT_EQ(solid->contains(x), norm(x) < 1) << norm(x);
        }
    }
}

/// G3. Surfaces that run through each other: what one of them encloses is inside, once or twice.
TEST(MeshSolid, SelfIntersectingSurface)
{
    const TriangleMesh mesh = together(box_mesh({0, 0, 0}, {1, 1, 1}), box_mesh({0.6, 0.6, 0.6}, {1.5, 1.5, 1.5}));
    EXPECT_GT(crossings(mesh), 0U);
    const auto solid = solid_of_mesh(mesh);
    expect_never_too_long(*solid, [](const Vec3d& x) {
        return is_between(x, {0, 0, 0}, {1, 1, 1}) || is_between(x, {0.6, 0.6, 0.6}, {1.5, 1.5, 1.5});
    });
}

/// A sheet along a sphere is a shell; along an open bowl it ends with a round rim.
TEST(MeshSolid, SheetsHaveAThickness)
{
    Assets assets;
    const TriangleMesh lid{{{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}}, {{0, 1, 2}, {0, 2, 3}}};
    assets.meshes["m"] = std::make_shared<TriangleMesh>(lid);
    const auto sheet = solid_from({MeshFile{"m", 2, 0.2}}, 3, assets); // 2 m wide, 0.2 m thick
    // All within 0.1 of the square: its distance is that of a thin box, less 0.1.
    const auto square = [](const Vec3d& x) { return norm(Vec3d{x.x - std::clamp(x.x, 0.0, 2.0), x.y, x.z - std::clamp(x.z, 0.0, 2.0)}); };
    RandomNumbers random(10);
    for (int trial = 0; trial < 2000; ++trial)
    {
        const Vec3d x = random.in_box({-1, -1, -1}, {3, 1, 3});
        ASSERT_NEAR(sheet->surface_from(x).distance, square(x) - 0.1, 1e-13);
        ASSERT_EQ(sheet->contains(x), square(x) < 0.1);
    }
    EXPECT_EQ(sheet->bounds().low.y, -0.1);
    EXPECT_NEAR(norm(sheet->surface_from({0.5, 0, 0.5}).normal), 1, 1e-14); // in the middle of it
}

TEST(MeshRemarks, TellWhatIsUncommon)
{
    EXPECT_TRUE(remarks_of_mesh(sphere_mesh(2)).empty());
    const auto only = [](const TriangleMesh& mesh) {
        const std::vector<std::string> remarks = remarks_of_mesh(mesh);
        EXPECT_EQ(remarks.size(), 1U) << testing::PrintToString(remarks);
        return remarks.empty() ? "" : remarks.front();
    };
    using testing::HasSubstr;
    EXPECT_THAT(only(without_some(box_mesh({0, 0, 0}, {1, 1, 1}), [](const Vec3d& x) { return x.y > 0.9; })),
                HasSubstr("open at 4 edges: inside is where the winding"));
    EXPECT_THAT(only(inside_out(sphere_mesh(2))), HasSubstr("inside-out"));
    EXPECT_THAT(only(together(sphere_mesh(2), inside_out(sphere_mesh(2, 0.5)))), HasSubstr("2 parts"));
    const std::vector<std::string> two = remarks_of_mesh(together(sphere_mesh(2), inside_out(sphere_mesh(2, 0.7, {3, 0, 0}))));
    ASSERT_EQ(two.size(), 2U);
    EXPECT_THAT(two[0], HasSubstr("128 of 256 triangles are of parts that are inside-out"));
    const std::vector<std::string> crossing = remarks_of_mesh(together(sphere_mesh(2), sphere_mesh(2, 1, {1, 0.1, 0.05})));
    ASSERT_EQ(crossing.size(), 2U);
    EXPECT_THAT(crossing[1], HasSubstr("triangles cross"));
}

/// Two tetrahedra with a face in one plane, or a corner in common, touch and do not cross.
TEST(MeshRemarks, CrossingsByHand)
{
    const TriangleMesh one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
    const auto with = [&](const Vec3d& a, const Vec3d& b, const Vec3d& c) { return crossings(together(one, {{a, b, c}, {{0, 1, 2}}})); };
    EXPECT_EQ(with({0.2, 0.2, -1}, {0.2, 0.2, 1}, {3, 3, 1}), 1U);
    EXPECT_EQ(with({0.2, 0.2, 0.01}, {0.2, 0.2, 1}, {3, 3, 1}), 0U); // above
    EXPECT_EQ(with({2, 2, -1}, {2, 2, 1}, {3, 3, 1}), 0U);           // beside
    EXPECT_EQ(with({0, 0, 0}, {0.5, 0.5, 1}, {0.5, 0.5, -1}), 0U);   // a common corner does not count
    EXPECT_EQ(with({0.1, 0.1, 0}, {2, 0.1, 0}, {0.1, 2, 0}), 0U);    // in one plane
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
