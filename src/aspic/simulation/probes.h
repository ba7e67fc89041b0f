#pragma once

#include "aspic/operators/smoothing_kernel.h"
#include "aspic/scene/scene.h"
#include "aspic/simulation/pin_forces.h"
#include "aspic/simulation/rigid_bodies.h"
#include "aspic/simulation/step_report.h"
#include "aspic/simulation/walls.h"
#include "aspic/simulation/world_state.h"

#include <functional>

namespace aspic
{
/// A row that a probe has measured.
struct ProbeRow
{
    std::size_t probe = 0;      ///< index in the scene
    std::vector<double> values; ///< one for each of its columns; NaN where there is nothing to measure
};

/// What probes must know of a world besides its state.
struct MeasuredWorld
{
    AnyKernel kernel;
    Periodicity periodicity;
    double sound_speed = 0;                                     ///< [m/s]
    std::function<Array<Real>()> pressure;                      ///< [Pa] of each particle
    std::function<RigidBody(std::size_t)> rigid_body;           ///< of the scene's, as it stands now
    std::function<double(std::optional<Index>)> elastic_energy; ///< [J] of an object, or of all
};

/// Column names of a probe's file with units: "time [s]", "step", then what it measures.
std::vector<std::string> probe_columns(const Scene& scene, std::size_t probe);

/// Measures a world. What a probe remembers is part of the world's state.
class Probes
{
public:
    explicit Probes(const Scene& scene) : scene_(&scene) {}

    /// Adds the columns that some probe needs.
    void add_columns(ParticleSet& particles) const;

    /// Adds the impulses of a step to what the probes of walls remember.
    void watch_walls(WorldState& state, const std::vector<WallImpulse>& impulses) const;

    /// Adds the impulses of a step to what the probes of pins remember.
    void watch_pins(WorldState& state, const PinForces& pins) const;

    /// Adds what the fluid did to rigid bodies in a step.
    void watch_rigid_bodies(WorldState& state, const RigidBodies& bodies) const;

    /// Rows of the probes that are due.
    [[nodiscard]] std::vector<ProbeRow> measure(WorldState& state, const StepReport& report, const MeasuredWorld& world) const;

private:
    const Scene* scene_;
};
} // namespace aspic
