#include "aspic/simulation/sources.h"

#include "aspic/scene/solid_objects.h"
#include "aspic/simulation/derived.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
Vec3d unit(const Vec3d& v) { return (1 / norm(v)) * v; }

/// Takes out the points whose places are taken.
void drop(const std::vector<char>& is_taken, BodyPoints& points)
{
    std::size_t kept = 0;
    for (std::size_t k = 0; k < is_taken.size(); ++k)
        if (is_taken[k] == 0)
        {
            points.positions[kept] = points.positions[k];
            if (!points.parts.empty())
                points.parts[kept] = points.parts[k];
            points.velocities[kept++] = points.velocities[k];
        }
    points.positions.resize(kept);
    points.velocities.resize(kept);
    points.parts.resize(points.parts.empty() ? 0 : kept);
}

bool any(const std::vector<char>& flags)
{
    return std::ranges::any_of(flags, [](char flag) { return flag != 0; });
}

/// A solid goes when half of its particles would, and then all of them do.
void take_solids_whole(View<const Index> solid, View<Index> gone)
{
    struct Share
    {
        Index all = 0, gone = 0;
    };
    const Index solids = maximum(solid.size(), Index(-1), [&](Index i) { return solid[i]; }) + 1;
    std::vector<Share> shares(static_cast<std::size_t>(solids));
    for (Index i = 0; i < solid.size(); ++i)
        if (solid[i] >= 0)
        {
            Share& share = shares[static_cast<std::size_t>(solid[i])];
            ++share.all;
            share.gone += gone[i];
        }
    parallel_for(solid.size(), [&](Index i) {
        if (solid[i] < 0)
            return;
        const Share& share = shares[static_cast<std::size_t>(solid[i])];
        gone[i] = 2 * share.gone >= share.all ? 1 : 0;
    });
}
/// The part of the step [end − dt, end] in which something is open.
double open_time(double end, double dt, double start, const std::optional<double>& stop)
{
    const double from = std::max(end - dt, start);
    const double to = stop ? std::min(end, *stop) : end;
    return std::max(0.0, to - from);
}

/// A particle that leaves a point of a nozzle.
struct Departure
{
    double moment; ///< in layers of mean speed that have passed
    std::size_t point;
};

/// What leaves while the number of layers that have passed grows: at each point one particle at once, and then whenever it has moved on by a spacing.
std::vector<Departure> departures(const NozzleLayer& nozzle, double before, double after)
{
    constexpr double rounding = 1e-9; // a sum of steps that ends at a layer has reached it
    const auto count = [](double passed, double share) { return passed > 0 ? std::floor(passed * share + rounding) + 1 : 0; };
    std::vector<Departure> all;
    for (std::size_t point = 0; point < nozzle.points.size(); ++point)
        for (double n = count(before, nozzle.shares[point]); n < count(after, nozzle.shares[point]); ++n)
            all.push_back({n / nozzle.shares[point], point});
    std::ranges::stable_sort(all, {}, &Departure::moment);
    return all;
}
} // namespace

Sources::Sources(const Scene& scene, const Assets& assets) : scene_(&scene), assets_(&assets), free_(scene, assets)
{
    for (const auto& emitter : scene.emitters)
    {
        const auto* fluid = std::get_if<FluidEmitter>(&emitter.value);
        nozzles_.push_back(fluid != nullptr ? nozzle_layer(*fluid, scene) : NozzleLayer{});
    }
    for (const auto& sink : scene.sinks)
        sinks_.push_back(make_solid(sink.value.shape, scene.dimension, assets).value());
}

void Sources::prepare(WorldState& state) const
{
    if (state.particles.has_column("material"))
        return;
    state.particles.add_column<Index>("material", "1", "material");
    state.particles.add_column<Index>("origin", "1", "origin");
    state.particles.add_column<Real>("rest_volume", "m³", "V0");
    state.particles.add_column<Vec3>("acceleration", "m/s²", "a"); // by pressure and viscosity
    state.object_is_there.assign(scene_->objects.size(), 0);
    state.emitters.assign(scene_->emitters.size(), {});
    state.probes.assign(scene_->probes.size(), {});
}

