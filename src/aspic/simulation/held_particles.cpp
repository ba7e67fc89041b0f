#include "aspic/simulation/held_particles.h"

namespace aspic
{
namespace
{
constexpr const char* held_name = "held_by";
constexpr const char* point_name = "held_point";
} // namespace

HeldParticles::HeldParticles(const Scene& scene, const Assets& assets)
{
    for (std::size_t k = 0; k < scene.objects.size(); ++k)
    {
        const Object& object = scene.objects[k].value;
        for (const auto& pin : object.pins)
            motions_.push_back(
                {make_solid(pin.value.region, scene.dimension, assets).value(), static_cast<Index>(k), object.start, pin.value.motion});
        if (object.motion)
            motions_.push_back({nullptr, static_cast<Index>(k), object.start, object.motion});
    }
}

std::size_t HeldParticles::motion_count(const Scene& scene)
{
    std::size_t count = 0;
    for (const auto& object : scene.objects)
        count += object.value.pins.size() + (object.value.motion ? 1 : 0);
    return count;
}

void HeldParticles::prepare(WorldState& state) const
{
    if (!any() || state.held_motions > 0)
        return;
    state.held_motions = static_cast<std::int64_t>(motions_.size());
    state.particles.add_column<Index>(held_name, "1", "pin");
    state.particles.add_column<Vec3d>(point_name, "m", "X");
    for (std::size_t k = 0; k < state.object_is_there.size(); ++k)
        take_hold(state.particles, static_cast<Index>(k), 0);
}

void HeldParticles::take_hold(ParticleSet& particles, Index object, Index first, std::optional<double> since) const
{
    if (!any())
        return;
    auto& held = particles.column<Index>(held_name);
    auto& point = particles.column<Vec3d>(point_name);
    const auto& origin = particles.column<Index>("origin");
    for (std::size_t k = 0; k < motions_.size(); ++k)
    {
        const PreparedPin& pin = motions_[k];
        if (pin.object != object)
            continue;
        const Pose at_start = pose_at(pin.motion, since.value_or(pin.start));
        for (Index i = first; i < particles.size(); ++i)
            if (origin[i] == object && held[i] == 0 && (pin.region == nullptr || pin.region->contains(particles.position[i])))
            {
                held[i] = static_cast<Index>(k + 1);
                point[i] = at_start.material_point(particles.position[i]);
            }
    }
}

/// `visit(i, movement, X)` for each held particle: its motion in the step, and its place in that.
template <class F> void HeldParticles::for_each_held(const ParticleSet& particles, double time, double dt, const F& visit) const
{
    if (!any())
        return;
    std::vector<Movement> movements;
    for (const PreparedPin& pin : motions_)
        movements.emplace_back(pin.motion, time, dt);
    const auto held = particles.column<Index>(held_name).view();
    const auto point = particles.column<Vec3d>(point_name).view();
    parallel_for(particles.size(), [&](Index i) {
        if (held[i] != 0)
            visit(i, movements[static_cast<std::size_t>(held[i] - 1)], point[i]);
    });
}

void HeldParticles::lead(ParticleSet& particles, double time, double dt) const
{
    for_each_held(particles, time, dt, [&](Index i, const Movement& movement, const Vec3d& X) {
        particles.position[i] = movement.after.place_of(X);
        particles.velocity[i] = convert<Real>(movement.velocity_at(particles.position[i]));
    });
}

void HeldParticles::velocities(const ParticleSet& particles, double time, double dt, View<Vec3> v) const
{
    for_each_held(particles, time, dt, [&](Index i, const Movement& movement, const Vec3d& X) {
        v[i] = convert<Real>((movement.after.place_of(X) - particles.position[i]) / dt);
    });
}

View<const Index> HeldParticles::flags(const ParticleSet& particles) const
{
    return any() ? particles.column<Index>(held_name).view() : View<const Index>{};
}
} // namespace aspic
