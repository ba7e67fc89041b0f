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
    double dt = 0;                ///< [s]
    double largest_speed = 0;     ///< [m/s] after the step
    Identity first_not_finite = 0;
    bool finite = true;           ///< false: a velocity or position is not; `first_not_finite` names the particle
};

/// A scene in motion: owns the state.
class World
{
public:
    explicit World(const Scene& scene);

    /// One time step, at most `longest` seconds.
    StepReport step(double longest);

    [[nodiscard]] const Scene& scene() const { return scene_; }
    [[nodiscard]] const ParticleSet& particles() const { return particles_; }
    [[nodiscard]] double time() const { return time_; }
    [[nodiscard]] Index pair_count() const { return static_cast<Index>(neighborhood_.pair_count()); }

private:
    void sort_and_find_neighbors();
    void estimate_density();
    void apply_gravity();
    void keep_inside_walls();
    [[nodiscard]] double stable_step() const;
    [[nodiscard]] StepReport report(double dt) const;

    Scene scene_;
    AnyKernel kernel_;
    ParticleSet particles_;
    Neighborhood neighborhood_;
    WeaklyCompressible pressure_;
    Array<Vec3> acceleration_; ///< [m/s²] scratch of a step
    double time_ = 0;          ///< [s]
};
} // namespace aspic
