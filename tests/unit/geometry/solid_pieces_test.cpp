#include "aspic/geometry/solid_pieces.h"
#include "surface_properties.h"

#include "support/execution_variants.h"

#include <gtest/gtest.h>

#include <cmath>

namespace aspic
{
namespace
{
double volume_of(const SolidPieces& cut, int dimension)
{
    double sum = 0;
    for (const SolidPiece& piece : cut.pieces)
        sum += piece.share * std::pow(cut.width, dimension);
    return sum;
}

// Middles of quarter cells decide: their errors cancel over a curved surface to well below 1 %.
TEST(SolidPieces, FillTheVolume)
{
    EXPECT_NEAR(volume_of(pieces_of(*solid_from({Sphere{{0.1, 0.2, 0.3}, 1}}), 0.1, 3), 3), 4.0 / 3 * pi, 0.01 * 4.19);
    EXPECT_NEAR(volume_of(pieces_of(*solid_from({Torus{{0, 0, 0}, {1, 1, 0}, 1, 0.3}}), 0.1, 3), 3), 2 * pi * pi * 0.09, 0.01 * 1.78);
    EXPECT_NEAR(volume_of(pieces_of(*solid_from({Sphere{{0, 0, 0}, 1}}, 2), 0.1, 2), 2), pi, 0.01 * pi);
    EXPECT_NEAR(volume_of(pieces_of(*solid_from({Box{{0, 0, 0}, {1, 0.4, 0.5}}}), 0.1, 3), 3), 0.2, 1e-12); // whole cells
}

TEST(SolidPieces, PointsAreInside)
{
    const auto solid = solid_from({Difference{Shape{Sphere{{0, 0, 0}, 1}}, {{Sphere{{0.1, 0, 0}, 0.85}}}}});
    for (const SolidPiece& piece : pieces_of(*solid, 0.2, 3).pieces)
        EXPECT_TRUE(solid->contains(piece.point));
}

TEST(SolidPieces, PartsThatAreApartAreCounted)
{
    EXPECT_EQ(pieces_of(*solid_from({Sphere{{0, 0, 0}, 1}}), 0.1, 3).part_count, 1);
    const Shape three{Union{{{Sphere{{0, 0, 0}, 0.3}}, {Sphere{{1, 0, 0}, 0.3}}, {Torus{{0, 0, 0}, {0, 1, 0}, 3, 0.2}}}}};
    EXPECT_EQ(pieces_of(*solid_from(three), 0.1, 3).part_count, 3);
    EXPECT_EQ(pieces_of(*solid_from(three, 2), 0.1, 2).part_count, 4); // the plane cuts the ring twice
    const Shape nested{Union{{{Difference{Shape{Sphere{{0, 0, 0}, 1}}, {{Sphere{{0, 0, 0}, 0.8}}}}}, {Sphere{{0, 0, 0}, 0.5}}}}};
    EXPECT_EQ(pieces_of(*solid_from(nested), 0.1, 3).part_count, 2);
    EXPECT_EQ(pieces_of(*solid_from({Capsule{{0, 0, 0}, {1, 0.7, 0.4}, 0.01}}), 0.1, 3).part_count, 1); // a slanted thread stays one
}

TEST(SolidPieces, WhatIsThinnerThanAnyCellIsSeen)
{
    for (const double thickness : {0.02, 1e-3, 1e-6})
    {
        const auto solid = solid_from({Box{{0, 0.0371, 0}, {1, 0.0371 + thickness, 1}}});
        const SolidPieces cut = pieces_of(*solid, 0.1, 3);
        EXPECT_EQ(cut.part_count, 1);
        EXPECT_GE(cut.pieces.size(), 100U); // a cell each of 10 × 10
        for (const SolidPiece& piece : cut.pieces)
            EXPECT_LE(solid->surface_from(piece.point).distance, 0);
    }
}

TEST(SolidPieces, PointsFindTheirPart)
{
    const auto solid = solid_from({Union{{{Sphere{{0, 0, 0}, 0.5}}, {Sphere{{2, 0, 0}, 0.5}}}}});
    const SolidPieces cut = pieces_of(*solid, 0.1, 3);
    EXPECT_EQ(cut.part_at({0.1, 0.2, 0.3}, 3), cut.part_at({-0.2, 0, 0}, 3));
    EXPECT_NE(cut.part_at({0, 0, 0}, 3), cut.part_at({2, 0, 0}, 3));
    EXPECT_EQ(cut.part_at({1, 0, 0}, 3), -1);
    EXPECT_EQ(cut.part_at({9, 9, 9}, 3), -1);
}
} // namespace
} // namespace aspic
