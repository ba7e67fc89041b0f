#include "aspic/boundaries/contact.h"

#include "support/mesh_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
RigidBody body_of(const Shape& shape, const Vec3d& position, const Vec3d& rotation = {}, int dimension = 3, bool is_given = false)
{
    RigidBodySettings settings;
    settings.shape = shape;
    settings.position = position;
    settings.rotation = rotation;
    settings.is_given = is_given;
    Assets assets;
    assets.meshes["cube"] = std::make_shared<TriangleMesh>(box_mesh({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}));
    return make_rigid_body(settings, dimension, assets).value();
}
const Shape cube{Box{{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}}};
const Shape floor_below{HalfSpace{{0, 0, 0}, {0, 1, 0}}};

/// Contacts of two bodies with the normals from the second to the first.
std::vector<Contact> touching(const RigidBody& a, const RigidBody& b, double dt = 0)
{
    return find_contacts(std::vector<RigidBody>{a, b}, dt, 0.01);
}

void expect_upright(const std::vector<Contact>& contacts, double gap)
{
    for (const Contact& contact : contacts)
    {
        EXPECT_NEAR(contact.normal.y, 1, 1e-12);
        EXPECT_NEAR(contact.gap, gap, 1e-12);
    }
}

TEST(Contacts, EveryShapeStandsOnAPlane)
{
    const RigidBody ground = body_of(floor_below, {0, 0, 0}, {}, 3, true);
    const double g = -0.001;
    const auto expect = [&](const Shape& shape, double height, std::size_t count, const Vec3d& rotation = {}) {
        const auto contacts = touching(body_of(shape, {0.3, height + g, 0.2}, rotation), ground);
        EXPECT_EQ(contacts.size(), count);
        expect_upright(contacts, g);
    };
    expect(cube, 0.5, 4);
    expect(Shape{MeshFile{"cube", 1}}, 0.5, 4);
    expect(Shape{Sphere{{0, 0, 0}, 0.3}}, 0.3, 1);
    expect(Shape{Capsule{{0, -1, 0}, {0, 1, 0}, 0.3}}, 1.3, 1);
    expect(Shape{Capsule{{-1, 0, 0}, {1, 0, 0}, 0.3}}, 0.3, 2);
    expect(Shape{Cylinder{{0, -1, 0}, {0, 1, 0}, 0.3}}, 1, 4);
    expect(Shape{Cylinder{{-1, 0, 0}, {1, 0, 0}, 0.3}}, 0.3, 2);
    expect(Shape{Torus{{0, 0, 0}, {0, 1, 0}, 1, 0.3}}, 0.3, 4);
    expect(Shape{Torus{{0, 0, 0}, {1, 0, 0}, 1, 0.3}}, 1.3, 1);
    expect(Shape{Union{{cube, Shape{Box{{0.5, -0.5, -0.5}, {1.5, 0.5, 0.5}}}}}}, 0.5, 4);
    expect(Shape{Difference{cube, {Shape{Sphere{{0, 0, 0}, 0.3}}}}}, 0.5, 4);
    expect(Shape{HeightField{{-0.5, -0.5, -0.5}, {0.5, 0, 0.5}, 2, {0.1, 0.2, 0.3, 0.4}}}, 0.5, 4);
}

TEST(Contacts, PlaceAndOffsetsAgree)
{
    const RigidBody ground = body_of(floor_below, {0, 0, 0}, {}, 3, true);
    const RigidBody ball = body_of(Shape{Sphere{{0, 0, 0}, 0.3}}, {7, 0.29, 2});
    const auto contacts = touching(ball, ground);
    ASSERT_EQ(contacts.size(), 1U);
    EXPECT_LT(norm(ball.state.position + contacts[0].r_a - Vec3d{7, -0.005, 2}), 1e-14);
    EXPECT_LT(norm(ground.state.position + contacts[0].r_b - Vec3d{7, -0.005, 2}), 1e-14);
}

TEST(Contacts, FlushBoxesMeetWithTheirFaces)
{
    for (const int dimension : {2, 3})
        for (const double turn : {0.0, 0.3})
            expect_upright(touching(body_of(cube, {0, 0.999, 0}, {0, dimension == 3 ? turn : 0, 0}, dimension),
                                    body_of(cube, {0, 0, 0}, {}, dimension)),
                           -0.001);
    const Shape mesh{MeshFile{"cube", 1}};
    const auto meshes = touching(body_of(mesh, {0, 0.999, 0}), body_of(mesh, {0, 0, 0}));
    EXPECT_EQ(meshes.size(), 4U);
    expect_upright(meshes, -0.001);
    expect_upright(touching(body_of(cube, {0, 0.999, 0}), body_of(mesh, {0, 0, 0})), -0.001);
    EXPECT_EQ(touching(body_of(cube, {0.4, 0.999, 0.4}), body_of(cube, {0, 0, 0})).size(), 4U);
    EXPECT_TRUE(touching(body_of(cube, {0, 1.02, 0}), body_of(cube, {0, 0, 0})).empty());
}

