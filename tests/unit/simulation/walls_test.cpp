// Walls as a hard constraint: particles end a radius away from every surface, speed changes by restitution and Coulomb's law, moving walls push, and
// what the particles lose the wall gets.

#include "aspic/simulation/walls.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr double radius = 0.05;

Scene scene_with(const Wall& wall, int dimension = 3, GhostKind ghosts = GhostKind::none)
{
    Scene scene;
    scene.dimension = dimension;
    scene.spacing = 2 * radius;
    scene.materials.push_back({"water", {}});
    scene.walls.push_back({"wall", wall});
    scene.walls[0].value.ghosts = ghosts;
    scene.probes.push_back({"force", WallProbe{{}, "wall", {}}});
    return scene;
}

ParticleSet particle_at(const Vec3d& x, const Vec3& v, Real mass = 2)
{
    ParticleSet particles;
    particles.add_column<Index>("material", "1", "material");
    Walls::prepare(particles);
    particles.append(1);
    particles.position[0] = x;
    particles.velocity[0] = v;
    particles.mass[0] = mass;
    return particles;
}

Wall vessel()
{
    Wall wall;
    wall.shape = {Box{{0, 0, 0}, {1, 1, 1}}};
    wall.keeps = Side::inside;
    return wall;
}
} // namespace

TEST(Walls, KeepParticlesInsideAVesselAlsoInItsCorners)
{
    Walls walls(scene_with(vessel()), {});
    for (const Vec3d& x : {Vec3d{-0.2, 0.5, 0.5}, Vec3d{1.01, 1.3, 0.5}, Vec3d{-0.1, -0.2, 1.3}, Vec3d{0.04, 0.5, 0.5}})
    {
        ParticleSet particles = particle_at(x, {});
        walls.hold_back(particles, {}, 0, 0.01);
        for (int axis = 0; axis < 3; ++axis)
        {
            EXPECT_GE(particles.position[0][axis], radius - 1e-12);
            EXPECT_LE(particles.position[0][axis], 1 - radius + 1e-12);
        }
    }
    ParticleSet free = particle_at({0.5, 0.4, 0.3}, {1, 2, 3});
    walls.hold_back(free, {}, 0, 0.01);
    EXPECT_EQ(free.position[0], (Vec3d{0.5, 0.4, 0.3}));
    EXPECT_EQ(free.velocity[0], (Vec3{1, 2, 3}));
}

TEST(Walls, RestitutionAndFrictionFollowCoulomb)
{
    Wall floor;
    floor.shape = {HalfSpace{}};
    floor.restitution = 0.5;
    floor.fluid_friction = 0.2;
    Walls walls(scene_with(floor), {});
    ParticleSet sliding = particle_at({0, 0.01, 0}, {3, -2, 0});
    walls.hold_back(sliding, {}, 0, 0.01);
    EXPECT_NEAR(sliding.velocity[0].y, 1, 1e-6);                     // e · 2
    EXPECT_NEAR(sliding.velocity[0].x, 3 - 0.2 * (1.5 * 2), 1e-6);   // μ · normal impulse per mass
    ParticleSet sticking = particle_at({0, 0.01, 0}, {0.1F, -2, 0}); // friction stops it but never turns it round
    walls.hold_back(sticking, {}, 0, 0.01);
    EXPECT_NEAR(sticking.velocity[0].x, 0, 1e-6);
    ParticleSet leaving = particle_at({0, 0.01, 0}, {1, 2, 0});
    walls.hold_back(leaving, {}, 0, 0.01);
    EXPECT_EQ(leaving.velocity[0], (Vec3{1, 2, 0}));
}

TEST(Walls, MovingWallTakesParticlesAlong)
{
    Wall piston;
    piston.shape = {HalfSpace{{0, 0, 0}, {1, 0, 0}}};
    piston.motion = Motion{};
    piston.motion->velocity = Keyframed<Vec3d>({2, 0, 0});
    Walls walls(scene_with(piston), {});
    ParticleSet particles = particle_at({0.01, 0, 0}, {});
    walls.hold_back(particles, {}, 1, 0.1); // at t = 1.1 s the face stands at x = 2.2 m
    EXPECT_NEAR(particles.position[0].x, 2.2 + radius, 1e-12);
    EXPECT_NEAR(particles.velocity[0].x, 2, 1e-6);
}

