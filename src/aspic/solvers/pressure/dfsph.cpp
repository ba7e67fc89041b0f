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

/// What velocities may be wrong by, over a support radius, of how fast the fluid moves. Where solids answer within the solve an error of 1 % does not stay what it is: water beside a stiff gate was
/// compressed by a tenth.
constexpr double of_motion = 0.01, of_motion_with_followers = 0.001;

/// How the fluid moves.
struct FluidMotion
{
    Vec3d mean;             ///< [m/s]
    double mean_square = 0; ///< [m²/s²] mean square of velocities
    double about_mean = 0;  ///< [m/s] root of the mean square of velocities, less that of the whole
};

FluidMotion motion_of(const ParticleSet& particles)
{
    struct Sums
    {
        double mass = 0, energy = 0;
        Vec3d momentum;
    };
    const Sums sums = reduce(
        particles.size(), Sums{},
        [&](Index i) {
            const Vec3d v = convert<double>(particles.velocity[i]);
            const double m = particles.mass[i];
            return Sums{m, m * dot(v, v), m * v};
        },
        [](const Sums& a, const Sums& b) {
            return Sums{a.mass + b.mass, a.energy + b.energy, a.momentum + b.momentum};
        });
    if (!(sums.mass > 0))
        return {};
    const Vec3d mean = (1 / sums.mass) * sums.momentum;
    const double mean_square = sums.energy / sums.mass;
    return {mean, mean_square, std::sqrt(std::max(0.0, mean_square - dot(mean, mean)))};
}

/// A copy of the particles' local positions, for pressures to go with them.
View<LocalPosition> places_of(const Fluid& fluid)
{
    const View<LocalPosition> places = fluid.scratch.take<LocalPosition>(fluid.size());
    const View<const LocalPosition> from = fluid.neighborhood.view().column_position;
    parallel_for(fluid.size(), [&](Index i) { places[i] = from[i]; });
    return places;
}
} // namespace

/// Where an iteration stands: all in scratch memory.
struct Dfsph::Iterate
{
    View<Real> k;              ///< [Pa] of the last step
    View<LocalPosition> ahead; ///< places that carry what velocities will follow next [Pa]; what they follow now is beside them
    View<Real> progress;       ///< [Pa]
    double turn = 1;           ///< t of Nesterov's sequence
    double largest = 0;        ///< error of a particle
    double relaxation = 0;     ///< ω, made smaller where steps do not come nearer
    double best = 0;           ///< mean error, since ω was made smaller
    double common = 0;         ///< error that no pressure can mend, since the fluid is enclosed and all of it has it

    Iterate(const Fluid& fluid)
        : k(fluid.scratch.take<Real>(fluid.size())), ahead(places_of(fluid)), progress(fluid.scratch.take<Real>(fluid.size()))
    {
    }
    /// Begins with pressures.
    template <class F> void begin(const F& pressure)
    {
        turn = 1;
        best = std::numeric_limits<double>::max();
        parallel_for(k.size(), [&](Index i) {
            k[i] = pressure(i);
            carry(ahead, i, k[i]);
        });
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
    parallel_for(n, [&](Index i) { mobility[i] = !held.empty() && held[i] > 0 ? Real(0) : 1 / particles.mass[i]; });
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
                                                                      .solids = fluid.own_body,
                                                                      .slope = slope_,
                                                                      .delta = delta_,
                                                                      .alpha = alpha_,
                                                                      .gradient = gradient_});
        },
        fluid.kernel);
    const FluidMotion motion = motion_of(particles);
    mean_velocity_ = motion.mean;
    mean_speed_ = motion.about_mean;
    const auto per_lattice = static_cast<Real>(1 / lattice_sum_);
    parallel_for(n, [&](Index i) {
        delta_[i] *= per_lattice;
        particles.density[i] = fluid.rest_density[i] * delta_[i];
    });
}

