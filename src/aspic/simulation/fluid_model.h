#pragma once

#include "aspic/geometry/solid.h"
#include "aspic/neighbors/neighborhood.h"
#include "aspic/scene/scene.h"
#include "aspic/simulation/world_state.h"
#include "aspic/solvers/air/air_drag.h"
#include "aspic/solvers/surface_tension/akinci2013.h"

#include <memory>

namespace aspic
{
/// The kernel that a scene chooses; in double for what is prepared once.
AnyKernel kernel_of(const Scene& scene);
AnyKernelT<double> exact_kernel_of(const Scene& scene);

/// The fluid of a world, as far as no pressure solver makes a difference: kernel, neighbours, materials of the particles, and the forces that only depend on them.
class FluidModel
{
public:
    FluidModel(std::shared_ptr<const Scene> scene, const Assets& assets);

    [[nodiscard]] const Scene& scene() const { return *scene_; }
    [[nodiscard]] const AnyKernel& kernel() const { return kernel_; }
    [[nodiscard]] Scratch& scratch() { return scratch_; }
    [[nodiscard]] Neighborhood& neighborhood() { return neighborhood_; }
    [[nodiscard]] const Neighborhood& neighborhood() const { return neighborhood_; }
    [[nodiscard]] View<Real> viscosity() { return view(viscosity_); }                     ///< [Pa s]; negative: takes no part
    [[nodiscard]] View<const Vec3> body_force() const { return const_view(body_force_); } ///< [m/s²]; empty: none besides gravity

    /// x → N: sorts the particles, finds who is near whom, and gives each the numbers of its material.
    void find_neighbors(WorldState& state);

    /// Elastic solids among the particles, as they are sorted now.
    void set_own_body(const OwnBody& own_body) { own_body_ = own_body; }

    /// The fluid for its solvers; `sound_speed`: [m/s], where there is sound.
    [[nodiscard]] Fluid fluid(WorldState& state, double sound_speed = 0);

    [[nodiscard]] ViscousPart viscous_part(double time) const;

    /// x → g: forces of the scene besides gravity.
    void find_body_forces(const WorldState& state);

    /// Adds the columns that its solvers need.
    void prepare(WorldState& state) const;

    /// Adds the acceleration by surface tension, where materials have one.
    ///   `wall`: [1/m] share of walls in the sum of normals; empty: none
    void add_surface_tension(WorldState& state, View<const Vec3> wall, View<Vec3> a);
    [[nodiscard]] bool has_surface_tension() const;
    [[nodiscard]] View<const Real> tension() const
    {
        return const_view(tension_);
    } ///< σ/ρ0² of each particle, as add_surface_tension left it

    /// Adds the acceleration that keeps vortices alive; spins of particles go on by a step.
    void add_vorticity(WorldState& state, double dt, View<Vec3> a);

    /// v → v: drag of the air.
    ///   `wall`: [1/m] what walls cover of each particle; empty: nothing
    void drag(WorldState& state, View<const Vec3> wall, double dt);

    /// v → v or x: XSPH.
    void smooth_velocities(WorldState& state, double dt);

    /// a, g → v: T09 (58).
    void advance_velocities(WorldState& state, double dt) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    std::shared_ptr<const Scene> scene_;
    AnyKernel kernel_;
    Neighborhood neighborhood_;
    Scratch scratch_;                                         ///< emptied when a search begins
    std::vector<std::shared_ptr<const Solid>> force_regions_; ///< one for each of the scene's forces; none: everywhere
    bool has_several_densities_ = false;
    double cohesion_per_tension_ = 0;
    SurfaceStrength surface_strength_;
    std::optional<AirDrag> air_drag_; ///< none: no air
    // Numbers of a step.
    OwnBody own_body_;
    Array<Real> rest_density_;    ///< [kg/m³]; negative for ghosts
    Array<Real> viscosity_;       ///< [Pa s]; negative: takes no part
    Array<Real> tension_;         ///< [N m⁵/kg²] σ/ρ0²; for Becker's cohesion [m^d/(kg s²)] κ
    Array<Vec3> flow_spin_;       ///< [rad/s]
    Array<Real> exposed_;         ///< [m^(d−1)] to the air
    Array<Vec3> body_force_;      ///< [m/s²]; empty without forces besides gravity
    Array<Vec3> velocity_change_; ///< [m/s] by smoothing
};
} // namespace aspic
