#pragma once

#include "aspic/geometry/assets.h"
#include "aspic/scene/scene.h"

namespace aspic
{
/// Particles that a scene will hold at most, before any is made: objects, and what the emitters bring within its duration.
double estimate_particles(const Scene& scene, const Assets& assets);

/// Memory that a world with so many particles takes [bytes].
double estimate_memory(const Scene& scene, const Assets& assets, double particles);

/// [bytes] The same with what a run needs besides: what `aspic check` says and `aspic run` is refused for.
double estimate_run_memory(const Scene& scene, const Assets& assets, double particles);
} // namespace aspic