/// The error that does not matter: beside the motion there is; beside what forces do in this step, were the fluid standing on a floor (which it may do nowhere: then there is hardly any error to
/// reduce, and nothing to gain from it); or since velocities are rounded numbers.
double Dfsph::unnoticed_error(const Fluid& fluid, double dt) const
{
    const FluidMotion motion = motion_of(fluid.particles);
    const double rounding = std::numeric_limits<Real>::epsilon() * std::sqrt(motion.mean_square);
    const double speed = std::max({(followers_ ? of_motion_with_followers : of_motion) * mean_speed_,
                                   settings_.reduction * norm(motion.mean - mean_velocity_), rounding});
    return speed * dt / fluid.neighborhood.support();
}

/// B17 section 3.2
SolveReport Dfsph::correct_velocities(const Fluid& fluid, std::span<BoundaryBody> bodies, double dt, View<Real> k, double full_dt)
{
    const Scratch::Turn turn(fluid.scratch);
    const View<Real> excess = fluid.scratch.take<Real>(fluid.size());
    const double unnoticed = unnoticed_error(fluid, dt);
    const auto share = static_cast<Real>(settings_.recovery), most = static_cast<Real>(settings_.density_error);
    const auto undone = [&](Real compression) {
        return min(share * max(Real(0), compression), most);
    };                                                                        // more would set a crowded fluid in motion
    const auto fraction = static_cast<Real>(full_dt > dt ? dt / full_dt : 1); // of a full step
    parallel_for(fluid.size(), [&](Index i) { excess[i] = fraction * (undone(delta_[i] - 1) - room(delta_[i])); });
    if (is_enclosed_) // only differences of pressure mean something
    {
        const Real lowest = -maximum(k.size(), std::numeric_limits<Real>::lowest(), [&](Index i) { return -k[i]; });
        parallel_for(k.size(), [&](Index i) { k[i] -= lowest; });
    }
    const SolveReport report = solve(fluid, bodies, {excess, k, settings_.divergence_error, settings_.reduction, unnoticed, dt});
    parallel_for(fluid.size(), [&](Index i) {
        fluid.particles.velocity[i] = v_[i].xyz;
        k[i] = v_[i].w;
    });
    impulses_ = boundaries_.impulses(fluid, v_, dt);
    for (std::size_t b = 0; b < bodies.size(); ++b)
        bodies[b].motion = pushed(bodies[b], impulses_[b]);
    return report;
}

/// B17 section 3.3, for places instead of velocities. Bodies are walls here: they are not moved.
SolveReport Dfsph::correct_places(const Fluid& fluid, std::span<const BoundaryBody> bodies, double dt, View<Vec3> shift)
{
    const Scratch::Turn turn(fluid.scratch);
    const View<Real> excess = fluid.scratch.take<Real>(fluid.size());
    parallel_for(fluid.size(), [&](Index i) { excess[i] = delta_[i] - 1; });
    std::vector<BoundaryBody> walls(bodies.begin(), bodies.end());
    for (BoundaryBody& wall : walls)
        wall = {.motion = wall.motion};
    const SolveReport report = solve(fluid, walls, {excess, {}, settings_.density_error, 0, 0, dt});
    parallel_for(fluid.size(), [&](Index i) { shift[i] = static_cast<Real>(dt) * (v_[i].xyz - fluid.particles.velocity[i]); });
    return report;
}

/// y → v → e → k → y, until the mean error is small enough.
SolveReport Dfsph::solve(const Fluid& fluid, std::span<const BoundaryBody> bodies, const Question& question)
{
    Iterate at(fluid);
    at.relaxation = settings_.relaxation;
    at.begin([](Index) { return Real(0); });
    parallel_for(fluid.size(), [&](Index i) { v_[i] = joined(fluid.particles.velocity[i], 0); }); // y = 0 → v
    boundaries_.update_flux(bodies);
    SolveReport report{.residual = step(fluid, question, at)};
    refused_warm_start_ = false;
    have_followers_converged_ = true;
    report.converged = at.largest <= 0;
    if (report.converged)
        return report;
    const double tolerance = question.reduction > 0
                                 ? std::min(question.tolerance, std::max(question.reduction * at.largest, question.unnoticed))
                                 : question.tolerance;
    if (!question.begin_with.empty() && settings_.warm_start > 0) // else that was the first iteration already, without pressure
        report.residual = iterate_from_last(fluid, bodies, question, at);
    double a_while_ago = std::numeric_limits<double>::max();
    for (report.iterations = 1; !has_converged(report, tolerance) && report.iterations < settings_.max_iterations; ++report.iterations)
    {
        if (is_enclosed_ && report.iterations % 10 == 0) // then there may be no solution
        {
            if (report.residual > 0.99 * a_while_ago)
                break;
            a_while_ago = report.residual;
        }
        report.residual = iterate(fluid, bodies, question, at);
    }
    report.converged = has_converged(report, tolerance) && have_followers_converged_;
    return report;
}

