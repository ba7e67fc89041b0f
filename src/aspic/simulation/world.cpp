#include "aspic/simulation/world.h"

#include "aspic/simulation/derived.h"
#include "aspic/simulation/hydrostatic.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
AnyKernel kernel_of(const Scene& scene)
{
    const auto& names = choices_of<KernelChoice>();
    return *kernel_named(names[static_cast<std::size_t>(scene.kernel)].name, scene.support_radius(), scene.dimension);
}

/// A number of each particle's material, another for ghosts.
template <class F> void spread_over_particles(const ParticleSet& particles, const F& of_material, Real of_ghosts, Array<Real>& result)
{
    result.resize(static_cast<std::size_t>(particles.size()));
    const auto material = particles.column<Index>("material").view();
    parallel_for(particles.size(), [&](Index i) {
        result[static_cast<std::size_t>(i)] =
            material[i] == ghost_material ? of_ghosts : of_material[static_cast<std::size_t>(material[i])];
    });
}

template <class F> std::vector<Real> of_materials(const Scene& scene, const F& number)
{
    std::vector<Real> result;
    for (const auto& material : scene.materials)
        result.push_back(static_cast<Real>(number(material.value)));
    return result;
}
} // namespace

World::World(const Scene& scene, const Assets& assets, WorldState state)
    : scene_(std::make_shared<const Scene>(scene)),
      assets_(std::make_shared<const Assets>(assets)),
      kernel_(kernel_of(*scene_)),
      expected_speed_(expected_speed(*scene_, *assets_)),
      sources_(*scene_, *assets_),
      held_(*scene_, *assets_),
      ghosts_(*scene_, *assets_),
      walls_(*scene_, *assets_),
      probes_(*scene_),
      state_(std::move(state)),
      neighborhood_(scene_->support_radius(), periodicity_of(*scene_)),
      pressure_(std::get<WeaklyCompressibleSettings>(scene_->solvers.pressure)),
      has_several_densities_(std::ranges::any_of(
          scene_->materials, [&](const auto& m) { return m.value.density != scene_->materials.front().value.density; })),
      cohesion_per_tension_(cohesion_per_tension(kernel_))
{
    neighborhood_.allow_doubtful_pairs(true);
    // A new state gets its columns here; so does one that goes on with pins or probes it did not have.
    sources_.prepare(state_);
    held_.prepare(state_);
    Walls::prepare(state_.particles);
    probes_.add_columns(state_.particles);
    for (const auto& force : scene_->forces)
        force_regions_.push_back(force.value.region ? make_solid(*force.value.region, scene_->dimension, *assets_).value() : nullptr);
    if (!ghosts_.fit(state_))
        throw std::invalid_argument("the state has ghost particles of other walls");
    wall_impulses_.resize(scene_->walls.size());
}

World::World(const Scene& scene, const Assets& assets) : World(scene, assets, WorldState{})
{
    sources_.start_objects(state_, held_);
    wrap_periodic_axes();
    if (pressure_.settings().hydrostatic_start)
        start_with_hydrostatic_pressure();
}

void World::start_with_hydrostatic_pressure()
{
    const Vec3d gravity = scene_->gravity.at(state_.time);
    if (norm(gravity) == 0)
        return;
    const Vec3d down = gravity / norm(gravity);
    ParticleSet& particles = state_.particles;
    const auto material = particles.column<Index>("material").view();
    const auto weights = mass_above(particles, down, scene_->spacing);
    const double area = scene_->particle_volume() / scene_->spacing;
    for (Index i = 0; i < particles.size(); ++i)
        if (material[i] != ghost_material)
        {
            const double rest = scene_->materials[static_cast<std::size_t>(material[i])].value.density;
            const double p = weights[static_cast<std::size_t>(i)] * norm(gravity) / area + pressure_.settings().background_pressure;
            particles.density[i] = static_cast<Real>(tait_density(pressure_.settings(), sound_speed(), rest, p));
        }
}

Fluid World::fluid()
{
    return {.neighborhood = neighborhood_,
            .kernel = kernel_,
            .particles = state_.particles,
            .scratch = scratch_,
            .rest_density = const_view(rest_density_),
            .rest_volume = state_.particles.column<Real>("rest_volume").view(),
            .has_several_densities = has_several_densities_,
            .sound_speed = sound_speed()};
}

double World::sound_speed() const { return sound_speed_at(*scene_, expected_speed_, state_.time); }

double World::largest_speed() const
{
    return maximum(state_.particles.size(), 0.0, [&](Index i) { return norm(convert<double>(state_.particles.velocity[i])); });
}

