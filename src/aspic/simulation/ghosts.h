#pragma once

#include "aspic/boundaries/ghost_points.h"
#include "aspic/particles/cell_lattice.h"
#include "aspic/simulation/pose.h"
#include "aspic/simulation/wall_impulse.h"
#include "aspic/simulation/world_state.h"
#include "aspic/solvers/pressure/weakly_compressible.h"

namespace aspic
{
/// What accelerates the fluid besides its neighbours.
struct BodyForces
{
    Vec3d gravity;           ///< [m/s²]
    View<const Vec3> others; ///< [m/s²] of each particle; empty: none
};

/// Ghost particles behind the walls of a scene (T09 section 6.3): they stand in the sums of the fluid as particles of its own kind, T09 (55)–(57), and move with their
/// wall. Their places in it follow from the scene; their identities say which place is whose. Only those that fluid may come near to soon are among the particles.
class Ghosts
{
public:
    Ghosts(const Scene& scene, const Assets& assets);

    /// Whether a wall is not too large for ghosts.
    static bool can_fill(const Scene& scene, const Assets& assets, std::size_t wall);

    [[nodiscard]] bool any() const { return !places_.empty(); }
    [[nodiscard]] std::size_t size() const { return places_.size(); }

    /// Whether the ghosts that a state has are these, once each.
    [[nodiscard]] bool fit(const WorldState& state) const;

    /// Brings those near the fluid into the state and takes the others out, unless everything has moved so little since the last time that nothing can
    /// have changed.
    void follow_fluid(WorldState& state) const;

    /// Takes note of how far particles have moved at most in the step [time, time + dt] that ends; walls are known.
    void note_travel(WorldState& state, double farthest, double time, double dt) const;

    /// Finds where they stand after sorting.
    void find(const ParticleSet& particles);

    /// Gives each the pressure, density, mass and viscosity of the fluid before it, and a velocity that makes the fluid stick where it shall: extrapolated with the
    /// kernel as weight (Adami, Hu and Adams 2012), p += ρ (g − a)·(x_ghost − x_fluid).
    ///   in:  p, ρ, v, μ of the fluid; the wall's acceleration as that of the ghost
    ///   out: the same of the ghosts; μ = −1 where the wall lets slip
    void mirror(const Fluid& fluid, WeaklyCompressible& pressure, const BodyForces& forces, View<const Vec3> acceleration,
                View<Real> viscosity) const;

    /// What the fluid does to the wall w in a step, by pressure and viscosity.
    [[nodiscard]] WallImpulse impulse(std::size_t w, const Fluid& fluid, const WeaklyCompressible& pressure, const ViscousPart& viscous,
                                      double dt) const;

    /// Moves them with their walls to the end of the step [time, time + dt].
    void lead(ParticleSet& particles, View<Vec3> acceleration, double time, double dt) const;

    [[nodiscard]] std::size_t bytes() const;

private:
    [[nodiscard]] std::size_t place_of(const ParticleSet& particles, Index i) const;
    [[nodiscard]] std::vector<char> places_near_fluid(const WorldState& state) const;
    void enter(WorldState& state, const std::vector<std::size_t>& places) const;

    struct Place
    {
        Vec3d point; ///< [m] in the wall, as it stood at first
        Real volume = 0;
        Index wall = 0;
    };
    struct Layer
    {
        std::optional<Motion> motion;
        bool sticks = false;
        Bounds bounds = empty_bounds(); ///< of its ghosts, as they stood at first
    };

    struct Turn;

    double reach_;  ///< [m] support radius
    double moment_; ///< [s] over which accelerations of walls are taken: about a step
    Periodicity periodicity_;
    Index origin_; ///< of the ghosts of wall 0
    double reference_density_ = 1000;
    std::vector<Layer> layers_; ///< one for each wall
    std::vector<Place> places_;
    Array<Index> index_; ///< of each ghost in the particles, in ascending order
};
} // namespace aspic
