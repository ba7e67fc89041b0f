#include "aspic/simulation/world.h"

#include "aspic/simulation/derived.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
World::World(const Scene& scene, const Assets& assets, WorldState state)
    : scene_(std::make_shared<const Scene>(scene)),
      assets_(std::make_shared<const Assets>(assets)),
      sources_(*scene_, *assets_),
      held_(*scene_, *assets_),
      pins_(*scene_),
      walls_(*scene_, *assets_),
      probes_(*scene_),
      rigid_(*scene_, *assets_),
      paths_(*scene_, *assets_),
      elastic_(*scene_, *assets_, sources_.filled_shapes()),
      state_(std::move(state)),
      model_(scene_, *assets_),
      solver_(make_fluid_solver(scene_, *assets_))
{
    // A new state gets its columns here; so does one that goes on with pins or probes it did not have.
    sources_.prepare(state_);
    rigid_.prepare(state_);
    held_.prepare(state_, rigid_);
    Walls::prepare(state_.particles);
    probes_.add_columns(state_.particles);
    elastic_.prepare(state_);
    model_.prepare(state_);
    solver_->prepare(state_);
}

World::World(const Scene& scene, const Assets& assets) : World(scene, assets, WorldState{})
{
    sources_.start_objects(state_, held_, rigid_);
    elastic_.adopt(state_);
    wrap_periodic_axes();
    solver_->start(state_);
}

double World::sound_speed() const { return solver_->sound_speed(state_.time); }

Speeds World::speeds() const
{
    const auto* dfsph = std::get_if<DfsphSettings>(&scene_->solvers.pressure);
    const Speeds of_particles = speeds_of(state_.particles, dfsph != nullptr ? dfsph->outliers : 0);
    const double of_bodies = std::max(rigid_.largest_speed(state_), walls_.largest_speed(state_.time));
    return {std::max(of_bodies, of_particles.largest), std::max(of_bodies, of_particles.of_most)};
}

double World::step_limit_at(const Speeds& speeds) const
{
    return step_limit(*scene_, {.sound_speed = sound_speed(),
                                .speed = speeds.largest,
                                .usual_speed = speeds.of_most,
                                .acceleration = state_.largest_acceleration,
                                .time = state_.time,
                                .last_step = state_.last_step});
}

double World::longest_stable_step() const { return step_limit_at(speeds()); }

StepReport World::begin_step(double longest)
{
    const TimeStepSettings& settings = scene_->solvers.time_step;
    StepReport report;
    const Speeds now = speeds();
    report.largest_speed = now.largest;
    const double limit = std::min(step_limit_at(now), rigid_.longest_step());
    const double dt = settings.fixed.value_or(limit);
    const double wanted = std::min(dt, settings.largest.value_or(dt));
    report.dt = solver_->step_length(state_, std::min(wanted, limit), longest);
    report.was_shortened = settings.fixed && (dt > limit || report.dt < std::min(wanted, longest));
    state_.shortened_steps += report.was_shortened ? 1 : 0;
    return report;
}

FluidStep World::fluid_step(const StepReport& report)
{
    return {model_, state_, held_, walls_, rigid_, attachments_, elastic_, pins_, state_.time, report.dt, report.largest_speed};
}

Walls::Spared World::spared_by_walls() const
{
    const ParticleSet& particles = state_.particles;
    const bool by_elasticity = elastic_.any() && elastic_.touch_by_themselves();
    return {held_.flags(particles), HeldParticles::beside(particles),
            by_elasticity ? particles.column<Index>("solid").view() : View<const Index>{}};
}

/// Out of rigid bodies, and back to the inner side of walls: what is between the two stays in the body for a while.
void World::press_between(const FluidStep& step)
{
    if (!rigid_.any())
        return;
    rigid_.keep_out(state_, HeldParticles::beside(state_.particles), scene_->spacing);
    walls_.hold_back(state_.particles, spared_by_walls(), step.time, step.dt, Walls::Turn::again);
}

