#include "surface_properties.h"

#include "aspic/geometry/bilinear_patch.h"

#include <cmath>

namespace aspic
{
namespace
{
/// Rough ground of 5 × 4 heights with cells that are not plane.
HeightField rough_ground()
{
    HeightField field{{-1.5, -1, -1.2}, {1.4, 99, 1.1}, 5, {}};
    RandomNumbers random(7);
    for (int k = 0; k < 20; ++k)
        field.heights.push_back(random.between(-0.8, 1.2));
    return field;
}

/// The height between four corners, by the definition.
double bilinear(const HeightField& field, double x, double z)
{
    const auto rows = static_cast<int>(field.heights.size()) / field.columns;
    const double s = (x - field.from.x) / (field.to.x - field.from.x) * (field.columns - 1);
    const double t = (z - field.from.z) / (field.to.z - field.from.z) * (rows - 1);
    const int i = std::min(static_cast<int>(s), field.columns - 2);
    const int j = std::min(static_cast<int>(t), rows - 2);
    const auto h = [&](int a, int b) { return field.heights.at(static_cast<unsigned>((j + b) * field.columns + i + a)); };
    const double u = s - i;
    const double v = t - j;
    return h(0, 0) * (1 - u) * (1 - v) + h(1, 0) * u * (1 - v) + h(0, 1) * (1 - u) * v + h(1, 1) * u * v;
}

bool in_ground(const HeightField& field, const Vec3d& x)
{
    return x.x > field.from.x && x.x < field.to.x && x.z > field.from.z && x.z < field.to.z && x.y > field.from.y &&
           x.y < bilinear(field, x.x, x.z);
}

TEST(HeightFieldSolid, IsExact)
{
    const HeightField field = rough_ground();
    const auto solid = solid_from({field});
    expect_exact(*solid, [&](const Vec3d& x) { return in_ground(field, x); });
    EXPECT_EQ(solid->bounds().low, field.from);
    EXPECT_EQ(solid->bounds().high.y, *std::max_element(field.heights.begin(), field.heights.end()));
}

TEST(HeightFieldSolid, FlatGroundIsABox)
{
    const auto ground = solid_from({HeightField{{-1, -1, -1}, {1, 0, 1}, 3, std::vector<double>(9, 0.5)}});
    const auto box = solid_from({Box{{-1, -1, -1}, {1, 0.5, 1}}});
    RandomNumbers random(1);
    for (int k = 0; k < 2000; ++k)
    {
        const Vec3d x = random.in_box({-2, -2, -2}, {2, 2, 2});
        ASSERT_NEAR(ground->surface_from(x).distance, box->surface_from(x).distance, 1e-14);
        ASSERT_LT(norm(ground->surface_from(x).normal - box->surface_from(x).normal), 1e-12);
    }
}

/// On the surface itself the difference to the nearest place has no direction.
TEST(HeightFieldSolid, NormalsAtTheSurface)
{
    const auto slope = solid_from({HeightField{{0, -1, 0}, {2, 0, 2}, 2, {0, 2, 0, 2}}});
    const SurfaceView top = slope->surface_from({1, 1, 1});
    EXPECT_NEAR(top.distance, 0, 1e-15);
    EXPECT_LT(norm(top.normal - Vec3d{-std::sqrt(0.5), std::sqrt(0.5), 0}), 1e-14);
    EXPECT_EQ(slope->surface_from({1, -1, 1}).normal, (Vec3d{0, -1, 0}));
    EXPECT_EQ(slope->surface_from({2, 1, 1}).normal, (Vec3d{1, 0, 0}));
    EXPECT_EQ(slope->surface_from({1, 0, 0}).normal, (Vec3d{0, 0, -1}));
    EXPECT_FALSE(slope->contains({1, 1, 1}));
    EXPECT_TRUE(slope->contains({1, 1 - 1e-12, 1}));
}

TEST(HeightFieldSolid, InTwoDimensionsIsExact)
{
    HeightField field{{-1.5, -1, 5}, {1.4, 0, -5}, 6, {0.2, -0.9, 1.1, 1, -1, 0.4}};
    const auto solid = solid_from({field}, 2);
    const auto is_inside = [&](const Vec3d& x) {
        if (x.x <= field.from.x || x.x >= field.to.x || x.y <= field.from.y)
            return false;
        const double s = (x.x - field.from.x) / (field.to.x - field.from.x) * 5;
        const auto k = static_cast<std::size_t>(s);
        return x.y < field.heights[k] + (s - std::floor(s)) * (field.heights[k + 1] - field.heights[k]);
    };
    expect_exact(*solid, is_inside, {.dimension = 2});
    EXPECT_EQ(solid->bounds().low, (Vec3d{-1.5, -1, 0}));
    EXPECT_EQ(solid->bounds().high, (Vec3d{1.4, 1.1, 0}));
}

TEST(HeightFieldSolid, LongProfileAgreesWithAllItsSegments)
{
    HeightField field{{0, -1, 0}, {100, 0, 0}, 1001, {}};
    RandomNumbers random(5);
    for (int k = 0; k < field.columns; ++k)
        field.heights.push_back(random.between(0, 3));
    const auto solid = solid_from({field}, 2);
    for (int trial = 0; trial < 300; ++trial)
    {
        const Vec3d x{random.between(-5, 105), random.between(3, 30), 0};
        double nearest = HUGE_VAL;
        for (int k = 0; k + 1 < field.columns; ++k)
        {
            const Vec3d a{0.1 * k, field.heights[static_cast<std::size_t>(k)], 0};
            const Vec3d b{0.1 * (k + 1), field.heights[static_cast<std::size_t>(k) + 1], 0};
            const double t = min(1.0, max(0.0, dot(x - a, b - a) / dot(b - a, b - a)));
            nearest = min(nearest, norm(x - (a + t * (b - a))));
        }
        ASSERT_NEAR(solid->surface_from(x).distance, nearest, 1e-12) << x.x << ", " << x.y;
    }
}

/// A saddle so steep that from above its middle there are two nearest places, and local searches stop at the wrong one.
TEST(BilinearPatch, FindsTheGlobalMinimum)
{
    const BilinearPatch patch{-1, 1, -1, 1, 5, -5, -5, 5};
    RandomNumbers random(3);
    for (int trial = 0; trial < 200; ++trial)
    {
        const Vec3d x = random.in_box({-2, -6, -2}, {2, 6, 2});
        PatchPoint best{0, 0, HUGE_VAL};
        ASSERT_TRUE(find_nearer(patch, x, best));
        double sampled = HUGE_VAL;
        for (int i = 0; i <= 200; ++i)
            for (int j = 0; j <= 200; ++j)
                sampled = min(sampled, norm(x - patch.at(i / 200.0, j / 200.0)));
        const double distance = std::sqrt(best.distance2);
        ASSERT_LE(distance, sampled + 1e-9);
        ASSERT_GE(distance, sampled - 0.1) << "nearer than samples 0.05 apart allow";
        ASSERT_NEAR(distance, norm(x - patch.at(best.u, best.v)), 1e-14);
    }
}

TEST(BilinearPatch, KeepsWhatIsNearer)
{
    const BilinearPatch patch{0, 1, 0, 1, 0, 0, 0, 1};
    PatchPoint best{0.25, 0.75, 1e-6};
    EXPECT_FALSE(find_nearer(patch, {0.5, 3, 0.5}, best));
    EXPECT_EQ(best.u, 0.25);
    EXPECT_EQ(best.distance2, 1e-6);
}
} // namespace
} // namespace aspic
