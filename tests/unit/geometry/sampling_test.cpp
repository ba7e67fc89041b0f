#include "aspic/geometry/sample_relaxation.h"
#include "aspic/geometry/sampling.h"
#include "surface_properties.h"

#include "support/execution_variants.h"
#include "support/mesh_shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <stdexcept>

namespace aspic
{
namespace
{
/// A ball with two fins and a horn, 1.3 and 1.4 spacings of 0.1 thick: a lattice puts a single layer and a single row into them.
Shape finned_ball()
{
    return {Union{{{Sphere{{0, 0, 0}, 1}},
                   {Capsule{{0.05, 0.8, 0.05}, {0.05, 2.0, 0.05}, 0.07}},
                   {Box{{0.8, -0.6, -0.015}, {2, 0.6, 0.115}}},
                   {Box{{-2, -0.115, -0.6}, {-0.8, 0.015, 0.6}}}}}};
}

SampleQuality quality_of(const SolidSample& sample, const Solid& solid, double d, int dimension = 3)
{
    return sample_quality(sample.points, solid, pieces_of(solid, d, dimension), d, 2 * d, dimension);
}

/// All particles are inside, half a spacing from the surface or more; the tolerance is that of the projection and of the solids' own rounding.
void expect_inside(const SolidSample& sample, const Solid& solid, double d)
{
    for (const Vec3d& x : sample.points)
    {
        ASSERT_TRUE(solid.contains(x));
        ASSERT_LE(solid.surface_from(x).distance, -0.5 * d + 1e-6 * d);
    }
    EXPECT_EQ(sample.squeezed, 0);
}

/// validation.md G1: N = round(V/d³) with the volume from a formula, where a lattice counts points.
void expect_as_many_as_the_volume_holds(const Shape& shape, double volume, double d)
{
    const auto solid = solid_from(shape);
    const SolidSample sample = sample_solid({.solid = *solid, .spacing = d, .volume = volume}, RelaxedSampling{});
    EXPECT_EQ(sample.points.size(), static_cast<std::size_t>(std::lround(volume / (d * d * d))));
    EXPECT_EQ(sample.end, SamplingEnd::settled);
    expect_inside(sample, *solid, d);
    // Without the volume its cells must do: quarter cells see a surface to about 1 % of a body 10 spacings wide.
    const SolidSample unknown = sample_solid({.solid = *solid, .spacing = d}, RelaxedSampling{.max_iterations = 0});
    EXPECT_NEAR(static_cast<double>(unknown.points.size()), volume / (d * d * d), (d > 0.07 ? 0.03 : 0.015) * volume / (d * d * d));
    // G2: the nearest neighbour of nine in ten is 0.9 to 1.1 d away.
    EXPECT_GE(quality_of(sample, *solid, d).even, 0.9);
}

TEST(RelaxedSampling, FillsSphereCubeAndTorus)
{
    expect_as_many_as_the_volume_holds({Sphere{{0.3, 0, 0}, 1}}, 4.0 / 3 * pi, 0.1);
    expect_as_many_as_the_volume_holds({Box{{0, 0, 0}, {1, 1, 1}}}, 1, 0.1);
    expect_as_many_as_the_volume_holds({Torus{{0, 0, 0}, {0, 1, 0}, 1, 0.3}}, 2 * pi * pi * 0.09, 0.1);
}

TEST(RelaxedSampling, FillsSphereCubeAndTorusFinelySlow)
{
    expect_as_many_as_the_volume_holds({Sphere{{0.3, 0, 0}, 1}}, 4.0 / 3 * pi, 0.05);
    expect_as_many_as_the_volume_holds({Box{{0, 0, 0}, {1, 1, 1}}}, 1, 0.05);
    expect_as_many_as_the_volume_holds({Torus{{0, 0, 0}, {0, 1, 0}, 1, 0.3}}, 2 * pi * pi * 0.09, 0.05);
}

TEST(RelaxedSampling, FillsMeshes)
{
    Assets assets;
    assets.meshes["ball"] = std::make_shared<const TriangleMesh>(sphere_mesh(4));
    const auto solid = solid_from({MeshFile{"ball"}}, 3, assets);
    const SolidSample sample = sample_solid({.solid = *solid, .spacing = 0.2}, RelaxedSampling{});
    // The facets of 2048 triangles cut off 0.8 %; the rest is what quarter cells do not see.
    EXPECT_NEAR(static_cast<double>(sample.points.size()), 4.0 / 3 * pi / cube(0.2), 0.03 * 524);
    expect_inside(sample, *solid, 0.2);
}

TEST(RelaxedSampling, FillsThePlane)
{
    const auto solid = solid_from({Difference{Shape{Sphere{{0, 0, 0}, 1}}, {{Box{{-0.3, -0.2, -1}, {0.4, 0.2, 1}}}}}}, 2);
    const double area = pi - 0.7 * 0.4;
    const SolidSample sample = sample_solid({.solid = *solid, .spacing = 0.05, .dimension = 2, .volume = area}, RelaxedSampling{});
    EXPECT_EQ(sample.points.size(), static_cast<std::size_t>(std::lround(area / 0.0025)));
    EXPECT_TRUE(std::ranges::all_of(sample.points, [](const Vec3d& x) { return x.z == 0; }));
    expect_inside(sample, *solid, 0.05);
}

// Where the kernel is full, the density is that of a lattice: a constant within 1 % on average is what the pressure of K21 (33) is for. A surface layer that touches the surface is half
// a spacing away.
TEST(RelaxedSampling, IsEvenInsideAndTouchesTheSurface)
{
    const auto solid = solid_from({Sphere{{0, 0, 0}, 1}});
    const SolidSample relaxed = sample_solid({.solid = *solid, .spacing = 0.1}, RelaxedSampling{});
    const SolidSample lattice = sample_solid({.solid = *solid, .spacing = 0.1}, LatticeSampling{});
    const SampleQuality even = quality_of(relaxed, *solid, 0.1), rows = quality_of(lattice, *solid, 0.1);
    EXPECT_LT(even.interior.mean, 0.01);
    EXPECT_LT(even.interior.excess, 0.05);
    EXPECT_LT(even.outer.mean, 0.8 * rows.outer.mean);
    EXPECT_NEAR(even.surface_mean, 0.5, 0.03);
    EXPECT_LT(rows.surface_nearest, 0.1);
}

TEST(RelaxedSampling, ThinFeaturesDegenerateLessThanOnALattice)
{
    const auto solid = solid_from(finned_ball());
    const SolidSample relaxed = sample_solid({.solid = *solid, .spacing = 0.1}, RelaxedSampling{});
    const SolidSample lattice = sample_solid({.solid = *solid, .spacing = 0.1}, LatticeSampling{});
    const SampleQuality even = quality_of(relaxed, *solid, 0.1), rows = quality_of(lattice, *solid, 0.1);
    EXPECT_GT(rows.degenerate, 200); // two fins of 12 × 12 and a horn of 10, without where they meet the ball
    EXPECT_LT(even.degenerate, rows.degenerate / 10);
    EXPECT_LT(even.outer.mean, 0.75 * rows.outer.mean);
    expect_inside(relaxed, *solid, 0.1);
}

// A ball, a sheet and a needle between the rows of the lattice, and a ball in a hollow one.
TEST(RelaxedSampling, EveryPartGetsParticles)
{
    const Shape hollow{Difference{Shape{Sphere{{0, 0, 0}, 1}}, {{Sphere{{0, 0, 0}, 0.7}}}}};
    const Shape all{Union{{hollow,
                           {Sphere{{0, 0, 0}, 0.4}},
                           {Box{{1.5, -1, -0.015}, {2.5, 1, 0.015}}},
                           {Capsule{{-1.5, -0.8, 0}, {-1.5, 0.8, 0}, 0.02}},
                           {Sphere{{-2.4, 0.3, 0.07}, 0.01}}}}};
    const auto solid = solid_from(all);
    const SolidPieces pieces = pieces_of(*solid, 0.1, 3);
    ASSERT_EQ(pieces.part_count, 5);
    const SolidSample sample = sample_solid({.solid = *solid, .spacing = 0.1}, RelaxedSampling{});
    std::set<Index> filled;
    for (const Vec3d& x : sample.points)
    {
        ASSERT_TRUE(solid->contains(x));
        filled.insert(pieces.part_at(x, 3));
    }
    EXPECT_EQ(filled, (std::set<Index>{0, 1, 2, 3, 4}));
    EXPECT_GT(sample.squeezed, 0);
    EXPECT_EQ(quality_of(sample, *solid, 0.1).empty_parts, 0);
    const SolidSample lattice = sample_solid({.solid = *solid, .spacing = 0.1}, LatticeSampling{});
    EXPECT_GE(quality_of(lattice, *solid, 0.1).empty_parts, 2);
}

// A sheet 0.3 d thick in the plane z = 0: no place is farther from its faces than its middle.
TEST(RelaxedSampling, ThinSheetsAreFilledInTheirMiddle)
{
    const auto solid = solid_from({Box{{0, 0, -0.015}, {2, 1, 0.015}}});
    const SolidSample sample = sample_solid({.solid = *solid, .spacing = 0.1}, RelaxedSampling{});
    EXPECT_NEAR(static_cast<double>(sample.points.size()), 2 * 0.03 / 0.001,
                0.2 * 60); // quarter cells measure what is thinner than themselves roughly
    for (const Vec3d& x : sample.points)
        EXPECT_NEAR(x.z, 0, 1e-3 * 0.1);
    EXPECT_EQ(static_cast<std::size_t>(sample.squeezed), sample.points.size());
}

TEST(RelaxedSampling, SameForAnyThreadsAndInstructions)
{
    const auto solid = solid_from(finned_ball());
    std::vector<Vec3d> first;
    for (const Execution& execution : execution_variants())
    {
        const ExecutionScope scope(execution);
        const SolidSample sample = sample_solid({.solid = *solid, .spacing = 0.15}, RelaxedSampling{.max_iterations = 20});
        if (first.empty())
            first = sample.points;
        ASSERT_FALSE(first.empty());
        EXPECT_EQ(sample.points, first);
    }
}

TEST(RelaxedSampling, OddShapesNeitherFailNorRunAway)
{
    const std::vector<std::pair<Shape, double>> cases{
        {{Sphere{{0, 0, 0}, 1e-3}}, 1},                                                 // far smaller than the spacing
        {{Sphere{{0, 0, 0}, 0.5}}, 1},                                                  // as large as one particle
        {{Box{{0, 0, 0}, {1, 1e-7, 1}}}, 0.1},                                          // thinner than a millionth of the spacing
        {{Box{{0, 0, 0}, {1, 1e-4, 1e-4}}}, 0.1},                                       // a needle
        {{Sphere{{1e6, -1e6, 1e6}, 1}}, 0.3},                                           // far out
        {{Cylinder{{0, 0, 0}, {0, 0.01, 0}, 1}}, 0.25},                                 // a disc
        {{Difference{Shape{Sphere{{0, 0, 0}, 1}}, {{Sphere{{0, 0, 0}, 0.999}}}}}, 0.2}, // a bubble's skin
        {{Intersection{{{Box{{0, 0, 0}, {1, 1, 1}}}, {HalfSpace{{0, 0.5, 0}, {1, 1, 0}}}}}}, 0.1}, // a sharp edge
        {{Union{{{Sphere{{0, 0, 0}, 0.4}}, {Sphere{{0.8, 0, 0}, 0.4}}}}}, 0.1},                    // that touch in a point
    };
    for (const auto& [shape, spacing] : cases)
    {
        const auto solid = solid_from(shape);
        const SolidSample sample = sample_solid({.solid = *solid, .spacing = spacing}, RelaxedSampling{.max_iterations = 60});
        ASSERT_FALSE(sample.points.empty());
        EXPECT_LE(sample.iterations, 60);
        for (const Vec3d& x : sample.points)
        {
            ASSERT_TRUE(is_finite(x));
            ASSERT_LE(squared_distance(solid->bounds(), x), square(1e-6 * spacing));
        }
        const SampleQuality quality = quality_of(sample, *solid, spacing);
        EXPECT_TRUE(std::isfinite(quality.interior.mean + quality.outer.mean + quality.surface_mean + quality.span));
    }
}

TEST(RelaxedSampling, NothingInNothing)
{
    const auto nothing = solid_from({Intersection{{{Sphere{{0, 0, 0}, 1}}, {Sphere{{5, 0, 0}, 1}}}}});
    EXPECT_TRUE(sample_solid({.solid = *nothing, .spacing = 0.1}, RelaxedSampling{}).points.empty());
    EXPECT_EQ(sample_quality({}, *nothing, pieces_of(*nothing, 0.1, 3), 0.1, 0.2, 3).count, 0);
    const auto endless = solid_from({HalfSpace{{0, 0, 0}, {0, 1, 0}}});
    EXPECT_THROW((void)sample_solid({.solid = *endless, .spacing = 0.1}, RelaxedSampling{}), std::length_error);
    const auto large = solid_from({Sphere{{0, 0, 0}, 1}});
    EXPECT_THROW((void)sample_solid({.solid = *large, .spacing = 1e-9}, RelaxedSampling{}), std::length_error);
}

TEST(RelaxedSampling, StopsWhenAsked)
{
    const auto solid = solid_from({Sphere{{0, 0, 0}, 1}});
    int told = 0;
    const auto stop_at_third = [&](const SamplingProgress& progress) {
        EXPECT_EQ(progress.iteration, ++told);
        EXPECT_EQ(progress.max_iterations, 400);
        return told < 3;
    };
    const SolidSample sample = sample_solid({.solid = *solid, .spacing = 0.2}, RelaxedSampling{}, stop_at_third);
    EXPECT_EQ(sample.end, SamplingEnd::stopped);
    EXPECT_EQ(sample.iterations, 3);
    EXPECT_EQ(sample_solid({.solid = *solid, .spacing = 0.2}, RelaxedSampling{.max_iterations = 5}).end, SamplingEnd::iterations_done);
}

// K21 (31) with K21 (36) alone: a single particle has no neighbours, and moves straight to the nearest face by γ V t ω(t).
TEST(RelaxedSampling, TheSurfaceAttractsAsWritten)
{
    const auto box = solid_from({Box{{0, 0, 0}, {1, 1, 1}}});
    const double d = 0.1, gamma = 0.3, t = 0.09;
    SolidSample sample;
    sample.points = {{0.5, 1 - t, 0.45}};
    relax({.solid = *box, .spacing = d}, {.adhesion = gamma, .max_iterations = 1}, {}, sample);
    const double q = t / 0.2;
    const double w = 8 / pi / cube(0.2) * (6 * cube(q) - 6 * square(q) + 1); // the cubic spline of Monaghan 1992, for q < ½
    EXPECT_LT(norm(sample.points[0] - Vec3d{0.5, 1 - t + gamma * cube(d) * t * w, 0.45}), 1e-12);
    EXPECT_NEAR(sample.change, gamma * cube(d) * t * w / d, 1e-12);
}

// K21 (37): the longest step is 0.4 η d. Two particles that nearly coincide are pushed apart by more than that; both go equally far.
TEST(RelaxedSampling, StepsAreShortEnough)
{
    const auto box = solid_from({Box{{0, 0, 0}, {1, 1, 1}}});
    SolidSample sample;
    sample.points = {{0.5, 0.5, 0.5}, {0.52, 0.5, 0.5}};
    relax({.solid = *box, .spacing = 0.1}, {.cohesion = 100, .step = 0.5, .max_iterations = 1}, {}, sample);
    EXPECT_NEAR(sample.points[0].x, 0.5 - 0.4 * 0.5 * 0.1, 1e-7); // sums are of single precision
    EXPECT_NEAR(sample.points[1].x, 0.52 + 0.4 * 0.5 * 0.1, 1e-7);
}

// Exact places: faces, an edge, a corner and the outside of a box, and the middle of a slab that is too thin.
TEST(KeepInside, MovesToTheRadiusFromAllFaces)
{
    const auto box = solid_from({Box{{0, 0, 0}, {1, 1, 1}}});
    const std::vector<std::pair<Vec3d, Vec3d>> cases{{{0.5, 0.5, 0.5}, {0.5, 0.5, 0.5}},
                                                     {{0.02, 0.5, 0.4}, {0.1, 0.5, 0.4}},
                                                     {{0.02, 0.97, 0.4}, {0.1, 0.9, 0.4}},
                                                     {{0.03, 0.02, 0.99}, {0.1, 0.1, 0.9}},
                                                     {{-0.05, 0.5, 0.5}, {0.1, 0.5, 0.5}}};
    for (const auto& [from, to] : cases)
    {
        Vec3d x = from;
        EXPECT_GE(keep_inside(*box, 0.1, 3, x), 0.1 - 1e-9);
        EXPECT_LT(norm(x - to), 1e-9);
    }
    const auto slab = solid_from({Box{{0, 0, 0}, {1, 0.06, 1}}});
    Vec3d x{0.5, 0.01, 0.5};
    EXPECT_NEAR(keep_inside(*slab, 0.1, 3, x), 0.03, 1e-4);
    EXPECT_NEAR(x.y, 0.03, 1e-4);
}

// δ_0 against T09 (8): a lattice fills space to 1, within the error of the sum, which is below 1 % for a support of three spacings.
TEST(SampleQualityTest, FullLatticeHasDensityOne)
{
    EXPECT_NEAR(lattice_filling(3, 3), 1, 0.01);
    EXPECT_NEAR(lattice_filling(3, 2), 1, 0.01);
}

// A lattice of 7³ in a box: known distances, counts of neighbours and densities.
TEST(SampleQualityTest, OfALatticeInABox)
{
    const auto solid = solid_from({Box{{0, 0, 0}, {0.7, 0.7, 0.7}}});
    const SolidSample sample = sample_solid({.solid = *solid, .spacing = 0.1}, LatticeSampling{});
    const SampleQuality quality = sample_quality(sample.points, *solid, pieces_of(*solid, 0.1, 3), 0.1, 0.19, 3);
    EXPECT_EQ(quality.count, 343);
    EXPECT_EQ(quality.neighbors.size(), 27U); // 6 at 1, 12 at √2, 8 at √3
    EXPECT_EQ(quality.neighbors[26], 125);    // the inner 5³
    EXPECT_EQ(quality.neighbors[7], 8);       // corners: 3 + 3 + 1
    EXPECT_EQ(quality.neighbors[11], 60);     // edges: 4 + 5 + 2
    EXPECT_EQ(quality.neighbors[17], 150);    // faces: 5 + 8 + 4
    EXPECT_NEAR(quality.nearest, 1, 1e-9);
    EXPECT_NEAR(quality.surface_nearest, 0.5, 1e-9);
    EXPECT_NEAR(quality.surface_mean, 0.5, 1e-9);
    EXPECT_EQ(quality.too_near, 0);
    EXPECT_EQ(quality.degenerate, 0);
    EXPECT_EQ(quality.parts, 1);
    EXPECT_LT(quality.interior.mean, 1e-9);
    EXPECT_EQ(quality.interior.count, 27); // deeper than 1.9 spacings
}

TEST(SampleQualityTest, LinesPlanesAndPointsAreDegenerate)
{
    const auto solid = solid_from({Box{{-10, -10, -10}, {10, 10, 10}}});
    const SolidPieces pieces = pieces_of(*solid, 1, 3);
    std::vector<Vec3d> plane, block;
    for (double y = -2; y <= 2; ++y)
        for (double x = -2; x <= 2; ++x)
        {
            plane.push_back({x, y, 0.3 * x}); // slanted
            for (double z = -2; z <= 2; ++z)
                block.push_back({x, y, z});
        }
    EXPECT_EQ(sample_quality(plane, *solid, pieces, 1, 2, 3).degenerate, 25);
    EXPECT_EQ(sample_quality(block, *solid, pieces, 1, 2, 3).degenerate, 0);
    EXPECT_EQ(sample_quality({{0, 0, 0}}, *solid, pieces, 1, 2, 3).degenerate, 1);
    const auto square_in_plane = solid_from({Box{{-10, -10, 0}, {10, 10, 0}}}, 2);
    for (Vec3d& x : plane)
        x.z = 0;
    EXPECT_EQ(sample_quality(plane, *square_in_plane, pieces_of(*square_in_plane, 1, 2), 1, 2, 2).degenerate, 0);
    EXPECT_EQ(sample_quality({{0, 0, 0}, {1, 1, 0}, {2, 2, 0}}, *square_in_plane, pieces_of(*square_in_plane, 1, 2), 1, 2, 2).degenerate,
              3);
}
} // namespace
} // namespace aspic
