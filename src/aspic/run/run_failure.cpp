#include "aspic/run/run_failure.h"

#include "aspic/io/number_text.h"

#include <algorithm>

namespace aspic
{
std::string particle_name(const World& world, Identity identity)
{
    const ParticleSet& particles = world.particles();
    const Scene& scene = world.scene();
    const auto found = std::ranges::find(particles.identity.values, identity);
    if (identity < first_chosen_identity || found == particles.identity.values.end())
        return "particle " + std::to_string(identity);
    const auto i = static_cast<Index>(found - particles.identity.values.begin());
    const std::size_t bodies = scene.objects.size() + scene.emitters.size(); // walls are counted behind them
    const auto origin = static_cast<std::size_t>(particles.column<Index>("origin")[i]);
    return "the wall '" + scene.walls.at(origin - bodies).name + "'";
}

Problem instability(const World& world, const std::string& what, std::int64_t step, const std::filesystem::path& checkpoint)
{
    const std::string shorter = "a shorter time step (solvers.time_step.courant)";
    return {"",
            what + " at t = " + number_text(world.time()) + " s, step " + std::to_string(step) +
                (checkpoint.empty() ? "; there is no checkpoint" : "; the last good checkpoint is '" + checkpoint.string() + "'"),
            shorter + (world.sound_speed() > 0 ? " or a higher speed of sound" : "") + " may keep the scene together"};
}
} // namespace aspic
