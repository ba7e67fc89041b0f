#pragma once

#include "aspic/geometry/assets.h"
#include "aspic/geometry/bounds.h"
#include "aspic/particles/cell_lattice.h"
#include "aspic/scene/scene.h"

#include <optional>

namespace aspic
{
/// Axes along which the scene repeats itself.
Periodicity periodicity_of(const Scene& scene);

/// Whether a place is in the domain of a scene, or the scene has none.
bool is_in_domain(const Scene& scene, const Vec3d& x);

/// How far from the origin [m] particles can be.
double farthest_coordinate(const Scene& scene);

/// The largest speed [m/s] of anything at first.
double first_speed(const Scene& scene, const Assets& assets);

/// The largest speed [m/s] that a scene gives reason to expect: that of anything at first, of emitters and of moving walls, and that of a
/// fall through its whole height.
double expected_speed(const Scene& scene, const Assets& assets);

/// The artificial speed of sound at a time: as the scene says, or ten times the expected speed, which keeps the density within about 1 %;
/// 0 for a solver without sound.
double sound_speed_at(const Scene& scene, double expected, double time);

/// What the length of a step depends on.
struct StepConditions
{
    double sound_speed = 0;                 ///< [m/s]
    double speed = 0;                       ///< [m/s] of the fastest particle
    std::optional<double> usual_speed = {}; ///< [m/s] that hardly any particle exceeds; none: `speed`
    double acceleration = 0;                ///< [m/s²] the largest of the step before
    double time = 0;                        ///< [s]
    double last_step = 0;                   ///< [s] the step before; 0: there was none
};

/// The longest stable step [s].
double step_limit(const Scene& scene, const StepConditions& now);

/// A box around all that has an end: objects, emitters, walls. Empty if nothing has.
Bounds extent_of(const Scene& scene, const Assets& assets);

/// The same at the start, before there are particles.
double first_step_limit(const Scene& scene, const Assets& assets);
} // namespace aspic
