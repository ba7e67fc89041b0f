#pragma once

#include "aspic/geometry/solid.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

// What every exact distance has in common, asked without looking at how it was computed.

namespace aspic
{
using InsideTest = std::function<bool(const Vec3d&)>;

inline std::shared_ptr<const Solid> solid_from(const Shape& shape, int dimension = 3, const Assets& assets = {})
{
    const auto solid = make_solid(shape, dimension, assets);
    if (!solid)
        throw std::runtime_error(describe(solid.problems()));
    return *solid;
}

/// The gradient of the distance by central differences.
inline Vec3d numerical_gradient(const Solid& solid, const Vec3d& x, double step, int dimension)
{
    Vec3d gradient{};
    for (int axis = 0; axis < dimension; ++axis)
    {
        Vec3d ahead = x;
        Vec3d behind = x;
        ahead[axis] += step;
        behind[axis] -= step;
        gradient[axis] = (solid.surface_from(ahead).distance - solid.surface_from(behind).distance) / (2 * step);
    }
    return gradient;
}

/// Points in space, or in the plane z = 0.
inline Vec3d random_point(RandomNumbers& random, const Vec3d& low, const Vec3d& high, int dimension)
{
    Vec3d x = random.in_box(low, high);
    if (dimension == 2)
        x.z = 0;
    return x;
}

struct Region
{
    Vec3d low{-2, -2, -2}, high{2, 2, 2};
    int dimension = 3;
};

/// The side agrees with a formula that knows no distances, and no point nearer than the distance is on the other side.
inline void expect_never_too_long(const Solid& solid, const InsideTest& is_inside, const Region& region = {})
{
    RandomNumbers random(1);
    for (int trial = 0; trial < 3000; ++trial)
    {
        const Vec3d x = random_point(random, region.low, region.high, region.dimension);
        const SurfaceView view = solid.surface_from(x);
        ASSERT_EQ(view.distance < 0, is_inside(x)) << x.x << ", " << x.y << ", " << x.z;
        ASSERT_EQ(solid.contains(x), is_inside(x)) << x.x << ", " << x.y << ", " << x.z;
        ASSERT_NEAR(norm(view.normal), 1, 1e-12);
        const double reach = abs(view.distance) * (1 - 1e-9);
        for (int k = 0; k < 10; ++k)
        {
            const Vec3d direction = random_point(random, {-1, -1, -1}, {1, 1, 1}, region.dimension);
            const Vec3d y = x + (reach / norm(direction)) * direction;
            ASSERT_EQ(is_inside(y), is_inside(x)) << "distance " << view.distance << " at " << x.x << ", " << x.y << ", " << x.z;
        }
    }
}

/// Whether inside and outside meet within a micrometre. At a sharp point most of what is around it is outside: many tries.
inline bool is_at_surface(const Vec3d& x, const InsideTest& is_inside, RandomNumbers& random, int dimension)
{
    bool found[2] = {false, false};
    for (int k = 0; k < 2000 && !(found[0] && found[1]); ++k)
        found[is_inside(x + 1e-6 * random_point(random, {-1, -1, -1}, {1, 1, 1}, dimension)) ? 1 : 0] = true;
    return found[0] && found[1];
}

/// Never too long, and not too short: one distance away along the normal is the surface. The normal is the gradient of the distance.
inline void expect_exact(const Solid& solid, const InsideTest& is_inside, const Region& region = {})
{
    expect_never_too_long(solid, is_inside, region);
    RandomNumbers random(2);
    int smooth = 0;
    for (int trial = 0; trial < 1000; ++trial)
    {
        const Vec3d x = random_point(random, region.low, region.high, region.dimension);
        const SurfaceView view = solid.surface_from(x);
        const Vec3d foot = x - view.distance * view.normal;
        ASSERT_NEAR(solid.surface_from(foot).distance, 0, 1e-9) << x.x << ", " << x.y << ", " << x.z;
        ASSERT_TRUE(is_at_surface(foot, is_inside, random, region.dimension)) << x.x << ", " << x.y << ", " << x.z;
        const Vec3d gradient = numerical_gradient(solid, x, 1e-6, region.dimension);
        if (abs(norm(gradient) - 1) < 1e-6) // not where two places of the surface are equally near
        {
            ++smooth;
            ASSERT_LT(norm(gradient - view.normal), 1e-4) << x.x << ", " << x.y << ", " << x.z;
        }
    }
    EXPECT_GT(smooth, 900);
}
} // namespace aspic
