#include "aspic/simulation/world.h"

#include "aspic/operators/density.h"
#include "aspic/simulation/derived.h"

#include <cmath>

namespace aspic
{
namespace
{
AnyKernel kernel_of(const Scene& scene)
{
    const auto& names = choices_of<KernelChoice>();
    return *kernel_named(names[static_cast<std::size_t>(scene.kernel)].name, scene.support_radius(), scene.dimension);
}

/// A number of each particle's material.
template <class F> void spread_over_particles(const ParticleSet& particles, std::size_t materials, const F& number, Array<Real>& result)
{
    std::vector<Real> of_material(materials);
    for (std::size_t k = 0; k < materials; ++k)
        of_material[k] = static_cast<Real>(number(k));
    result.resize(static_cast<std::size_t>(particles.size()));
    const auto& material = particles.column<Index>("material");
    parallel_for(particles.size(),
                 [&](Index i) { result[static_cast<std::size_t>(i)] = of_material[static_cast<std::size_t>(material[i])]; });
}
} // namespace

World::World(const Scene& scene, const Assets& assets, WorldState state)
    : scene_(std::make_shared<const Scene>(scene)),
      assets_(std::make_shared<const Assets>(assets)),
      kernel_(kernel_of(*scene_)),
      expected_speed_(expected_speed(*scene_, *assets_)),
      sources_(*scene_, *assets_),
      held_(*scene_, *assets_),
      walls_(*scene_, *assets_),
      probes_(*scene_),
      state_(std::move(state)),
      neighborhood_(scene_->support_radius(), periodicity_of(*scene_)),
      pressure_(std::get<WeaklyCompressibleSettings>(scene_->solvers.pressure))
{
    // A new state gets its columns here; so does one that goes on with pins or probes it did not have.
    sources_.prepare(state_);
    held_.prepare(state_);
    probes_.add_columns(state_.particles);
}

World::World(const Scene& scene, const Assets& assets) : World(scene, assets, WorldState{})
{
    sources_.start_objects(state_, held_);
    wrap_periodic_axes();
}

double World::sound_speed() const { return sound_speed_at(*scene_, expected_speed_, state_.time); }

double World::largest_speed() const
{
    return maximum(state_.particles.size(), 0.0, [&](Index i) { return norm(convert<double>(state_.particles.velocity[i])); });
}

double World::longest_stable_step() const { return step_limit(*scene_, sound_speed(), largest_speed(), state_.time); }

StepReport World::begin_step(double longest)
{
    const TimeStepSettings& settings = scene_->solvers.time_step;
    StepReport report;
    report.largest_speed = largest_speed();
    const double limit = step_limit(*scene_, sound_speed(), report.largest_speed, state_.time);
    double dt = settings.fixed.value_or(limit);
    report.was_shortened = dt > limit;
    dt = std::min({dt, limit, settings.largest.value_or(dt)});
    state_.shortened_steps += report.was_shortened ? 1 : 0;
    report.dt = std::min(dt, longest);
    return report;
}

void World::sort_and_find_neighbors()
{
    state_.particles.reorder(neighborhood_.sort(state_.particles.position.view()));
    neighborhood_.set_columns(state_.particles.position.view());
    neighborhood_.find_among_columns();
    spread_over_particles(
        state_.particles, scene_->materials.size(), [&](std::size_t k) { return scene_->materials[k].value.density; }, rest_density_);
}

void World::estimate_density()
{
    std::visit(
        [&](const auto& k) {
            parallel_for(state_.particles.size(),
                         Density<std::remove_cvref_t<decltype(k)>>{neighborhood_.view(), k, state_.particles.mass.view(),
                                                                   state_.particles.density.view()});
        },
        kernel_);
}

void World::apply_gravity()
{
    acceleration_.assign(static_cast<std::size_t>(state_.particles.size()), convert<Real>(scene_->gravity.at(state_.time)));
}

void World::apply_viscosity()
{
    const auto of_material = [&](std::size_t k) { return scene_->materials[k].value.viscosity.at(state_.time); };
    bool any = false;
    for (std::size_t k = 0; k < scene_->materials.size(); ++k)
        any = any || of_material(k) > 0;
    if (!any || !std::holds_alternative<MorrisSettings>(scene_->solvers.viscosity))
        return;
    spread_over_particles(state_.particles, scene_->materials.size(), of_material, viscosity_);
    add_viscous_acceleration(neighborhood_, kernel_, state_.particles, const_view(viscosity_), view(acceleration_));
}

void World::apply_pressure()
{
    pressure_.add_acceleration(neighborhood_, kernel_, state_.particles, {const_view(rest_density_), sound_speed()}, view(acceleration_));
}

void World::wrap_periodic_axes()
{
    const Periodicity& periodicity = neighborhood_.periodicity();
    for (int axis = 0; axis < 3; ++axis)
    {
        const double period = periodicity.period[axis];
        const double origin = periodicity.origin[axis];
        if (period <= 0)
            continue;
        parallel_for(state_.particles.size(), [&](Index i) {
            double& x = state_.particles.position[i][axis];
            if (x < origin || x >= origin + period)
                x -= period * std::floor((x - origin) / period);
        });
    }
}

World::Compression World::compression() const
{
    const Index n = state_.particles.size();
    const auto of_particle = [&](Index i) {
        const double excess = std::max(0.0, double(state_.particles.density[i]) / double(rest_density_[static_cast<std::size_t>(i)]) - 1);
        return Compression{excess, excess};
    };
    Compression total = reduce(n, Compression{}, of_particle, [](const Compression& a, const Compression& b) {
        return Compression{a.mean + b.mean, std::max(a.largest, b.largest)};
    });
    total.mean /= std::max<Index>(n, 1);
    return total;
}

Array<Real> World::pressure() const
{
    Array<Real> rest;
    spread_over_particles(
        state_.particles, scene_->materials.size(), [&](std::size_t k) { return scene_->materials[k].value.density; }, rest);
    return pressure_.pressure(state_.particles, {const_view(rest), sound_speed()});
}

std::vector<ProbeRow> World::measure(const StepReport& report)
{
    return probes_.measure(state_, report, {kernel_, neighborhood_.periodicity(), sound_speed(), [&] { return pressure(); }});
}

std::size_t World::bytes() const
{
    std::size_t total = neighborhood_.bytes() + pressure_.bytes() + walls_.bytes() + acceleration_.capacity() * sizeof(Vec3) +
                        (rest_density_.capacity() + viscosity_.capacity()) * sizeof(Real);
    state_.particles.for_each_column(
        [&](const auto& column) { total += (column.values.capacity() + column.spare.capacity()) * sizeof(column.values[0]); });
    return total;
}
} // namespace aspic
