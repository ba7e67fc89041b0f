// Which walls count as thin: plates, shells and rods thinner than a spacing; not blocks, nor wedges along their edge.
#include "aspic/boundaries/thin_matter.h"

#include <gtest/gtest.h>

namespace aspic
{
namespace
{
bool is_thin(const Shape& shape, bool keeps_inside = false, int dimension = 3)
{
    constexpr double spacing = 0.05;
    const auto solid = make_solid(shape, dimension, Assets{}).value();
    return thin_place({.solid = solid,
                       .fluid_is_inside = keeps_inside,
                       .kernel = Kernel<CubicSpline, double>(2 * spacing, dimension),
                       .spacing = spacing})
        .has_value();
}

Shape plate(double thickness) { return Shape{Box{{0, 0, 0}, {1, thickness, 1}}}; }

TEST(ThinMatter, PlatesThinnerThanASpacing)
{
    for (const int dimension : {3, 2})
    {
        EXPECT_TRUE(is_thin(plate(1e-9), false, dimension));
        EXPECT_TRUE(is_thin(plate(0.025), false, dimension));
        EXPECT_FALSE(is_thin(plate(0.05), false, dimension));
        EXPECT_FALSE(is_thin(plate(0.3), false, dimension));
    }
}

TEST(ThinMatter, ShellsAndRods)
{
    const Shape ball{Sphere{{0, 0, 0}, 0.5}};
    EXPECT_TRUE(is_thin(Shape{Difference{ball, {Shape{Sphere{{0, 0, 0}, 0.47}}}}}));
    EXPECT_FALSE(is_thin(Shape{Difference{ball, {Shape{Sphere{{0, 0, 0}, 0.4}}}}}));
    EXPECT_TRUE(is_thin(Shape{Cylinder{{0, 0, 0}, {0, 1, 0}, 0.01}}));
    EXPECT_FALSE(is_thin(ball));
}

TEST(ThinMatter, OneThinWallOfMany)
{
    const Shape block{Box{{0, -0.5, 0}, {2, 0, 2}}};
    EXPECT_TRUE(is_thin(Shape{Union{{block, Shape{Box{{1, 0, 0.5}, {1.01, 0.4, 1.5}}}}}}));
    EXPECT_FALSE(is_thin(block));
}

/// A wedge of 20°, and vessels, whose matter has no other side.
TEST(ThinMatter, NotWedgesAndVessels)
{
    const Shape below{HalfSpace{{0, 0, 0}, {-0.342, 0.940, 0}}};
    EXPECT_FALSE(is_thin(Shape{Intersection{{Shape{Box{{-0.5, 0, 0}, {1, 1, 1}}}, below}}}));
    EXPECT_FALSE(is_thin(plate(0.3), true));
    EXPECT_FALSE(is_thin(Shape{HalfSpace{}}));
    const Shape two_rooms{Union{{Shape{Box{{0, 0, 0}, {1, 1, 1}}}, Shape{Box{{1.02, 0, 0}, {2, 1, 1}}}}}};
    EXPECT_TRUE(is_thin(two_rooms, true)); // the wall between them
}
} // namespace
} // namespace aspic
