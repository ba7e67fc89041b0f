#pragma once

#include "aspic/scene/scene.h"

namespace aspic
{
/// The places at which particles leave a nozzle, and how fast they do.
struct NozzleLayer
{
    std::vector<Vec3d> points;  ///< [m], a spacing apart
    std::vector<double> shares; ///< speed at each of them, relative to the mean of all
};

NozzleLayer nozzle_layer(const FluidEmitter& emitter, const Scene& scene);

/// About how many points it has, without making them.
double nozzle_point_count(const FluidEmitter& emitter, const Scene& scene);

/// The largest of a nozzle's shares, without its points: the ratio of the fastest to the mean speed in a pipe or a channel.
double largest_share(const FluidEmitter& emitter, int dimension);
} // namespace aspic
