// Distances against formulas that know only inside and outside, and against values by hand.

#include "surface_properties.h"

#include <cmath>

namespace aspic
{
namespace
{
constexpr double half_sqrt2 = 0.70710678118654752;

bool is_between(const Vec3d& x, const Vec3d& low, const Vec3d& high)
{
    return x.x > low.x && x.x < high.x && x.y > low.y && x.y < high.y && x.z > low.z && x.z < high.z;
}

/// Distance from a line through a point, by the cross product.
double distance_from_line(const Vec3d& x, const Vec3d& point, const Vec3d& direction)
{
    return norm(cross(x - point, direction)) / norm(direction);
}

void expect_view(const Solid& solid, const Vec3d& x, double distance, const Vec3d& normal)
{
    const SurfaceView view = solid.surface_from(x);
    EXPECT_NEAR(view.distance, distance, 1e-14);
    EXPECT_LT(norm(view.normal - normal), 1e-14) << view.normal.x << ", " << view.normal.y << ", " << view.normal.z;
}

/// A unit normal and a finite distance, whatever the point.
void expect_sane(const Solid& solid, const Vec3d& x)
{
    const SurfaceView view = solid.surface_from(x);
    EXPECT_TRUE(std::isfinite(view.distance));
    EXPECT_NEAR(norm(view.normal), 1, 1e-12);
}

void expect_bounds(const Solid& solid, const Vec3d& low, const Vec3d& high)
{
    EXPECT_LT(norm(solid.bounds().low - low), 1e-14);
    EXPECT_LT(norm(solid.bounds().high - high), 1e-14);
}

/// No point of the solid is outside its bounds, and every face of the bounds is nearly touched.
void expect_tight_bounds(const Solid& solid)
{
    const Bounds bounds = solid.bounds();
    Bounds touched = empty_bounds();
    RandomNumbers random(3);
    for (int k = 0; k < 20000; ++k)
    {
        Vec3d x = random.in_box({-3, -3, -3}, {3, 3, 3});
        for (int step = 0; step < 3; ++step) // to the surface
        {
            const SurfaceView view = solid.surface_from(x);
            x -= view.distance * view.normal;
        }
        touched = joined(touched, x);
    }
    for (int axis = 0; axis < 3; ++axis)
    {
        EXPECT_GT(touched.low[axis], bounds.low[axis] - 1e-9);
        EXPECT_LT(touched.high[axis], bounds.high[axis] + 1e-9);
        EXPECT_LT(touched.low[axis], bounds.low[axis] + 0.02);
        EXPECT_GT(touched.high[axis], bounds.high[axis] - 0.02);
    }
}

TEST(BoxSolid, IsExact)
{
    const Box box{{-1, -0.5, 0.2}, {1.2, 0.7, 1.1}};
    const auto solid = solid_from({box});
    expect_exact(*solid, [&](const Vec3d& x) { return is_between(x, box.from, box.to); });
    expect_view(*solid, {1.5, 0.1, 0.5}, 0.3, {1, 0, 0});
    expect_view(*solid, {0, -0.4, 0.6}, -0.1, {0, -1, 0});
    expect_view(*solid, {2.2, 1.7, 0.5}, std::sqrt(2), {half_sqrt2, half_sqrt2, 0});
    expect_bounds(*solid, box.from, box.to);
}

TEST(BoxSolid, ItsFacesAreNotInside)
{
    const auto solid = solid_from({Box{{0.1, 0.1, 0.1}, {0.3, 0.7, 0.9}}});
    for (const Vec3d& x : {Vec3d{0.1, 0.2, 0.2}, Vec3d{0.3, 0.2, 0.2}, Vec3d{0.2, 0.7, 0.2}, Vec3d{0.2, 0.2, 0.9}, Vec3d{0.3, 0.7, 0.9}})
    {
        EXPECT_FALSE(solid->contains(x));
        EXPECT_EQ(solid->surface_from(x).distance, 0);
        expect_sane(*solid, x);
    }
}

TEST(SphereSolid, IsExact)
{
    const Sphere sphere{{0.3, -0.2, 0.1}, 0.9};
    const auto solid = solid_from({sphere});
    expect_exact(*solid, [&](const Vec3d& x) { return norm(x - sphere.center) < sphere.radius; });
    expect_view(*solid, {0.3, 1.8, 0.1}, 1.1, {0, 1, 0});
    expect_sane(*solid, sphere.center);
    EXPECT_EQ(solid->surface_from(sphere.center).distance, -0.9);
    expect_tight_bounds(*solid);
}

TEST(CylinderSolid, IsExact)
{
    const Cylinder cylinder{{-0.5, -0.7, 0.2}, {0.8, 0.6, -0.4}, 0.6};
    const auto solid = solid_from({cylinder});
    const Vec3d axis = cylinder.to - cylinder.from;
    expect_exact(*solid, [&](const Vec3d& x) {
        const double along = dot(x - cylinder.from, axis) / dot(axis, axis);
        return along > 0 && along < 1 && distance_from_line(x, cylinder.from, axis) < cylinder.radius;
    });
    expect_tight_bounds(*solid);
    for (const double t : {-0.5, 0.0, 0.5, 1.0, 1.5})
        expect_sane(*solid, cylinder.from + t * axis);
}

TEST(CylinderSolid, ByHand)
{
    const auto solid = solid_from({Cylinder{{0, 0, 0}, {0, 2, 0}, 0.5}});
    expect_view(*solid, {1, 1, 0}, 0.5, {1, 0, 0});
    expect_view(*solid, {0.1, 3, 0}, 1, {0, 1, 0});
    expect_view(*solid, {0.1, 1.9, 0}, -0.1, {0, 1, 0});
    expect_view(*solid, {0, 1, -0.3}, -0.2, {0, 0, -1});
    expect_view(*solid, {0, -1, 1.5}, std::sqrt(2), {0, -half_sqrt2, half_sqrt2});
}

TEST(CapsuleSolid, IsExact)
{
    const Capsule capsule{{-0.8, -0.3, 0.1}, {0.5, 0.9, 0.3}, 0.4};
    const auto solid = solid_from({capsule});
    const Vec3d axis = capsule.to - capsule.from;
    expect_exact(*solid, [&](const Vec3d& x) {
        const double along = dot(x - capsule.from, axis) / dot(axis, axis);
        return norm(x - capsule.from) < capsule.radius || norm(x - capsule.to) < capsule.radius ||
               (along > 0 && along < 1 && distance_from_line(x, capsule.from, axis) < capsule.radius);
    });
    expect_tight_bounds(*solid);
    for (const double t : {0.0, 0.25, 0.5, 1.0})
        expect_sane(*solid, capsule.from + t * axis);
    EXPECT_NEAR(solid->surface_from(capsule.from + 0.5 * axis).distance, -0.4, 1e-15);
}

TEST(TorusSolid, IsExact)
{
    const Torus torus{{0.1, 0.2, -0.1}, {1, 2, -0.5}, 0.9, 0.35};
    const auto solid = solid_from({torus});
    expect_exact(*solid, [&](const Vec3d& x) {
        const double along = dot(x - torus.center, torus.axis) / norm(torus.axis);
        return square(distance_from_line(x, torus.center, torus.axis) - torus.radius) + square(along) < square(torus.thickness);
    });
    expect_tight_bounds(*solid);
    expect_sane(*solid, torus.center);
    EXPECT_NEAR(solid->surface_from(torus.center).distance, 0.55, 1e-15);
}

TEST(TorusSolid, OnItsCircle)
{
    const auto solid = solid_from({Torus{{0, 0, 0}, {0, 3, 0}, 1, 0.25}});
    for (const Vec3d& x : {Vec3d{1, 0, 0}, Vec3d{0, 0, -1}, Vec3d{0.6, 0, 0.8}})
    {
        EXPECT_NEAR(solid->surface_from(x).distance, -0.25, 1e-15);
        expect_sane(*solid, x);
    }
}

TEST(HalfSpaceSolid, IsExact)
{
    const HalfSpace half_space{{0.1, 0.2, 0.3}, {1, -3, 0.5}};
    const auto solid = solid_from({half_space});
    expect_exact(*solid, [&](const Vec3d& x) { return dot(x, half_space.normal) < dot(half_space.point, half_space.normal); });
    EXPECT_FALSE(is_bounded(solid->bounds()));
}

TEST(HalfSpaceSolid, BoundsOnlyWhatItsPlaneBounds)
{
    const Bounds floor = solid_from({HalfSpace{{1, 2, 3}, {0, 7, 0}}})->bounds();
    EXPECT_EQ(floor.high.y, 2);
    EXPECT_EQ(floor.low.y, -HUGE_VAL);
    EXPECT_EQ(floor.high.x, HUGE_VAL);
    EXPECT_EQ(solid_from({HalfSpace{{1, 2, 3}, {0, 0, -1}}})->bounds().low.z, 3);
}

/// Directions are lost below the square root of the smallest double: never a NaN.
TEST(PrimitiveSolids, ExtremeScales)
{
    for (const double s : {1e-30, 1e-12, 1e12, 1e30, 1e100})
        for (const Shape& shape : {Shape{Box{{0, 0, 0}, {s, s, s}}}, Shape{Sphere{{0, 0, 0}, s}}, Shape{Cylinder{{0, 0, 0}, {s, 0, 0}, s}},
                                   Shape{Capsule{{0, 0, 0}, {s, s, 0}, s}}, Shape{Torus{{0, 0, 0}, {0, 1, 0}, s, 0.5 * s}}})
        {
            const auto solid = solid_from(shape);
            for (const Vec3d& x : {Vec3d{0, 0, 0}, Vec3d{3 * s, 4 * s, 0}, Vec3d{1e-160, 0, 0}, Vec3d{0.5 * s, 0.25 * s, 0.125 * s}})
                expect_sane(*solid, x);
        }
    EXPECT_NEAR(solid_from({Sphere{{0, 0, 0}, 1e30}})->surface_from({3e30, 4e30, 0}).distance, 4e30, 1e15);
}
} // namespace
} // namespace aspic
