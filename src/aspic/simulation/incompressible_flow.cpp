#include "aspic/simulation/incompressible_flow.h"

#include "aspic/boundaries/half_space_profile.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/hydrostatic.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
View<Vec3> acceleration_of(const FluidStep& step) { return step.state.particles.column<Vec3>("acceleration").view(); }

/// √(2 p̄/ρ̄) with mean pressure and density of the fluid, which is √(gH) in a tank: the speed at which particles under pressure swing about their places. Steps must be short for it as for that of
/// the fluid (measured: still water 50 particles deep breaks up at 0.6 spacings in a step, not at 0.4). Solids do not swing so, and their pressures in contact are of another kind: few neighbours, hardly
/// within reach, must bear all.
double pressure_speed(const ParticleSet& particles)
{
    const auto p = particles.column<Real>("last_pressure").view();
    const auto volume = particles.column<Real>("rest_volume").view();
    const auto solid = particles.has_column("solid") ? particles.column<Index>("solid").view() : View<const Index>{};
    const auto is_fluid = [&](Index i) { return solid.empty() || solid[i] < 0; };
    const double work = sum(particles.size(), [&](Index i) { return is_fluid(i) ? double(p[i]) * double(volume[i]) : 0; });
    const double mass = sum(particles.size(), [&](Index i) { return is_fluid(i) ? double(particles.mass[i]) : 0; });
    return mass > 0 ? std::sqrt(2 * work / mass) : 0;
}

/// A periodic box full of fluid. Vessels filled up to their lids are not recognized.
bool is_enclosed(const Scene& scene, const ParticleSet& particles)
{
    if (!scene.walls.empty() || !scene.rigid_bodies.empty())
        return false;
    const Periodicity periodicity = periodicity_of(scene);
    double room = 1;
    for (int axis = 0; axis < scene.dimension; ++axis)
        room *= periodicity.period[axis]; // 0: has no end
    const auto volume = particles.column<Real>("rest_volume").view();
    return room > 0 && sum(particles.size(), [&](Index i) { return volume[i]; }) > 0.98 * room;
}

std::optional<ImplicitViscosity> implicit_viscosity_of(const Scene& scene)
{
    const auto* settings = std::get_if<ImplicitViscositySettings>(&scene.solvers.viscosity);
    return settings != nullptr ? std::optional<ImplicitViscosity>(*settings) : std::nullopt;
}
} // namespace

IncompressibleFlow::IncompressibleFlow(std::shared_ptr<const Scene> scene, const Assets& assets)
    : scene_(std::move(scene)),
      walls_(*scene_, assets),
      dfsph_(std::get<DfsphSettings>(scene_->solvers.pressure), lattice_sum(exact_kernel_of(*scene_), scene_->spacing)),
      implicit_viscosity_(implicit_viscosity_of(*scene_)),
      wetting_(*scene_),
      dry_friction_(*scene_),
      rigid_forces_(*scene_, assets),
      friction_(scene_->walls.size() + scene_->rigid_bodies.size()),
      adhesion_(friction_.size())
{
}

void IncompressibleFlow::prepare(WorldState& state) const
{
    if (state.ghosts != 0)
        throw std::invalid_argument("the state has ghost particles: it belongs to another pressure solver");
    if (!state.particles.has_column("last_pressure"))
        state.particles.add_column<Real>("last_pressure", "Pa", "k");
    if (implicit_viscosity_ && !state.particles.has_column("viscous_change"))
        state.particles.add_column<Vec3>("viscous_change", "m/s", "Δv");
}

/// The first solve begins with the weight of what stands above each particle: in deep fluid many iterations would be needed to find that out.
void IncompressibleFlow::start(WorldState& state) const
{
    const Vec3d gravity = scene_->gravity.at(state.time);
    const double g = norm(gravity);
    if (g == 0)
        return;
    const auto weights = mass_above(state.particles, gravity / g, scene_->spacing);
    const double area = scene_->particle_volume() / scene_->spacing;
    const auto k = state.particles.column<Real>("last_pressure").view();
    for (Index i = 0; i < k.size(); ++i)
        k[i] = static_cast<Real>(weights[static_cast<std::size_t>(i)] * g / area);
}

