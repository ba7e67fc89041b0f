#include "aspic/boundaries/rigid_body.h"

#include "support/mesh_shapes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aspic
{
namespace
{
RigidBodySettings brick()
{
    RigidBodySettings settings;
    settings.shape = Shape{Box{{0, 0, 0}, {1, 2, 3}}};
    settings.density = 2;
    return settings;
}

TEST(RigidBody, HasMassCentreAndInertia)
{
    const RigidBody body = make_rigid_body(brick(), 3, {}).value();
    EXPECT_DOUBLE_EQ(body.mass, 12);
    EXPECT_LT(norm(body.state.position - Vec3d{0.5, 1, 1.5}), 1e-15);
    EXPECT_NEAR(body.principal_inertia.x, 12.0 / 12 * (4 + 9), 1e-12);
    RigidBodySettings heavy = brick();
    heavy.mass = 24;
    EXPECT_NEAR(make_rigid_body(heavy, 3, {})->principal_inertia.z, 24.0 / 12 * (1 + 4), 1e-12);
}

TEST(RigidBody, PoseAndMotionAreThoseOfTheSettings)
{
    RigidBodySettings settings = brick();
    settings.position = {5, 6, 7};
    settings.rotation = {0.2, -0.4, 0.9};
    settings.velocity = {1, 0, 0};
    settings.angular_velocity = {0.3, 2, -1};
    const RigidBody body = make_rigid_body(settings, 3, {}).value();
    const Vec3d X{0.3, 0.1, 2};
    const Vec3d x = settings.position + rotation_matrix(settings.rotation) * X;
    EXPECT_LT(norm(body.pose().place_of(X) - x), 1e-14);
    EXPECT_LT(norm(body.pose().material_point(x) - X), 1e-14);
    const Vec3d v = settings.velocity + cross(settings.angular_velocity, x - settings.position);
    EXPECT_LT(norm(body.motion().velocity_at(x) - v), 1e-13);
}

/// The principal axes of a turned brick are found: its motion is that of the brick.
TEST(RigidBody, InertiaOfATurnedShape)
{
    RigidBodySettings turned = brick();
    turned.shape = Shape{Moved{turned.shape, {0.4, 0.1, -0.7}, {1, 2, 3}}};
    RigidBodySettings plain = brick();
    plain.rotation = {0.4, 0.1, -0.7};
    plain.position = {1, 2, 3};
    turned.angular_velocity = plain.angular_velocity = {1, 2, 3};
    const RigidBody a = make_rigid_body(turned, 3, {}).value();
    const RigidBody b = make_rigid_body(plain, 3, {}).value();
    EXPECT_LT(norm(a.state.position - b.state.position), 1e-13);
    EXPECT_LT(norm(a.state.angular_momentum - b.state.angular_momentum), 1e-11);
    EXPECT_NEAR(a.kinetic_energy(), b.kinetic_energy(), 1e-10);
}

TEST(RigidBody, InThePlaneOnlyTurnsAboutZ)
{
    RigidBodySettings settings = brick();
    settings.angular_velocity = {0, 0, 2};
    RigidBody body = make_rigid_body(settings, 2, {}).value();
    EXPECT_DOUBLE_EQ(body.mass, 4);
    EXPECT_NEAR(body.principal_inertia.z, 4.0 / 12 * (1 + 4), 1e-12);
    turn_freely(body, 0.1);
    EXPECT_NEAR(rotation_vector(body.state.orientation).z, 0.2, 1e-12);
    EXPECT_EQ(body.state.orientation.v.x, 0);
    settings.angular_velocity.x = 1;
    EXPECT_FALSE(make_rigid_body(settings, 2, {}).ok());
}

TEST(RigidBody, GivenMotionArrives)
{
    RigidBodySettings settings = brick();
    settings.is_given = true;
    RigidBody body = make_rigid_body(settings, 3, {}).value();
    apply_impulse(body, Vec3d{1, 2, 3}, {0, 0, 0});
    EXPECT_EQ(body.state.velocity, Vec3d{});
    const Quaternion turn = rotation_by({0.1, 0.2, 0.3});
    set_course(body, {1, 2, 3}, turn, 0.01);
    body.state.position += 0.01 * body.state.velocity;
    turn_freely(body, 0.01);
    EXPECT_LT(norm(body.state.position - Vec3d{1, 2, 3}), 1e-14);
    EXPECT_LT(norm(rotation_vector(body.state.orientation * conjugate(turn))), 1e-14);
}

TEST(RigidBody, RefusesBadSettings)
{
    RigidBodySettings settings = brick();
    settings.density = 0;
    EXPECT_FALSE(make_rigid_body(settings, 3, {}).ok());
    settings = brick();
    settings.mass = std::nan("");
    EXPECT_FALSE(make_rigid_body(settings, 3, {}).ok());
    settings = brick();
    settings.surface.restitution = 1.5;
    EXPECT_FALSE(make_rigid_body(settings, 3, {}).ok());
    settings = brick();
    settings.velocity.y = INFINITY;
    EXPECT_FALSE(make_rigid_body(settings, 3, {}).ok());
    settings = brick();
    settings.keeps_inside = true;
    EXPECT_FALSE(make_rigid_body(settings, 3, {}).ok());
    settings = brick();
    settings.shape = Shape{HalfSpace{}};
    const auto endless = make_rigid_body(settings, 3, {});
    ASSERT_FALSE(endless.ok());
    EXPECT_NE(describe(endless.problems()).find("endless"), std::string::npos);
}

TEST(RigidBody, RefusesAMeshWithoutVolume)
{
    Assets assets;
    assets.meshes["flat"] = std::make_shared<TriangleMesh>(box_mesh({0, 0, 0}, {1, 1, 0}));
    RigidBodySettings settings;
    settings.shape = Shape{MeshFile{"flat", 1}};
    const auto refused = make_rigid_body(settings, 3, assets);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(describe(refused.problems()).find("enclose no volume"), std::string::npos);
}
} // namespace
} // namespace aspic
