// Bad shapes are refused with the place, the reason and what to do: all of it at once.

#include "aspic/geometry/solid.h"
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

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<std::string> places_of_problems(const Shape& shape, int dimension = 3, const Assets& assets = {})
{
    const auto solid = make_solid(shape, dimension, assets);
    EXPECT_EQ(solid.ok(), solid.problems().empty());
    std::vector<std::string> places;
    for (const Problem& problem : solid.problems())
    {
        EXPECT_FALSE(problem.what.empty());
        EXPECT_FALSE(problem.hint.empty()) << problem.what;
        places.push_back(problem.where);
    }
    return places;
}

using Places = std::vector<std::string>;

TEST(ShapeCheck, GoodShapes)
{
    EXPECT_EQ(places_of_problems({Box{{0, 0, 0}, {1, 1, 1}}}), Places{});
    EXPECT_EQ(places_of_problems({Torus{{0, 0, 0}, {0, 1e-30, 0}, 1, 0.999}}), Places{});
    EXPECT_EQ(places_of_problems({Difference{Shape{Sphere{{0, 0, 0}, 1}}, {}}}), Places{});
    EXPECT_EQ(places_of_problems({HeightField{{0, 0, 0}, {1, -5, 1}, 2, {0, 1, 1, 1}}}), Places{});
}

TEST(ShapeCheck, BoxesNeedASize)
{
    EXPECT_EQ(places_of_problems({Box{{0, 0, 0}, {1, 0, -1}}}), (Places{"box.to.y", "box.to.z"}));
    EXPECT_EQ(places_of_problems({Box{{0, 0, 0}, {1, 0, -1}}}, 2), Places{"box.to.y"});
}

TEST(ShapeCheck, RadiiArePositive)
{
    for (const double radius : {0.0, -1.0, nan, HUGE_VAL, 1e200})
    {
        EXPECT_EQ(places_of_problems({Sphere{{0, 0, 0}, radius}}), Places{"sphere.radius"});
        EXPECT_EQ(places_of_problems({Cylinder{{0, 0, 0}, {1, 0, 0}, radius}}), Places{"cylinder.radius"});
        EXPECT_EQ(places_of_problems({Capsule{{0, 0, 0}, {1, 0, 0}, radius}}), Places{"capsule.radius"});
        EXPECT_EQ(places_of_problems({Torus{{0, 0, 0}, {0, 1, 0}, radius, 0.1}}), Places{"torus.radius"});
        EXPECT_EQ(places_of_problems({Torus{{0, 0, 0}, {0, 1, 0}, 1, radius}}), Places{"torus.thickness"});
    }
}

TEST(ShapeCheck, RodsNeedTwoEnds)
{
    EXPECT_EQ(places_of_problems({Cylinder{{1, 2, 3}, {1, 2, 3}, 1}}), Places{"cylinder.to"});
    EXPECT_EQ(places_of_problems({Capsule{{1, 2, 3}, {1, 2, 3}, -1}}), (Places{"capsule.to", "capsule.radius"}));
}

TEST(ShapeCheck, DirectionsAreNotZero)
{
    EXPECT_EQ(places_of_problems({Torus{{0, 0, 0}, {0, 0, 0}, 1, 0.1}}), Places{"torus.axis"});
    EXPECT_EQ(places_of_problems({HalfSpace{{0, 0, 0}, {0, 0, 0}}}), Places{"half_space.normal"});
    EXPECT_EQ(places_of_problems({HalfSpace{{0, 0, 0}, {0, 0, 1e-200}}}), Places{"half_space.normal"});
}

TEST(ShapeCheck, TubeMustNotOverlapItself)
{
    EXPECT_EQ(places_of_problems({Torus{{0, 0, 0}, {0, 1, 0}, 1, 1}}), Places{"torus.thickness"});
    EXPECT_EQ(places_of_problems({Torus{{0, 0, 0}, {0, 1, 0}, 1, 2}}), Places{"torus.thickness"});
}

