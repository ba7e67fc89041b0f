#pragma once

#include "aspic/geometry/assets.h"
#include "aspic/particles/cell_lattice.h"
#include "aspic/scene/scene.h"

namespace aspic
{
/// Axes along which the scene repeats itself.
Periodicity periodicity_of(const Scene& scene);

/// How far from the origin [m] particles can be.
double farthest_coordinate(const Scene& scene);

/// The largest speed [m/s] of anything at first.
double first_speed(const Scene& scene, const Assets& assets);

/// The largest speed [m/s] that a scene gives reason to expect: that of anything at first, of emitters and of moving walls, and that of a
/// fall through its whole height.
double expected_speed(const Scene& scene, const Assets& assets);

/// The artificial speed of sound at a time: as the scene says, or ten times the expected speed, which keeps the density within about 1 %.
double sound_speed_at(const Scene& scene, double expected, double time);

/// The longest stable step [s] at a time, for a speed of sound and a largest speed of particles [m/s].
double step_limit(const Scene& scene, double sound_speed, double speed, double time);

/// The same at the start, before there are particles.
double first_step_limit(const Scene& scene, const Assets& assets);
} // namespace aspic
