#pragma once

#include "aspic/solvers/pressure/boundary_coupling.h"
#include "aspic/solvers/pressure/dfsph_settings.h"
#include "aspic/solvers/solve_report.h"

#include <functional>

namespace aspic
{
/// The viscosity of each particle, and what all have besides.
struct ViscosityOfFluid
{
    View<const Real> dynamic = {}; ///< [Pa s]; empty: none
    double kinematic = 0;          ///< [m²/s]
};

/// Keeps particles from being pressed together, by two solves. The first makes velocities divergence-free: its pressure is that of the fluid. The second moves places where density is too high
/// nevertheless. The papers let velocities keep that correction, too: then each step turns its small errors into motion.
class Dfsph
{
public:
    /// `lattice_sum`: Σ V ω over a lattice of particles, which counts as full: hardly any kernel gives 1.
    explicit Dfsph(const DfsphSettings& settings, double lattice_sum = 1) : settings_(settings), lattice_sum_(lattice_sum) {}

    [[nodiscard]] const DfsphSettings& settings() const { return settings_; }

    /// x → δ, ρ = ρ0 δ, and what the solves of this step need of places.
    ///   `held`: positive for particles that nothing moves; empty: none
    void prepare(const Fluid& fluid, const BoundaryTerms& terms, std::span<const BoundaryBody> bodies, View<const Index> held);

    /// Whether the fluid has no free surface anywhere: then only differences of pressure mean something, and what all of it is compressed by cannot be mended.
    void set_enclosed(bool is_enclosed) { is_enclosed_ = is_enclosed; }

    /// What is done to velocities that an iteration's pressures gave to loose particles, and whether that converged: solids do not follow as such. None: nothing.
    void set_followers(std::function<bool(View<Vec4> v)> followers) { followers_ = std::move(followers); }

    /// v → k → v: velocities along which density does not grow. Where a particle has room around it, it may.
    ///   `k`: in: of the last time; out: of this time [Pa]
    ///   `full_dt`: [s] what the step would be if no moment had to be met. What may change in a step (compression undone, room taken) is a rate per full step: a step
    ///              cut short takes its fraction, or the velocities it ends with would be larger the shorter it is. 0: dt
    SolveReport correct_velocities(const Fluid& fluid, std::span<BoundaryBody> bodies, double dt, View<Real> k, double full_dt = 0);

    /// v → Δx: what must be added to places, besides Δt v, so that no density is above ρ0 afterwards.
    SolveReport correct_places(const Fluid& fluid, std::span<const BoundaryBody> bodies, double dt, View<Vec3> shift);

    /// Explicit viscosity: v, μ → a.
    void viscous_pull(const Fluid& fluid, const ViscosityOfFluid& viscosity, View<Vec3> a) const;

    /// −∇p/ρ0 of given pressures, by the same sums.
    void pressure_push(const Fluid& fluid, View<const Real> k, View<Vec3> a);

    /// [N] by which pressure presses on particles that it does not move; 0 for others.
    void pressure_on_held(const Fluid& fluid, View<const Real> k, View<const Index> held, View<Vec3> f);

    /// V_j ω'(|x_ij|)/|x_ij| of all pairs [1/m²], from prepare() until scratch memory is cleared.
    [[nodiscard]] PairView<const Real> slope() const { return {slope_.data}; }

    /// [m/s] Root of the mean square of velocities about their mean, when prepare() was called.
    [[nodiscard]] double mean_speed() const { return mean_speed_; }

    /// What the pressure did to each body since prepare().
    [[nodiscard]] const std::vector<BodyImpulse>& impulses() const { return impulses_; }

    /// Whether the last solve found the pressures of the step before too strong, and began with a part of them or none.
    [[nodiscard]] bool refused_warm_start() const { return refused_warm_start_; }

private:
    struct Question
    {
        View<const Real> excess;     ///< of each particle, besides what velocities bring
        View<const Real> begin_with; ///< [Pa] pressures of the last time; empty: none
        double tolerance = 0;
        double reduction = 0; ///< of the largest error without pressure; 0: does not matter
        double unnoticed = 0; ///< error that does not matter beside the motion there is
        double dt = 0;        ///< [s]
    };
    struct Iterate;

    [[nodiscard]] double unnoticed_error(const Fluid& fluid, double dt) const;
    SolveReport solve(const Fluid& fluid, std::span<const BoundaryBody> bodies, const Question& question);
    [[nodiscard]] bool has_converged(const SolveReport& report, double tolerance) const;
    double iterate(const Fluid& fluid, std::span<const BoundaryBody> bodies, const Question& question, Iterate& at);
    double iterate_from_last(const Fluid& fluid, std::span<const BoundaryBody> bodies, const Question& question, Iterate& at);
    double step(const Fluid& fluid, const Question& question, Iterate& at) const;
    void press(const Fluid& fluid, View<const LocalPosition> x_and_k, double dt);
    void push_bodies(const Fluid& fluid, std::span<const BoundaryBody> bodies, double dt);

    DfsphSettings settings_;
    double lattice_sum_;
    double mean_speed_ = 0;    ///< [m/s] when the step began
    Vec3d mean_velocity_;      ///< [m/s] the same
    bool is_enclosed_ = false; ///< the fluid has no free surface
    BoundaryCoupling boundaries_;
    std::function<bool(View<Vec4> v)> followers_;
    bool have_followers_converged_ = true; ///< in all iterations of a solve
    std::vector<BodyImpulse> impulses_;
    bool refused_warm_start_ = false;
    // In scratch memory, from prepare until that is cleared:
    PairView<Real> slope_;     ///< [1/m²]
    View<Real> delta_, alpha_; ///< δ; [kg m²/m^d]
    View<Vec4> gradient_;      ///< {G, V/m}
    View<Vec4> v_;             ///< [m/s] of the iteration, and the pressures [Pa] that gave it
    View<Real> error_;         ///< of the iteration
};
} // namespace aspic