/// Grows slowly from step to step. A moment that must be met is reached in two halves: a last step that is much shorter than the others would turn what little compression
/// there is into speed.
double IncompressibleFlow::step_length(WorldState& state, double limit, double longest) const
{
    const bool is_fixed = scene_->solvers.time_step.fixed.has_value(); // neither grows nor is halved
    const double grown = state.last_step > 0 && !is_fixed ? dfsph_.settings().growth * state.last_step : limit;
    const double speed = pressure_speed(state.particles);
    const double by_pressure = speed > 0 ? dfsph_.settings().courant * scene_->spacing / speed : limit;
    const double dt = std::min({limit, grown, std::max(by_pressure, dfsph_.settings().smallest_step)});
    state.last_step = dt;
    return longest <= dt ? longest : longest < 2 * dt && !is_fixed ? 0.5 * longest : dt;
}

/// B15 algorithm 1, with solids K21 A1; the divergence-free solve comes after all other forces, so that its pressure is the one that balances them.
void IncompressibleFlow::advance_velocities(Stages& stages, const FluidStep& step)
{
    ParticleSet& particles = step.state.particles;
    const auto rho = [&] { return particles.density.view(); };
    const auto a = [&] { return acceleration_of(step); };
    const auto v = [&] { return particles.velocity.view(); };
    const auto x = [&] { return particles.position.view(); };
    if (step.elastic.any())
        step.elastic.begin(particles);
    if (step.rigid.any())
        stages.run("rigid forces", [&] { begin_rigid_bodies(step); });                                  // g → V
    stages.run("wall terms", [&] { collect_walls(step); });                                             // x → terms of walls
    stages.run("density", "density", rho, [&] { find_density(step); });                                 // x → ρ, α
    stages.run("forces", "acceleration", a, [&] { sum_forces(step); });                                 // v → a
    stages.run("smoothing", [&] { step.model.smooth_velocities(step.state, step.dt); });                // v → v or x
    stages.run("velocity", "velocity", v, [&] { step.model.advance_velocities(step.state, step.dt); }); // a, g → v
    if (scene_->air)
        stages.run("air", "velocity", v, [&] { drag(step); }); // v → v
    if (implicit_viscosity_)
        stages.solve("viscosity", "velocity", v, [&] { return diffuse(step); }); // v → v
    step.pins.begin(particles);
    if (step.elastic.any())
        stages.solve("elasticity", "velocity", v, [&] { return deform(step); });       // X, x → F → v
    stages.solve("pressure", "velocity", v, [&] { return correct_velocities(step); }); // v → p → v
    stages.run("friction", "velocity", v, [&] { rub(step); });                         // p, v → v
    if (step.rigid.any())
        stages.solve("contacts", "velocity", v, [&] { return solve_contacts(step); });  // p, V → V of rigid bodies
    stages.solve("density error", "position", x, [&] { return correct_places(step); }); // v, ρ → x
}

void IncompressibleFlow::collect_walls(const FluidStep& step)
{
    const ParticleSet& particles = step.state.particles;
    const bool by_themselves = step.elastic.any() && step.elastic.touch_by_themselves();
    walls_.collect(particles, step.rigid, step.time, step.dt,
                   by_themselves ? particles.column<Index>("solid").view() : View<const Index>{});
}

void IncompressibleFlow::find_density(const FluidStep& step)
{
    step.model.set_own_body(step.elastic.own_body(step.state, step.model.scratch()));
    dfsph_.set_enclosed(is_enclosed(*scene_, step.state.particles));
    dfsph_.prepare(step.model.fluid(step.state), walls_.terms(), walls_.bodies(), step.held.flags(step.state.particles));
}

ViscousStep IncompressibleFlow::viscous_step(const FluidStep& step, const StickyWalls& sticky, double dt) const
{
    const Fluid fluid = step.model.fluid(step.state);
    const View<Vec4> grip = fluid.scratch.take<Vec4>(fluid.size());
    sticky.find_grip(grip);
    return {.mu = step.model.viscosity(),
            .slope = dfsph_.slope(),
            .grip = grip,
            .held = step.held.flags(step.state.particles),
            .dt = dt,
            .bodies_follow = [&sticky](View<const Vec4> v, View<Vec3> q) { sticky.follow(v, q); }};
}

