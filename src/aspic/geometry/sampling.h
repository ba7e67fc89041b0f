#pragma once

#include "aspic/geometry/sample_quality.h"
#include "aspic/geometry/sampling_settings.h"

#include <functional>
#include <optional>

namespace aspic
{
/// What to fill, and how finely.
struct SamplingTask
{
    const Solid& solid;
    double spacing = 0; ///< [m] d, a particle's diameter
    int dimension = 3;
    std::optional<double> volume = {};  ///< [m^d] of the solid; none: as its cells say
    std::optional<double> support = {}; ///< [m] of the kernel with which particles are relaxed; none: 2 d
};

/// How far a relaxation is; asked to stop, it ends with what it has.
struct SamplingProgress
{
    int iteration = 0;
    int max_iterations = 0;
    double change = 0; ///< [d] root mean square change of a position in the iteration
};
using SamplingWatcher = std::function<bool(const SamplingProgress&)>; ///< false: stop

enum class SamplingEnd
{
    settled,         ///< positions change less than the tolerance
    iterations_done, ///< the largest number of iterations came first
    stopped,         ///< the watcher asked for it
    not_relaxed      ///< a lattice
};

/// Particles in a solid, and what was done to find them.
struct SolidSample
{
    std::vector<Vec3d> points;
    SamplingEnd end = SamplingEnd::not_relaxed;
    int iterations = 0;
    double change = 0;  ///< [d] of the last iteration
    Index squeezed = 0; ///< particles nearer to the surface than their radius, because the solid is thinner there
};

/// Fills a solid. Relaxed: round(V/d^dimension) particles, or as many as there are parts, each of which gets one at least. The same for any number of threads. Throws std::length_error for
/// an unbounded solid or for too many particles.
SolidSample sample_solid(const SamplingTask& task, const Sampling& sampling, const SamplingWatcher& watch = {});
} // namespace aspic