bool Dfsph::has_converged(const SolveReport& report, double tolerance) const
{
    return report.residual <= tolerance && report.iterations >= settings_.min_iterations;
}

double Dfsph::iterate(const Fluid& fluid, std::span<const BoundaryBody> bodies, const Question& question, Iterate& at)
{
    press(fluid, at.ahead, question.dt); // y → v
    if (followers_ && !followers_(v_))   // v → v of solids
        have_followers_converged_ = false;
    push_bodies(fluid, bodies, question.dt); // y → v of bodies
    return step(fluid, question, at);        // v → e → k → y
}

/// Pressures of the last step may be far too strong for this one. Of all θ y, the one with θ = yᵀe₀/yᵀ(e₀ − e) leaves the least energy (e₀: the error without pressure, e: with y); if that is
/// well below 1, θ y is what the iterations begin with.
double Dfsph::iterate_from_last(const Fluid& fluid, std::span<const BoundaryBody> bodies, const Question& question, Iterate& at)
{
    View<Real> unpressed_error = fluid.scratch.take<Real>(fluid.size());
    std::swap(unpressed_error, error_);
    const auto kept = static_cast<Real>(settings_.warm_start);
    at.relaxation = settings_.relaxation;
    at.begin([&](Index i) { return kept * question.begin_with[i]; });
    const double common = at.common;
    const double residual = iterate(fluid, bodies, question, at);
    struct Work
    {
        double wanted = 0, done = 0;
    };
    const Work work = reduce(
        fluid.size(), Work{},
        [&](Index i) {
            const double weight = double(fluid.rest_volume[i]) * double(v_[i].w);
            const double wanted = double(unpressed_error[i]) - common;
            return Work{weight * wanted, weight * (wanted - double(error_[i]))};
        },
        [](const Work& a, const Work& b) {
            return Work{a.wanted + b.wanted, a.done + b.done};
        });
    std::swap(unpressed_error, error_); // this turn's memory does not last
    constexpr double enough = 0.9;
    refused_warm_start_ = work.wanted < enough * work.done;
    if (!refused_warm_start_)
        return residual;
    const auto share = static_cast<Real>(std::max(0.0, work.wanted / work.done));
    at.begin([&](Index i) { return share * v_[i].w; });
    return residual;
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
                                            .common = static_cast<Real>(at.common),
                                            .alpha = alpha_,
                                            .dt = static_cast<Real>(question.dt),
                                            .per_error = per_error,
                                            .momentum = settings_.accelerated ? static_cast<Real>((at.turn - 1) / next_turn) : 0,
                                            .k = at.k,
                                            .ahead = at.ahead,
                                            .error = error_,
                                            .progress = at.progress});
    struct Sums
    {
        double error = 0, progress = 0, largest = 0, total = 0;
    };
    // An error counts where it is compression, and where pressure pushes particles farther apart than need be.
    const auto of_particle = [&](Index i) {
        const double counts = alpha_[i] > 0 ? double(abs(at.k[i] - v_[i].w)) / double(per_error * alpha_[i]) : 0;
        return Sums{counts, at.progress[i], error_[i], error_[i]};
    };
    const Sums sums = reduce(fluid.size(), Sums{}, of_particle, [](const Sums& a, const Sums& b) {
        return Sums{a.error + b.error, a.progress + b.progress, std::max(a.largest, b.largest), a.total + b.total};
    });
    at.largest = sums.largest;
    at.turn = next_turn;
    const double mean = sums.error / std::max<Index>(fluid.size(), 1);
    if (is_enclosed_ && question.reduction > 0) // it cannot swell: pressures would grow without bound
        at.common = std::max(0.0, at.common + sums.total / std::max<Index>(fluid.size(), 1));
    const bool grows = !(mean <= 2 * at.best); // crowded particles: Jacobi steps are too long for them
    at.relaxation *= grows ? 0.5 : 1;
    at.best = grows ? mean : std::min(at.best, mean);
    if (grows || sums.progress < 0) // O'Donoghue and Candès 2015: begin anew
    {
        at.turn = 1;
        parallel_for(fluid.size(), [&](Index i) { carry(at.ahead, i, at.k[i]); });
    }
    return mean;
}

