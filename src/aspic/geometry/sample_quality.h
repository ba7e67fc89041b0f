#pragma once

#include "aspic/geometry/solid_pieces.h"

namespace aspic
{
/// Densities of some of the particles relative to a full lattice.
struct DensityError
{
    Index count = 0;
    double mean = 0;    ///< of |δ/δ_0 − 1|
    double excess = 0;  ///< the largest δ/δ_0 − 1
    double deficit = 0; ///< the largest 1 − δ/δ_0
};

/// How well particles fill a solid. Lengths in spacings d.
struct SampleQuality
{
    Index count = 0;
    DensityError interior;        ///< farther from the surface than the kernel reaches
    DensityError outer;           ///< nearer
    std::vector<Index> neighbors; ///< how many particles have k others within the support, by k
    Index degenerate = 0;         ///< neighbourhoods that do not span space: a line, a plane or a point (K21 (8))
    double nearest = 0;           ///< smallest distance of two particles
    double even = 0;              ///< share of particles whose nearest other is 0.9 to 1.1 away
    double surface_nearest = 0;   ///< smallest distance to the surface; negative: outside
    double surface_mean = 0;      ///< mean distance of the outer layer, which is nearer than 1
    Index too_near = 0;           ///< particles nearer to the surface than half a spacing
    Index outside = 0;
    Index parts = 0;             ///< of the solid that do not hang together
    Index empty_parts = 0;       ///< without any particle
    std::vector<double> density; ///< δ/δ_0 of each particle
    double span = 0;             ///< the largest distance of a point of the solid to its nearest particle
};

/// Condition number of Σ_j V ∇ω_ij (x_j − x_i)ᵀ beyond which a neighbourhood counts as degenerate.
inline constexpr double degenerate_condition = 1000;

/// δ_0 = Σ_j V ω_ij in a full lattice of spacing 1 with the cubic spline.
double lattice_filling(double support, int dimension);

/// Measures particles, with the support of the kernel in metres. Pieces are those of the solid, or of one like it.
SampleQuality sample_quality(const std::vector<Vec3d>& points, const Solid& solid, const SolidPieces& pieces, double spacing,
                             double support, int dimension);
} // namespace aspic