Index Sources::add(WorldState& state, const BodyPoints& points, const std::vector<Index>& materials, Index origin) const
{
    ParticleSet& particles = state.particles;
    if (points.positions.size() > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
        throw std::length_error("a body would hold more than 2^31 − 1 particles");
    const Index first = particles.append(static_cast<Index>(points.positions.size()));
    auto& material_of = particles.column<Index>("material");
    auto& origin_of = particles.column<Index>("origin");
    auto& rest_volume = particles.column<Real>("rest_volume");
    for (Index i = first; i < particles.size(); ++i)
    {
        const auto k = static_cast<std::size_t>(i - first);
        const double density = scene_->materials[static_cast<std::size_t>(materials[k])].value.density;
        particles.position[i] = points.positions[k];
        particles.velocity[i] = convert<Real>(points.velocities[k]);
        particles.mass[i] = static_cast<Real>(density * scene_->particle_volume());
        particles.density[i] = static_cast<Real>(density);
        rest_volume[i] = static_cast<Real>(scene_->particle_volume());
        material_of[i] = materials[k];
        origin_of[i] = origin;
    }
    state.ghost_travel = WorldState{}.ghost_travel; // walls near the new particles must be looked at
    if (particles.has_column("rest_position"))
    {
        auto& rest = particles.column<Vec3d>("rest_position");
        for (Index i = first; i < particles.size(); ++i)
            rest[i] = particles.position[i];
    }
    return first;
}

BodyPoints& Sources::points_of(const Body& body, std::size_t origin, std::uint64_t stream) const
{
    const auto known = waiting_.find(origin);
    return known != waiting_.end() ? known->second
                                   : waiting_.emplace(origin, body_points(body, *scene_, *assets_, stream, filled_)).first->second;
}

/// Fluid leaves out what has no room. A solid comes whole: false if it must wait.
bool Sources::make_room(WorldState& state, std::size_t object, BodyPoints& points, const RigidBodies& rigid) const
{
    const Object& guest = scene_->objects[object].value;
    const std::vector<char> is_taken = free_.taken(state, rigid, points.positions, FreeRoom::in_body, &guest);
    if (!any(is_taken))
        return true;
    if (!is_solid(*scene_, guest))
    {
        drop(is_taken, points);
        state.left_out += static_cast<std::int64_t>(is_taken.size() - points.positions.size());
        return true;
    }
    state.postponed += state.object_is_there[object] < 0 ? 0 : 1;
    state.object_is_there[object] = -1;
    return false;
}

void Sources::start_objects(WorldState& state, const HeldParticles& held, const RigidBodies& rigid) const
{
    const bool are_late = state.steps > 0;
    for (std::size_t k = 0; k < scene_->objects.size(); ++k)
    {
        const Object& object = scene_->objects[k].value;
        if (state.object_is_there[k] > 0 || object.start > state.time)
            continue;
        const bool has_waited = state.object_is_there[k] < 0;
        BodyPoints& points = points_of(object, k, k);
        if (are_late && !make_room(state, k, points, rigid))
            continue;
        if (are_late && withholds(state, points))
            points = {};
        const Index first = add(state, points, point_materials(object, points, *scene_), static_cast<Index>(k));
        held.take_hold(state, rigid, static_cast<Index>(k), first, has_waited ? std::optional(state.time) : std::nullopt);
        waiting_.erase(k);
        state.object_is_there[k] = 1;
        state.emitted += are_late ? state.particles.size() - first : 0;
    }
}

void Sources::emit(WorldState& state, const RigidBodies& rigid, double dt, const IsCrossed& is_crossed) const
{
    for (std::size_t k = 0; k < scene_->emitters.size(); ++k)
    {
        if (std::holds_alternative<FluidEmitter>(scene_->emitters[k].value))
            emit_fluid(state, k, rigid, dt, is_crossed);
        else
            emit_bodies(state, k, rigid);
    }
}

void Sources::emit_fluid(WorldState& state, std::size_t k, const RigidBodies& rigid, double dt, const IsCrossed& is_crossed) const
{
    const auto& emitter = std::get<FluidEmitter>(scene_->emitters[k].value);
    const NozzleLayer& nozzle = nozzles_[k];
    EmitterState& progress = state.emitters[k];
    const double open = open_time(state.time, dt, emitter.start, emitter.stop);
    const double speed = emitter.speed.at(state.time);
    const double speed_before = emitter.speed.at(state.time - dt);
    const double fullest = speed_before / scene_->spacing; // layers in a second, one behind the other
    const double layer_volume = static_cast<double>(nozzle.points.size()) * scene_->particle_volume();
    const double rate = emitter.rate ? std::min(fullest, emitter.rate->at(state.time) / layer_volume) : fullest;
    if (open <= 0 || rate <= 0)
        return;
    const Vec3d direction = unit(emitter.direction);
    const auto origin = static_cast<Index>(scene_->objects.size() + k);
    const std::int64_t allowed =
        emitter.limit ? std::max<std::int64_t>(0, *emitter.limit - progress.emitted) : std::numeric_limits<std::int64_t>::max();
    if (allowed > 0 && room(state) > 0)
        push_out(state, nozzle, origin, speed * direction);
    const double before = progress.passed;
    progress.passed += rate * open;
    BodyPoints leaving;
    std::vector<Vec3d> from;
    for (const Departure& each : departures(nozzle, before, progress.passed))
    {
        const double share = nozzle.shares[each.point];
        const double on_its_way = (progress.passed - each.moment) / rate;
        from.push_back(nozzle.points[each.point]);
        leaving.positions.push_back(from.back() + (on_its_way * share * speed_before) * direction);
        leaving.velocities.push_back((share * speed) * direction);
    }
    if (allowed < static_cast<std::int64_t>(leaving.positions.size()))
        leaving.positions.resize(static_cast<std::size_t>(allowed));
    std::vector<char> is_taken = free_.taken(state, rigid, leaving.positions, FreeRoom::in_jet); // a nozzle that is blocked brings less
    for (std::size_t p = 0; is_crossed && p < is_taken.size(); ++p)
        is_taken[p] = is_taken[p] != 0 || is_crossed(from[p], leaving.positions[p]) ? 1 : 0;
    drop(is_taken, leaving);
    keep_to_budget(state, leaving);
    const std::vector<Index> materials(leaving.positions.size(), index_of(scene_->materials, emitter.material));
    add(state, leaving, materials, origin);
    progress.emitted += static_cast<std::int64_t>(leaving.positions.size());
    state.emitted += static_cast<std::int64_t>(leaving.positions.size());
}

std::int64_t Sources::room(const WorldState& state) const
{
    return std::max<std::int64_t>(0, scene_->max_particles.value_or(std::numeric_limits<std::int64_t>::max()) - state.fluid_size());
}

void Sources::keep_to_budget(WorldState& state, BodyPoints& layer) const
{
    const auto wanted = static_cast<std::int64_t>(layer.positions.size());
    const std::int64_t allowed = std::min(wanted, room(state));
    state.withheld += wanted - allowed;
    layer.positions.resize(static_cast<std::size_t>(allowed));
}

/// Whole or not at all.
bool Sources::withholds(WorldState& state, const BodyPoints& body) const
{
    const auto wanted = static_cast<std::int64_t>(body.positions.size());
    if (wanted <= room(state))
        return false;
    state.withheld += wanted;
    return true;
}

/// What is not yet a spacing away moves with the jet, however slow it was when it came: the next comes a spacing behind it.
void Sources::push_out(WorldState& state, const NozzleLayer& nozzle, Index origin, const Vec3d& velocity) const
{
    const double speed = norm(velocity);
    if (!(speed > 0) || nozzle.points.empty())
        return;
    const Vec3d direction = velocity / speed;
    Vec3d center;
    for (const Vec3d& x : nozzle.points)
        center += x / static_cast<double>(nozzle.points.size());
    double reach = 0.5 * scene_->spacing;
    for (const Vec3d& x : nozzle.points)
        reach = std::max(reach, norm(x - center) + 0.5 * scene_->spacing);
    const auto share_at = [&](const Vec3d& across) { // of the point that is nearest
        const auto nearest = std::ranges::min_element(nozzle.points, {}, [&](const Vec3d& x) { return norm(x - center - across); });
        return nozzle.shares[static_cast<std::size_t>(nearest - nozzle.points.begin())];
    };
    const Periodicity periodicity = periodicity_of(*scene_);
    const auto origin_of = state.particles.column<Index>("origin").view();
    parallel_for(state.particles.size(), [&](Index i) {
        if (origin_of[i] != origin)
            return;
        const Vec3d r = shortest_difference(state.particles.position[i], center, periodicity);
        const double ahead = dot(r, direction);
        if (ahead < 0 || ahead >= scene_->spacing || norm(r - ahead * direction) > reach)
            return;
        const double lag = share_at(r - ahead * direction) * speed - dot(convert<double>(state.particles.velocity[i]), direction);
        if (lag > 0)
            state.particles.velocity[i] += convert<Real>(lag * direction);
    });
}

/// A body that finds its room taken waits, and those behind it too; the clock goes on.
void Sources::emit_bodies(WorldState& state, std::size_t k, const RigidBodies& rigid) const
{
    const auto& emitter = std::get<BodyEmitter>(scene_->emitters[k].value);
    EmitterState& progress = state.emitters[k];
    const std::size_t origin = scene_->objects.size() + k;
    while ((!emitter.count || progress.emitted < *emitter.count) &&
           emitter.start + static_cast<double>(progress.emitted) * emitter.interval <= state.time)
    {
        const std::uint64_t stream = (k + 1) * 0x100000000U + static_cast<std::uint64_t>(progress.emitted);
        BodyPoints& points = points_of(emitter, origin, stream);
        if (withholds(state, points))
            points = {};
        if (any(free_.taken(state, rigid, points.positions, FreeRoom::in_body)))
        {
            state.postponed += progress.waits != 0 ? 0 : 1;
            progress.waits = 1;
            return;
        }
        add(state, points, point_materials(emitter, points, *scene_), static_cast<Index>(origin));
        state.emitted += static_cast<std::int64_t>(points.positions.size());
        waiting_.erase(origin);
        ++progress.emitted;
        progress.waits = 0;
    }
}

void Sources::drain(WorldState& state) const
{
    ParticleSet& particles = state.particles;
    const auto material = particles.column<Index>("material").view();
    const bool domain_ends = scene_->domain && scene_->lost_particles == LostParticles::remove;
    Array<Index> gone(static_cast<std::size_t>(sinks_.empty() && !domain_ends ? 0 : particles.size()), 0);
    for (std::size_t k = 0; k < sinks_.size(); ++k)
    {
        const Sink& sink = scene_->sinks[k].value;
        if (state.time < sink.start || (sink.stop && state.time > *sink.stop))
            continue;
        parallel_for(particles.size(), [&](Index i) {
            if (material[i] != ghost_material && sinks_[k]->contains(particles.position[i]))
                gone[static_cast<std::size_t>(i)] = 1;
        });
    }
    if (domain_ends)
        parallel_for(particles.size(), [&](Index i) {
            if (material[i] != ghost_material && !is_in_domain(*scene_, particles.position[i]))
                gone[static_cast<std::size_t>(i)] = 1;
        });
    if (!gone.empty() && particles.has_column("solid"))
        take_solids_whole(particles.column<Index>("solid").view(), view(gone));
    const Index count =
        static_cast<Index>(sum(static_cast<Index>(gone.size()), [&](Index i) { return gone[static_cast<std::size_t>(i)]; }));
    if (count == 0)
        return;
    state.lost += domain_ends
                      ? sum(particles.size(),
                            [&](Index i) -> Index {
                                return gone[static_cast<std::size_t>(i)] != 0 && !is_in_domain(*scene_, particles.position[i]) ? 1 : 0;
                            })
                      : 0;
    particles.remove(const_view(gone));
    state.removed += count;
}

std::vector<std::string> source_notes(const WorldState& state, const Scene& scene)
{
    std::vector<std::string> notes;
    const auto note = [&](std::int64_t count, const std::string& text) {
        if (count > 0)
            notes.push_back(std::to_string(count) + text);
    };
    note(state.lost, " particles left the domain and were taken out");
    note(state.left_out, " particles of objects that start late were left out: their places were taken");
    note(state.postponed, " bodies did not come in time: their room was taken");
    note(state.withheld, " particles did not come: max_particles was reached");
    for (std::size_t k = 0; k < state.object_is_there.size(); ++k)
        if (state.object_is_there[k] < 0)
            notes.push_back("the object '" + scene.objects[k].name + "' still waits for room");
    for (std::size_t k = 0; k < state.emitters.size(); ++k)
        if (state.emitters[k].waits != 0)
            notes.push_back("the emitter '" + scene.emitters[k].name + "' still waits for room");
    return notes;
}
} // namespace aspic
