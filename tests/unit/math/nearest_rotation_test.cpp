// Rotations of deformation gradients: those of the polar decomposition (F = R S with S symmetric, positive where F is not inverted), proper for every F, continuous in time, never NaN.

#include "aspic/math/nearest_rotation.h"

#include "aspic/math/best_rotation.h"
#include "aspic/math/quaternion.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
using Quaternion4 = Vec4T<Real>;

Mat3 to_real(const Mat3d& A) { return {{convert<Real>(A.row[0]), convert<Real>(A.row[1]), convert<Real>(A.row[2])}}; }
Mat3d to_double(const Mat3& A) { return {{convert<double>(A.row[0]), convert<double>(A.row[1]), convert<double>(A.row[2])}}; }

void expect_rotation(const Mat3d& R)
{
    EXPECT_NEAR(determinant(R), 1, 1e-5);
    EXPECT_LT(square_norm(transpose(R) * R - diagonal(1.0, 1.0, 1.0)), 1e-10);
}

Mat3d random_matrix(RandomNumbers& random)
{
    const auto row = [&] { return random.in_box({-1, -1, -1}, {1, 1, 1}); };
    return {{row(), row(), row()}};
}
} // namespace

/// tr(RᵀF) has one maximum over the rotations: Horn's method finds it from nothing, Newton's from a start that is turned away by up to 100°.
TEST(NearestRotation, IsThatOfThePolarDecomposition)
{
    RandomNumbers random(3);
    for (int trial = 0; trial < 200; ++trial)
    {
        const Mat3d F =
            matrix_of(rotation_by(random.in_box({-2, -2, -2}, {2, 2, 2}))) * (diagonal(1.0, 1.0, 1.0) + 0.3 * random_matrix(random));
        const Quaternion exact = rotation_by(best_rotation(F));
        const Quaternion start = exact * rotation_by(random.in_box({-1, -1, -1}, {1, 1, 1}));
        const Mat3d R =
            to_double(rotation_of(nearest_rotation(to_real(F), Quaternion4{convert<Real>(start.v), static_cast<Real>(start.w)})));
        expect_rotation(R);
        EXPECT_LT(square_norm(R - matrix_of(exact)), 1e-10);
    }
}

TEST(NearestRotation, IsProperForInvertedFlatAndThinMatrices)
{
    RandomNumbers random(5);
    const Vec3d a{1, 2, -1}, b{0.5, -1, 1};
    for (const Mat3d& F :
         {diagonal(1.0, 1.0, -1.0), diagonal(-1.0, -1.0, -1.0), diagonal(1.0, 1.0, 0.0), outer(a, b), Mat3d{},
          1e-20 * diagonal(1.0, 2.0, 3.0), 1e20 * random_matrix(random), random_matrix(random), diagonal(1.0, 1e-6, -1e-6)})
    {
        Quaternion4 q{{}, 1};
        for (int step = 0; step < 5; ++step)
            q = nearest_rotation(to_real(F), q);
        expect_rotation(to_double(rotation_of(q)));
    }
}

/// A sheet turned about its normal and tilted: what its matrix does not say follows what it says, without jumps.
TEST(NearestRotation, FollowsAFlatBodySmoothly)
{
    Quaternion4 q{{}, 1};
    const Mat3d flat = diagonal(1.0, 1.0, 0.0);
    for (int step = 1; step <= 628; ++step)
    {
        const Mat3d R = matrix_of(rotation_by({0.004 * step, 0.01 * step, 0.003 * step}));
        const Mat3d before = to_double(rotation_of(q));
        q = nearest_rotation(to_real(R * flat), q);
        const Mat3d after = to_double(rotation_of(q));
        EXPECT_LT(square_norm(after - before), 0.001);
        EXPECT_LT(square_norm((after - R) * flat), 1e-8);
    }
}