TEST(ShapeCheck, NumbersAreFinite)
{
    EXPECT_EQ(places_of_problems({Box{{0, nan, 0}, {1, 1, HUGE_VAL}}}), (Places{"box.from.y", "box.to.z"}));
    EXPECT_EQ(places_of_problems({Sphere{{nan, 0, 0}, 1}}), Places{"sphere.center.x"});
    EXPECT_EQ(places_of_problems({HalfSpace{{0, 0, -HUGE_VAL}, {0, nan, 0}}}), (Places{"half_space.point.z", "half_space.normal.y"}));
    EXPECT_EQ(places_of_problems({Moved{Shape{Sphere{{0, 0, 0}, 1}}, {0, nan, 0}, {nan, 0, 0}}}),
              (Places{"moved.rotation.y", "moved.position.x"}));
    EXPECT_EQ(places_of_problems({HeightField{{0, 0, 0}, {1, 0, 1}, 2, {1, 1, nan, 1}}}), Places{"height_field.heights[2]"});
}

TEST(ShapeCheck, HeightFields)
{
    const auto field = [](int columns, std::vector<double> heights) {
        return Shape{HeightField{{0, -1, 0}, {1, 0, 1}, columns, std::move(heights)}};
    };
    EXPECT_EQ(places_of_problems(field(1, {0, 0})), Places{"height_field.columns"});
    EXPECT_EQ(places_of_problems(field(-3, {0, 0})), Places{"height_field.columns"});
    EXPECT_EQ(places_of_problems(field(2, {0, 0, 0})), Places{"height_field.heights"});
    EXPECT_EQ(places_of_problems(field(2, {})), Places{"height_field.heights"});
    EXPECT_EQ(places_of_problems(field(2, {0, 0})), Places{"height_field.heights"});             // one row in 3D
    EXPECT_EQ(places_of_problems(field(2, {0, 0, 0, 0}), 2), Places{"height_field.heights"});    // two rows in 2D
    EXPECT_EQ(places_of_problems(field(2, {0, 0, -1.5, 0})), Places{"height_field.heights[2]"}); // below the bottom
    EXPECT_EQ(places_of_problems(field(2, {-1, -1, -1, -1})), Places{"height_field.heights"});
    EXPECT_EQ(places_of_problems(field(2, {0, 0, 0, 0})), Places{});
    EXPECT_EQ(places_of_problems(field(4, {0, 0, 0, 0}), 2), Places{});
    EXPECT_EQ(places_of_problems({HeightField{{0, -1, 0}, {0, 0, -1}, 2, {0, 0, 0, 0}}}),
              (Places{"height_field.to.x", "height_field.to.z"}));
    EXPECT_EQ(places_of_problems({HeightField{{0, -1, 0}, {1, 0, -1}, 2, {0, 0}}}, 2), Places{});
}

TEST(ShapeCheck, ListsAreNotEmpty)
{
    EXPECT_EQ(places_of_problems({Union{}}), Places{"union.of"});
    EXPECT_EQ(places_of_problems({Intersection{}}), Places{"intersection.of"});
}

TEST(ShapeCheck, AllProblemsWithTheirPath)
{
    const Shape bad_ball{Sphere{{0, 0, 0}, -1}};
    const Shape good_ball{Sphere{{0, 0, 0}, 1}};
    const Shape shape{Union{{good_ball, bad_ball, {Moved{Shape{Difference{bad_ball, {good_ball, {Intersection{{bad_ball}}}}}}, {}, {}}}}}};
    EXPECT_EQ(places_of_problems(shape), (Places{"union.of[1].sphere.radius", "union.of[2].moved.shape.difference.of.sphere.radius",
                                                 "union.of[2].moved.shape.difference.without[1].intersection.of[0].sphere.radius"}));
}

TEST(ShapeCheck, ParticlesHaveNoInside)
{
    const auto solid = make_solid({Union{{{ParticleFile{"dust.csv"}}}}}, 3, {});
    ASSERT_EQ(solid.problems().size(), 1U);
    EXPECT_EQ(solid.problems()[0].where, "union.of[0].particles");
    EXPECT_THAT(solid.problems()[0].what, HasSubstr("no inside"));
}

