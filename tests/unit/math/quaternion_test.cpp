#include "aspic/math/quaternion.h"

#include <gtest/gtest.h>

namespace aspic
{
namespace
{
TEST(Quaternion, AgreesWithItsMatrixAndVector)
{
    for (const Vec3d r :
         {Vec3d{0, 0, 0}, Vec3d{1e-12, 0, 0}, Vec3d{0.3, -0.2, 0.5}, Vec3d{3.1, 0, 0}, Vec3d{0, 3.14, 0.01}, Vec3d{-1, -2, 2}})
    {
        const Quaternion q = rotation_by(r);
        EXPECT_LT(norm(rotation_vector(q) - r), 1e-12);
        const Mat3d R = matrix_of(q);
        EXPECT_NEAR(determinant(R), 1, 1e-14);
        EXPECT_LT(norm(R * r - r), 1e-14);
        EXPECT_LT(norm(rotation_vector(quaternion_of(R)) - r), 1e-7); // near half a turn the sign of the axis rounds
    }
}

TEST(Quaternion, ProductsTurnOneAfterTheOther)
{
    const Quaternion p = rotation_by({0.3, -0.2, 0.5});
    const Quaternion q = rotation_by({-0.1, 0.7, 0.4});
    const Vec3d x{1, 2, 3};
    EXPECT_LT(norm(matrix_of(p * q) * x - matrix_of(p) * (matrix_of(q) * x)), 1e-14);
    EXPECT_LT(norm(matrix_of(conjugate(p)) * (matrix_of(p) * x) - x), 1e-14);
}

TEST(Quaternion, NothingToNormalizeIsNoRotation) { EXPECT_EQ(normalized({0, {0, 0, 0}}), Quaternion{}); }
} // namespace
} // namespace aspic
