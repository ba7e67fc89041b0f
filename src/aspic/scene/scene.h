#pragma once

#include "aspic/compute/local_position.h"
#include "aspic/solvers/pressure/weakly_compressible.h"

#include <string>
#include <vector>

namespace aspic
{
/// An upright box [low, high].
struct Box
{
    Vec3d low, high;

    bool operator==(const Box&) const = default;
};

/// What to simulate: values only. SI units.
struct Scene
{
    std::string name;
    std::string summary;      ///< one line
    int dimension = 3;        ///< 2: the plane z = 0
    double spacing = 0.02;    ///< [m] distance of particles: the one number for the resolution
    double support_ratio = 2; ///< support radius h in spacings
    std::string kernel = "cubic";
    Vec3d gravity{0, -9.81, 0}; ///< [m/s²]
    double duration = 1;        ///< [s]
    double frame_rate = 50;     ///< [1/s]
    Box tank;                   ///< walls that no particle passes
    std::vector<Box> fluid;     ///< blocks filled with particles on a lattice, first layer half a spacing inside
    WeaklyCompressibleSettings pressure;

    bool operator==(const Scene&) const = default;
};
} // namespace aspic
