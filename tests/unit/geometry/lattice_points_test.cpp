#include "aspic/geometry/lattice_points.h"
#include "surface_properties.h"

#include "support/execution_variants.h"
#include "support/mesh_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
/// By asking every place of the lattice.
std::vector<Vec3d> all_places_asked(const Solid& solid, double spacing, int dimension)
{
    const Bounds bounds = solid.bounds();
    int n[3] = {1, 1, 1};
    Vec3d first{};
    for (int axis = 0; axis < dimension; ++axis)
    {
        n[axis] = std::max(1, static_cast<int>(std::lround((bounds.high[axis] - bounds.low[axis]) / spacing)));
        first[axis] = 0.5 * (bounds.low[axis] + bounds.high[axis]) - 0.5 * (n[axis] - 1) * spacing;
    }
    std::vector<Vec3d> points;
    for (int k = 0; k < n[2]; ++k)
        for (int j = 0; j < n[1]; ++j)
            for (int i = 0; i < n[0]; ++i)
                if (const Vec3d x = first + spacing * Vec3d{1.0 * i, 1.0 * j, 1.0 * k}; solid.contains(x))
                    points.push_back(x);
    return points;
}

void expect_all_found(const Solid& solid, double spacing, int dimension)
{
    const std::vector<Vec3d> expected = all_places_asked(solid, spacing, dimension);
    const std::vector<Vec3d> points = lattice_points(solid, spacing, dimension);
    ASSERT_EQ(points.size(), expected.size());
    ASSERT_GT(points.size(), 100U);
    for (std::size_t k = 0; k < points.size(); ++k)
        ASSERT_LT(norm(points[k] - expected[k]), 1e-12 * norm(expected[k]) + 1e-13);
    EXPECT_EQ(lattice_point_count(solid, spacing, dimension), static_cast<double>(points.size()));
}

TEST(LatticePoints, BoxIsFilledToItsFaces)
{
    const auto points = lattice_points(*solid_from({Box{{1, 2, 3}, {1.3, 2.2, 3.1}}}), 0.1, 3);
    ASSERT_EQ(points.size(), 6U);
    EXPECT_LT(norm(points[0] - Vec3d{1.05, 2.05, 3.05}), 1e-15);
    EXPECT_LT(norm(points[1] - Vec3d{1.15, 2.05, 3.05}), 1e-15); // x runs fastest
    EXPECT_LT(norm(points[3] - Vec3d{1.05, 2.15, 3.05}), 1e-15);
    EXPECT_LT(norm(points[5] - Vec3d{1.25, 2.15, 3.05}), 1e-15);
    EXPECT_EQ(lattice_points(*solid_from({Box{{0, 0, 0}, {1, 0.37, 0.5}}}), 0.01, 3).size(), 100U * 37U * 50U);
}

TEST(LatticePoints, CentredWhereTheSpacingDoesNotFit)
{
    const auto points = lattice_points(*solid_from({Box{{0, 0, 0}, {1.04, 0.26, 0.04}}}), 0.1, 3);
    ASSERT_EQ(points.size(), 30U); // 10 × 3 × 1
    EXPECT_NEAR(points.front().x, 0.07, 1e-15);
    EXPECT_NEAR(points.back().x, 0.97, 1e-15);
    EXPECT_NEAR(points.front().y, 0.03, 1e-15);
    EXPECT_NEAR(points.front().z, 0.02, 1e-15);
}

TEST(LatticePoints, InTwoDimensionsInThePlane)
{
    const auto points = lattice_points(*solid_from({Box{{0, 0, 5}, {1, 2, 9}}}, 2), 0.1, 2);
    EXPECT_EQ(points.size(), 200U);
    EXPECT_TRUE(std::ranges::all_of(points, [](const Vec3d& x) { return x.z == 0; }));
    expect_all_found(*solid_from({Sphere{{0.1, 0.2, 0.3}, 1}}, 2), 0.017, 2);
}

TEST(LatticePoints, SkippedBlocksAreAskedRightly)
{
    const Shape drilled{Difference{Shape{Union{{{Sphere{{0, 0, 0}, 1}}, {Capsule{{0.5, 0, 0}, {2, 1, 0}, 0.3}}}}},
                                   {{Cylinder{{-2, 0.1, 0}, {2, 0.1, 0}, 0.25}}, {Torus{{0, 0, 0}, {1, 1, 0}, 0.8, 0.05}}}}};
    expect_all_found(*solid_from(drilled), 0.03, 3);
    expect_all_found(*solid_from({Moved{Shape{Box{{0, 0, 0}, {2, 0.1, 1}}}, {0.3, 0.4, 0.5}, {1, 2, 3}}}), 0.02, 3);
    HeightField field{{0, 0, 0}, {1, 0, 1}, 4, {0.3, 0.1, 0.9, 0.2, 0, 0.8, 0.1, 0.4, 0.5, 0.1, 0.2, 1}};
    expect_all_found(*solid_from({field}), 0.025, 3);
    Assets assets;
    assets.meshes["m"] = std::make_shared<TriangleMesh>(together(sphere_mesh(3), inside_out(sphere_mesh(3, 0.6, {0.2, 0, 0}))));
    expect_all_found(*solid_from({MeshFile{"m"}}, 3, assets), 0.06, 3);
}