double World::longest_stable_step() const
{
    return step_limit(
        *scene_,
        {.sound_speed = sound_speed(), .speed = largest_speed(), .acceleration = state_.largest_acceleration, .time = state_.time});
}

StepReport World::begin_step(double longest)
{
    const TimeStepSettings& settings = scene_->solvers.time_step;
    StepReport report;
    report.largest_speed = largest_speed();
    const double limit = step_limit(
        *scene_,
        {.sound_speed = sound_speed(), .speed = report.largest_speed, .acceleration = state_.largest_acceleration, .time = state_.time});
    double dt = settings.fixed.value_or(limit);
    report.was_shortened = dt > limit;
    dt = std::min({dt, limit, settings.largest.value_or(dt)});
    state_.shortened_steps += report.was_shortened ? 1 : 0;
    report.dt = std::min(dt, longest);
    return report;
}

void World::sort_and_find_neighbors()
{
    ParticleSet& particles = state_.particles;
    ghosts_.follow_fluid(state_);
    scratch_.clear();
    particles.reorder(neighborhood_.sort(particles.position.view(), scratch_), scratch_);
    neighborhood_.set_columns(particles.position.view());
    neighborhood_.find_among_columns();
    ghosts_.find(particles);
    spread_over_particles(particles, of_materials(*scene_, [](const Material& m) { return m.density; }), Real(-1), rest_density_);
    const bool has_viscosity = !std::holds_alternative<NoViscosity>(scene_->solvers.viscosity);
    spread_over_particles(particles,
                          of_materials(*scene_, [&](const Material& m) { return has_viscosity ? m.viscosity.at(state_.time) : 0; }),
                          Real(-1), viscosity_);
}

void World::update_density(double dt) { pressure_.update_density(fluid(), acceleration(), dt); }

void World::update_pressure()
{
    pressure_.update_pressure(fluid(), const_view(viscosity_));
    if (ghosts_.any())
        ghosts_.mirror(fluid(), pressure_, {scene_->gravity.at(state_.time), const_view(body_force_)}, acceleration(), view(viscosity_));
}

ViscousPart World::viscous_part() const
{
    bool is_viscous = false;
    for (const auto& material : scene_->materials)
        is_viscous = is_viscous || material.value.viscosity.at(state_.time) > 0;
    return {.is_viscous = is_viscous && !std::holds_alternative<NoViscosity>(scene_->solvers.viscosity),
            .with_laplacian = std::holds_alternative<LaplacianViscositySettings>(scene_->solvers.viscosity)};
}

void World::sum_forces()
{
    pressure_.with_forces(fluid(), viscous_part(), acceleration(),
                          [&](const auto& forces) { parallel_for(state_.particles.size(), forces); });
    add_cohesion_to(acceleration());
}

void World::add_cohesion_to(View<Vec3> a)
{
    const auto of_material =
        of_materials(*scene_, [&](const Material& m) { return cohesion_per_tension_ * m.surface_tension / square(m.density); });
    if (std::holds_alternative<NoSurfaceTension>(scene_->solvers.surface_tension) ||
        std::ranges::all_of(of_material, [](Real k) { return k == 0; }))
        return;
    spread_over_particles(state_.particles, of_material, Real(0), cohesion_);
    add_cohesion(fluid(), const_view(cohesion_), a);
}

void World::add_body_forces()
{
    body_force_.clear();
    if (scene_->forces.empty())
        return;
    const ParticleSet& particles = state_.particles;
    const auto material = particles.column<Index>("material").view();
    body_force_.assign(static_cast<std::size_t>(particles.size()), Vec3{});
    for (std::size_t k = 0; k < scene_->forces.size(); ++k)
    {
        const BodyForce& force = scene_->forces[k].value;
        const Vec3 push = convert<Real>(force.acceleration.at(state_.time));
        const std::optional<Index> only = force.material ? std::optional(index_of(scene_->materials, *force.material)) : std::nullopt;
        parallel_for(particles.size(), [&](Index i) {
            const bool is_meant = material[i] != ghost_material && (!only || material[i] == *only);
            if (is_meant && (force_regions_[k] == nullptr || force_regions_[k]->contains(particles.position[i])))
                body_force_[static_cast<std::size_t>(i)] += push;
        });
    }
}