/// Bodies take what friction gave them before pressures are found, which then act on their new velocities.
void IncompressibleFlow::push_by_friction(const FluidStep& step)
{
    for (std::size_t k = 0; k < step.rigid.size(); ++k)
        step.rigid.push(k, friction_[walls_.wall_count() + k]);
    walls_.follow(step.rigid);
}

/// Friction of walls acts on v* + Δv, which is what the solve balanced.
SolveReport IncompressibleFlow::diffuse(const FluidStep& step)
{
    if (!step.model.viscous_part(step.time).is_viscous)
        return {};
    const Fluid fluid = step.model.fluid(step.state);
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec3> change = step.state.particles.column<Vec3>("viscous_change").view();
    const View<Vec3> v = fluid.scratch.take<Vec3>(fluid.size());
    parallel_for(fluid.size(), [&](Index i) { v[i] = fluid.particles.velocity[i]; });
    const StickyWalls sticky(walls_, fluid, step.model.viscosity(), step.dt);
    const SolveReport report = implicit_viscosity_->solve(fluid, viscous_step(step, sticky, step.dt), change);
    parallel_for(fluid.size(), [&](Index i) { v[i] += change[i]; });
    friction_ = sticky.impulses(v);
    push_by_friction(step);
    return report;
}

void IncompressibleFlow::begin_rigid_bodies(const FluidStep& step)
{
    step.rigid.begin(step.state, scene_->gravity.at(step.time), step.time, step.dt);
    rigid_forces_.apply(step.rigid, step.time, step.dt);
    step.attachments.find(step.state.particles, step.held, step.rigid);
}

ElasticBodies::Step IncompressibleFlow::elastic_step(const FluidStep& step, const Fluid& fluid) const
{
    const TimeStepSettings& steps = scene_->solvers.time_step;
    return {.held = step.held,
            .attachments = step.attachments,
            .rigid = step.rigid,
            .periodicity = step.model.neighborhood().periodicity(),
            .time = step.time,
            .dt = step.dt,
            .usual_dt = steps.fixed.value_or(steps.largest.value_or(0)),
            .walls = walls_,
            .friction = dry_friction_.table(),
            .fluid = fluid,
            .measures_held = step.pins.any()};
}

/// Forces have acted on attached particles and bodies each for itself so far.
SolveReport IncompressibleFlow::deform(const FluidStep& step)
{
    step.attachments.share_momentum(step.state.particles, step.rigid);
    const SolveReport report = step.elastic.solve(step.state, elastic_step(step, step.model.fluid(step.state)), step.model.scratch());
    step.pins.add(step.elastic.on_held());
    for (std::size_t w = 0; w < step.elastic.wall_impulses().size(); ++w)
        friction_[w] = friction_[w] + step.elastic.wall_impulses()[w];
    if (step.rigid.any())
        walls_.follow(step.rigid);
    return report;
}

/// Solids that answer while pressure is found do so in memory that is free again at the end of the turn.
class IncompressibleFlow::WithFollowers
{
public:
    WithFollowers(Dfsph& dfsph, const FluidStep& step, const ElasticBodies::Step& elastic)
        : turn_(step.model.scratch()), dfsph_(dfsph), followers_(step.elastic.followers(step.state, elastic, step.model.scratch()))
    {
        if (followers_.any())
            dfsph_.set_followers(
                [this, &step](View<Vec4> v) { return followers_.follow(step.state.particles.velocity.view(), v, step.model.scratch()); });
    }
    ~WithFollowers() { dfsph_.set_followers({}); }
    WithFollowers(const WithFollowers&) = delete;
    WithFollowers& operator=(const WithFollowers&) = delete;

    void pull_attached(ParticleSet& particles) const { followers_.pull_attached(particles); }

private:
    Scratch::Turn turn_;
    Dfsph& dfsph_;
    ElasticFollowers followers_;
};