/// 10^5 places in a row, and layers that fill more than one batch.
TEST(LatticePoints, LongAndThin)
{
    EXPECT_EQ(lattice_points(*solid_from({Box{{0, 0, 0}, {100, 0.001, 0.001}}}), 0.001, 3).size(), 100000U);
    EXPECT_EQ(lattice_points(*solid_from({Box{{0, 0, 0}, {0.001, 100, 0.001}}}), 0.001, 3).size(), 100000U);
    const auto upright = lattice_points(*solid_from({Box{{0, 0, 0}, {0.001, 0.003, 100}}}), 0.001, 3);
    ASSERT_EQ(upright.size(), 300000U);
    EXPECT_NEAR(upright.back().z, 99.9995, 1e-9);
    EXPECT_TRUE(std::ranges::is_sorted(upright, {}, &Vec3d::z));
}

TEST(LatticePoints, VolumeConverges)
{
    const auto torus = solid_from({Torus{{0.1, 0.2, 0.3}, {1, 2, 3}, 1, 0.4}});
    const double volume = 2 * pi * pi * 1 * 0.16;
    for (const double spacing : {0.1, 0.05, 0.02})
    {
        const double found = static_cast<double>(lattice_points(*torus, spacing, 3).size()) * cube(spacing);
        EXPECT_NEAR(found / volume, 1, 0.3 * square(spacing / 0.1) * 0.1) << spacing;
    }
}

TEST(LatticePoints, NothingWhereNothingIs)
{
    EXPECT_TRUE(lattice_points(*solid_from({Intersection{{{Sphere{{0, 0, 0}, 1}}, {Sphere{{5, 0, 0}, 1}}}}}), 0.1, 3).empty());
    EXPECT_EQ(lattice_point_count(*solid_from({Intersection{{{Sphere{{0, 0, 0}, 1}}, {Sphere{{5, 0, 0}, 1}}}}}), 0.1, 3), 0);
    // The one place is the middle, and there the ring has its hole.
    EXPECT_TRUE(lattice_points(*solid_from({Torus{{0, 0, 0}, {0, 1, 0}, 1, 0.2}}), 3, 3).empty());
    EXPECT_EQ(lattice_points(*solid_from({Sphere{{1, 2, 3}, 1}}), 5, 3), (std::vector<Vec3d>{{1, 2, 3}}));
}

TEST(LatticePoints, RefusesWhatHasNoEnd)
{
    const auto half_space = solid_from({HalfSpace{}});
    EXPECT_THROW(static_cast<void>(lattice_points(*half_space, 0.1, 3)), std::length_error);
    EXPECT_EQ(lattice_point_count(*half_space, 0.1, 3), HUGE_VAL);
    EXPECT_THROW(static_cast<void>(lattice_points(*solid_from({Box{{0, 0, 0}, {1, 1, 1}}}), 1e-6, 3)), std::length_error);
    EXPECT_THROW(static_cast<void>(lattice_points(*solid_from({Box{{0, 0, 0}, {1, 1, 1}}}), 1e-300, 3)), std::length_error);
}

TEST(LatticePoints, CountOfVeryMany)
{
    EXPECT_NEAR(lattice_point_count(*solid_from({Box{{0, 0, 0}, {1, 1, 1}}}), 1e-6, 3) / 1e18, 1, 1e-12);
    EXPECT_NEAR(lattice_point_count(*solid_from({Sphere{{0, 0, 0}, 1}}), 1e-4, 3) / (4 * pi / 3 * 1e12), 1, 2e-3);
    EXPECT_NEAR(lattice_point_count(*solid_from({Sphere{{0, 0, 0}, 1}}, 2), 1e-6, 2) / (pi * 1e12), 1, 1e-3);
    // A plate of two layers: all of them are far fewer than in a cube.
    EXPECT_NEAR(lattice_point_count(*solid_from({Box{{0, 0, 0}, {1, 1, 2e-5}}}), 1e-5, 3) / 2e10, 1, 1e-9);
}

TEST(LatticePoints, SameForEveryNumberOfThreads)
{
    Assets assets;
    assets.meshes["m"] = std::make_shared<TriangleMesh>(sphere_mesh(4));
    const auto solid = solid_from({MeshFile{"m"}}, 3, assets);
    std::vector<Vec3d> expected;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        const auto points = lattice_points(*solid, 0.03, 3);
        if (expected.empty())
            expected = points;
        EXPECT_EQ(points, expected);
    }
    EXPECT_GT(expected.size(), 100000U);
}
} // namespace
} // namespace aspic