TEST(Walls, TurningWallMovesItsSurface)
{
    Wall paddle;
    paddle.shape = {Box{{0, -0.1, -1}, {1, 0, 1}}};
    paddle.motion = Motion{};
    paddle.motion->angular_velocity = Keyframed<Vec3d>({0, 0, 0.5});
    Walls walls(scene_with(paddle), {});
    ParticleSet particles = particle_at({0.8, 0.02, 0}, {});
    walls.hold_back(particles, {}, 0, 0.01);
    EXPECT_NEAR(particles.velocity[0].y, 0.5 * 0.8, 1e-3); // ω r
}

TEST(Walls, GetWhatParticlesLose)
{
    Walls walls(scene_with(vessel()), {});
    ParticleSet particles = particle_at({0.5, -0.01, 0.25}, {0, -3, 0}, 4);
    walls.hold_back(particles, {}, 0, 0.01);
    EXPECT_NEAR(norm(walls.impulses()[0].linear - Vec3d{0, -12, 0}), 0, 1e-5);
    EXPECT_NEAR(norm(walls.impulses()[0].angular - cross(Vec3d{0.5, radius, 0.25}, Vec3d{0, -12, 0})), 0, 1e-5);
}

TEST(Walls, LeaveHeldParticlesAlone)
{
    Walls walls(scene_with(vessel()), {});
    ParticleSet particles = particle_at({-1, 0, 0}, {});
    const Array<Index> held{1};
    walls.hold_back(particles, {.by_all = const_view(held)}, 0, 0.01);
    EXPECT_EQ(particles.position[0], (Vec3d{-1, 0, 0}));
}

TEST(Walls, InThePlaneNothingLeavesIt)
{
    Wall ball;
    ball.shape = {Sphere{{0, 0, 0}, 1}};
    Walls walls(scene_with(ball, 2), {});
    ParticleSet particles = particle_at({0.3, 0.4, 0}, {});
    walls.hold_back(particles, {}, 0, 0.01);
    EXPECT_NEAR(norm(particles.position[0]), 1 + radius, 1e-9);
    EXPECT_EQ(particles.position[0].z, 0);
}

TEST(Walls, WithGhostsLetParticlesComeHalfAsNear)
{
    Walls walls(scene_with(vessel(), 3, GhostKind::free_slip), {});
    ParticleSet particles = particle_at({0.01, 0.5, 0.5}, {-1, 0, 0});
    walls.hold_back(particles, {}, 0, 0.01);
    EXPECT_NEAR(particles.position[0].x, 0.5 * radius, 1e-12);
    EXPECT_EQ(particles.velocity[0].x, 0);
}

TEST(Walls, KnowHowFarAParticleMayGo)
{
    Scene scene = scene_with(vessel());
    Wall ball;
    ball.shape = {Sphere{{0.5, 0.5, 0.5}, 0.1}};
    ball.ghosts = GhostKind::none;
    scene.walls.push_back({"ball", ball});
    Walls walls(scene, {});
    ParticleSet particles = particle_at({0.5, 0.5, 0.75}, {});
    walls.hold_back(particles, {}, 0, 0.01);
    const double to_ball = 0.25 - 0.1 - radius; // the lid is 0.2 away
    EXPECT_LE(particles.column<Real>("clearance")[0], to_ball);
    EXPECT_GT(particles.column<Real>("clearance")[0], 0.99 * to_ball);
    // Until that is used up nobody looks, not even where the particle has no right to be.
    particles.position[0] = {-1, 0, 0};
    walls.hold_back(particles, {}, 0, 0.01);
    EXPECT_EQ(particles.position[0], (Vec3d{-1, 0, 0}));
    particles.column<Real>("clearance")[0] = 0;
    walls.hold_back(particles, {}, 0, 0.01);
    EXPECT_NEAR(particles.position[0].x, radius, 1e-12);
}

TEST(Walls, LeaveGhostsAlone)
{
    Walls walls(scene_with(vessel()), {});
    ParticleSet particles = particle_at({-1, 0, 0}, {});
    particles.column<Index>("material")[0] = ghost_material;
    walls.hold_back(particles, {}, 0, 0.01);
    EXPECT_EQ(particles.position[0], (Vec3d{-1, 0, 0}));
}
