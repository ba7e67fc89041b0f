#pragma once

#include "aspic/solvers/fluid.h"

namespace aspic
{
/// Air in one step.
struct AirFlow
{
    Vec3d velocity;              ///< [m/s]
    double density = 0;          ///< [kg/m³]
    double drag_coefficient = 0; ///< C_d
};

/// Drag of the air on what is exposed to it: F = −½ ρ_air C_d A |v_rel| v_rel, after the idea of Gissler, Band, Peer, Ihmsen and Teschner 2017 with other areas.
///
/// A single particle is a ball of its volume (in 2D a disc, for each metre of depth): A = π r². Where particles make up a body of fluid, A_i = 2 V_i max(0, −∇c_i·v̂_rel) with the sum
/// ∇c_i = Σ_j V_j ∇ω_ij + that of walls: added up, that is the area of the surface that faces the air as it is seen along v_rel, half of a step's gradient is on the fluid's side. Between the two, areas are mixed
/// for particles with less than half of a flat surface's neighbourhood. |∇c| < 0.3/h counts as noise inside.
class AirDrag
{
public:
    AirDrag(const AnyKernelT<double>& kernel, double spacing);

    /// [m²], in 2D [m], that each particle turns towards the air; 0 for ghosts.
    ///   in: positions (as neighbourhood), velocities; the share of walls in ∇c [1/m], empty: none
    void find_areas(const Fluid& fluid, const AirFlow& air, View<const Vec3> wall, View<Real> area) const;

    /// v → v after a step in which nothing but drag acts, exactly: v_rel/(1 + ½ρ_air C_d A |v_rel| Δt/m).
    static void brake(const Fluid& fluid, const AirFlow& air, View<const Real> area, double dt);

private:
    int dimension_;
    double support_;
    double at_surface_; ///< Σ V_j ω_ij over the others, for a particle of a flat surface
};
} // namespace aspic
