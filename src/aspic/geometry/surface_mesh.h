#pragma once

#include "aspic/core/types.h"
#include "aspic/math/vec.h"

#include <array>
#include <string>
#include <vector>

namespace aspic
{
/// A quantity of all vertices of a surface, such as the velocity of the particles that are near.
struct VertexColumn
{
    std::string name;
    std::string unit;          ///< SI, "1" for plain numbers
    int components = 1;        ///< 1 or 3
    std::vector<float> values; ///< those of a vertex side by side
};

/// The surface of particles: triangles with shared corners, counter-clockwise seen from outside, and what is known at the corners.
struct SurfaceMesh
{
    std::vector<Vec3d> vertices; ///< [m]
    std::vector<Vec3> normals;   ///< of length 1, pointing outwards
    std::vector<std::array<Index, 3>> triangles;
    std::vector<VertexColumn> columns;
};
} // namespace aspic
