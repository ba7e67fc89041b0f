#include "aspic/simulation/weakly_compressible_flow.h"

#include "aspic/simulation/derived.h"
#include "aspic/simulation/hydrostatic.h"

#include <algorithm>
#include <stdexcept>

namespace aspic
{
namespace
{
View<Vec3> acceleration_of(const FluidStep& step) { return step.state.particles.column<Vec3>("acceleration").view(); }
} // namespace

WeaklyCompressibleFlow::WeaklyCompressibleFlow(std::shared_ptr<const Scene> scene, const Assets& assets)
    : scene_(std::move(scene)),
      expected_speed_(expected_speed(*scene_, assets)),
      ghosts_(*scene_, assets),
      pressure_(std::get<WeaklyCompressibleSettings>(scene_->solvers.pressure)),
      impulses_(scene_->walls.size())
{
}

void WeaklyCompressibleFlow::prepare(WorldState& state) const
{
    if (!ghosts_.fit(state))
        throw std::invalid_argument("the state has ghost particles of other walls");
}

/// Objects start with the pressure of the fluid above them, if they shall.
void WeaklyCompressibleFlow::start(WorldState& state) const
{
    const Vec3d gravity = scene_->gravity.at(state.time);
    if (!pressure_.settings().hydrostatic_start || norm(gravity) == 0)
        return;
    const Vec3d down = gravity / norm(gravity);
    ParticleSet& particles = state.particles;
    const auto material = particles.column<Index>("material").view();
    const auto weights = mass_above(particles, down, scene_->spacing);
    const double area = scene_->particle_volume() / scene_->spacing;
    for (Index i = 0; i < particles.size(); ++i)
        if (material[i] != ghost_material)
        {
            const double rest = scene_->materials[static_cast<std::size_t>(material[i])].value.density;
            const double p = weights[static_cast<std::size_t>(i)] * norm(gravity) / area + pressure_.settings().background_pressure;
            particles.density[i] = static_cast<Real>(tait_density(pressure_.settings(), sound_speed(state.time), rest, p));
        }
}

double WeaklyCompressibleFlow::step_length(WorldState& /*state*/, double limit, double longest) const { return std::min(limit, longest); }

double WeaklyCompressibleFlow::sound_speed(double time) const { return sound_speed_at(*scene_, expected_speed_, time); }

Fluid WeaklyCompressibleFlow::fluid(const FluidStep& step) const { return step.model.fluid(step.state, sound_speed(step.time)); }

void WeaklyCompressibleFlow::find_neighbors(FluidModel& model, WorldState& state)
{
    ghosts_.follow_fluid(state);
    model.find_neighbors(state);
    ghosts_.find(state.particles);
}

/// T09 algorithm 5 with the corrected pressure, up to the integration of velocities.
void WeaklyCompressibleFlow::advance_velocities(Stages& stages, const FluidStep& step)
{
    ParticleSet& particles = step.state.particles;
    const auto rho = [&] { return particles.density.view(); };
    const auto a = [&] { return acceleration_of(step); };
    const auto v = [&] { return particles.velocity.view(); };
    stages.run("density", "density", rho, [&] { pressure_.update_density(fluid(step), a(), step.dt); }); // x, v → ρ
    stages.run("pressure", [&] { update_pressure(step); });                                              // ρ    → p, of ghosts too
    stages.run("forces", "acceleration", a, [&] { sum_forces(step); });                                  // p, v → a
    stages.run("wall forces", [&] { measure_wall_forces(step); });                                       // p, v → forces on walls
    stages.run("smoothing", [&] { step.model.smooth_velocities(step.state, step.dt); });                 // v    → v or x
    stages.run("shifting", [&] { shift_particles(step); });                                              // x    → x
    stages.run("velocity", "velocity", v, [&] { step.model.advance_velocities(step.state, step.dt); });  // a, g → v
    if (scene_->air)
        stages.run("air", "velocity", v, [&] { step.model.drag(step.state, {}, step.dt); }); // v    → v
    step.pins.begin(particles);
}

void WeaklyCompressibleFlow::update_pressure(const FluidStep& step)
{
    const View<Real> viscosity = step.model.viscosity();
    pressure_.update_pressure(fluid(step), viscosity);
    if (ghosts_.any())
        ghosts_.mirror(fluid(step), pressure_, {scene_->gravity.at(step.time), step.model.body_force()}, acceleration_of(step), viscosity);
}

void WeaklyCompressibleFlow::sum_forces(const FluidStep& step)
{
    pressure_.with_forces(fluid(step), step.model.viscous_part(step.time), acceleration_of(step),
                          [&](const auto& forces) { parallel_for(step.state.particles.size(), forces); });
    step.model.add_surface_tension(step.state, {}, acceleration_of(step));
    step.model.add_vorticity(step.state, step.dt, acceleration_of(step));
}

void WeaklyCompressibleFlow::measure_wall_forces(const FluidStep& step)
{
    for (std::size_t w = 0; w < impulses_.size(); ++w)
        if (step.walls.is_measured(w))
            impulses_[w] = ghosts_.impulse(w, fluid(step), pressure_, step.model.viscous_part(step.time), step.dt);
}

void WeaklyCompressibleFlow::shift_particles(const FluidStep& step)
{
    if (pressure_.settings().shifting > 0)
        pressure_.shift_particles(fluid(step), scene_->spacing, step.speed, step.dt, step.state.particles.column<Real>("clearance").view());
}

void WeaklyCompressibleFlow::follow_walls(const FluidStep& step)
{
    ghosts_.lead(step.state.particles, acceleration_of(step), step.time, step.dt);
}

void WeaklyCompressibleFlow::end_step(const FluidStep& step) const
{
    // No particle moved farther than its velocity took it; walls and smoothing may have pushed it as far again.
    const double by_velocity = step.dt * (step.speed + step.dt * step.state.largest_acceleration);
    const double by_shifting = pressure_.settings().shifting > 0 ? scene_->spacing : 0;
    ghosts_.note_travel(step.state, 3 * by_velocity + by_shifting, step.time, step.dt);
}

Array<Real> WeaklyCompressibleFlow::pressure(const WorldState& state) const
{
    const ParticleSet& particles = state.particles;
    const auto material = particles.column<Index>("material").view();
    const auto volume = particles.column<Real>("rest_volume").view();
    const double c = sound_speed(state.time);
    Array<Real> p(static_cast<std::size_t>(particles.size()));
    parallel_for(particles.size(), [&](Index i) {
        const double rest = material[i] == ghost_material ? double(particles.mass[i]) / double(volume[i])
                                                          : scene_->materials[static_cast<std::size_t>(material[i])].value.density;
        p[static_cast<std::size_t>(i)] = static_cast<Real>(tait_pressure(pressure_.settings(), c, rest, particles.density[i]));
    });
    return p;
}

void WeaklyCompressibleFlow::evaluate(const FluidStep& step, Evaluation& result)
{
    const Index n = step.state.particles.size();
    if (std::holds_alternative<ContinuitySettings>(pressure_.settings().density))
    {
        result.density_rate.resize(static_cast<std::size_t>(n));
        pressure_.density_rate(fluid(step), acceleration_of(step), view(result.density_rate));
    }
    update_pressure(step);

    // All pair forces, then without one after the other.
    const auto forces_with = [&](bool viscous, bool artificial) {
        Array<Vec3> a(static_cast<std::size_t>(n));
        ViscousPart part = step.model.viscous_part(step.time);
        part.is_viscous = part.is_viscous && viscous;
        pressure_.with_forces(fluid(step), part, view(a), [&](auto forces) {
            forces.strength = artificial ? forces.strength : 0;
            parallel_for(n, forces);
        });
        return a;
    };
    const auto difference = [](Array<Vec3> a, const Array<Vec3>& b) {
        for (std::size_t k = 0; k < a.size(); ++k)
            a[k] = a[k] - b[k];
        return a;
    };
    result.pressure_gradient = forces_with(false, false);
    result.viscous = difference(forces_with(true, false), result.pressure_gradient);
    result.artificial = difference(forces_with(false, true), result.pressure_gradient);
    result.pressure = pressure(step.state);
}
} // namespace aspic
