#include "aspic/simulation/fluid_model.h"

#include "aspic/simulation/derived.h"
#include "aspic/simulation/value_of_most.h"
#include "aspic/solvers/surface_tension/cohesion_solver.h"
#include "aspic/solvers/vorticity/spin_solver.h"

#include <algorithm>

namespace aspic
{
namespace
{
std::string_view name_of_kernel(const Scene& scene) { return choices_of<KernelChoice>()[static_cast<std::size_t>(scene.kernel)].name; }

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

/// What steps must be short for. Of an incompressible fluid that is what hardly any particle exceeds: how much must be found in a step hangs on most of them. Explicit forces ask for steps of at most
/// 0.25 √(h/a) for each, where the whole has 0.06 √(h/a): a sixteenth of the largest is as much.
template <class Size> double telling_acceleration(const Scene& scene, Index n, const Size& size)
{
    constexpr double of_largest = 1.0 / 16;
    const double largest = maximum(n, 0.0, size);
    const auto* dfsph = std::get_if<DfsphSettings>(&scene.solvers.pressure);
    return dfsph == nullptr ? largest : std::max(of_largest * largest, value_of_most(n, largest, dfsph->outliers, size));
}
} // namespace

AnyKernel kernel_of(const Scene& scene) { return *kernel_named(name_of_kernel(scene), scene.support_radius(), scene.dimension); }

AnyKernelT<double> exact_kernel_of(const Scene& scene)
{
    return *kernel_named<double>(name_of_kernel(scene), scene.support_radius(), scene.dimension);
}

FluidModel::FluidModel(std::shared_ptr<const Scene> scene, const Assets& assets)
    : scene_(std::move(scene)),
      kernel_(kernel_of(*scene_)),
      neighborhood_(scene_->support_radius(), periodicity_of(*scene_)),
      has_several_densities_(std::ranges::any_of(
          scene_->materials, [&](const auto& m) { return m.value.density != scene_->materials.front().value.density; })),
      cohesion_per_tension_(cohesion_per_tension(kernel_)),
      surface_strength_(surface_strength(exact_kernel_of(*scene_)))
{
    if (scene_->air)
        air_drag_.emplace(exact_kernel_of(*scene_), scene_->spacing);
    neighborhood_.allow_doubtful_pairs(true);
    for (const auto& force : scene_->forces)
        force_regions_.push_back(force.value.region ? make_solid(*force.value.region, scene_->dimension, assets).value() : nullptr);
}

void FluidModel::find_neighbors(WorldState& state)
{
    ParticleSet& particles = state.particles;
    scratch_.clear();
    particles.reorder(neighborhood_.sort(particles.position.view(), scratch_), scratch_);
    neighborhood_.set_columns(particles.position.view());
    neighborhood_.find_among_columns();
    spread_over_particles(particles, of_materials(*scene_, [](const Material& m) { return m.density; }), Real(-1), rest_density_);
    const bool has_viscosity = !std::holds_alternative<NoViscosity>(scene_->solvers.viscosity);
    spread_over_particles(particles,
                          of_materials(*scene_, [&](const Material& m) { return has_viscosity ? m.viscosity.at(state.time) : 0; }),
                          Real(-1), viscosity_);
}

Fluid FluidModel::fluid(WorldState& state, double sound_speed)
{
    return {.neighborhood = neighborhood_,
            .kernel = kernel_,
            .particles = state.particles,
            .scratch = scratch_,
            .rest_density = const_view(rest_density_),
            .rest_volume = state.particles.column<Real>("rest_volume").view(),
            .has_several_densities = has_several_densities_,
            .own_body = own_body_,
            .sound_speed = sound_speed};
}

ViscousPart FluidModel::viscous_part(double time) const
{
    bool is_viscous = false;
    for (const auto& material : scene_->materials)
        is_viscous = is_viscous || material.value.viscosity.at(time) > 0;
    return {.is_viscous = is_viscous && !std::holds_alternative<NoViscosity>(scene_->solvers.viscosity),
            .with_laplacian = std::holds_alternative<LaplacianViscositySettings>(scene_->solvers.viscosity)};
}

void FluidModel::prepare(WorldState& state) const
{
    if (std::holds_alternative<MicropolarSettings>(scene_->solvers.vorticity) && !state.particles.has_column("spin"))
        state.particles.add_column<Vec3>("spin", "rad/s", "ω");
}

bool FluidModel::has_surface_tension() const
{
    return !std::holds_alternative<NoSurfaceTension>(scene_->solvers.surface_tension) &&
           std::ranges::any_of(scene_->materials, [](const auto& m) { return m.value.surface_tension > 0; });
}

void FluidModel::add_surface_tension(WorldState& state, View<const Vec3> wall, View<Vec3> a)
{
    if (!has_surface_tension())
        return;
    const auto* akinci = std::get_if<AkinciSettings>(&scene_->solvers.surface_tension);
    const double factor = akinci != nullptr ? 1 : cohesion_per_tension_;
    spread_over_particles(state.particles,
                          of_materials(*scene_, [&](const Material& m) { return factor * m.surface_tension / square(m.density); }), Real(0),
                          tension_);
    if (akinci != nullptr)
        aspic::add_surface_tension(*akinci, surface_strength_, fluid(state), const_view(tension_), wall, a);
    else
        add_cohesion(fluid(state), const_view(tension_), a);
}

/// Spins begin with that of the flow: a body that turns at first does not have to spin them up.
void FluidModel::add_vorticity(WorldState& state, double dt, View<Vec3> a)
{
    const VorticitySolver& solver = scene_->solvers.vorticity;
    if (std::holds_alternative<NoVorticity>(solver))
        return;
    const Fluid fluid = this->fluid(state);
    flow_spin_.resize(static_cast<std::size_t>(fluid.size()));
    find_spin(fluid, view(flow_spin_));
    if (const auto* confinement = std::get_if<ConfinementSettings>(&solver))
        return add_confinement(*confinement, fluid, const_view(flow_spin_), a);
    const View<Vec3> spin = state.particles.column<Vec3>("spin").view();
    if (state.steps == 0)
        parallel_for(fluid.size(), [&](Index i) { spin[i] = fluid.is_ghost(i) ? Vec3{} : flow_spin_[static_cast<std::size_t>(i)]; });
    add_spin_transfer(std::get<MicropolarSettings>(solver), fluid, const_view(flow_spin_), dt, spin, a);
}

void FluidModel::drag(WorldState& state, View<const Vec3> wall, double dt)
{
    const AirFlow air{scene_->air->velocity.at(state.time), scene_->air->density, scene_->air->drag_coefficient};
    const Fluid fluid = this->fluid(state);
    exposed_.resize(static_cast<std::size_t>(fluid.size()));
    air_drag_->find_areas(fluid, air, wall, view(exposed_));
    AirDrag::brake(fluid, air, const_view(exposed_), dt);
}

void FluidModel::find_body_forces(const WorldState& state)
{
    body_force_.clear();
    if (scene_->forces.empty())
        return;
    const ParticleSet& particles = state.particles;
    const auto material = particles.column<Index>("material").view();
    body_force_.assign(static_cast<std::size_t>(particles.size()), Vec3{});
    for (std::size_t k = 0; k < scene_->forces.size(); ++k)
    {
        const BodyForce& force = scene_->forces[k].value;
        const Vec3 push = convert<Real>(force.acceleration.at(state.time));
        const std::optional<Index> only = force.material ? std::optional(index_of(scene_->materials, *force.material)) : std::nullopt;
        parallel_for(particles.size(), [&](Index i) {
            const bool is_meant = material[i] != ghost_material && (!only || material[i] == *only);
            if (is_meant && (force_regions_[k] == nullptr || force_regions_[k]->contains(particles.position[i])))
                body_force_[static_cast<std::size_t>(i)] += push;
        });
    }
}

void FluidModel::smooth_velocities(WorldState& state, double dt)
{
    const auto* xsph = std::get_if<XsphSettings>(&scene_->solvers.smoothing);
    if (xsph == nullptr || xsph->strength == 0)
        return;
    ParticleSet& particles = state.particles;
    velocity_change_.resize(static_cast<std::size_t>(particles.size()));
    smooth_velocity(*xsph, fluid(state), const_view(viscosity_), view(velocity_change_));
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
void FluidModel::advance_velocities(WorldState& state, double dt) const
{
    ParticleSet& particles = state.particles;
    const Vec3 gravity = convert<Real>(scene_->gravity.at(state.time));
    const auto material = particles.column<Index>("material").view();
    const auto a = particles.column<Vec3>("acceleration").view();
    const auto total = [&](Index i) {
        if (material[i] == ghost_material) // moves with its wall
            return Vec3{};
        return a[i] + gravity + (body_force_.empty() ? Vec3{} : body_force_[static_cast<std::size_t>(i)]);
    };
    parallel_for(particles.size(), [&](Index i) { particles.velocity[i] += static_cast<Real>(dt) * total(i); });
    const auto size = [&](Index i) { return norm(convert<double>(total(i))); };
    state.largest_acceleration = telling_acceleration(*scene_, particles.size(), size);
}

std::size_t FluidModel::bytes() const
{
    std::size_t total = neighborhood_.bytes() + scratch_.bytes();
    total += (rest_density_.capacity() + viscosity_.capacity() + tension_.capacity() + exposed_.capacity()) * sizeof(Real);
    return total + (body_force_.capacity() + velocity_change_.capacity() + flow_spin_.capacity()) * sizeof(Vec3);
}
} // namespace aspic
