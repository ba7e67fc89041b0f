#pragma once

#include "aspic/geometry/solid.h"

#include <vector>

namespace aspic
{
/// Where ghost particles stand behind a surface, and how much of the solid each stands for.
struct GhostPoints
{
    std::vector<Vec3d> positions; ///< [m]
    std::vector<double> volumes;  ///< [m^d]
};

/// What to fill with ghost particles.
struct GhostLayer
{
    const Solid& solid;
    bool fluid_is_inside = false; ///< a vessel: the layer lies outside of the solid
    double spacing = 0;           ///< [m]
    double depth = 0;             ///< [m] thickness of the layer: the support radius
    int dimension = 3;
    Bounds region; ///< the layer is made only here, along axes on which the solid has no end
};

/// Samples the layer behind a surface (T09 section 6.3) with the cells of a cubic lattice that starts at the low corner of the solid's bounds. A cell that the
/// surface cuts stands for the part of it that is solid, at that part's centre: walls of any shape, place and size are smooth, and a box of whole spacings
/// is sampled exactly.
GhostPoints ghost_points(const GhostLayer& layer);

/// Whether the layer's cells can be looked through in reasonable time.
bool can_be_filled(const GhostLayer& layer);
} // namespace aspic
