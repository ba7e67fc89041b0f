// Layers of ghost particles against volumes of shells: exact for boxes of whole spacings, within 2 % for round and tilted shapes; always behind the surface and
// never deeper than the layer.

#include "aspic/boundaries/ghost_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace aspic;

namespace
{
struct Layer
{
    std::shared_ptr<const Solid> solid;
    bool is_vessel = false;
    double spacing = 0.1, depth = 0.2; // [m]
    int dimension = 3;
    Bounds region = endless_bounds();

    [[nodiscard]] GhostPoints points() const
    {
        return ghost_points(
            {.solid = *solid, .fluid_is_inside = is_vessel, .spacing = spacing, .depth = depth, .dimension = dimension, .region = region});
    }
};

Layer layer_of(const Shape& shape, bool is_vessel, int dimension = 3)
{
    return {.solid = make_solid(shape, dimension, {}).value(), .is_vessel = is_vessel, .dimension = dimension};
}

double volume_of(const GhostPoints& points)
{
    double total = 0;
    for (const double volume : points.volumes)
        total += volume;
    return total;
}

/// Each behind the surface, none deeper than a layer's centre may be.
void expect_behind_surface(const Layer& layer)
{
    const GhostPoints points = layer.points();
    ASSERT_EQ(points.positions.size(), points.volumes.size());
    ASSERT_FALSE(points.positions.empty());
    const double cell = std::pow(layer.spacing, layer.dimension);
    for (std::size_t k = 0; k < points.positions.size(); ++k)
    {
        const double depth = (layer.is_vessel ? 1 : -1) * layer.solid->surface_from(points.positions[k]).distance;
        EXPECT_GT(depth, 0);
        EXPECT_LE(depth, layer.depth + 1e-12);
        EXPECT_GT(points.volumes[k], 0);
        EXPECT_LE(points.volumes[k], cell * (1 + 1e-12));
        if (layer.dimension == 2)
        {
            EXPECT_EQ(points.positions[k].z, 0);
        }
    }
}

double least_distance(const std::vector<Vec3d>& points, double period_x)
{
    double least = 1e9;
    for (std::size_t a = 0; a < points.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
        {
            Vec3d d = points[a] - points[b];
            d.x -= period_x * std::round(d.x / period_x);
            least = std::min(least, norm(d));
        }
    return least;
}

constexpr double ball = 4 * pi / 3;
} // namespace

TEST(GhostPoints, OfASolidBoxFillItsShellExactly)
{
    const Layer layer = layer_of({Box{{-0.3, 0.1, 2}, {0.7, 0.9, 2.8}}}, false); // 10 × 8 × 8 spacings
    EXPECT_NEAR(volume_of(layer.points()), 1 * 0.8 * 0.8 - 0.6 * 0.4 * 0.4, 1e-12);
    for (const double volume : layer.points().volumes)
        EXPECT_NEAR(volume, 0.001, 1e-15);
    expect_behind_surface(layer);
}

TEST(GhostPoints, OfAVesselAreTheCellsAroundIt)
{
    const Layer layer = layer_of({Box{{-0.3, 0.1, 2}, {0.7, 0.9, 2.8}}}, true);
    // Over the faces exactly two layers; around the edges those whose centres are within the depth.
    double faces = 0, edges = 0;
    const GhostPoints points = layer.points();
    for (std::size_t k = 0; k < points.positions.size(); ++k)
    {
        const Vec3d& x = points.positions[k];
        const int sides = (x.x < -0.3 || x.x > 0.7) + (x.y < 0.1 || x.y > 0.9) + (x.z < 2 || x.z > 2.8);
        (sides == 1 ? faces : edges) += points.volumes[k];
    }
    EXPECT_NEAR(faces, 0.2 * 2 * (1 * 0.8 + 1 * 0.8 + 0.8 * 0.8), 1e-12);
    // Of the 2 × 2 cells beside an edge, that at the corner is 0.15 √2 > 0.2 away; of the 8 at a corner, 1 has 0.05 √3 and 3 have 0.166: all others are farther.
    EXPECT_NEAR(edges, 0.001 * (3 * 4 * (10 + 8 + 8) + 4 * 8), 1e-12);
    expect_behind_surface(layer);
}

TEST(GhostPoints, OfABoxInThePlane)
{
    const Layer vessel = layer_of({Box{{0, 0, 0}, {1, 0.5, 0}}}, true, 2);
    EXPECT_NEAR(volume_of(vessel.points()), 0.2 * 2 * 1.5 + 4 * 3 * 0.01, 1e-12);
    expect_behind_surface(vessel);
    const Layer solid = layer_of({Box{{0, 0, 0}, {1, 0.5, 0}}}, false, 2);
    EXPECT_NEAR(volume_of(solid.points()), 0.5 - 0.6 * 0.1, 1e-12);
    expect_behind_surface(solid);
}

TEST(GhostPoints, OfABoxThatFitsNoLatticeKeepItsFaces) // the cell that a face cuts stands for its solid part
{
    Layer layer = layer_of({Box{{0, 0, 0}, {1.037, 0.537, 0}}}, true, 2);
    double low = 0, high = 0; // behind the faces x = 0 and x = 1.037, away from the corners
    const GhostPoints points = layer.points();
    for (std::size_t k = 0; k < points.positions.size(); ++k)
        if (points.positions[k].y > 0.1 && points.positions[k].y < 0.4)
        {
            low += points.positions[k].x < 0 ? points.volumes[k] : 0;
            high += points.positions[k].x > 1.037 ? points.volumes[k] : 0;
        }
    EXPECT_NEAR(low, 0.3 * 0.2, 1e-12);
    EXPECT_NEAR(high, 0.3 * 0.163, 1e-12); // 0.063 of a cell and a whole one; the next has its centre at 0.213, too deep
    expect_behind_surface(layer);
}

TEST(GhostPoints, OfRoundShapesFillTheirShells)
{
    for (const bool is_vessel : {false, true})
    {
        const double out = is_vessel ? 0.1 : 0, in = is_vessel ? 0 : 0.1;
        Layer sphere = layer_of({Sphere{{0.013, -0.4, 2}, 1}}, is_vessel);
        sphere.spacing = 0.05;
        sphere.depth = 0.1;
        const double shell = ball * (std::pow(1 + out, 3) - std::pow(1 - in, 3));
        EXPECT_NEAR(volume_of(sphere.points()), shell, 0.02 * shell);
        expect_behind_surface(sphere);

        Layer disc = layer_of({Sphere{{0.013, -0.4, 0}, 1}}, is_vessel, 2);
        disc.spacing = 0.02;
        disc.depth = 0.1;
        const double ring = pi * (square(1 + out) - square(1 - in));
        EXPECT_NEAR(volume_of(disc.points()), ring, 0.02 * ring);
        expect_behind_surface(disc);
    }
}

TEST(GhostPoints, OfATiltedCylinderFillItsShell)
{
    const double r = 0.6, length = 1.4, d = 0.1;
    const Vec3d axis{length / 3, 2 * length / 3, 2 * length / 3};
    Layer solid = layer_of({Cylinder{{0, 0, 0}, axis, r}}, false);
    Layer vessel = layer_of({Cylinder{{0, 0, 0}, axis, r}}, true);
    for (Layer* layer : {&solid, &vessel})
    {
        layer->spacing = 0.05;
        layer->depth = d;
        expect_behind_surface(*layer);
    }
    const double inside = pi * r * r * length - pi * square(r - d) * (length - 2 * d);
    EXPECT_NEAR(volume_of(solid.points()), inside, 0.02 * inside);
    // Side, ends, and two rims: a quarter of a circle turned about the axis.
    const double rim = 2 * pi * (r * pi * d * d / 4 + d * d * d / 3);
    const double outside = pi * (square(r + d) - r * r) * length + 2 * pi * r * r * d + 2 * rim;
    EXPECT_NEAR(volume_of(vessel.points()), outside, 0.02 * outside);
}

TEST(GhostPoints, OfATurnedBoxFillItsShell)
{
    for (const int dimension : {2, 3})
    {
        const Shape box{Box{{0, 0, 0}, {1, 0.8, 0.9}}};
        Layer layer = layer_of({Moved{box, {0, 0, 0.4}, {0.3, 0.2, 0}}}, false, dimension);
        layer.spacing = dimension == 2 ? 0.02 : 0.05;
        layer.depth = 0.1;
        const double height = dimension == 2 ? 1 : 0.9, inner = dimension == 2 ? 1 : 0.7;
        const double shell = 1 * 0.8 * height - 0.8 * 0.6 * inner;
        EXPECT_NEAR(volume_of(layer.points()), shell, 0.02 * shell);
        expect_behind_surface(layer);
    }
}

TEST(GhostPoints, OfAHalfSpaceStayInTheRegion)
{
    Layer layer = layer_of({HalfSpace{{0, 0.3, 0}, {0, 1, 0}}}, false);
    layer.region = {{-1, -5, 0}, {1, 5, 0.5}};
    EXPECT_NEAR(volume_of(layer.points()), 2 * 0.5 * 0.2, 1e-12);
    for (const Vec3d& x : layer.points().positions)
        EXPECT_TRUE(x.x > -1 && x.x < 1 && x.z > 0 && x.z < 0.5 && x.y < 0.3);
    expect_behind_surface(layer);

    Layer tilted = layer_of({HalfSpace{{0, 0, 0}, {1, 2, 0}}}, false, 2);
    tilted.region = {{-1, -2, 0}, {1, 2, 0}};
    tilted.spacing = 0.02;
    const double area = 2 * std::sqrt(1.25) * 0.2; // a stripe across the region, whose ends are inside above and below
    EXPECT_NEAR(volume_of(tilted.points()), area, 0.02 * area);
    expect_behind_surface(tilted);
}

TEST(GhostPoints, InAPeriodDoNotStandTwice)
{
    // A floor that repeats itself: as long as the period, also where the wall's own lattice does not begin with it.
    for (const double begin : {0.0, -0.55, -0.5, -0.513})
    {
        Layer floor = layer_of({Box{{begin, -0.2, 0}, {begin + 3, 0, 0}}}, false, 2);
        floor.region.low.x = 0;
        floor.region.high.x = 1;
        EXPECT_NEAR(volume_of(floor.points()), 0.2, 1e-12) << begin;
        EXPECT_NEAR(least_distance(floor.points().positions, 1), 0.1, 1e-9) << begin;
        for (const Vec3d& x : floor.points().positions)
            EXPECT_TRUE(x.x >= -1e-9 && x.x < 1 - 1e-9) << x.x;
    }
    // A period that is no multiple of the spacing: the last of a row may stand a little apart, but never in another.
    Layer odd = layer_of({HalfSpace{}}, false, 2);
    odd.spacing = 0.03;
    odd.depth = 0.06;
    odd.region = {{0, -5, 0}, {1, 5, 0}};
    EXPECT_NEAR(volume_of(odd.points()), 0.06, 0.06 * 0.03 * 0.5 + 1e-12);
    EXPECT_GT(least_distance(odd.points().positions, 1), 0.5 * 0.03);
}

TEST(GhostPoints, TooLargeALayerIsKnownBefore)
{
    const auto ground = make_solid({Box{{0, 0, 0}, {1e4, 1e4, 1}}}, 3, {}).value();
    EXPECT_FALSE(can_be_filled({.solid = *ground, .spacing = 0.01, .depth = 0.02, .region = endless_bounds()}));
    EXPECT_TRUE(can_be_filled({.solid = *ground, .spacing = 20, .depth = 40, .region = endless_bounds()}));
}
