// Validation case G7: unit cube I = 1/6, ball 2/5, the tetrahedron (0, e1, e2, e3); and every shape against the numeric integral of its distances.
#include "aspic/geometry/mass_properties.h"

#include "aspic/geometry/primitive_solids.h"
#include "support/mesh_shapes.h"

#include <gtest/gtest.h>

namespace aspic
{
namespace
{
MassProperties of(const Shape& shape, int dimension = 3) { return mass_properties(shape, dimension, Assets{}).value(); }

/// The closed form agrees with the integral over cells of the shape's solid.
void expect_like_integral(const Shape& shape, int dimension)
{
    const MassProperties exact = of(shape, dimension);
    const MassProperties sum =
        integrated_mass_properties(*make_solid(shape, dimension, Assets{}).value(), dimension, dimension == 2 ? 9 : 7);
    const double size = sqrt(trace(exact.second_moment) / exact.volume);
    EXPECT_EQ(exact.error, 0);
    EXPECT_NEAR(sum.volume / exact.volume, 1, 2e-3);
    EXPECT_LT(norm(sum.center - exact.center), 1e-3 * size);
    for (int i = 0; i < 3; ++i)
        EXPECT_LT(norm(sum.second_moment.row[i] - exact.second_moment.row[i]), 3e-3 * trace(exact.second_moment)) << i;
}

TriangleMesh tetrahedron(const Vec3d& at, double sign = 1)
{
    TriangleMesh mesh;
    mesh.vertices = {at, at + Vec3d{1, 0, 0}, at + Vec3d{0, 1, 0}, at + Vec3d{0, 0, sign}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    return mesh;
}

TEST(MassProperties, UnitCubeAndBall)
{
    const MassProperties cube = of(Shape{Box{{0, 0, 0}, {1, 1, 1}}});
    EXPECT_NEAR(cube.volume, 1, 1e-10);
    EXPECT_NEAR(cube.inertia().row[0].x, 1.0 / 6, 1e-10);
    EXPECT_NEAR(cube.inertia().row[0].y, 0, 1e-10);
    const MassProperties ball = of(Shape{Sphere{{3, 4, 5}, 1}});
    EXPECT_NEAR(ball.inertia().row[1].y / ball.volume, 0.4, 1e-10);
}

TEST(MassProperties, Tetrahedron)
{
    for (const double sign : {1.0, -1.0}) // the second is inside-out
    {
        const MassProperties m = mass_properties(tetrahedron({0, 0, 0}, sign));
        EXPECT_NEAR(m.volume, 1.0 / 6, 1e-10);
        EXPECT_LT(norm(m.center - Vec3d{0.25, 0.25, 0.25 * sign}), 1e-10);
        const Mat3d about_origin = m.second_moment + m.volume * outer(m.center, m.center);
        EXPECT_NEAR(about_origin.row[0].x, 1.0 / 60, 1e-10);
        EXPECT_NEAR(about_origin.row[0].y, 1.0 / 120, 1e-10);
        EXPECT_NEAR(about_origin.row[1].y + about_origin.row[2].z, 1.0 / 30, 1e-10); // I_xx
    }
}

TEST(MassProperties, MeshFarFromTheOriginKeepsItsDigits)
{
    const MassProperties near = mass_properties(tetrahedron({0, 0, 0}));
    const MassProperties far = mass_properties(tetrahedron({1048576, -1048576, 2097152})); // powers of two: the corners do not round
    EXPECT_NEAR(far.volume, near.volume, 1e-10);
    EXPECT_LT(norm(far.second_moment.row[0] - near.second_moment.row[0]), 1e-10);
}

TEST(MassProperties, EveryFormAgreesWithTheIntegral)
{
    expect_like_integral(Shape{Box{{-1, 0, 2}, {1, 3, 2.5}}}, 3);
    expect_like_integral(Shape{Sphere{{1, 0, 0}, 0.7}}, 3);
    expect_like_integral(Shape{Cylinder{{0, 0, 0}, {1, 2, 0.5}, 0.4}}, 3);
    expect_like_integral(Shape{Capsule{{0, 0, 0}, {1, 1, 0}, 0.3}}, 3);
    expect_like_integral(Shape{Torus{{0, 1, 0}, {1, 1, 0}, 1, 0.3}}, 3);
    expect_like_integral(Shape{HeightField{{0, -1, 0}, {2, 0, 1}, 3, {0, 0.5, 0.2, 0.3, -0.5, 0.1}}}, 3);
    const Moved moved{Shape{Box{{0, 0, 0}, {1, 2, 3}}}, {0.3, 0.5, -0.2}, {1, 2, 3}};
    expect_like_integral(Shape{moved}, 3);
    expect_like_integral(Shape{Union{{Shape{Box{{0, 0, 0}, {1, 1, 1}}}, Shape{Sphere{{3, 0, 0}, 1}}}}}, 3);
}

TEST(MassProperties, EveryFormInThePlane)
{
    expect_like_integral(Shape{Box{{-1, 0, 2}, {1, 3, 2.5}}}, 2);
    expect_like_integral(Shape{Sphere{{1, 0, 0.2}, 0.7}}, 2);
    expect_like_integral(Shape{Cylinder{{0, 0, 0.1}, {1, 2, 0.1}, 0.4}}, 2);
    expect_like_integral(Shape{Cylinder{{0.5, 1, -1}, {0.5, 1, 1}, 0.4}}, 2);
    expect_like_integral(Shape{Capsule{{0, 0, 0}, {1, 1, 0}, 0.3}}, 2);
    expect_like_integral(Shape{Torus{{0, 1, 0}, {0, 0, 1}, 1, 0.3}}, 2);
    expect_like_integral(Shape{HeightField{{0, -1, 0}, {2, 0, 1}, 3, {0, 0.5, 0.2}}}, 2);
    expect_like_integral(Shape{Moved{Shape{Box{{0, 0, 0}, {1, 2, 3}}}, {0, 0, 0.4}, {1, 2, 0}}}, 2);
}

/// A box of 2 × 1 × 1 of which a ball of radius 0.4 is missing in the middle.
TEST(MassProperties, CombinationsAreIntegratedWithAStatedError)
{
    const Shape shape{Difference{Shape{Box{{-1, -0.5, -0.5}, {1, 0.5, 0.5}}}, {Shape{Sphere{{0.2, 0, 0}, 0.4}}}}};
    const MassProperties m = of(shape);
    const double ball = 4 * pi / 3 * 0.064;
    const double volume = 2 - ball;
    EXPECT_NEAR(m.volume / volume, 1, 2e-4);
    EXPECT_NEAR(m.center.x, -0.2 * ball / volume, 2e-4);
    const double C_yy = 2.0 / 12 - ball * 0.16 / 5;
    EXPECT_NEAR(m.second_moment.row[1].y / C_yy, 1, 3e-4);
    EXPECT_GT(m.error, 0);
    EXPECT_LT(m.error, 2e-3);
}

TEST(MassProperties, CutOfAMesh)
{
    Assets assets;
    TriangleMesh mesh = tetrahedron({0, 0, -0.5});
    assets.meshes["t"] = std::make_shared<TriangleMesh>(mesh);
    const MassProperties m = mass_properties(Shape{MeshFile{"t", 1}}, 2, assets).value();
    EXPECT_NEAR(m.volume, 0.125, 1e-12); // a triangle with legs of 1/2
    EXPECT_NEAR(m.center.x, 1.0 / 6, 1e-12);
    EXPECT_NEAR(m.second_moment.row[0].x, std::pow(0.5, 4) / 36, 1e-12);
    EXPECT_NEAR(m.second_moment.row[0].y, -std::pow(0.5, 4) / 72, 1e-12);
}

/// Two cubes of 8 m³ that have 1 m³ in common, and one that stands in the other: space counts once, as winding numbers say. 0.005: they are integrated over cells (measured: 0.003).
TEST(MassProperties, PartsOfAMeshThatOverlapCountOnce)
{
    Assets assets;
    assets.meshes["crossing"] = std::make_shared<TriangleMesh>(together(box_mesh({0, 0, 0}, {2, 2, 2}), box_mesh({1, 1, 1}, {3, 3, 3})));
    assets.meshes["nested"] =
        std::make_shared<TriangleMesh>(together(box_mesh({0, 0, 0}, {2, 2, 2}), box_mesh({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5})));
    assets.meshes["apart"] = std::make_shared<TriangleMesh>(together(box_mesh({0, 0, 0}, {2, 2, 2}), box_mesh({2.5, 0, 0}, {3.5, 1, 1})));
    EXPECT_NEAR(mass_properties(Shape{MeshFile{"crossing", 1}}, 3, assets).value().volume, 15, 0.005 * 15);
    EXPECT_NEAR(mass_properties(Shape{MeshFile{"nested", 1}}, 3, assets).value().volume, 8, 0.005 * 8);
    EXPECT_NEAR(mass_properties(Shape{MeshFile{"apart", 1}}, 3, assets).value().volume, 9, 1e-12);
}

/// A square of 1 m², tilted, much thinner than any cell that could be laid over it.
TEST(MassProperties, ThinSheet)
{
    const double s = std::sqrt(0.5), t = 1e-3;
    Assets assets;
    assets.meshes["sheet"] =
        std::make_shared<TriangleMesh>(TriangleMesh{{{0, 0, 0}, {s, s, 0}, {s, s, 1}, {0, 0, 1}}, {{0, 1, 2}, {0, 2, 3}}});
    MeshFile sheet{"sheet", 2};
    sheet.thickness = t;
    const MassProperties m = mass_properties(Shape{sheet}, 3, assets).value();
    EXPECT_NEAR(m.volume, 4 * t, 1e-12);
    EXPECT_NEAR(norm(m.center - Vec3d{s, s, 1}), 0, 1e-12);
    EXPECT_NEAR(m.second_moment.row[2].z, 4 * t * 4 / 12, 1e-12);
    const Vec3d across{s, -s, 0};
    EXPECT_NEAR(dot(across, m.second_moment * across), 4 * t * t * t / 12, 1e-15);
}

TEST(MassProperties, RefusesWhatHasNoMass)
{
    EXPECT_FALSE(mass_properties(Shape{HalfSpace{}}, 3, Assets{}).ok());
    EXPECT_FALSE(mass_properties(Shape{Sphere{{0, 0, 3}, 1}}, 2, Assets{}).ok()); // above the plane
    const Shape apart{Intersection{{Shape{Sphere{{0, 0, 0}, 1}}, Shape{Sphere{{5, 0, 0}, 1}}}}};
    EXPECT_FALSE(mass_properties(apart, 3, Assets{}).ok());
    Assets assets;
    TriangleMesh flat = tetrahedron({0, 0, 0}, 0);
    assets.meshes["flat"] = std::make_shared<TriangleMesh>(flat);
    const auto refused = mass_properties(Shape{MeshFile{"flat", 1}}, 3, assets);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(describe(refused.problems()).find("enclose no volume"), std::string::npos);
}
} // namespace
} // namespace aspic
