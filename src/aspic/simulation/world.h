#pragma once

#include "aspic/neighbors/neighborhood.h"
#include "aspic/particles/particle_set.h"
#include "aspic/scene/scene.h"
#include "aspic/solvers/pressure/weakly_compressible.h"

namespace aspic
{
/// What a step did.
struct StepReport
{
    double dt = 0;            ///< [s]
    double largest_speed = 0; ///< [m/s] after the step
    Identity first_not_finite = 0;
    bool finite = true; ///< false: a velocity or position is not; `first_not_finite` names the particle
};

/// All that a world needs besides its scene to go on with the same bits.
struct WorldState
{
    ParticleSet particles;
    double time = 0; ///< [s]
};

/// A scene in motion: owns the state.
class World
{
public:
    explicit World(const Scene& scene);
    World(const Scene& scene, WorldState state); ///< goes on from a state of the same scene

    /// One time step, at most `longest` seconds.
    StepReport step(double longest);

    [[nodiscard]] const Scene& scene() const { return scene_; }
    [[nodiscard]] const WorldState& state() const { return state_; }
    [[nodiscard]] const ParticleSet& particles() const { return state_.particles; }
    [[nodiscard]] double time() const { return state_.time; }

private:
    void sort_and_find_neighbors();
    void estimate_density();
    void apply_gravity();
    void keep_inside_walls();
    [[nodiscard]] double stable_step() const;
    [[nodiscard]] StepReport report(double dt) const;

    Scene scene_;
    AnyKernel kernel_;
    WorldState state_;
    Neighborhood neighborhood_;
    WeaklyCompressible pressure_;
    Array<Vec3> acceleration_; ///< [m/s²] scratch of a step
};
} // namespace aspic
