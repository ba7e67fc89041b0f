#pragma once

#include <array>
#include <cstdint>

namespace aspic
{
/// How the surface passes through a cell of a lattice, for each of the 256 ways in which its corners can be inside (Lorensen & Cline 1987).
/// Corner c stands at (c & 1, c >> 1 & 1, c >> 2 & 1). Edge 4a + k runs along axis a and begins at corner edge_begin[4a + k].
///
/// The triangles come from a rule, not from a list. On each face the surface cuts off every run of inside corners alone, so that two cells agree
/// on the face that they share, also where its diagonals differ. The cuts join to closed polygons, and these are divided into triangles
/// without a line that would lie in a face: another cell could draw the same line. So every edge belongs to exactly two triangles.
struct MarchingCubes
{
    static constexpr int most_triangles = 5;

    struct Case
    {
        int triangles = 0;
        std::array<std::uint8_t, 3 * most_triangles> edges{}; ///< three per triangle, counter-clockwise seen from outside
    };

    std::array<Case, 256> cases;
    std::array<std::uint8_t, 12> edge_begin; ///< the corner with the lower coordinate
};

/// The table, made when it is first asked for.
const MarchingCubes& marching_cubes();
} // namespace aspic