void World::stop_at_surfaces(double dt) { paths_.stop_at_surfaces(state_, walls_, rigid_, spared_by_walls(), dt); }

/// Where the scene lets particles be lost, sinks take what is outside of the domain.
void World::look_for_lost(StepReport& report) const
{
    if (report.not_finite || scene_->lost_particles != LostParticles::error)
        return;
    const ParticleSet& particles = state_.particles;
    const Index n = particles.size();
    const auto lost = [&](Index i, const char* what) { report.lost = LostParticle{particles.identity[i], particles.position[i], what}; };
    if (const Index i = walls_.deep_in_matter(particles, spared_by_walls(), state_.time + report.dt, scene_->spacing); i >= 0)
        return lost(i, "ended in the matter of a wall");
    if (!scene_->domain)
        return;
    const auto material = particles.column<Index>("material").view();
    const auto is_lost = [&](Index i) { return material[i] != ghost_material && !is_in_domain(*scene_, particles.position[i]); };
    const Index first = reduce(
        n, n, [&](Index i) { return is_lost(i) ? i : n; }, [](Index a, Index b) { return std::min(a, b); });
    if (first < n)
        lost(first, "left the domain");
}

void World::watch_boundaries()
{
    std::vector<WallImpulse> impulses;
    for (std::size_t w = 0; w < scene_->walls.size(); ++w)
        impulses.push_back(solver_->impulse(w) + walls_.impulses()[w] + rigid_.impulse_on_wall(w));
    probes_.watch_walls(state_, impulses);
    probes_.watch_pins(state_, pins_);
    probes_.watch_rigid_bodies(state_, rigid_);
}

void World::wrap_periodic_axes()
{
    const Periodicity& periodicity = model_.neighborhood().periodicity();
    const auto clearance = state_.particles.column<Real>("clearance").view();
    for (int axis = 0; axis < 3; ++axis)
    {
        const double period = periodicity.period[axis];
        const double origin = periodicity.origin[axis];
        if (period <= 0)
            continue;
        parallel_for(state_.particles.size(), [&](Index i) {
            double& x = state_.particles.position[i][axis];
            if (x >= origin && x < origin + period)
                return;
            x -= period * std::floor((x - origin) / period);
            clearance[i] = 0; // walls do not repeat themselves with the particles
        });
    }
}

World::Compression World::compression() const
{
    const Index n = state_.particles.size();
    const auto material = state_.particles.column<Index>("material").view();
    std::vector<Real> densities;
    for (const auto& m : scene_->materials)
        densities.push_back(static_cast<Real>(m.value.density));
    const auto of_particle = [&](Index i) {
        if (material[i] == ghost_material)
            return Compression{};
        const double rest = densities[static_cast<std::size_t>(material[i])];
        const double excess = std::max(0.0, double(state_.particles.density[i]) / rest - 1);
        return Compression{excess, excess};
    };
    Compression total = reduce(n, Compression{}, of_particle, [](const Compression& a, const Compression& b) {
        return Compression{a.mean + b.mean, std::max(a.largest, b.largest)};
    });
    total.mean /= std::max<Index>(state_.fluid_size(), 1);
    return total;
}

RigidBody World::rigid_body(std::size_t k) const
{
    RigidBody body = rigid_[k];
    body.state = state_.rigid_bodies[k];
    return body;
}

Array<Real> World::pressure() const { return solver_->pressure(state_); }

Array<Real> World::stress() const { return elastic_.stress(state_, model_.neighborhood().periodicity()); }

std::vector<ProbeRow> World::measure(const StepReport& report)
{
    return probes_.measure(state_, report,
                           {model_.kernel(), model_.neighborhood().periodicity(), sound_speed(), [&] { return pressure(); },
                            [&](std::size_t k) { return rigid_body(k); },
                            [&](std::optional<Index> object) { return elastic_.energy(state_, object); }});
}

std::size_t World::bytes() const
{
    return model_.bytes() + walls_.bytes() + paths_.bytes() + solver_->bytes() + elastic_.bytes() + state_.particles.bytes();
}
} // namespace aspic
