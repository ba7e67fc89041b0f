// Shapes in two dimensions: what the plane z = 0 cuts out of them.

#include "surface_properties.h"

#include <cmath>

namespace aspic
{
namespace
{
const Region plane{.dimension = 2};

double distance_from_segment(const Vec3d& x, const Vec3d& a, const Vec3d& b)
{
    double best = HUGE_VAL;
    for (int k = 0; k <= 20000; ++k)
        best = min(best, norm(x - (a + (k / 20000.0) * (b - a))));
    return best;
}

TEST(PlaneCut, BoxesIgnoreZ)
{
    const Vec3d low{-1, -0.5, 7};
    const Vec3d high{0.8, 0.9, -3};
    const auto solid = solid_from({Box{low, high}}, 2);
    expect_exact(
        *solid, [](const Vec3d& x) { return x.x > -1 && x.x < 0.8 && x.y > -0.5 && x.y < 0.9; }, plane);
    EXPECT_EQ(solid->bounds().low, (Vec3d{-1, -0.5, 0}));
    EXPECT_EQ(solid->bounds().high, (Vec3d{0.8, 0.9, 0}));
    EXPECT_EQ(solid->surface_from({0, 0, 5}).distance, -0.5);
}

TEST(PlaneCut, BallAboveThePlaneIsASmallerDisc)
{
    const auto solid = solid_from({Sphere{{0.2, 0.1, 0.6}, 1}}, 2);
    expect_exact(
        *solid,
        [](const Vec3d& x) {
            return norm(x - Vec3d{0.2, 0.1, 0.6}) < 1;
        },
        plane);
    EXPECT_NEAR(solid->surface_from({0.2, 0.1, 0}).distance, -0.8, 1e-15);
    EXPECT_NEAR(solid->bounds().high.x, 1.0, 1e-15);
}

TEST(PlaneCut, UprightCylinderIsADiscHoweverShort)
{
    for (const double top : {0.0, 0.01, 5.0})
    {
        const auto solid = solid_from({Cylinder{{0.1, 0, -0.01}, {0.1, 0, top}, 0.7}}, 2);
        expect_exact(
            *solid,
            [](const Vec3d& x) {
                return norm(x - Vec3d{0.1, 0, 0}) < 0.7;
            },
            plane);
        EXPECT_NEAR(solid->surface_from({0.1, 0, 0}).distance, -0.7, 1e-15);
    }
}

TEST(PlaneCut, LyingCylinderIsARectangle)
{
    const auto solid = solid_from({Cylinder{{-1, 0, 0.3}, {1, 0, 0.3}, 0.5}}, 2);
    expect_exact(
        *solid, [](const Vec3d& x) { return abs(x.x) < 1 && abs(x.y) < 0.4; }, plane);
}

TEST(PlaneCut, SlantedCylinderIsAnEllipseWithCutEnds)
{
    const auto solid = solid_from({Cylinder{{-1, -0.2, -0.5}, {1, 0.2, 0.5}, 0.3}}, 2);
    const Vec3d axis{2, 0.4, 1};
    expect_never_too_long(
        *solid, [&](const Vec3d& x) { return norm(cross(x, axis)) / norm(axis) < 0.3 && abs(dot(x, axis)) < 0.5 * dot(axis, axis); },
        plane);
}

TEST(PlaneCut, CapsuleAndTorus)
{
    const Vec3d from{-0.7, -0.3, 0.3};
    const Vec3d to{0.6, 0.5, 0.3};
    const auto capsule = solid_from({Capsule{from, to, 0.5}}, 2);
    for (const Vec3d& x : {Vec3d{0, 0, 0}, Vec3d{1, 1, 0}, Vec3d{-1.5, 0.2, 0}, Vec3d{0.3, -0.7, 0}})
        EXPECT_NEAR(capsule->surface_from(x).distance, distance_from_segment(x, {from.x, from.y, 0}, {to.x, to.y, 0}) - 0.4, 1e-8);

    const auto ring = solid_from({Torus{{0, 0, 0.3}, {0, 0, -2}, 1, 0.5}}, 2);
    expect_exact(
        *ring, [](const Vec3d& x) { return abs(norm(x) - 1) < 0.4; }, plane);
    const auto two_discs = solid_from({Torus{{0, 0, 0}, {0, 1, 0}, 1, 0.5}}, 2);
    expect_exact(
        *two_discs,
        [](const Vec3d& x) {
            return norm(x - Vec3d{1, 0, 0}) < 0.5 || norm(x + Vec3d{1, 0, 0}) < 0.5;
        },
        plane);
}

TEST(PlaneCut, SlantedHalfSpaceIsExact)
{
    const Vec3d point{0.1, 0.2, 0.5};
    const Vec3d normal{0.3, 1, 2};
    const auto solid = solid_from({HalfSpace{point, normal}}, 2);
    expect_exact(
        *solid, [&](const Vec3d& x) { return dot(x - point, normal) < 0; }, plane);
}

TEST(PlaneCut, NormalsThatVanishInThePlaneHaveAStandIn)
{
    const auto solid = solid_from({HalfSpace{{0, 0, 1}, {0, 0, 1}}}, 2);
    EXPECT_EQ(solid->surface_from({3, 4, 0}).distance, -1);
    EXPECT_EQ(solid->surface_from({3, 4, 0}).normal, (Vec3d{0, 1, 0}));
    const auto center = solid_from({Sphere{{0, 0, 0.5}, 1}}, 2)->surface_from({0, 0, 0});
    EXPECT_EQ(center.normal.z, 0);
    EXPECT_NEAR(norm(center.normal), 1, 1e-15);
}

TEST(PlaneCut, WhatMissesThePlaneIsEmpty)
{
    const auto solid = solid_from({Sphere{{0, 0, 2}, 1}}, 2);
    EXPECT_TRUE(is_empty(solid->bounds()));
    EXPECT_FALSE(solid->contains({0, 0, 2}));
    EXPECT_GT(solid->surface_from({0, 0, 0}).distance, 0);
    const auto with_other = solid_from({Union{{{Sphere{{9, 0, 2}, 1}}, {Sphere{{0, 0, 0}, 1}}}}}, 2);
    EXPECT_EQ(with_other->bounds().high.x, 1);
}

TEST(PlaneCut, TurnedInThePlaneStaysExact)
{
    const auto solid = solid_from({Moved{Shape{Box{{-1, -0.3, 0}, {1, 0.3, 0}}}, {0, 0, 0.5}, {0.3, 0.1, 0}}}, 2);
    const Mat3T<double> R_inverse = rotation_matrix({0, 0, -0.5});
    expect_exact(
        *solid,
        [&](const Vec3d& x) {
            const Vec3d p = R_inverse * (x - Vec3d{0.3, 0.1, 0});
            return abs(p.x) < 1 && abs(p.y) < 0.3;
        },
        plane);
    EXPECT_TRUE(is_bounded(solid->bounds()));
}

/// Combined in space, then cut: a ball minus a drilled hole, turned so that the plane cuts the hole at an angle.
TEST(PlaneCut, TurnedOutOfThePlaneIsCutAsAWhole)
{
    const Shape drilled{Difference{Shape{Sphere{{0, 0, 0}, 1}}, {{Cylinder{{0, 0, -2}, {0, 0, 2}, 0.3}}}}};
    const Vec3d rotation{0.6, 0.4, 0};
    const auto solid = solid_from({Moved{drilled, rotation, {0.2, 0, 0.3}}}, 2);
    const Mat3T<double> R_inverse = rotation_matrix(-rotation);
    expect_never_too_long(
        *solid,
        [&](const Vec3d& x) {
            const Vec3d p = R_inverse * (x - Vec3d{0.2, 0, 0.3});
            return norm(p) < 1 && std::hypot(p.x, p.y) > 0.3;
        },
        plane);
    EXPECT_EQ(solid->surface_from({1, 1, 0}).normal.z, 0);
    EXPECT_EQ(solid->bounds().high.z, 0);
}
} // namespace
} // namespace aspic
