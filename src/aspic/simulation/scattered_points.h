#pragma once

#include "aspic/geometry/solid.h"

#include <cstdint>
#include <vector>

namespace aspic
{
/// Which random numbers.
struct RandomStream
{
    std::uint64_t seed = 0, stream = 0;
};

/// Uniformly random points in a region with bounds: of random points of the bounds, those inside.
std::vector<Vec3d> scattered_points(const Solid& region, std::size_t count, const RandomStream& random);

/// The share of its bounds that a region fills, from some random points.
double filled_share(const Solid& region);

/// Less of its bounds must not be in a region: finding points would take long.
inline constexpr double least_filled_share = 1e-3;
} // namespace aspic