SolveReport IncompressibleFlow::correct_velocities(const FluidStep& step)
{
    const Fluid fluid = step.model.fluid(step.state);
    const WithFollowers followers(dfsph_, step, elastic_step(step, fluid));
    const View<Real> k = step.state.particles.column<Real>("last_pressure").view();
    const SolveReport report = dfsph_.correct_velocities(step.model.fluid(step.state), walls_.bodies(), step.dt, k, step.state.last_step);
    followers.pull_attached(step.state.particles);
    measure_pressure_on_held(step);
    return report;
}

/// What pressure would give to held particles: nothing moves them. Those of rigid bodies have got it.
void IncompressibleFlow::measure_pressure_on_held(const FluidStep& step)
{
    const View<const Index> held = step.held.flags(step.state.particles);
    if (!step.pins.any() || held.empty())
        return;
    const Fluid fluid = step.model.fluid(step.state);
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec3> given = fluid.scratch.take<Vec3>(fluid.size());
    dfsph_.pressure_on_held(fluid, step.state.particles.column<Real>("last_pressure").view(), held, given);
    parallel_for(fluid.size(), [&](Index i) { given[i] = static_cast<Real>(step.dt) * given[i]; });
    step.pins.add(given);
}

/// Bodies take their share with that of pressure, when they meet.
void IncompressibleFlow::rub(const FluidStep& step)
{
    ParticleSet& particles = step.state.particles;
    const DryFriction::Pressed pressed{.fluid = step.model.fluid(step.state),
                                       .slope = dfsph_.slope(),
                                       .k = particles.column<Real>("last_pressure").view(),
                                       .held = step.held.flags(particles),
                                       .dt = step.dt};
    const std::vector<BodyImpulse> given = dry_friction_.brake_at_bodies(pressed, walls_);
    for (std::size_t w = 0; w < given.size(); ++w)
        friction_[w] = friction_[w] + given[w];
    for (std::size_t k = 0; k < step.rigid.size(); ++k)
        step.rigid.push(k, given[walls_.wall_count() + k]);
    if (step.elastic.any())
        dry_friction_.brake_between_solids(pressed, particles.column<Index>("solid").view());
}

/// Bodies take what the fluid gave them, and meet each other and the walls.
SolveReport IncompressibleFlow::solve_contacts(const FluidStep& step)
{
    for (std::size_t k = 0; k < step.rigid.size(); ++k)
        step.rigid.push(k, dfsph_.impulses()[walls_.wall_count() + k]);
    const RigidReport report = step.attachments.solve_contacts(step.state.particles, step.rigid, step.dt);
    walls_.follow(step.rigid);
    return {.iterations = report.iterations, .residual = report.residual, .converged = report.converged};
}

SolveReport IncompressibleFlow::correct_places(const FluidStep& step)
{
    ParticleSet& particles = step.state.particles;
    const Fluid fluid = step.model.fluid(step.state);
    const WithFollowers followers(dfsph_, step, elastic_step(step, fluid));
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec3> shift = fluid.scratch.take<Vec3>(fluid.size());
    const auto clearance = particles.column<Real>("clearance").view();
    const SolveReport report = dfsph_.correct_places(fluid, walls_.bodies(), step.dt, shift);
    const auto farthest = static_cast<Real>(0.1 * scene_->spacing); // as much as steps leave of half a wall that is one particle thick
    parallel_for(fluid.size(), [&](Index i) {
        const Real length = norm(shift[i]);
        const Vec3 taken = length > farthest ? (farthest / length) * shift[i] : shift[i];
        particles.position[i] += convert<double>(taken);
        clearance[i] -= norm(taken);
    });
    return report;
}

/// [m²/s] Nothing in a pressure solve slows down particles that swirl past each other, and under pressure each way into a denser packing sets some in motion: without it water in a tank
/// never comes to rest (measured: 50 particles deep, 0.03 m/s after 10 s, 0.003 … 0.007 with it). It fades where the fluid moves at a twentieth of the speed of pressure or faster, and vanishes with
/// the spacing.
double IncompressibleFlow::calming(const FluidStep& step) const
{
    const double speed = pressure_speed(step.state.particles);
    if (!(speed > 0))
        return 0;
    const double motion = dfsph_.mean_speed() / (0.05 * speed);
    return dfsph_.settings().calming * scene_->spacing * speed / (1 + motion * motion);
}