TEST(ShapeCheck, MeshesMustBeThereAndClosed)
{
    Assets assets;
    assets.meshes["good.obj"] = std::make_shared<TriangleMesh>(box_mesh({0, 0, 0}, {1, 1, 1}));
    TriangleMesh open = *assets.meshes["good.obj"];
    open.triangles.pop_back();
    assets.meshes["open.obj"] = std::make_shared<TriangleMesh>(open);
    TriangleMesh twisted_mesh = box_mesh({0, 0, 0}, {1, 1, 1});
    std::swap(twisted_mesh.triangles[3][0], twisted_mesh.triangles[3][1]);
    assets.meshes["twisted.obj"] = std::make_shared<TriangleMesh>(twisted_mesh);
    EXPECT_EQ(places_of_problems({MeshFile{"good.obj", 1}}, 3, assets), Places{});
    EXPECT_EQ(places_of_problems({MeshFile{"good.obj", 0}}, 3, assets), Places{"mesh.scale"});
    EXPECT_EQ(places_of_problems({MeshFile{"good.obj", nan}}, 3, assets), Places{"mesh.scale"});
    EXPECT_EQ(places_of_problems({MeshFile{"good.obj", 1e30}}, 3, assets), Places{"mesh.scale"});

    const auto missing = make_solid({MeshFile{"bunny.obj"}}, 3, assets);
    ASSERT_EQ(missing.problems().size(), 1U);
    EXPECT_EQ(missing.problems()[0].where, "mesh.file");
    EXPECT_THAT(missing.problems()[0].what, HasSubstr("'bunny.obj'"));

    EXPECT_EQ(places_of_problems({MeshFile{"open.obj"}}, 3, assets), Places{}); // winding numbers decide
    EXPECT_EQ(places_of_problems({MeshFile{"good.obj", 1, 0}}, 3, assets), Places{"mesh.thickness"});

    const auto twisted = make_solid({MeshFile{"twisted.obj"}}, 3, assets);
    ASSERT_EQ(twisted.problems().size(), 1U);
    EXPECT_EQ(twisted.problems()[0].where, "mesh.file");
    EXPECT_THAT(twisted.problems()[0].what, HasSubstr("'twisted.obj': neighbouring triangles face opposite ways"));
    EXPECT_EQ(places_of_problems({MeshFile{"twisted.obj", 1, 0.1}}, 3, assets), Places{}); // a sheet has no sides
}

TEST(ShapeCheck, VeryDeepShapesAreRefused)
{
    Shape shape{Sphere{{0, 0, 0}, 1}};
    for (int level = 0; level < 99; ++level)
        shape = Shape{Moved{Shape{shape}, {}, {0.01, 0, 0}}};
    EXPECT_TRUE(make_solid(shape, 3, {}).ok());
    shape = Shape{Moved{Shape{shape}, {}, {}}};
    const auto solid = make_solid(shape, 3, {});
    ASSERT_EQ(solid.problems().size(), 1U);
    EXPECT_THAT(solid.problems()[0].what, HasSubstr("inside each other"));
}
} // namespace

TEST(ShapeCheck, CliffsAreNoHeightFields)
{
    const auto field = [](std::vector<double> heights) { return Shape{HeightField{{0, -1, 0}, {2, 0, 1}, 3, std::move(heights)}}; };
    EXPECT_EQ(places_of_problems(field({0, 0, 999, 0, 0, 0})), Places{});
    EXPECT_EQ(places_of_problems(field({0, 0, 1001, 0, 0, 0})), Places{"height_field.heights[1]"});
    EXPECT_EQ(places_of_problems(field({0, 0, 0, 0, 1e30, 0})), Places{"height_field.heights[1]"});
    EXPECT_EQ(places_of_problems({HeightField{{0, -1, 0}, {2, 0, 0}, 3, {0, 1e9, 0}}}, 2), Places{}); // lines are no trouble
}
} // namespace aspic
