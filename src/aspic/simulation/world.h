#pragma once

#include "aspic/simulation/fluid_solver.h"
#include "aspic/simulation/particle_paths.h"
#include "aspic/simulation/particle_speeds.h"
#include "aspic/simulation/probes.h"
#include "aspic/simulation/sources.h"

namespace aspic
{
/// A scene in motion: owns the state. The scene must be valid and its files among the assets (io/scene_file.h sees to that).
class World
{
public:
    World(const Scene& scene, const Assets& assets);
    World(const Scene& scene, const Assets& assets, WorldState state); ///< goes on from a state of the same scene

    /// Whether the solids of a state that was read are those of the scene.
    [[nodiscard]] bool solids_are_whole() const { return elastic_.are_whole(state_); }

    /// Factors of elastic solids that take long to make are kept there for later runs. The cache outlives the world; results do not depend on it.
    void keep_factors_in(FactorCache& cache) { elastic_.keep_factors_in(cache); }

    /// One time step, at most `longest` seconds.
    StepReport step(double longest);

    /// The terms of the next step, without taking it.
    [[nodiscard]] Evaluation evaluate();

    /// What the probes measure now: rows of those that are due. Once for a new world, with an empty report, then once after each step.
    std::vector<ProbeRow> measure(const StepReport& report);

    [[nodiscard]] const Scene& scene() const { return *scene_; }
    [[nodiscard]] const WorldState& state() const { return state_; }
    [[nodiscard]] RigidBody rigid_body(std::size_t k) const; ///< of the scene's, as it stands now
    [[nodiscard]] const ParticleSet& particles() const { return state_.particles; }
    [[nodiscard]] double time() const { return state_.time; }

    [[nodiscard]] Array<Real> pressure() const; ///< [Pa] of each particle
    [[nodiscard]] Array<Real> stress() const;   ///< [Pa] von Mises stress of each particle of a solid; 0 of fluids
    [[nodiscard]] double elastic_energy() const { return elastic_.energy(state_); } ///< [J] of all elastic solids
    [[nodiscard]] double sound_speed() const;                                       ///< [m/s] now; 0 where there is no sound
    [[nodiscard]] double longest_stable_step() const;                               ///< [s] what the limits allow now
    [[nodiscard]] std::size_t bytes() const;                                        ///< memory held

private:
    struct Compression
    {
        double mean = 0, largest = 0;
    };

    [[nodiscard]] Speeds speeds() const;
    [[nodiscard]] double step_limit_at(const Speeds& speeds) const;
    StepReport begin_step(double longest);
    [[nodiscard]] FluidStep fluid_step(const StepReport& report);
    [[nodiscard]] Walls::Spared spared_by_walls() const;
    void press_between(const FluidStep& step);
    void stop_at_surfaces(double dt);
    void look_for_lost(StepReport& report) const;
    void wrap_periodic_axes();
    void watch_boundaries();
    [[nodiscard]] Compression compression() const;

    std::shared_ptr<const Scene> scene_;
    std::shared_ptr<const Assets> assets_;
    Sources sources_;
    HeldParticles held_;
    Attachments attachments_;
    PinForces pins_;
    Walls walls_;
    Probes probes_;
    RigidBodies rigid_;
    ParticlePaths paths_;
    ElasticBodies elastic_;
    WorldState state_;
    FluidModel model_;
    std::unique_ptr<FluidSolver> solver_;
};
} // namespace aspic