void World::smooth_velocities(double dt)
{
    const auto* xsph = std::get_if<XsphSettings>(&scene_->solvers.smoothing);
    if (xsph == nullptr || xsph->strength == 0)
        return;
    ParticleSet& particles = state_.particles;
    velocity_change_.resize(static_cast<std::size_t>(particles.size()));
    smooth_velocity(*xsph, fluid(), const_view(viscosity_), view(velocity_change_));
    const auto clearance = particles.column<Real>("clearance").view();
    const auto material = particles.column<Index>("material").view();
    parallel_for(particles.size(), [&](Index i) {
        if (material[i] == ghost_material) // moves with its wall
            return;
        const Vec3 change = velocity_change_[static_cast<std::size_t>(i)];
        if (xsph->is_stored)
            particles.velocity[i] += change;
        else
        {
            const Vec3d step = dt * convert<double>(change);
            particles.position[i] += step;
            clearance[i] -= static_cast<Real>(norm(step));
        }
    });
}

/// T09 (58)
void World::advance_velocities(double dt)
{
    ParticleSet& particles = state_.particles;
    const Vec3 gravity = convert<Real>(scene_->gravity.at(state_.time));
    const auto material = particles.column<Index>("material").view();
    const auto a = acceleration();
    const auto total = [&](Index i) {
        if (material[i] == ghost_material) // moves with its wall
            return Vec3{};
        return a[i] + gravity + (body_force_.empty() ? Vec3{} : body_force_[static_cast<std::size_t>(i)]);
    };
    parallel_for(particles.size(), [&](Index i) { particles.velocity[i] += static_cast<Real>(dt) * total(i); });
    state_.largest_acceleration = maximum(particles.size(), 0.0, [&](Index i) { return norm(convert<double>(total(i))); });
}

void World::measure_wall_forces(double dt)
{
    for (std::size_t w = 0; w < scene_->walls.size(); ++w)
        if (walls_.is_measured(w))
            wall_impulses_[w] = ghosts_.impulse(w, fluid(), pressure_, viscous_part(), dt);
}

void World::note_travel(const StepReport& report, double time)
{
    // No particle moved farther than its velocity took it; walls and smoothing may have pushed it as far again.
    const double by_velocity = report.dt * (report.largest_speed + report.dt * state_.largest_acceleration);
    const double by_shifting = pressure_.settings().shifting > 0 ? scene_->spacing : 0;
    ghosts_.note_travel(state_, 3 * by_velocity + by_shifting, time, report.dt);
}

void World::watch_walls()
{
    for (std::size_t w = 0; w < wall_impulses_.size(); ++w)
        wall_impulses_[w] = wall_impulses_[w] + walls_.impulses()[w];
    probes_.watch_walls(state_, wall_impulses_);
}

void World::shift_particles(double speed, double dt)
{
    if (pressure_.settings().shifting > 0)
        pressure_.shift_particles(fluid(), scene_->spacing, speed, dt, state_.particles.column<Real>("clearance").view());
}

void World::wrap_periodic_axes()
{
    const Periodicity& periodicity = neighborhood_.periodicity();
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
    const auto of_particle = [&](Index i) {
        const double rest = rest_density_[static_cast<std::size_t>(i)];
        const double excess = rest < 0 ? 0.0 : std::max(0.0, double(state_.particles.density[i]) / rest - 1);
        return Compression{excess, excess};
    };
    Compression total = reduce(n, Compression{}, of_particle, [](const Compression& a, const Compression& b) {
        return Compression{a.mean + b.mean, std::max(a.largest, b.largest)};
    });
    total.mean /= std::max<Index>(state_.fluid_size(), 1);
    return total;
}

Array<Real> World::pressure() const
{
    const ParticleSet& particles = state_.particles;
    const auto material = particles.column<Index>("material").view();
    const auto volume = particles.column<Real>("rest_volume").view();
    const double c = sound_speed();
    Array<Real> p(static_cast<std::size_t>(particles.size()));
    parallel_for(particles.size(), [&](Index i) {
        const double rest = material[i] == ghost_material ? double(particles.mass[i]) / double(volume[i])
                                                          : scene_->materials[static_cast<std::size_t>(material[i])].value.density;
        p[static_cast<std::size_t>(i)] = static_cast<Real>(tait_pressure(pressure_.settings(), c, rest, particles.density[i]));
    });
    return p;
}

std::vector<ProbeRow> World::measure(const StepReport& report)
{
    return probes_.measure(state_, report, {kernel_, neighborhood_.periodicity(), sound_speed(), [&] { return pressure(); }});
}

std::size_t World::bytes() const
{
    std::size_t total = neighborhood_.bytes() + scratch_.bytes() + walls_.bytes() + ghosts_.bytes();
    total += (rest_density_.capacity() + viscosity_.capacity() + cohesion_.capacity()) * sizeof(Real);
    total += (body_force_.capacity() + velocity_change_.capacity()) * sizeof(Vec3);
    return total + state_.particles.bytes();
}
} // namespace aspic
