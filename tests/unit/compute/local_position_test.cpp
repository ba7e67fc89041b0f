// Local positions: differences of near points equal those in double to a step, anywhere in the world and across periods.

#include "aspic/compute/local_position.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr double step = std::is_same_v<Real, float> ? 0x1p-24 : 0x1p-52;

Vec3d local_difference(const LocalFrame& frame, const Vec3d& a, const Vec3d& b)
{
    const Vec3 d = wrapped_difference(frame.local(a), frame.local(b));
    return {double(d.x) * frame.unit().x, double(d.y) * frame.unit().y, double(d.z) * frame.unit().z};
}
} // namespace

TEST(LocalPosition, DifferencesAreExactToAStepAnywhere)
{
    RandomNumbers random(1);
    for (const double h : {0.013, 1.0, 250.0})
        for (const double far : {0.0, 1.0, 1e4, 1e7})
        {
            const LocalFrame frame(h, {});
            for (int i = 0; i < 1000; ++i)
            {
                const Vec3d a = (far * h) * random.in_box({-1, -1, -1}, {1, 1, 1});
                const Vec3d b = a + h * random.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5});
                const Vec3d error = local_difference(frame, a, b) - (a - b);
                // two roundings to a step, the rounding of a − b to Real, and that of x/h in double
                const double tolerance = h * (4 * step + 4 * far * 0x1p-53);
                for (int axis = 0; axis < 3; ++axis)
                    EXPECT_LE(std::abs(error[axis]), tolerance);
            }
        }
}

TEST(LocalPosition, PeriodicDifferencesAreTheShortest)
{
    RandomNumbers random(2);
    const Periodicity periodicity{{3.7, 0, 0.9}, {-1, 5, 100}};
    const LocalFrame frame(0.3, periodicity);
    for (int i = 0; i < 2000; ++i)
    {
        const Vec3d a = random.in_box({-20, -20, -20}, {20, 20, 20});
        const Vec3d b{random.between(-20, 20), a.y + random.between(-0.3, 0.3), random.between(-20, 20)};
        const Vec3d expected = shortest_difference(a, b, periodicity);
        const Vec3d found = local_difference(frame, a, b);
        for (int axis = 0; axis < 3; ++axis)
        {
            if (std::abs(std::abs(expected[axis]) - periodicity.period[axis] / 2) < 1e-5)
                continue; // at half a period both ways are the shortest
            EXPECT_NEAR(found[axis], expected[axis], (std::is_same_v<Real, float> ? 1e-6 : 1e-13));
        }
    }
}

TEST(LocalPosition, FloorIsTheFloor)
{
    for (const double t : {-2.5, -2.0, -0.1, -0.0, 0.0, 0.9, 1.0, 1e15, -1e15 - 0.5, 4503599627370497.5})
        EXPECT_EQ(static_cast<double>(floor_to_whole(t)), std::floor(t));
}
