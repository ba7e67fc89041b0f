#pragma once

#include "aspic/simulation/elastic_bodies.h"
#include "aspic/simulation/evaluation.h"
#include "aspic/simulation/fluid_model.h"
#include "aspic/simulation/held_particles.h"
#include "aspic/simulation/pin_forces.h"
#include "aspic/simulation/rigid_bodies.h"
#include "aspic/simulation/stages.h"
#include "aspic/simulation/walls.h"

namespace aspic
{
/// What a solver works on in a step.
struct FluidStep
{
    FluidModel& model;
    WorldState& state;
    const HeldParticles& held;
    const Walls& walls;
    RigidBodies& rigid;
    Attachments& attachments;
    ElasticBodies& elastic;
    PinForces& pins;
    double time = 0;  ///< [s] at its beginning
    double dt = 0;    ///< [s]
    double speed = 0; ///< [m/s] of the fastest particle at its beginning
};

/// How a fluid resists compression, with all that hangs on it: what stands behind walls, and the order of forces. One class for each alternative of `solvers.pressure`.
class FluidSolver
{
public:
    virtual ~FluidSolver() = default;

    /// Adds the columns it needs. Throws std::invalid_argument if the state cannot be one of its own.
    virtual void prepare(WorldState& state) const = 0;

    /// The state of a new world, when its objects are there.
    virtual void start(WorldState& /*state*/) const {}

    /// The length of the next step [s]: what the limits allow is known, and what is left until somebody wants to look.
    virtual double step_length(WorldState& state, double limit, double longest) const = 0;

    /// x → N
    virtual void find_neighbors(FluidModel& model, WorldState& state) = 0;

    /// x, v, g → v: density, pressure and all other forces, each as a stage.
    virtual void advance_velocities(Stages& stages, const FluidStep& step) = 0;

    /// What stands behind walls moves with them to the end of the step.
    virtual void follow_walls(const FluidStep& /*step*/) {}

    /// A step is over.
    virtual void end_step(const FluidStep& /*step*/) const {}

    /// What the fluid did to a wall in the step.
    [[nodiscard]] virtual WallImpulse impulse(std::size_t wall) const = 0;

    [[nodiscard]] virtual Array<Real> pressure(const WorldState& state) const = 0; ///< [Pa] of each particle
    [[nodiscard]] virtual double sound_speed(double time) const = 0;               ///< [m/s]; 0 where there is no sound

    /// The terms of the next step, without taking it; neighbours are found.
    virtual void evaluate(const FluidStep& step, Evaluation& result) = 0;

    [[nodiscard]] virtual std::size_t bytes() const = 0;
};

/// The solver that a scene chooses.
std::unique_ptr<FluidSolver> make_fluid_solver(std::shared_ptr<const Scene> scene, const Assets& assets);
} // namespace aspic
