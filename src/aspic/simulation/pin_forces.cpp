#include "aspic/simulation/pin_forces.h"

#include "aspic/compute/parallel.h"
#include "aspic/simulation/held_particles.h"

#include <algorithm>
#include <cstdlib>

namespace aspic
{
PinForces::PinForces(const Scene& scene)
    : is_measured_(std::ranges::any_of(scene.probes, [](const auto& probe) { return std::holds_alternative<PinProbe>(probe.value); })),
      impulses_(HeldParticles::motion_count(scene))
{
}

void PinForces::begin(const ParticleSet& particles)
{
    if (!is_measured_)
        return;
    before_.assign(particles.velocity.values.begin(), particles.velocity.values.end());
    given_.assign(before_.size(), Vec3{});
}

void PinForces::add(View<const Vec3> given)
{
    parallel_for(given.size(), [&](Index i) { given_[static_cast<std::size_t>(i)] += given[i]; });
}

void PinForces::finish(const ParticleSet& particles, View<const Index> held)
{
    if (!is_measured_ || held.empty())
        return;
    for (std::size_t pin = 0; pin < impulses_.size(); ++pin)
    {
        const auto of_particle = [&](Index i) {
            if (std::abs(held[i]) != static_cast<Index>(pin + 1))
                return WallImpulse{};
            const auto k = static_cast<std::size_t>(i);
            const Vec3d change = convert<double>(particles.velocity[i]) - convert<double>(before_[k]);
            const Vec3d impulse = double(particles.mass[i]) * change - convert<double>(given_[k]);
            return WallImpulse{impulse, cross(particles.position[i], impulse)};
        };
        impulses_[pin] =
            reduce(particles.size(), WallImpulse{}, of_particle, [](const WallImpulse& a, const WallImpulse& b) { return a + b; });
    }
}

std::pair<std::size_t, std::size_t> PinForces::numbers_of(const PinProbe& probe, const Scene& scene)
{
    std::size_t first = 0;
    for (const auto& [name, object] : scene.objects)
    {
        const std::size_t count = object.pins.size() + (object.motion ? 1 : 0);
        if (name == probe.object)
        {
            if (!probe.pin)
                return {first, first + count};
            const auto pin = first + static_cast<std::size_t>(index_of(object.pins, *probe.pin));
            return {pin, pin + 1};
        }
        first += count;
    }
    return {first, first};
}
} // namespace aspic
