// Paths against surfaces: plane, box, ball by their equations; sheets far thinner than the path is long; nothing where
// a path leaves, or begins inside.
#include "aspic/boundaries/swept_path.h"

#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aspic
{
namespace
{
constexpr double skin = 1e-7;

std::shared_ptr<const Solid> solid_of_shape(const Shape& shape, int dimension = 3, const Assets& assets = {})
{
    return make_solid(shape, dimension, assets).value();
}

std::optional<PathContact> contact_with(const Solid& solid, const Vec3d& from, const Vec3d& to, bool keeps_inside = false)
{
    return first_contact({solid, keeps_inside, from, to, skin});
}

/// The share of the path at which it enters a box; above 1 if it does not: the slabs of Kay and Kajiya (1986).
double entry_into_box(const Box& box, const Vec3d& from, const Vec3d& to)
{
    double enter = 0, leave = 1;
    for (int axis = 0; axis < 3; ++axis)
    {
        const double way = to[axis] - from[axis];
        const double a = (box.from[axis] - from[axis]) / way, b = (box.to[axis] - from[axis]) / way;
        enter = std::max(enter, std::min(a, b));
        leave = std::min(leave, std::max(a, b));
    }
    return enter < leave ? enter : 2;
}

TEST(SweptPath, EntersBoxesOfAnyThicknessWhereSlabsDo)
{
    RandomNumbers random(1);
    int entered = 0;
    for (int k = 0; k < 4000; ++k)
    {
        const double thickness = std::pow(10.0, -9 * random.between(0, 1));
        const Box box{{-1, 0, -1}, {1, thickness, 1}};
        const auto place = [&] {
            return Vec3d{3 * random.between(0, 1) - 1.5, 4 * random.between(0, 1) - 2, 3 * random.between(0, 1) - 1.5};
        };
        const Vec3d from = place(), to = place();
        const auto solid = solid_of_shape(Shape{box});
        if (solid->surface_from(from).distance <= 1e-3)
            continue;
        const auto found = contact_with(*solid, from, to);
        const double expected = entry_into_box(box, from, to);
        ASSERT_EQ(found.has_value(), expected <= 1) << k;
        if (!found)
            continue;
        ++entered;
        // The path ends a skin before the surface, measured across it.
        EXPECT_GT(solid->surface_from(found->place).distance, 0);
        EXPECT_LE(solid->surface_from(found->place).distance, skin);
        const Vec3d way = to - from;
        const double slope = std::abs(dot(found->normal, way)) / norm(way);
        EXPECT_LT(norm(found->place - (from + expected * way)), 2 * skin / slope) << k;
    }
    EXPECT_GT(entered, 500);
}

TEST(SweptPath, LeavesVesselsWhereItsEquationSays)
{
    const auto ball = solid_of_shape(Shape{Sphere{{0, 0, 0}, 1}});
    const Vec3d from{0.1, 0.2, 0}, to{0.1, 3, 0};
    const auto found = contact_with(*ball, from, to, true);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->place.y, std::sqrt(1 - 0.01), 2 * skin);
    EXPECT_NEAR(norm(found->normal + found->place), 0, 1e-6); // inwards
    EXPECT_FALSE(contact_with(*ball, from, {0.1, 0.9, 0}, true));
}

TEST(SweptPath, WhatLeavesOrBeginsInsideDoesNotTouch)
{
    const auto plane = solid_of_shape(Shape{HalfSpace{}});
    EXPECT_FALSE(contact_with(*plane, {0, 0.5 * skin, 0}, {1, 1, 0}));
    EXPECT_FALSE(contact_with(*plane, {0, -0.5 * skin, 0}, {1, -1, 0}));
    EXPECT_FALSE(contact_with(*plane, {0, -1, 0}, {0, 1, 0}));
    EXPECT_FALSE(contact_with(*plane, {0, 1, 0}, {0, 1, 0}));
    const auto found = contact_with(*plane, {0, 0.5 * skin, 0}, {1, -1, 0});
    ASSERT_TRUE(found); // where it began
    EXPECT_EQ(found->place.y, 0.5 * skin);
}

/// A path along a face, at a distance much smaller than its length, is not stopped.
TEST(SweptPath, SlidesAlongFaces)
{
    const auto plane = solid_of_shape(Shape{HalfSpace{}});
    EXPECT_FALSE(contact_with(*plane, {0, 0.01, 0}, {1, 0.01, 0}));
    EXPECT_FALSE(contact_with(*plane, {0, 0.01, 0}, {1, 0.02, 0}));
}

/// One triangle as a sheet, a millionth of a millionth of its size thick.
TEST(SweptPath, DoesNotPassASingleTriangle)
{
    Assets assets;
    auto mesh = std::make_shared<TriangleMesh>();
    mesh->vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh->triangles = {{0, 1, 2}};
    assets.meshes["triangle.obj"] = mesh;
    const auto sheet = solid_of_shape(Shape{MeshFile{"triangle.obj", 1, 1e-12}}, 3, assets);
    RandomNumbers random(2);
    int through = 0;
    for (int k = 0; k < 2000; ++k)
    {
        const Vec3d from{random.between(0, 1), random.between(0, 1), 0.1 + random.between(0, 1)};
        const Vec3d to{random.between(0, 1), random.between(0, 1), -0.1 - random.between(0, 1)};
        const Vec3d at = from + from.z / (from.z - to.z) * (to - from); // in the plane
        if (std::min({at.x, at.y, 1 - at.x - at.y}) > -1e-5 && std::min({at.x, at.y, 1 - at.x - at.y}) < 1e-5)
            continue; // within a skin of its edge
        const bool hits = std::min({at.x, at.y, 1 - at.x - at.y}) > 0;
        const auto found = contact_with(*sheet, from, to);
        ASSERT_EQ(found.has_value(), hits) << k;
        through += hits ? 1 : 0;
        EXPECT_TRUE(!found || found->place.z > 0);
    }
    EXPECT_GT(through, 300);
}

TEST(SweptPath, StaysInThePlane)
{
    const auto disc = solid_of_shape(Shape{Sphere{{0, 0, 0}, 1}}, 2);
    const auto found = contact_with(*disc, {-2, 0.3, 0}, {2, 0.3, 0});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->place.x, -std::sqrt(1 - 0.09), 2 * skin);
    EXPECT_EQ(found->normal.z, 0);
}
} // namespace
} // namespace aspic