void IncompressibleFlow::sum_forces(const FluidStep& step)
{
    const View<Vec3> a = acceleration_of(step);
    const Fluid fluid = step.model.fluid(step.state);
    const bool is_explicit = step.model.viscous_part(step.time).is_viscous && !implicit_viscosity_;
    std::ranges::fill(friction_, BodyImpulse{});
    dfsph_.viscous_pull(fluid, {is_explicit ? View<const Real>(step.model.viscosity()) : View<const Real>(), calming(step)}, a);
    if (is_explicit)
    {
        const StickyWalls sticky(walls_, fluid, step.model.viscosity(), step.dt);
        sticky.brake(step.state.particles.velocity.view(), a);
        friction_ = sticky.impulses(step.state.particles.velocity.view());
        push_by_friction(step);
    }
    add_surface_tension(step);
    step.model.add_vorticity(step.state, step.dt, a);
}

/// Bodies that are wetted are drawn to the fluid before pressures are found, which then push them away.
void IncompressibleFlow::add_surface_tension(const FluidStep& step)
{
    const Fluid fluid = step.model.fluid(step.state);
    const bool wets = wetting_.any() && step.model.has_surface_tension();
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec3> wall = wets ? fluid.scratch.take<Vec3>(fluid.size()) : View<Vec3>{};
    if (wets)
        wetting_.find_normals(walls_.terms(), wall);
    step.model.add_surface_tension(step.state, wall, acceleration_of(step));
    if (!wets)
        return;
    adhesion_ = wetting_.add_adhesion(fluid, walls_, step.model.tension(), step.dt, acceleration_of(step));
    for (std::size_t k = 0; k < step.rigid.size(); ++k)
        step.rigid.push(k, adhesion_[walls_.wall_count() + k]);
    walls_.follow(step.rigid);
}

void IncompressibleFlow::drag(const FluidStep& step)
{
    const Fluid fluid = step.model.fluid(step.state);
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec3> wall = fluid.scratch.take<Vec3>(fluid.size());
    parallel_for(fluid.size(), [&](Index i) {
        wall[i] = Vec3{};
        for (const BoundaryTerm& term : walls_.terms().of(i))
            wall[i] += term.gradient;
    });
    step.model.drag(step.state, wall, step.dt);
}

WallImpulse IncompressibleFlow::impulse(std::size_t wall) const
{
    if (dfsph_.impulses().size() <= wall)
        return {};
    const BodyImpulse total = dfsph_.impulses()[wall] + friction_[wall] + adhesion_[wall];
    const Vec3d& center = walls_.bodies()[wall].motion.center;
    return {total.linear, total.angular + cross(center, total.linear)};
}

Array<Real> IncompressibleFlow::pressure(const WorldState& state) const { return state.particles.column<Real>("last_pressure").values; }

void IncompressibleFlow::evaluate(const FluidStep& step, Evaluation& result)
{
    const auto n = static_cast<std::size_t>(step.state.particles.size());
    collect_walls(step);
    find_density(step);
    result.viscous.assign(n, Vec3{});
    result.artificial.assign(n, Vec3{});
    const StickyWalls sticky(walls_, step.model.fluid(step.state), step.model.viscosity(), implicit_viscosity_ ? 1 : step.dt);
    if (implicit_viscosity_)
        ImplicitViscosity::pull(step.model.fluid(step.state), viscous_step(step, sticky, 1), view(result.viscous));
    else if (step.model.viscous_part(step.time).is_viscous)
    {
        dfsph_.viscous_pull(step.model.fluid(step.state), {.dynamic = step.model.viscosity()}, view(result.viscous));
        sticky.brake(step.state.particles.velocity.view(), view(result.viscous));
    }
    dfsph_.viscous_pull(step.model.fluid(step.state), {.kinematic = calming(step)}, view(result.artificial));
    result.pressure = pressure(step.state);
    result.pressure_gradient.resize(n);
    dfsph_.pressure_push(step.model.fluid(step.state), const_view(result.pressure), view(result.pressure_gradient));
}
} // namespace aspic
