#include "aspic/run/checkpoint_fit.h"

#include "aspic/run/frame_source.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/held_particles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace aspic
{
namespace
{
constexpr const char* older = "take an older checkpoint";
constexpr const char* same_scene = "a run goes on only with the same objects and emitters; new probes may stand behind the others";

// ---------------------------------------------------------------- damage

/// Whether columns of these names, if they are there, hold T.
template <class T> bool have_type(const ParticleSet& particles, std::initializer_list<std::string_view> names)
{
    return std::ranges::all_of(names,
                               [&](std::string_view name) { return !particles.has_column(name) || particles.has_column_of<T>(name); });
}

/// Whether the columns that worlds look for by name are there, and are of the type that they expect.
bool columns_fit(const ParticleSet& particles)
{
    constexpr std::array always{"material", "origin", "rest_volume", "acceleration"};
    const bool has_all = std::ranges::all_of(always, [&](const char* name) { return particles.has_column(name); });
    const bool has_solids = particles.has_column("solid");
    const bool has_held = particles.has_column("held_by");
    return has_all && has_solids == particles.has_column("slot") && (!has_solids || particles.has_column("turn")) &&
           has_held == particles.has_column("held_point") &&
           have_type<Index>(particles, {"material", "origin", "solid", "slot", "held_by", "beside", "tangled"}) &&
           have_type<Real>(particles, {"rest_volume", "clearance", "last_pressure", "contact_radius"}) &&
           have_type<Vec3>(particles,
                           {"acceleration", "spin", "turn", "contact_force", "contact_friction", "volume_change", "viscous_change"}) &&
           have_type<Vec3d>(particles, {"held_point", "rest_position"});
}

/// Whether all of a column of indices are at least `lowest` and below `bound`; one that is not there is.
bool are_between(const ParticleSet& particles, std::string_view name, std::int64_t lowest, std::int64_t bound)
{
    return !particles.has_column(name) ||
           std::ranges::all_of(particles.column<Index>(name).values, [&](Index value) { return value >= lowest && value < bound; });
}

/// Whether no two particles are the same one of a solid, and whole solids can be found by their numbers.
bool solids_are_apart(const ParticleSet& particles)
{
    if (!particles.has_column("solid"))
        return true;
    const auto solid = particles.column<Index>("solid").view(), slot = particles.column<Index>("slot").view();
    std::vector<std::pair<Index, Index>> places;
    for (Index i = 0; i < particles.size(); ++i)
        if (solid[i] >= 0)
            places.emplace_back(solid[i], slot[i]);
    std::ranges::sort(places);
    return std::ranges::adjacent_find(places) == places.end();
}

bool numbers_fit(const WorldState& state)
{
    constexpr double longest = 1e10; // [s] scenes are shorter
    bool are_finite = true;
    visit_numbers(state, [&](std::string_view, const auto& number) { are_finite = are_finite && std::isfinite(double(number)); });
    const std::array counts{state.steps,     state.emitted,         state.removed, state.withheld,    state.left_out,
                            state.postponed, state.shortened_steps, state.ghosts,  state.held_motions};
    const auto ghosts = std::ranges::count(state.particles.column<Index>("material").values, ghost_material);
    const auto is_unit = [](const RigidBodyState& body) {
        const auto& q = body.orientation;
        return std::abs(q.w * q.w + dot(q.v, q.v) - 1) < 1e-6; // quaternions are scaled to one after each step
    };
    const auto progress_fits = [](const EmitterState& emitter) {
        constexpr double most = 1e15; // layers: more cannot be counted one by one
        return emitter.passed >= 0 && emitter.passed < most && emitter.emitted >= 0;
    };
    return are_finite && state.time >= 0 && state.time < longest && ghosts == state.ghosts &&
           std::ranges::all_of(counts, [](std::int64_t count) { return count >= 0; }) &&
           std::ranges::all_of(state.object_is_there, [](std::int64_t there) { return there >= -1 && there <= 1; }) &&
           std::ranges::all_of(state.emitters, progress_fits) &&
           std::ranges::all_of(state.probes, [](const ProbeState& probe) { return probe.rows >= 0; }) &&
           std::ranges::all_of(state.rigid_bodies, is_unit);
}

// ---------------------------------------------------------------- fit

/// Whether the particles weigh what the scene's would.
bool masses_fit(const Scene& scene, const ParticleSet& particles)
{
    const auto& material = particles.column<Index>("material");
    for (Index i = 0; i < particles.size(); ++i)
        if (material[i] != ghost_material &&
            particles.mass[i] !=
                static_cast<Real>(scene.materials[static_cast<std::size_t>(material[i])].value.density * scene.particle_volume()))
            return false;
    return true;
}

/// Whether ghosts come from walls, and other particles from objects and emitters.
bool origins_fit(const Scene& scene, const ParticleSet& particles)
{
    const auto& material = particles.column<Index>("material");
    const auto& origin = particles.column<Index>("origin");
    const std::size_t bodies = scene.objects.size() + scene.emitters.size();
    for (Index i = 0; i < particles.size(); ++i)
    {
        const auto from = static_cast<std::size_t>(origin[i]);
        const bool fits = material[i] == ghost_material ? from >= bodies && from < bodies + scene.walls.size() : from < bodies;
        if (!fits)
            return false;
    }
    return true;
}

bool positions_fit(const Scene& scene, const ParticleSet& particles)
{
    const double farthest = farthest_coordinate(scene);
    return std::ranges::all_of(particles.position.values, [&](const Vec3d& x) {
        return std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)}) <= farthest;
    });
}

