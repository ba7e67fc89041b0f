// Horn's rotation: exact for points that were turned, also in a plane, on a line, by half a turn; the nearest rotation for noisy ones.

#include "aspic/math/best_rotation.h"

#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
/// x turned about a unit axis (Rodrigues).
Vec3d turned(const Vec3d& x, const Vec3d& rotation)
{
    const double angle = norm(rotation);
    if (angle == 0)
        return x;
    const Vec3d k = rotation / angle;
    return std::cos(angle) * x + std::sin(angle) * cross(k, x) + ((1 - std::cos(angle)) * dot(k, x)) * k;
}

Mat3T<double> covariance_of(const std::vector<Vec3d>& points, const Vec3d& rotation)
{
    Mat3T<double> A{};
    for (const Vec3d& x : points)
        A = A + outer(turned(x, rotation), x);
    return A;
}

std::vector<Vec3d> cloud(const Vec3d& extent)
{
    RandomNumbers random(3);
    std::vector<Vec3d> points(50);
    for (Vec3d& x : points)
        x = random.in_box(-extent, extent);
    return points;
}
} // namespace

TEST(BestRotation, RecoversTurns)
{
    for (const Vec3d& rotation : {Vec3d{0, 0, 0}, Vec3d{0.3, -0.2, 0.9}, Vec3d{0, 0, 3.1}, Vec3d{-2, 1, 0.5}, Vec3d{1e-7, 0, 0}})
        EXPECT_LT(norm(best_rotation(covariance_of(cloud({1, 2, 0.5}), rotation)) - rotation), 1e-9) << rotation.x;
}

TEST(BestRotation, HalfATurnHasTwoVectors)
{
    const Vec3d rotation{0, pi, 0};
    const Vec3d found = best_rotation(covariance_of(cloud({1, 2, 0.5}), rotation));
    EXPECT_NEAR(norm(found), pi, 1e-9);
    EXPECT_NEAR(std::abs(found.y), pi, 1e-7);
}

TEST(BestRotation, WorksInAPlaneAndOnALine)
{
    EXPECT_LT(norm(best_rotation(covariance_of(cloud({1, 1, 0}), {0, 0, 0.7})) - Vec3d{0, 0, 0.7}), 1e-9);
    const Vec3d on_line = best_rotation(covariance_of(cloud({1, 0, 0}), {0, 0, 0.7})); // the turn about the line itself is free: none
    EXPECT_LT(norm(on_line - Vec3d{0, 0, 0.7}), 1e-7);
    EXPECT_EQ(best_rotation(Mat3T<double>{}), (Vec3d{}));
}