TEST(Contacts, CrossedEdgesMeetInAPoint)
{
    // Two cubes on edge, one along x and one along z: the edges are at y = ±√½ from the centres.
    const double reach = std::sqrt(0.5);
    const auto contacts = touching(body_of(cube, {0, 2 * reach - 0.001, 0}, {0, 0, pi / 4}), body_of(cube, {0, 0, 0}, {pi / 4, 0, 0}));
    ASSERT_EQ(contacts.size(), 1U);
    expect_upright(contacts, -0.001);
    EXPECT_LT(norm(contacts[0].r_b - Vec3d{0, reach - 0.0005, 0}), 1e-12);
}

TEST(Contacts, CrossedRodsMeetInAPoint)
{
    const Shape along_x_capsule{Capsule{{-1, 0, 0}, {1, 0, 0}, 0.1}};
    const Shape along_z_capsule{Capsule{{0, 0, -1}, {0, 0, 1}, 0.1}};
    const Shape along_x{Cylinder{{-1, 0, 0}, {1, 0, 0}, 0.1}};
    const Shape along_z{Cylinder{{0, 0, -1}, {0, 0, 1}, 0.1}};
    for (const auto& [upper, lower] : {std::pair{along_x, along_z}, {along_x_capsule, along_z_capsule}, {along_x_capsule, along_z}})
    {
        const auto contacts = touching(body_of(upper, {0.1, 0.199, 0.2}), body_of(lower, {0, 0, 0}));
        ASSERT_EQ(contacts.size(), 1U);
        expect_upright(contacts, -0.001);
        EXPECT_LT(norm(contacts[0].r_b - Vec3d{0, 0.0995, 0.2}), 1e-6);
    }
    const auto edge = touching(body_of(Shape{Box{{-1, 0, 0}, {1, 1, 1}}}, {0, 0.099, 0}, {-pi / 4, 0, 0}), body_of(along_z, {0, 0, 0}));
    ASSERT_EQ(edge.size(), 1U);
    expect_upright(edge, -0.001);
}

TEST(Contacts, BallInTheCornerOfAVesselTouchesThreeSides)
{
    RigidBodySettings vessel;
    vessel.shape = Shape{Box{{0, 0, 0}, {1, 1, 1}}};
    vessel.keeps_inside = vessel.is_given = true;
    const auto contacts = touching(body_of(Shape{Sphere{{0, 0, 0}, 0.2}}, {0.2, 0.2, 0.2}), make_rigid_body(vessel, 3, {}).value());
    ASSERT_EQ(contacts.size(), 3U);
    for (const Contact& contact : contacts)
        EXPECT_NEAR(contact.gap, 0, 1e-15);
}

TEST(Contacts, KeysStayAndManifoldsAreSmall)
{
    const RigidBody ground = body_of(floor_below, {0, 0, 0}, {}, 3, true);
    const auto now = touching(body_of(Shape{MeshFile{"cube", 1}}, {0, 0.4999, 0}), ground);
    const auto later = touching(body_of(Shape{MeshFile{"cube", 1}}, {0.1, 0.4998, 0}), ground);
    ASSERT_EQ(now.size(), 4U); // of a hundred sample points, the corners
    for (std::size_t k = 0; k < 4; ++k)
    {
        EXPECT_EQ(now[k].key, later[k].key);
        EXPECT_NEAR(std::abs(now[k].r_a.x), 0.5, 1e-12);
    }
}

TEST(Contacts, FastBodiesAreSeenAhead)
{
    RigidBody ball = body_of(Shape{Sphere{{0, 0, 0}, 0.1}}, {0, 1, 0});
    const RigidBody ground = body_of(floor_below, {0, 0, 0}, {}, 3, true);
    EXPECT_TRUE(touching(ball, ground, 0.01).empty());
    ball.state.velocity = {0, -200, 0};
    EXPECT_EQ(touching(ball, ground, 0.01).size(), 1U);
}

TEST(Contacts, FarFromTheOriginAreTheSame)
{
    const Vec3d far{1048576, 2097152, -1048576};
    const auto near_contacts = touching(body_of(cube, {0.25, 0.9375, 0}), body_of(cube, {0, 0, 0}));
    const auto far_contacts = touching(body_of(cube, far + Vec3d{0.25, 0.9375, 0}), body_of(cube, far));
    ASSERT_EQ(near_contacts.size(), far_contacts.size());
    for (std::size_t k = 0; k < near_contacts.size(); ++k)
        EXPECT_EQ(near_contacts[k].gap, far_contacts[k].gap);
}

TEST(Contacts, WallsDoNotTouchWallsNorTheLost)
{
    const RigidBody wall = body_of(cube, {0, 0, 0}, {}, 3, true);
    EXPECT_TRUE(touching(wall, wall).empty());
    RigidBody lost = body_of(cube, {0, 0, 0});
    lost.state.position.x = std::nan("");
    EXPECT_TRUE(touching(lost, wall).empty());
}
} // namespace
} // namespace aspic