void Dfsph::press(const Fluid& fluid, View<const LocalPosition> x_and_k, double dt)
{
    parallel_for(fluid.size(), PressedVelocity{.near = fluid.neighborhood.view(),
                                               .slope = {slope_.data},
                                               .x_and_k = x_and_k,
                                               .gradient = gradient_,
                                               .v_star = fluid.particles.velocity.view(),
                                               .dt = static_cast<Real>(dt),
                                               .v = v_});
    boundaries_.continue_pressure({gradient_, fluid.particles.velocity.view(), dt}, v_);
}

/// Bodies that give way move with the pressure of the iteration.
void Dfsph::push_bodies(const Fluid& fluid, std::span<const BoundaryBody> bodies, double dt)
{
    if (std::ranges::none_of(bodies, &BoundaryBody::gives_way))
        return;
    const std::vector<BodyImpulse> impulses = boundaries_.impulses(fluid, v_, dt);
    std::vector<RigidMotion> motions;
    for (std::size_t b = 0; b < bodies.size(); ++b)
        motions.push_back(pushed(bodies[b], impulses[b]));
    boundaries_.update_flux(motions);
}

void Dfsph::viscous_pull(const Fluid& fluid, const ViscosityOfFluid& viscosity, View<Vec3> a) const
{
    const auto everywhere = static_cast<Real>(viscosity.kinematic);
    parallel_for(fluid.size(), [&](Index i) {
        const Real own = viscosity.dynamic.empty() ? Real(0) : viscosity.dynamic[i];
        v_[i] = joined(fluid.particles.velocity[i], own + everywhere * fluid.rest_density[i]);
    });
    parallel_for(fluid.size(), ViscousPull{fluid.neighborhood.view(), {slope_.data}, v_, fluid.rest_density, a});
}

void Dfsph::pressure_push(const Fluid& fluid, View<const Real> k, View<Vec3> a)
{
    const Scratch::Turn turn(fluid.scratch);
    const View<LocalPosition> x_and_k = places_of(fluid);
    parallel_for(fluid.size(), [&](Index i) {
        carry(x_and_k, i, k[i]);
        a[i] = Vec3{};
    });
    parallel_for(fluid.size(), PressedVelocity{fluid.neighborhood.view(), {slope_.data}, x_and_k, gradient_, a, Real(1), v_});
    boundaries_.continue_pressure({gradient_, a, 1}, v_);
    parallel_for(fluid.size(), [&](Index i) { a[i] = v_[i].xyz; });
}

void Dfsph::pressure_on_held(const Fluid& fluid, View<const Real> k, View<const Index> held, View<Vec3> f)
{
    const Scratch::Turn turn(fluid.scratch);
    const View<LocalPosition> x_and_k = places_of(fluid);
    const View<Vec4> gradient = fluid.scratch.take<Vec4>(fluid.size()), sum = fluid.scratch.take<Vec4>(fluid.size());
    parallel_for(fluid.size(), [&](Index i) {
        carry(x_and_k, i, k[i]);
        gradient[i] = joined(gradient_[i].xyz, held[i] > 0 ? fluid.rest_volume[i] : Real(0)); // in place of that times 1/m, which is 0
        f[i] = Vec3{};
    });
    parallel_for(fluid.size(), PressedVelocity{fluid.neighborhood.view(), {slope_.data}, x_and_k, gradient, f, Real(1), sum});
    parallel_for(fluid.size(), [&](Index i) { f[i] = sum[i].xyz; });
}
} // namespace aspic
