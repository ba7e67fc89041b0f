#include "aspic/simulation/elastic_bodies.h"

#include "aspic/compute/carried_number.h"
#include "aspic/compute/parallel.h"
#include "aspic/scene/solid_objects.h"
#include "aspic/simulation/contact_distance.h"
#include "aspic/simulation/fluid_model.h"
#include "aspic/solvers/elasticity/von_mises.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace aspic
{
namespace
{
constexpr const char* tangled_name = "tangled";
constexpr const char* volume_change_name = "volume_change";
constexpr const char* contact_force_name = "contact_force";
constexpr const char* contact_friction_name = "contact_friction";
constexpr const char* contact_radius_name = "contact_radius";

/// What volumes 1/Σω are multiplied by where they weigh energies. Sums over neighbours keep them as they are: F would not change, and zero-energy modes would lose stiffness twice.
double volume_factor(const RestShape& shape, const Scene& scene)
{
    if (scene.solvers.elasticity.volumes == ElasticVolumes::kernel)
        return 1;
    return static_cast<double>(shape.size()) * scene.particle_volume() / sum(shape.size(), [&](Index i) { return shape.volume()[i]; });
}

/// `materials`: of each point, in the scene.
ElasticStuff stuff_of(const RestShape& shape, const std::vector<Index>& materials, const Scene& scene)
{
    const double factor = volume_factor(shape, scene);
    ElasticStuff stuff;
    for (Index i = 0; i < shape.size(); ++i)
    {
        const auto point = static_cast<std::size_t>(shape.point_of_slot()[i]);
        const Material& material = scene.materials[static_cast<std::size_t>(materials[point])].value;
        const Lame lame = material.elastic->lame().value();
        stuff.stiffness.push_back({convert<Real>(Vec3d{2 * lame.mu, lame.lambda, material.elastic->zero_energy * lame.mu}),
                                   static_cast<Real>(factor * double(shape.volume()[i]))});
        stuff.damping.push_back(static_cast<Real>(material.elastic->damping));
        stuff.mass.push_back(static_cast<Real>(material.density * scene.particle_volume()));
    }
    return stuff;
}

/// A body as it is without load: where its shape is defined, and without jitter.
Body at_rest(const Body& body)
{
    Body rest;
    rest.shape = body.shape;
    rest.material = body.material;
    rest.sampling = body.sampling;
    rest.parts = body.parts;
    return rest;
}

/// Which points of an object are held when it starts; empty: none.
std::vector<char> held_points(const Object& object, std::size_t stream, const Scene& scene, const Assets& assets, FilledShapes& filled)
{
    if (object.pins.empty() && !object.motion)
        return {};
    const BodyPoints points = body_points(object, scene, assets, stream, filled);
    std::vector<char> held(points.positions.size(), object.motion ? 1 : 0);
    for (const auto& pin : object.pins)
    {
        const auto region = make_solid(pin.value.region, scene.dimension, assets).value();
        for (std::size_t k = 0; k < held.size(); ++k)
            held[k] = held[k] != 0 || region->contains(points.positions[k]) ? 1 : 0;
    }
    return held;
}

/// Whether a body whose particles were scattered has found back: hardly one of them is turned inside out, or strained by more than a half.
/// `rank`: dimension of its neighbourhood: across a sheet F sees nothing
bool is_whole(View<const Mat3> F, View<const Vec4> turn, View<const Real> rank)
{
    constexpr double strain = 0.5, stray = 0.01;
    const double lost =
        sum(F.size(), [&](Index i) { return square_norm(F[i] - rotation_of(turn[i])) - (3 - rank[i]) < Real(strain * strain) ? 0 : 1; });
    return lost <= stray * F.size();
}

/// Whether a body is crushed: many of its particles hold less than a fifth of their volume, or are turned inside out. What bends and folds is not.
bool is_crushed(View<const Mat3> F, View<const Real> rank)
{
    constexpr Real volume = Real(0.2);
    constexpr double part = 0.1;
    return sum(F.size(), [&](Index i) { return rank[i] > Real(2.5) && determinant(F[i]) < volume ? 1 : 0; }) > part * F.size();
}

/// Of K21's split; empty without it.
template <class Particles> auto volume_changes(Particles& particles)
{
    using Changes = decltype(particles.template column<Vec3>(volume_change_name).view());
    return particles.has_column(volume_change_name) ? particles.template column<Vec3>(volume_change_name).view() : Changes{};
}

Vec4 quaternion_of(const Vec3& turn) { return {turn, std::sqrt(std::max(Real(0), 1 - dot(turn, turn)))}; }
Vec3 turn_of(const Vec4& q) { return q.w < 0 ? -q.xyz : q.xyz; }
} // namespace

ElasticBodies::ElasticBodies(const Scene& scene, const Assets& assets, FilledShapes& filled)
    : kind_of_origin_(scene.objects.size() + scene.emitters.size()),
      is_scattered_(kind_of_origin_.size(), 0),
      reach_(scene.support_radius()),
      contact_(scene.solvers.elasticity.contact),
      coupling_(scene.solvers.elasticity.coupling),
      is_split_(scene.solvers.elasticity.method == ElasticMethod::split),
      settings_(scene.solvers.elasticity),
      touch_(!is_split_ && contact_ == SolidContact::elastic),
      kernel_(exact_kernel_of(scene)),
      spacing_(scene.spacing),
      lattice_sum_(lattice_sum(kernel_, spacing_))
{
    const HalfSpaceProfile profile(kernel_, spacing_);
    least_filled_ = lattice_sum_ - profile.at(0.5 * spacing_).filled;
    face_slope_ = -profile.at(0.5 * spacing_).slope;
    for (std::size_t k = 0; k < scene.objects.size(); ++k)
        if (const Object& object = scene.objects[k].value; is_elastic(scene, object))
        {
            kind_of_origin_[k] = &find_kind(object, held_points(object, k, scene, assets, filled), {scene, assets, filled});
            is_scattered_[k] = object.scatter ? 1 : 0;
        }
    for (std::size_t k = 0; k < scene.emitters.size(); ++k)
        if (const auto* bodies = std::get_if<BodyEmitter>(&scene.emitters[k].value); bodies != nullptr && is_elastic(scene, *bodies))
        {
            kind_of_origin_[scene.objects.size() + k] = &find_kind(*bodies, {}, {scene, assets, filled});
            is_scattered_[scene.objects.size() + k] = bodies->scatter ? 1 : 0;
        }
}

/// Bodies that are held at other particles have factors of their own: they would only take each other's place in one solver.
const ElasticBodies::Kind& ElasticBodies::find_kind(const Body& body, std::vector<char> held, const Source& source)
{
    auto kind = std::make_unique<Kind>();
    kind->rest = at_rest(body);
    for (const auto& known : kinds_)
        if (known->rest == kind->rest)
        {
            if (known->held == held)
                return *known;
            kind->shape = known->shape;
        }
    const auto& [scene, assets, filled] = source;
    const ElasticitySettings& settings = scene.solvers.elasticity;
    const BodyPoints points = body_points(kind->rest, scene, assets, 0, filled);
    if (!kind->shape)
        kind->shape = std::make_shared<const RestShape>(points.positions, kernel_of(scene), reach_, settings.neighbor_limit);
    const RestShape& shape = *kind->shape;
    kind->solver = std::make_unique<ElasticSolver>(shape, stuff_of(shape, point_materials(kind->rest, points, scene), scene), settings);
    kind->held = std::move(held);
    const LocalFrame frame(reach_, {});
    kind->unit = convert<Real>(frame.unit());
    kind->slot_of_point.resize(points.positions.size());
    for (Index slot = 0; slot < shape.size(); ++slot)
    {
        kind->slot_of_point[static_cast<std::size_t>(shape.point_of_slot()[slot])] = slot;
        kind->rest_place.push_back(frame.local(shape.points()[slot]));
        kind->filled.push_back(static_cast<Real>(scene.particle_volume()) / shape.volume()[slot]); // V Σ ω, K21 (5)
    }
    kind->number = kinds_.size();
    return *kinds_.emplace_back(std::move(kind));
}

void ElasticBodies::keep_factors_in(FactorCache& cache) const
{
    for (const auto& kind : kinds_)
        kind->solver->keep_factors_in(cache);
}

void ElasticBodies::prepare(WorldState& state) const
{
    if (any() && (touch_ || std::ranges::count(is_scattered_, 1) > 0) && !state.particles.has_column(tangled_name))
        state.particles.add_column<Index>(tangled_name, "1", "tangled");
    if (any() && is_split_ && !state.particles.has_column(volume_change_name))
        state.particles.add_column<Vec3>(volume_change_name, "m/s", "Δv*");
    if (!any() || state.particles.has_column("solid"))
        return;
    state.particles.add_column<Index>("solid", "1", "solid", -1);
    state.particles.add_column<Index>("slot", "1", "slot", -1);
    state.particles.add_column<Vec3>("turn", "1", "q");
    if (touch_)
    {
        state.particles.add_column<Vec3>(contact_force_name, "N", "f");
        state.particles.add_column<Vec3>(contact_friction_name, "N", "f");
        state.particles.add_column<Real>(contact_radius_name, "m", "r");
    }
}

bool ElasticBodies::are_whole(const WorldState& state) const
{
    if (!any())
        return true;
    const ParticleSet& particles = state.particles;
    const bool has_contacts = particles.has_column_of<Vec3>(contact_force_name) && particles.has_column_of<Vec3>(contact_friction_name) &&
                              particles.has_column_of<Real>(contact_radius_name);
    if (touch_ && !has_contacts)
        return false;
    const auto origin = particles.column<Index>("origin").view();
    const auto solid = particles.column<Index>("solid").view();
    const auto slot = particles.column<Index>("slot").view();
    std::map<Index, std::pair<Index, Index>> solids; // by number: origin, particles
    for (Index i = 0; i < particles.size(); ++i)
    {
        const auto from = static_cast<std::size_t>(origin[i]);
        const Kind* kind = from < kind_of_origin_.size() ? kind_of_origin_[from] : nullptr;
        if ((kind != nullptr) != (solid[i] >= 0))
            return false;
        if (kind == nullptr)
            continue;
        auto& [its_origin, count] = solids.try_emplace(solid[i], origin[i], 0).first->second;
        if (slot[i] < 0 || slot[i] >= kind->shape->size() || origin[i] != its_origin)
            return false;
        ++count;
    }
    return std::ranges::all_of(solids, [&](const auto& each) {
        const auto& [its_origin, count] = each.second;
        return count == kind_of_origin_[static_cast<std::size_t>(its_origin)]->shape->size();
    });
}

/// Particles of a solid came one behind the other, in the order of its points.
void ElasticBodies::adopt(WorldState& state) const
{
    if (!any())
        return;
    ParticleSet& particles = state.particles;
    const auto origin = particles.column<Index>("origin").view();
    const auto solid = particles.column<Index>("solid").view();
    const auto slot = particles.column<Index>("slot").view();
    const auto turn = particles.column<Vec3>("turn").view();
    Index next = maximum(particles.size(), Index(-1), [&](Index i) { return solid[i]; }) + 1;
    for (Index first = 0; first < particles.size();)
    {
        const Kind* kind = kind_of_origin_[static_cast<std::size_t>(origin[first])];
        if (kind == nullptr || solid[first] >= 0)
        {
            ++first;
            continue;
        }
        const Index n = kind->shape->size();
        Array<Vec3d> x(static_cast<std::size_t>(n));
        Array<Vec4> q(x.size());
        for (Index k = 0; k < n; ++k)
            x[static_cast<std::size_t>(kind->slot_of_point[static_cast<std::size_t>(k)])] = particles.position[first + k];
        kind->solver->find_turns(const_view(x), view(q));
        for (Index k = 0; k < n; ++k)
        {
            slot[first + k] = kind->slot_of_point[static_cast<std::size_t>(k)];
            solid[first + k] = next;
            turn[first + k] = turn_of(q[static_cast<std::size_t>(slot[first + k])]);
        }
        if (is_scattered_[static_cast<std::size_t>(origin[first])] != 0)
            std::fill_n(&particles.column<Index>(tangled_name)[first], n, 1);
        ++next;
        first += n;
    }
}

std::vector<ElasticBodies::Member> ElasticBodies::find_members(const WorldState& state) const
{
    const ParticleSet& particles = state.particles;
    const auto origin = particles.column<Index>("origin").view();
    const auto solid = particles.column<Index>("solid").view();
    const auto slot = particles.column<Index>("slot").view();
    const Index count = maximum(particles.size(), Index(-1), [&](Index i) { return solid[i]; }) + 1;
    std::vector<std::atomic<Index>> origin_of(static_cast<std::size_t>(count));
    for (auto& each : origin_of)
        each.store(-1, std::memory_order_relaxed);
    parallel_for(particles.size(), [&](Index i) {
        if (solid[i] >= 0)
            origin_of[static_cast<std::size_t>(solid[i])].store(origin[i], std::memory_order_relaxed); // the same for all of a solid
    });
    std::vector<Member> solids(static_cast<std::size_t>(count));
    std::size_t total = 0;
    for (std::size_t k = 0; k < solids.size(); ++k)
    {
        const Index from = origin_of[k].load(std::memory_order_relaxed);
        solids[k] = {static_cast<Index>(k), from < 0 ? nullptr : kind_of_origin_[static_cast<std::size_t>(from)], total};
        total += from < 0 ? 0 : static_cast<std::size_t>(solids[k].kind->shape->size());
    }
    members_.assign(total, -1);
    parallel_for(particles.size(), [&](Index i) {
        if (solid[i] >= 0)
            members_[solids[static_cast<std::size_t>(solid[i])].first + static_cast<std::size_t>(slot[i])] = i;
    });
    std::erase_if(solids, [](const Member& member) { return member.kind == nullptr; });
    return solids;
}

void ElasticBodies::begin(const ParticleSet& particles)
{
    v_before_.resize(static_cast<std::size_t>(particles.size()));
    parallel_for(particles.size(), [&](Index i) { v_before_[static_cast<std::size_t>(i)] = particles.velocity[i]; });
}

SolveReport ElasticBodies::solve(WorldState& state, const Step& step, Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const View<Vec3> v = scratch.take<Vec3>(state.particles.size());
    parallel_for(v.size(), [&](Index i) { v[i] = state.particles.velocity[i]; });
    step.held.velocities(state.particles, step.time, step.dt, v);
    drift_.assign(static_cast<std::size_t>(v.size()), Vec3{});
    on_held_.assign(step.measures_held ? static_cast<std::size_t>(v.size()) : 0, Vec3{});
    std::vector<Member> members = find_members(state);
    for (const GroupLink& link : step.attachments.links())
        if (const Index number = state.particles.column<Index>("solid")[link.particle]; number >= 0)
            std::ranges::find(members, number, &Member::number)->is_attached = true;
    std::ranges::stable_sort(members, {}, [&](const Member& member) { return member.kind->number; });
    find_contacts(state, members, step);
    wall_impulses_.assign(step.walls.bodies().size(), {});
    SolveReport worst;
    const auto include = [&](const SolveReport& report) {
        worst.iterations = std::max(worst.iterations, report.iterations);
        worst.residual = std::max(worst.residual, report.residual);
        worst.converged = worst.converged && report.converged;
    };
    if (is_split_)
        for (std::span<Member> left = members; !left.empty();)
        {
            const auto end = std::find_if(left.begin() + 1, left.end(), [&](const Member& member) {
                return member.kind != left[0].kind || member.is_attached || left[0].is_attached;
            });
            const auto alike = static_cast<std::size_t>(end - left.begin());
            if (left[0].is_attached)
                step.attachments.look_ahead(step.rigid, step.dt, v);
            include(solve_kind(state, left.first(alike), step, v, scratch));
            if (left[0].is_attached)
                step.attachments.apply_changes(step.rigid);
            left = left.subspan(alike);
        }
    else if (!members.empty())
    {
        if (step.attachments.any())
            step.attachments.look_ahead(step.rigid, step.dt, v);
        std::span<Member> together = members;
        if (settings_.integrator == ElasticIntegrator::sdirk2)
        {
            const std::vector<char> touching = touch_something(state, members, step, v);
            const auto alone = std::stable_partition(members.begin(), members.end(), [&](const Member& member) {
                return touching[static_cast<std::size_t>(member.number)] != 0;
            });
            const auto count = static_cast<std::size_t>(alone - members.begin());
            together = together.first(count);
            include(solve_alone(state, std::span<const Member>(members).subspan(count), step, v, scratch));
        }
        include(solve_together(state, together, step, v, scratch));
        step.attachments.apply_changes(step.rigid);
    }
    if (touch_)
    {
        std::ranges::fill(state.particles.column<Vec3>(contact_force_name).values, Vec3{});
        for (const Member& member : members)
            keep_contacts(state.particles, member, step);
    }
    return worst;
}

void ElasticBodies::find_contacts(WorldState& state, std::span<Member> members, const Step& step) const
{
    if (!touch_)
        return;
    constexpr double inertial = 4;        // how much of a particle's own motion into a wall a step takes: 4/5
    constexpr double least_radius = 0.05; // spacings
    ParticleSet& particles = state.particles;
    const auto solid = particles.column<Index>("solid").view(), slot = particles.column<Index>("slot").view();
    const auto material = particles.column<Index>("material").view();
    const auto force = particles.column<Vec3>(contact_force_name).view();
    const auto radius = particles.column<Real>(contact_radius_name).view();
    const View<const Index> held = step.held.flags(particles);
    std::vector<Member*> member_of;
    for (Member& member : members)
    {
        member_of.resize(std::max(member_of.size(), static_cast<std::size_t>(member.number) + 1), nullptr);
        member_of[static_cast<std::size_t>(member.number)] = &member;
    }
    for (const SceneBoundaries::SolidNearWall& near : step.walls.solids_near_walls())
    {
        const Index i = near.particle;
        if ((!held.empty() && held[i] != 0) || step.walls.bodies()[static_cast<std::size_t>(near.body)].gives_way())
            continue;
        Member& member = *member_of[static_cast<std::size_t>(solid[i])];
        const ElasticStuff& stuff = member.kind->solver->stuff();
        const Vec4& k = stuff.stiffness[static_cast<std::size_t>(slot[i])];
        const double of_material = 2 * double(k.xyz.x + k.xyz.y) * double(k.w) / square(spacing_);
        if (radius[i] == 0) // one that begins nearer to a wall than half a spacing stays there
            radius[i] = static_cast<Real>(std::clamp(near.distance, least_radius * spacing_, 0.5 * spacing_));
        const bool is_second =
            !member.contacts.empty() && member.contacts.back().slot == slot[i]; // what is remembered belongs to the first
        member.contacts.push_back(
            {.slot = slot[i],
             .body = near.body,
             .normal = near.normal,
             .velocity = step.walls.bodies()[static_cast<std::size_t>(near.body)].motion.velocity_at(particles.position[i]),
             .gap = near.distance - double(radius[i]),
             .friction = step.friction.with_body(material[i], static_cast<std::size_t>(near.body)),
             .stiffness = of_material,
             .inertia = inertial * double(particles.mass[i]) / step.dt,
             .spacing = spacing_,
             .force = is_second ? Vec3d{} : convert<double>(force[i])});
    }
}

/// Forces of walls → the column, and impulses on walls.
void ElasticBodies::keep_contacts(ParticleSet& particles, const Member& member, const Step& step)
{
    const auto force = particles.column<Vec3>(contact_force_name).view();
    for (const WallContact& contact : member.contacts)
    {
        const Index i = members_[member.first + static_cast<std::size_t>(contact.slot)];
        if (norm(contact.force) > norm(convert<double>(force[i])))
            force[i] = convert<Real>(contact.force);
        const auto body = static_cast<std::size_t>(contact.body);
        const Vec3d impulse = -step.dt * contact.force, arm = particles.position[i] - step.walls.bodies()[body].motion.center;
        wall_impulses_[body] = wall_impulses_[body] + BodyImpulse{impulse, cross(arm, impulse)};
    }
}

ElasticStep ElasticBodies::gather(const WorldState& state, const Member& member, const Step& step, View<const Vec3> v,
                                  Scratch& scratch) const
{
    const ParticleSet& particles = state.particles;
    const Index n = member.kind->shape->size();
    const Index* particle = members_.data() + member.first;
    const View<const Index> held = step.held.flags(particles);
    const auto turn = particles.column<Vec3>("turn").view();
    const View<Vec3d> x = scratch.take<Vec3d>(n);
    const View<Vec3> velocity = scratch.take<Vec3>(n);
    const View<Vec3> before = scratch.take<Vec3>(n);
    const View<Vec4> q = scratch.take<Vec4>(n);
    const View<Index> is_held = scratch.take<Index>(held.empty() ? 0 : n);
    parallel_for(n, [&](Index k) {
        const Index i = particle[k];
        x[k] = particles.position[i];
        velocity[k] = v[i];
        before[k] = !held.empty() && held[i] != 0 ? v[i] : v_before_[static_cast<std::size_t>(i)];
        q[k] = quaternion_of(turn[i]);
        if (!held.empty())
            is_held[k] = held[i] > 0 ? 1 : held[i] < 0 ? -1 : 0; // by which pin does not matter
    });
    const bool is_measured = step.measures_held && std::ranges::any_of(is_held, [](Index held) { return held != 0; });
    const View<Vec3> on_held = scratch.take<Vec3>(is_measured ? n : 0);
    std::ranges::fill(on_held, Vec3{});
    const View<Vec3> volume_change = scratch.take<Vec3>(is_split_ ? n : 0);
    const auto last_volume_change = volume_changes(particles);
    parallel_for(volume_change.size(), [&](Index k) { volume_change[k] = last_volume_change[particle[k]]; });
    return {.x = x,
            .v = velocity,
            .held = is_held,
            .turn = q,
            .dt = step.dt,
            .change = scratch.take<Vec3>(n),
            .drift = scratch.take<Vec3>(n),
            .periodicity = step.periodicity,
            .usual_dt = step.usual_dt,
            .v_before = before,
            .volume_change = volume_change,
            .on_held = on_held};
}

/// By slots of a solid.
std::vector<GroupLink> ElasticBodies::links_of(const Member& member, const std::vector<GroupLink>& all) const
{
    std::vector<GroupLink> result;
    for (Index slot = 0; slot < member.kind->shape->size(); ++slot)
    {
        const Index particle = members_[member.first + static_cast<std::size_t>(slot)];
        const auto found = std::ranges::lower_bound(all, particle, {}, &GroupLink::particle);
        if (found != all.end() && found->particle == particle)
            result.push_back({slot, found->group, found->arm});
    }
    return result;
}

SolveReport ElasticBodies::solve_kind(WorldState& state, std::span<Member> members, const Step& step, View<const Vec3> v, Scratch& scratch)
{
    const Scratch::Turn memory(scratch);
    ParticleSet& particles = state.particles;
    std::vector<ElasticStep> steps;
    for (Member& member : members)
    {
        steps.push_back(gather(state, member, step, v, scratch));
        steps.back().contacts = member.contacts;
    }
    const std::vector<GroupLink> links =
        members[0].is_attached ? links_of(members[0], step.attachments.links_ahead()) : std::vector<GroupLink>{};
    if (!links.empty())
    {
        steps[0].links = links;
        steps[0].groups = step.attachments.groups();
    }
    const SolveReport report = members[0].kind->solver->solve(steps, scratch);
    for (std::size_t b = 0; b < members.size(); ++b)
        scatter(particles, members[b], steps[b], scratch);
    return report;
}

void ElasticBodies::scatter(ParticleSet& particles, const Member& member, const ElasticStep& step, Scratch& scratch)
{
    const auto turn = particles.column<Vec3>("turn").view();
    const Index* particle = members_.data() + member.first;
    parallel_for(member.kind->shape->size(), [&](Index k) {
        const Index i = particle[k];
        particles.velocity[i] += step.change[k];
        drift_[static_cast<std::size_t>(i)] = step.drift[k];
        turn[i] = turn_of(step.turn[k]);
    });
    parallel_for(step.on_held.size(), [&](Index k) { on_held_[static_cast<std::size_t>(particle[k])] = step.on_held[k]; });
    const auto volume_change = volume_changes(particles);
    parallel_for(step.volume_change.size(), [&](Index k) { volume_change[particle[k]] = step.volume_change[k]; });
    untangle(particles, member, step, scratch);
}

/// Particles that are near particles of other solids, or of a fold of their own.
std::vector<ParticleContact> ElasticBodies::find_touching(const WorldState& state, std::span<const Member> members, const Step& step,
                                                          View<const Vec3> v) const
{
    constexpr double farthest = 1.7; // spacings: of the nearest of the others, which may come half a spacing nearer in a step
    const ParticleSet& particles = state.particles;
    const auto solid = particles.column<Index>("solid").view(), slot = particles.column<Index>("slot").view();
    const auto material = particles.column<Index>("material").view();
    const auto friction = particles.column<Vec3>(contact_friction_name).view();
    std::vector<std::size_t> system_of;
    for (std::size_t k = 0; k < members.size(); ++k)
    {
        system_of.resize(std::max(system_of.size(), static_cast<std::size_t>(members[k].number) + 1), members.size());
        system_of[static_cast<std::size_t>(members[k].number)] = k;
    }
    const auto particle_of = [&](Index i) {
        const auto number = static_cast<std::size_t>(solid[i]);
        return SolidParticle{number < system_of.size() ? system_of[number] : members.size(), slot[i]};
    };
    const auto modulus_of = [&](const SolidParticle& particle) { // 2μ + λ
        const Vec4& k = members[particle.system].kind->solver->stuff().stiffness[static_cast<std::size_t>(particle.slot)];
        return double(k.xyz.x + k.xyz.y);
    };
    const NeighborView near = step.fluid.neighborhood.view();
    const OwnBody& own = step.fluid.own_body;
    std::vector<ParticleContact> result;
    for (const SceneBoundaries::SolidNearWall& each : step.walls.solids_near_walls())
    {
        const auto body = static_cast<std::size_t>(each.body);
        const BoundaryBody& boundary = step.walls.bodies()[body];
        const Index i = each.particle;
        if (!boundary.gives_way())
            continue;
        const Vec3d& x = particles.position[i];
        const SolidParticle point{.slot = static_cast<Index>(body - step.walls.wall_count()),
                                  .is_rigid = true,
                                  .arm = x - boundary.motion.center + step.dt * (convert<double>(v[i]) - boundary.motion.velocity),
                                  .velocity = boundary.motion.velocity_at(x)};
        result.push_back({.owner = particle_of(i),
                          .filled = 0.5 - each.distance / spacing_,
                          .stiffness = 2 * modulus_of(particle_of(i)) * double(step.fluid.rest_volume[i]),
                          .force = convert<double>(friction[i]),
                          .others = {{.particle = point,
                                      .offset = {},
                                      .volume = 0,
                                      .friction = step.friction.with_body(material[i], body),
                                      .gradient = -each.normal / spacing_}}});
    }
    for (Index i = 0; i < particles.size(); ++i)
    {
        if (solid[i] < 0 || particle_of(i).system == members.size())
            continue;
        double nearest = HUGE_VAL, modulus = modulus_of(particle_of(i));
        std::vector<ParticleContact::Other> others;
        for_each_neighbor(near, i, [&](const Neighbor& j) {
            if (solid[j.column] < 0 || own.are_neighbors_at_rest(i, j.column) || particle_of(j.column).system == members.size())
                return;
            const Vec3d offset = convert<double>(near.offset(i, j));
            nearest = std::min(nearest, norm(offset));
            modulus = std::min(modulus, modulus_of(particle_of(j.column)));
            others.push_back({.particle = particle_of(j.column),
                              .offset = offset,
                              .volume = double(step.fluid.rest_volume[j.column]) / lattice_sum_,
                              .friction = step.friction.between(material[i], material[j.column])});
        });
        if (nearest > farthest * spacing_)
            continue;
        const SolidParticle owner = particle_of(i);
        const double filled = double(members[owner.system].kind->filled[static_cast<std::size_t>(owner.slot)]);
        result.push_back({.owner = owner,
                          .filled = std::max(filled, least_filled_) / lattice_sum_ - 1,
                          .stiffness = modulus * double(step.fluid.rest_volume[i]) / square(spacing_ * face_slope_),
                          .force = convert<double>(friction[i]),
                          .others = std::move(others)});
    }
    return result;
}

namespace
{
/// Systems that touch each other, or one rigid body, are one island.
class Islands
{
public:
    Islands(std::span<ElasticSystem> systems, std::span<RigidGroup> groups)
        : systems_(systems), groups_(groups), first_(systems.size() + groups.size())
    {
        std::iota(first_.begin(), first_.end(), std::size_t{0});
        for (std::size_t k = 0; k < systems.size(); ++k)
            for (const GroupLink& link : systems[k].links())
                join(k, node_of(link.group));
    }

    void join(const ParticleContact& contact)
    {
        for (const ParticleContact::Other& other : contact.others)
            join(contact.owner.system, other.particle.is_rigid ? node_of(other.particle.slot) : other.particle.system);
    }

    std::vector<SolidIsland> make(std::vector<ParticleContact> contacts, const AnyKernelT<double>& kernel, double dt)
    {
        std::vector<SolidIsland> islands;
        std::vector<std::size_t> island_of(first_.size(), first_.size()), place_of(systems_.size());
        for (std::size_t k = 0; k < systems_.size(); ++k)
        {
            std::size_t& number = island_of[root(k)];
            if (number == first_.size())
            {
                number = islands.size();
                islands.push_back({.systems = {}, .contacts = {}, .groups = GroupUnknowns(groups_)});
            }
            SolidIsland& island = islands[number];
            place_of[k] = island.systems.size();
            island.systems.push_back(&systems_[k]);
            for (const GroupLink& link : systems_[k].links())
                island.groups.attach(place_of[k], link);
        }
        std::vector<std::vector<ParticleContact>> of_island(islands.size());
        for (ParticleContact& contact : contacts)
        {
            const std::size_t number = island_of[root(contact.owner.system)];
            contact.owner.system = place_of[contact.owner.system];
            for (ParticleContact::Other& other : contact.others)
                if (other.particle.is_rigid)
                    islands[number].groups.take_part(other.particle.slot);
                else
                    other.particle.system = place_of[other.particle.system];
            of_island[number].push_back(std::move(contact));
        }
        for (std::size_t k = 0; k < islands.size(); ++k)
            islands[k].contacts = SolidContacts(std::move(of_island[k]), kernel, dt);
        return islands;
    }

private:
    [[nodiscard]] std::size_t node_of(Index group) const { return systems_.size() + static_cast<std::size_t>(group); }
    [[nodiscard]] std::size_t root(std::size_t k) const
    {
        while (first_[k] != k)
            k = first_[k];
        return k;
    }
    void join(std::size_t a, std::size_t b)
    {
        a = root(a), b = root(b);
        first_[std::max(a, b)] = std::min(a, b);
    }

    std::span<ElasticSystem> systems_;
    std::span<RigidGroup> groups_;
    std::vector<std::size_t> first_; ///< of each system, then each group: another one of its island with a smaller number, or itself
};
} // namespace

SolveReport ElasticBodies::solve_together(WorldState& state, std::span<Member> members, const Step& step, View<const Vec3> v,
                                          Scratch& scratch)
{
    const Scratch::Turn memory(scratch);
    std::vector<ElasticStep> steps;
    std::vector<std::vector<GroupLink>> links(members.size());
    for (std::size_t b = 0; b < members.size(); ++b)
    {
        steps.push_back(gather(state, members[b], step, v, scratch));
        steps.back().contacts = members[b].contacts;
        if (members[b].is_attached)
            links[b] = links_of(members[b], step.attachments.links_ahead());
        steps.back().links = links[b];
    }
    std::vector<ElasticSystem> systems;
    systems.reserve(members.size());
    for (std::size_t first = 0, end = 0; first < members.size(); first = end)
    {
        while (end < members.size() && members[end].kind == members[first].kind)
            ++end;
        members[first].kind->solver->prepare({steps.data() + first, end - first}, scratch, systems);
    }
    std::vector<ParticleContact> contacts = touch_ ? find_touching(state, members, step, v) : std::vector<ParticleContact>{};
    let_crushed_pass(state.particles, members, steps, contacts, scratch);
    Islands joined(systems, step.attachments.groups());
    for (const ParticleContact& contact : contacts)
        joined.join(contact);
    std::vector<SolidIsland> islands = joined.make(std::move(contacts), kernel_, step.dt);
    const SolveReport report = solve_with_contacts(islands, settings_, scratch);
    if (touch_)
        keep_friction(state.particles, islands, members, systems);
    for (std::size_t b = 0; b < members.size(); ++b)
        scatter(state.particles, members[b], steps[b], scratch);
    return report;
}

/// By numbers of solids. What is attached counts, and what is tangled: it is anything but near to where it rests.
std::vector<char> ElasticBodies::touch_something(const WorldState& state, std::span<const Member> members, const Step& step,
                                                 View<const Vec3> v) const
{
    const bool may_tangle = state.particles.has_column(tangled_name);
    std::vector<char> result;
    for (const Member& member : members)
    {
        result.resize(std::max(result.size(), static_cast<std::size_t>(member.number) + 1), 0);
        const bool is_tangled = may_tangle && state.particles.column<Index>(tangled_name)[members_[member.first]] != 0;
        result[static_cast<std::size_t>(member.number)] = member.is_attached || is_tangled || !member.contacts.empty() ? 1 : 0;
    }
    if (!touch_)
        return result;
    const auto note = [&](const SolidParticle& particle) {
        if (!particle.is_rigid)
            result[static_cast<std::size_t>(members[particle.system].number)] = 1;
    };
    for (const ParticleContact& contact : find_touching(state, members, step, v))
    {
        note(contact.owner);
        for (const ParticleContact::Other& other : contact.others)
            note(other.particle);
    }
    return result;
}

SolveReport ElasticBodies::solve_alone(WorldState& state, std::span<const Member> members, const Step& step, View<const Vec3> v,
                                       Scratch& scratch)
{
    SolveReport worst;
    for (std::size_t first = 0, end = 0; first < members.size(); first = end)
    {
        const Scratch::Turn memory(scratch);
        std::vector<ElasticStep> steps;
        for (; end < members.size() && members[end].kind == members[first].kind; ++end)
            steps.push_back(gather(state, members[end], step, v, scratch));
        const SolveReport report = members[first].kind->solver->solve_second_order(steps, scratch);
        worst = {std::max(worst.iterations, report.iterations), std::max(worst.residual, report.residual),
                 worst.converged && report.converged};
        for (std::size_t b = first; b < end; ++b)
            scatter(state.particles, members[b], steps[b - first], scratch);
    }
    return worst;
}

/// Friction between solids → the column.
void ElasticBodies::keep_friction(ParticleSet& particles, std::span<const SolidIsland> islands, std::span<const Member> members,
                                  std::span<const ElasticSystem> systems) const
{
    const auto friction = particles.column<Vec3>(contact_friction_name).view();
    parallel_for(friction.size(), [&](Index i) { friction[i] = Vec3{}; });
    for (const SolidIsland& island : islands)
        for (const ParticleContact& contact : island.contacts.all())
        {
            const Member& member = members[static_cast<std::size_t>(island.systems[contact.owner.system] - systems.data())];
            Vec3& kept = friction[members_[member.first + static_cast<std::size_t>(contact.owner.slot)]];
            if (norm(contact.force) > norm(convert<double>(kept)))
                kept = convert<Real>(contact.force);
        }
}

ElasticFollowers ElasticBodies::followers(WorldState& state, const Step& step, Scratch& scratch) const
{
    ElasticFollowers followers;
    if (!any() || coupling_ == PressureCoupling::weak)
        return followers;
    const std::vector<Member> members = find_members(state);
    for (const Member& member : members)
    {
        const ElasticStep body = gather(state, member, step, state.particles.velocity.view(), scratch);
        ElasticSolver& solver = *member.kind->solver;
        const auto alike = static_cast<Index>(std::ranges::count(members, member.kind, &Member::kind));
        followers.add({&solver, members_.data() + member.first, body, solver.system_of(body, alike, scratch),
                       scratch.take<Vec3>(member.kind->shape->size())});
    }
    return followers;
}

/// In scratch memory.
ElasticBodies::Gradients ElasticBodies::gradients(const Member& member, const ElasticStep& step, Scratch& scratch)
{
    const Gradients result{scratch.take<Mat3>(step.x.size()), scratch.take<Vec4>(step.x.size())};
    parallel_for(step.x.size(), [&](Index k) { result.turn[k] = step.turn[k]; });
    member.kind->solver->deformation_gradients(step.x, result.turn, scratch, result.F, step.periodicity);
    return result;
}

/// Layers that were far from each other at rest lie in each other: pressed, they would go on in the wrong order.
void ElasticBodies::let_crushed_pass(ParticleSet& particles, std::span<const Member> members, std::span<const ElasticStep> steps,
                                     std::vector<ParticleContact>& contacts, Scratch& scratch) const
{
    if (contacts.empty())
        return;
    const auto is_own = [](const ParticleContact& contact, const ParticleContact::Other& other) {
        return !other.particle.is_rigid && other.particle.system == contact.owner.system;
    };
    std::vector<char> is_let(members.size(), 0);
    for (const ParticleContact& contact : contacts)
        for (const ParticleContact::Other& other : contact.others)
            if (is_own(contact, other))
                is_let[contact.owner.system] = 1;
    const auto tangled = particles.column<Index>(tangled_name).view();
    for (std::size_t b = 0; b < members.size(); ++b)
    {
        const Scratch::Turn memory(scratch);
        if (is_let[b] == 0)
            continue;
        is_let[b] = is_crushed(gradients(members[b], steps[b], scratch).F, members[b].kind->shape->view().rank) ? 1 : 0;
        const Index* particle = members_.data() + members[b].first;
        if (is_let[b] != 0)
            parallel_for(steps[b].x.size(), [&](Index k) { tangled[particle[k]] = 1; });
    }
    for (ParticleContact& contact : contacts)
        if (is_let[contact.owner.system] != 0)
            std::erase_if(contact.others, [&](const ParticleContact::Other& other) { return is_own(contact, other); });
    std::erase_if(contacts, [](const ParticleContact& contact) { return contact.others.empty(); });
}

void ElasticBodies::untangle(ParticleSet& particles, const Member& member, const ElasticStep& step, Scratch& scratch) const
{
    if (!particles.has_column(tangled_name))
        return;
    const auto tangled = particles.column<Index>(tangled_name).view();
    const Index* particle = members_.data() + member.first;
    if (tangled[particle[0]] == 0)
        return;
    const Scratch::Turn memory(scratch);
    const Gradients found = gradients(member, step, scratch);
    if (is_whole(found.F, found.turn, member.kind->shape->view().rank))
        parallel_for(found.F.size(), [&](Index k) { tangled[particle[k]] = 0; });
}

Array<Real> ElasticBodies::stress(const WorldState& state, const Periodicity& periodicity) const
{
    Array<Real> result(static_cast<std::size_t>(state.particles.size()), 0);
    if (!any())
        return result;
    Scratch scratch;
    const auto old_turn = state.particles.column<Vec3>("turn").view();
    for (const Member& member : find_members(state))
    {
        const Scratch::Turn memory(scratch);
        const Index n = member.kind->shape->size();
        const Index* particle = members_.data() + member.first;
        const View<Vec3d> x = scratch.take<Vec3d>(n);
        const View<Vec4> turn = scratch.take<Vec4>(n);
        const View<Real> stress = scratch.take<Real>(n);
        parallel_for(n, [&](Index k) {
            x[k] = state.particles.position[particle[k]];
            turn[k] = quaternion_of(old_turn[particle[k]]);
        });
        find_stress(*member.kind->solver, {x, turn, periodicity}, scratch, stress);
        parallel_for(n, [&](Index k) { result[static_cast<std::size_t>(particle[k])] = stress[k]; });
    }
    return result;
}

double ElasticBodies::energy(const WorldState& state, std::optional<Index> object) const
{
    double total = 0;
    if (!any())
        return total;
    for (const Member& member : find_members(state))
    {
        const Index n = member.kind->shape->size();
        if (object && state.particles.column<Index>("origin")[members_[member.first]] != *object)
            continue;
        Array<Vec3d> x(static_cast<std::size_t>(n));
        Array<Vec4> turn(x.size());
        for (Index k = 0; k < n; ++k)
            x[static_cast<std::size_t>(k)] = state.particles.position[members_[member.first + static_cast<std::size_t>(k)]];
        member.kind->solver->find_turns(const_view(x), view(turn));
        total += member.kind->solver->energy(const_view(x), const_view(turn));
    }
    return total;
}

OwnBody ElasticBodies::own_body(const WorldState& state, Scratch& scratch) const
{
    if (!any() || contact_ == SolidContact::incompressible)
        return {};
    const Index n = state.particles.size();
    const View<LocalPosition> place = scratch.take<LocalPosition>(n);
    const View<Real> filled = scratch.take<Real>(n);
    const auto origin = state.particles.column<Index>("origin").view();
    const auto solid = state.particles.column<Index>("solid").view();
    const auto slot = state.particles.column<Index>("slot").view();
    const bool may_tangle = state.particles.has_column(tangled_name);
    const auto tangled = may_tangle ? state.particles.column<Index>(tangled_name).view() : View<const Index>{};
    parallel_for(n, [&](Index i) {
        place[i] = {}; // the same for all of a tangled solid: nothing in it is apart, and none presses another
        filled[i] = 0;
        Real number = std::numeric_limits<Real>::quiet_NaN(); // equals nothing
        if (solid[i] >= 0)
        {
            const Kind& kind = *kind_of_origin_[static_cast<std::size_t>(origin[i])];
            if (!may_tangle || tangled[i] == 0)
                place[i] = kind.rest_place[static_cast<std::size_t>(slot[i])];
            filled[i] = kind.filled[static_cast<std::size_t>(slot[i])];
            number = static_cast<Real>(solid[i]);
        }
        carry(place, i, number);
    });
    const double apart = own_contact_distance * reach_;
    return {place, kinds_.front()->unit, static_cast<Real>(apart * apart), filled, touch_};
}

std::size_t ElasticBodies::bytes() const
{
    std::size_t total = members_.capacity() * sizeof(Index);
    for (const auto& kind : kinds_)
    {
        const bool is_first = std::ranges::find(kinds_, kind->shape, [](const auto& known) { return known->shape; })->get() == kind.get();
        total += (is_first ? kind->shape->bytes() : 0) + kind->solver->bytes() +
                 kind->rest_place.capacity() * (sizeof(LocalPosition) + 2 * sizeof(Real)) + kind->held.capacity();
    }
    return total;
}
} // namespace aspic
