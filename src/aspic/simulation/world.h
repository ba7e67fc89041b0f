#pragma once

#include "aspic/neighbors/neighborhood.h"
#include "aspic/simulation/ghosts.h"
#include "aspic/simulation/probes.h"
#include "aspic/simulation/sources.h"
#include "aspic/simulation/stages.h"
#include "aspic/simulation/walls.h"

namespace aspic
{
/// What the formulas give for one state, particle by particle: for comparison with other programs.
struct Evaluation
{
    ParticleSet particles;         ///< in the order of the search, with the density summed anew
    Array<Index> neighbors;        ///< within the support radius, the particle itself included
    Array<Real> kernel_sum;        ///< Σ_j m_j/ρ_j ω_ij: 1 where particles fill space
    Array<Real> pressure;          ///< [Pa]
    Array<Real> density_rate;      ///< [kg/(m³ s)] by the continuity equation; empty where density is summed
    Array<Vec3> gravity;           ///< [m/s²] and other body forces
    Array<Vec3> viscous;           ///< [m/s²]
    Array<Vec3> artificial;        ///< [m/s²] by artificial viscosity
    Array<Vec3> cohesion;          ///< [m/s²]
    Array<Vec3> pressure_gradient; ///< [m/s²] −∇p/ρ
};

/// A scene in motion: owns the state. The scene must be valid and its files among the assets (io/scene_file.h sees to that).
class World
{
public:
    World(const Scene& scene, const Assets& assets);
    World(const Scene& scene, const Assets& assets, WorldState state); ///< goes on from a state of the same scene

    /// One time step, at most `longest` seconds.
    StepReport step(double longest);

    /// The terms of the next step, without taking it.
    [[nodiscard]] Evaluation evaluate();

    /// What the probes measure now: rows of those that are due. Once for a new world, with an empty report, then once after each step.
    std::vector<ProbeRow> measure(const StepReport& report);

    [[nodiscard]] const Scene& scene() const { return *scene_; }
    [[nodiscard]] const WorldState& state() const { return state_; }
    [[nodiscard]] const ParticleSet& particles() const { return state_.particles; }
    [[nodiscard]] double time() const { return state_.time; }

    [[nodiscard]] Array<Real> pressure() const;       ///< [Pa] of each particle, from its density
    [[nodiscard]] double sound_speed() const;         ///< [m/s] now
    [[nodiscard]] double longest_stable_step() const; ///< [s] what the limits allow now
    [[nodiscard]] std::size_t bytes() const;          ///< memory held

private:
    struct Compression
    {
        double mean = 0, largest = 0;
    };

    [[nodiscard]] double largest_speed() const;
    StepReport begin_step(double longest);
    void sort_and_find_neighbors();
    void update_density(double dt);
    void update_pressure();
    void sum_forces();
    void add_cohesion_to(View<Vec3> a);
    void smooth_velocities(double dt);
    void add_body_forces();
    void advance_velocities(double dt);
    void measure_wall_forces(double dt);
    void shift_particles(double speed, double dt);
    void wrap_periodic_axes();
    void start_with_hydrostatic_pressure();
    void watch_walls();
    void note_travel(const StepReport& report, double time);
    [[nodiscard]] Fluid fluid();
    [[nodiscard]] ViscousPart viscous_part() const;
    [[nodiscard]] View<Vec3> acceleration() { return state_.particles.column<Vec3>("acceleration").view(); }
    [[nodiscard]] Compression compression() const;

    std::shared_ptr<const Scene> scene_;
    std::shared_ptr<const Assets> assets_;
    AnyKernel kernel_;
    double expected_speed_; ///< [m/s]
    Sources sources_;
    HeldParticles held_;
    Ghosts ghosts_;
    Walls walls_;
    Probes probes_;
    WorldState state_;
    Neighborhood neighborhood_;
    WeaklyCompressible pressure_;
    std::vector<std::shared_ptr<const Solid>> force_regions_; ///< one for each of the scene's forces; none: everywhere
    Scratch scratch_;                                         ///< emptied when a search begins
    bool has_several_densities_ = false;
    double cohesion_per_tension_ = 0;
    // Numbers of a step.
    Array<Real> rest_density_;    ///< [kg/m³]; negative for ghosts
    Array<Real> viscosity_;       ///< [Pa s]; negative: takes no part
    Array<Real> cohesion_;        ///< [m^d/(kg s²)] κ
    Array<Vec3> body_force_;      ///< [m/s²]; empty without forces besides gravity
    Array<Vec3> velocity_change_; ///< [m/s] by smoothing
    std::vector<WallImpulse> wall_impulses_;
};
} // namespace aspic