/// Whether indices of pins, supports and contacts name something of the scene.
bool supports_fit(const Scene& scene, const WorldState& state)
{
    const auto motions = static_cast<std::int64_t>(HeldParticles::motion_count(scene));
    const auto supports = static_cast<std::int64_t>(scene.walls.size() + scene.rigid_bodies.size());
    const auto is_there = [&](Index body) { return body >= 0 && body < supports; };
    return are_between(state.particles, "held_by", -motions, motions + 1) && are_between(state.particles, "beside", -1, supports) &&
           std::ranges::all_of(state.contacts, [&](const ContactMemory& c) { return is_there(c.a) && is_there(c.b); });
}
} // namespace

Problems damage_of(const WorldState& state, const std::string& source)
{
    const ParticleSet& particles = state.particles;
    const std::int64_t n = particles.size();
    if (!columns_fit(particles))
        return {{source, "is damaged: a column that every run has is missing or of another type", older}};
    if (const auto bad = first_not_finite(particles))
        return {{source, "is damaged: a " + bad->field + " is not finite", older}};
    if (!are_between(particles, "material", ghost_material, std::numeric_limits<Index>::max()) ||
        !are_between(particles, "origin", 0, std::numeric_limits<Index>::max()) ||
        !are_between(particles, "solid", -1, n + std::max<std::int64_t>(0, state.removed)) || !are_between(particles, "slot", -1, n) ||
        !are_between(particles, "tangled", 0, 2) || !solids_are_apart(particles))
        return {{source, "is damaged: an index of a particle names nothing", older}};
    const auto is_possible = [](Real value) { return value >= 0; };
    if (!std::ranges::all_of(particles.mass.values, is_possible) ||
        !std::ranges::all_of(particles.column<Real>("rest_volume").values, is_possible))
        return {{source, "is damaged: a mass or volume is negative", older}};
    std::vector<Identity> identities(particles.identity.values.begin(), particles.identity.values.end());
    std::ranges::sort(identities);
    if (std::ranges::adjacent_find(identities) != identities.end())
        return {{source, "is damaged: two particles have one identity", older}};
    if (!numbers_fit(state))
        return {{source, "is damaged: its numbers make no sense", older}};
    return {};
}

Problems misfit_of(const Scene& scene, const WorldState& state, const std::string& source)
{
    Problems problems;
    const auto compare = [&](const char* what, std::size_t saved, std::size_t now) {
        if (saved != now)
            problems.push_back(
                {source, "was written with " + std::to_string(saved) + " " + what + ", the scene has " + std::to_string(now), same_scene});
    };
    compare("objects", state.object_is_there.size(), scene.objects.size());
    compare("rigid bodies", state.rigid_bodies.size(), scene.rigid_bodies.size());
    compare("emitters", state.emitters.size(), scene.emitters.size());
    compare("probes", state.probes.size(), scene.probes.size());
    if (const auto now = HeldParticles::motion_count(scene); state.held_motions > 0 || now == 0)
        compare("pins and given motions", static_cast<std::size_t>(state.held_motions), now);
    const ParticleSet& particles = state.particles;
    if (!are_between(particles, "material", ghost_material, static_cast<std::int64_t>(scene.materials.size())))
        problems.push_back({source, "has particles of a material that the scene does not have", ""});
    else if (!masses_fit(scene, particles))
        problems.push_back({source, "has particles of other masses: the scene's spacing, dimension or a density was changed",
                            "these cannot change in the middle of a run: leave them as they were"});
    if (!origins_fit(scene, particles))
        problems.push_back({source, "has particles of an object or emitter that the scene does not have", same_scene});
    if (!positions_fit(scene, particles))
        problems.push_back({source, "has particles too far from the origin for this spacing", older});
    if (!supports_fit(scene, state))
        problems.push_back({source, "has particles or contacts at pins, walls or rigid bodies that the scene does not have", same_scene});
    if (state.held_motions > 0 && !particles.has_column("held_by"))
        problems.push_back({source, "is damaged: it does not say which particles are held", older});
    return problems;
}
} // namespace aspic
