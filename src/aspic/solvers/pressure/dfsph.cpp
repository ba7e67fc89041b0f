#include "aspic/solvers/pressure/dfsph.h"

#include "aspic/operators/incompressible.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace aspic
{
namespace
{
/// How far density may grow in a step: not at all inside the fluid, up to a share where a particle has room around it, so that spray does not feel pressure. The authors count
/// neighbours; this has no jump. What little room the inside has gained is given back slowly, or the fluid would swell.
Real room(Real delta)
{
    constexpr Real inside = Real(0.8), slowly = Real(0.02);
    return max(Real(0), inside - delta) + slowly * max(Real(0), 1 - delta);
}
} // namespace

/// Where an iteration stands: all in scratch memory.
struct Dfsph::Iterate
{
    View<Real> y, k, ahead; ///< [Pa] that velocities follow, of the last step, and that they will follow next
    View<Real> progress;    ///< [Pa]
    double turn = 1;        ///< t of Nesterov's sequence
    double largest = 0;     ///< error of a particle
    double relaxation = 0;  ///< ω, made smaller where steps do not come nearer
    double best = 0;        ///< mean error, since ω was made smaller

    Iterate(Scratch& scratch, Index n)
        : y(scratch.take<Real>(n)), k(scratch.take<Real>(n)), ahead(scratch.take<Real>(n)), progress(scratch.take<Real>(n))
    {
    }
    /// Begins with pressures.
    template <class F> void begin(const F& pressure)
    {
        turn = 1;
        best = std::numeric_limits<double>::max();
        parallel_for(k.size(), [&](Index i) { k[i] = ahead[i] = pressure(i); });
    }
};

void Dfsph::prepare(const Fluid& fluid, const BoundaryTerms& terms, std::span<const BoundaryBody> bodies, View<const Index> held)
{
    const Index n = fluid.size();
    ParticleSet& particles = fluid.particles;
    boundaries_.take(fluid, terms, bodies);
    impulses_.assign(bodies.size(), {});
    slope_ = {fluid.scratch.take<Real>(static_cast<Index>(fluid.neighborhood.slot_count())).data()};
    delta_ = fluid.scratch.take<Real>(n);
    alpha_ = fluid.scratch.take<Real>(n);
    gradient_ = fluid.scratch.take<Vec4>(n);
    v_ = fluid.scratch.take<Vec4>(n);
    error_ = fluid.scratch.take<Real>(n);
    const View<Real> mobility = error_; // not used otherwise yet
    parallel_for(n, [&](Index i) { mobility[i] = !held.empty() && held[i] != 0 ? Real(0) : 1 / particles.mass[i]; });
    std::visit(
        [&](const auto& k) {
            parallel_for(n, Filling<std::remove_cvref_t<decltype(k)>>{.near = fluid.neighborhood.view(),
                                                                      .kernel = k,
                                                                      .volume = fluid.rest_volume,
                                                                      .mobility = mobility,
                                                                      .rho_0 = fluid.rest_density,
                                                                      .filled = boundaries_.filled(),
                                                                      .compliance = boundaries_.compliance(),
                                                                      .boundary = boundaries_.boundary(),
                                                                      .slope = slope_,
                                                                      .delta = delta_,
                                                                      .alpha = alpha_,
                                                                      .gradient = gradient_});
        },
        fluid.kernel);
    parallel_for(n, [&](Index i) { particles.density[i] = fluid.rest_density[i] * delta_[i]; });
}

/// B17 section 3.2
SolveReport Dfsph::correct_velocities(const Fluid& fluid, std::span<BoundaryBody> bodies, double dt, View<Real> k)
{
    const Scratch::Turn turn(fluid.scratch);
    Iterate at(fluid.scratch, fluid.size());
    const View<Real> excess = fluid.scratch.take<Real>(fluid.size());
    parallel_for(fluid.size(), [&](Index i) { excess[i] = -room(delta_[i]); });
    const auto kept = static_cast<Real>(settings_.warm_start);
    at.begin([&](Index i) { return kept * k[i]; });
    const SolveReport report = solve(fluid, bodies, {excess, settings_.divergence_error, settings_.reduction, dt}, at);
    parallel_for(fluid.size(), [&](Index i) {
        fluid.particles.velocity[i] = v_[i].xyz;
        k[i] = at.y[i];
    });
    impulses_ = boundaries_.impulses(fluid, at.y, dt);
    for (std::size_t b = 0; b < bodies.size(); ++b)
        bodies[b].motion = pushed(bodies[b], impulses_[b]);
    return report;
}

/// B17 section 3.3, for places instead of velocities. Bodies are walls here: they are not moved.
SolveReport Dfsph::correct_places(const Fluid& fluid, std::span<const BoundaryBody> bodies, double dt, View<Vec3> shift)
{
    const Scratch::Turn turn(fluid.scratch);
    Iterate at(fluid.scratch, fluid.size());
    const View<Real> excess = fluid.scratch.take<Real>(fluid.size());
    parallel_for(fluid.size(), [&](Index i) { excess[i] = delta_[i] - 1; });
    std::vector<BoundaryBody> walls(bodies.begin(), bodies.end());
    for (BoundaryBody& wall : walls)
        wall = {.motion = wall.motion};
    at.begin([](Index) { return Real(0); });
    const SolveReport report = solve(fluid, walls, {excess, settings_.density_error, 0, dt}, at);
    parallel_for(fluid.size(), [&](Index i) { shift[i] = static_cast<Real>(dt) * (v_[i].xyz - fluid.particles.velocity[i]); });
    return report;
}

/// y → v → e → k → y, until the mean error is small enough.
SolveReport Dfsph::solve(const Fluid& fluid, std::span<const BoundaryBody> bodies, const Question& question, Iterate& at)
{
    const View<Real> none = fluid.scratch.take<Real>(fluid.size());
    const View<Real> unpressed_error = fluid.scratch.take<Real>(fluid.size());
    at.relaxation = settings_.relaxation;
    Iterate unpressed = at;
    unpressed.y = unpressed.k = unpressed.ahead = none;
    unpressed.begin([](Index) { return Real(0); });
    parallel_for(fluid.size(), [&](Index i) { v_[i] = joined(fluid.particles.velocity[i], 0); });
    boundaries_.update_flux(bodies);
    SolveReport report{.residual = step(fluid, question, unpressed)};
    parallel_for(fluid.size(), [&](Index i) { unpressed_error[i] = error_[i]; });
    const double tolerance = std::min(question.tolerance, question.reduction > 0 ? question.reduction * unpressed.largest : 1.0);
    refused_warm_start_ = false;
    for (report.converged = unpressed.largest <= 0; !report.converged && report.iterations < settings_.max_iterations;)
    {
        std::swap(at.y, at.ahead);
        press(fluid, at.y, question.dt);               // y → v
        push_bodies(fluid, bodies, at.y, question.dt); // y → v of bodies
        report.residual = step(fluid, question, at);   // v → e → k → y
        ++report.iterations;
        report.converged = report.residual <= tolerance && report.iterations >= settings_.min_iterations;
        if (report.iterations == 1)
            guard_warm_start(fluid, unpressed_error, at);
    }
    if (report.iterations == 0)
        parallel_for(fluid.size(), [&](Index i) { at.y[i] = 0; });
    return report;
}

/// Pressures of the last step may be far too strong for this one. Of all θ y, the one with θ = yᵀe₀/yᵀ(e₀ − e) leaves the least energy (e₀: the error without pressure, e: with y); if that is
/// well below 1, θ y is what the iterations begin with.
void Dfsph::guard_warm_start(const Fluid& fluid, View<const Real> unpressed_error, Iterate& at)
{
    struct Work
    {
        double wanted = 0, done = 0;
    };
    const Work work = reduce(
        fluid.size(), Work{},
        [&](Index i) {
            const double weight = double(fluid.rest_volume[i]) * double(at.y[i]);
            return Work{weight * double(unpressed_error[i]), weight * (double(unpressed_error[i]) - double(error_[i]))};
        },
        [](const Work& a, const Work& b) {
            return Work{a.wanted + b.wanted, a.done + b.done};
        });
    constexpr double enough = 0.9;
    refused_warm_start_ = work.wanted < enough * work.done;
    if (!refused_warm_start_)
        return;
    const auto share = static_cast<Real>(std::max(0.0, work.wanted / work.done));
    at.begin([&](Index i) { return share * at.y[i]; });
}

double Dfsph::step(const Fluid& fluid, const Question& question, Iterate& at) const
{
    const auto per_error = static_cast<Real>(at.relaxation / square(question.dt));
    const double next_turn = 0.5 * (1 + std::sqrt(1 + 4 * at.turn * at.turn));
    parallel_for(fluid.size(), PressureStep{.near = fluid.neighborhood.view(),
                                            .slope = {slope_.data},
                                            .v = v_,
                                            .boundary = boundaries_.boundary(),
                                            .excess = question.excess,
                                            .alpha = alpha_,
                                            .dt = static_cast<Real>(question.dt),
                                            .per_error = per_error,
                                            .momentum = settings_.accelerated ? static_cast<Real>((at.turn - 1) / next_turn) : 0,
                                            .y = at.y,
                                            .k = at.k,
                                            .ahead = at.ahead,
                                            .error = error_,
                                            .progress = at.progress});
    struct Sums
    {
        double error = 0, progress = 0, largest = 0;
    };
    // An error counts where it is compression, and where pressure pushes particles farther apart than need be.
    const auto of_particle = [&](Index i) {
        const double counts = double(abs(at.k[i] - at.y[i])) / double(per_error * alpha_[i]);
        return Sums{counts, at.progress[i], error_[i]};
    };
    const Sums sums = reduce(fluid.size(), Sums{}, of_particle, [](const Sums& a, const Sums& b) {
        return Sums{a.error + b.error, a.progress + b.progress, std::max(a.largest, b.largest)};
    });
    at.largest = sums.largest;
    at.turn = next_turn;
    const double mean = sums.error / std::max<Index>(fluid.size(), 1);
    const bool grows = !(mean <= 2 * at.best); // crowded particles: Jacobi steps are too long for them
    at.relaxation *= grows ? 0.5 : 1;
    at.best = grows ? mean : std::min(at.best, mean);
    if (grows || sums.progress < 0) // O'Donoghue and Candès 2015: begin anew
    {
        at.turn = 1;
        parallel_for(fluid.size(), [&](Index i) { at.ahead[i] = at.k[i]; });
    }
    return mean;
}

void Dfsph::press(const Fluid& fluid, View<const Real> k, double dt)
{
    parallel_for(fluid.size(), PressedVelocity{.near = fluid.neighborhood.view(),
                                               .slope = {slope_.data},
                                               .k = k,
                                               .gradient = gradient_,
                                               .v_star = fluid.particles.velocity.view(),
                                               .dt = static_cast<Real>(dt),
                                               .v = v_});
    boundaries_.continue_pressure({k, gradient_, fluid.particles.velocity.view(), dt}, v_);
}

/// Bodies that give way move with the pressure of the iteration.
void Dfsph::push_bodies(const Fluid& fluid, std::span<const BoundaryBody> bodies, View<const Real> k, double dt)
{
    if (std::ranges::none_of(bodies, &BoundaryBody::gives_way))
        return;
    const std::vector<BodyImpulse> impulses = boundaries_.impulses(fluid, k, dt);
    std::vector<RigidMotion> motions;
    for (std::size_t b = 0; b < bodies.size(); ++b)
        motions.push_back(pushed(bodies[b], impulses[b]));
    boundaries_.update_flux(motions);
}

void Dfsph::viscous_pull(const Fluid& fluid, View<const Real> viscosity, View<Vec3> a) const
{
    parallel_for(fluid.size(), [&](Index i) { v_[i] = joined(fluid.particles.velocity[i], viscosity[i]); });
    parallel_for(fluid.size(), ViscousPull{fluid.neighborhood.view(), {slope_.data}, v_, fluid.rest_density, a});
}

void Dfsph::pressure_push(const Fluid& fluid, View<const Real> k, View<Vec3> a)
{
    std::ranges::fill(a, Vec3{});
    parallel_for(fluid.size(), PressedVelocity{fluid.neighborhood.view(), {slope_.data}, k, gradient_, a, Real(1), v_});
    boundaries_.continue_pressure({k, gradient_, a, 1}, v_);
    parallel_for(fluid.size(), [&](Index i) { a[i] = v_[i].xyz; });
}
} // namespace aspic
