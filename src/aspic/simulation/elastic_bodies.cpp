#include "aspic/simulation/elastic_bodies.h"

#include "aspic/compute/carried_number.h"
#include "aspic/compute/parallel.h"
#include "aspic/simulation/contact_distance.h"
#include "aspic/simulation/fluid_model.h"

#include <algorithm>
#include <atomic>
#include <limits>

namespace aspic
{
namespace
{
ElasticStuff stuff_of(const RestShape& shape, const Material& material, double mass)
{
    const Lame lame = material.elastic->lame().value();
    const Vec3 moduli = convert<Real>(Vec3d{2 * lame.mu, lame.lambda, material.elastic->zero_energy * lame.mu});
    ElasticStuff stuff;
    for (Index i = 0; i < shape.size(); ++i)
        stuff.stiffness.push_back({moduli, shape.volume()[i]});
    stuff.damping.assign(stuff.stiffness.size(), static_cast<Real>(material.elastic->damping));
    stuff.mass.assign(stuff.stiffness.size(), static_cast<Real>(mass));
    return stuff;
}

/// A body as it is without load: where its shape is defined, and without jitter.
Body at_rest(const Body& body)
{
    Body rest;
    rest.shape = body.shape;
    rest.material = body.material;
    rest.sampling = body.sampling;
    return rest;
}

Vec4 quaternion_of(const Vec3& turn) { return {turn, std::sqrt(std::max(Real(0), 1 - dot(turn, turn)))}; }
Vec3 turn_of(const Vec4& q) { return q.w < 0 ? -q.xyz : q.xyz; }
} // namespace

ElasticBodies::ElasticBodies(const Scene& scene, const Assets& assets, FilledShapes& filled)
    : kind_of_origin_(scene.objects.size() + scene.emitters.size()), reach_(scene.support_radius())
{
    for (std::size_t k = 0; k < scene.objects.size(); ++k)
        add_kind(scene.objects[k].value, {scene, assets, filled}, k);
    for (std::size_t k = 0; k < scene.emitters.size(); ++k)
        if (const auto* bodies = std::get_if<BodyEmitter>(&scene.emitters[k].value))
            add_kind(*bodies, {scene, assets, filled}, scene.objects.size() + k);
}

void ElasticBodies::add_kind(const Body& body, const Source& source, std::size_t origin)
{
    const auto& [scene, assets, filled] = source;
    const Material& material = scene.materials[static_cast<std::size_t>(index_of(scene.materials, body.material))].value;
    if (!material.elastic)
        return;
    auto kind = std::make_unique<Kind>();
    const BodyPoints points = body_points(at_rest(body), scene, assets, 0, filled);
    kind->shape = std::make_shared<const RestShape>(points.positions, kernel_of(scene), reach_);
    const RestShape& shape = *kind->shape;
    kind->solver = std::make_unique<ElasticSolver>(shape, stuff_of(shape, material, material.density * scene.particle_volume()),
                                                   scene.solvers.elasticity);
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
    kind_of_origin_[origin] = kind.get();
    kinds_.push_back(std::move(kind));
}

void ElasticBodies::prepare(WorldState& state) const
{
    if (!any() || state.particles.has_column("solid"))
        return;
    state.particles.add_column<Index>("solid", "1", "solid", -1);
    state.particles.add_column<Index>("slot", "1", "slot", -1);
    state.particles.add_column<Vec3>("turn", "1", "q");
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
        ++next;
        first += n;
    }
}

std::vector<ElasticBodies::Member> ElasticBodies::find_members(const WorldState& state)
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

SolveReport ElasticBodies::solve(WorldState& state, const Step& step, Scratch& scratch)
{
    const Scratch::Turn turn(scratch);
    const View<Vec3> v = scratch.take<Vec3>(state.particles.size());
    parallel_for(v.size(), [&](Index i) { v[i] = state.particles.velocity[i]; });
    step.held.velocities(state.particles, step.time, step.dt, v);
    std::vector<Member> members = find_members(state);
    for (const GroupLink& link : step.attachments.links())
        if (const Index number = state.particles.column<Index>("solid")[link.particle]; number >= 0)
            std::ranges::find(members, number, &Member::number)->is_attached = true;
    std::ranges::stable_sort(members, {}, [&](const Member& member) { return member.kind->number; });
    SolveReport worst;
    for (std::span<const Member> left = members; !left.empty();)
    {
        const auto end = std::find_if(left.begin() + 1, left.end(), [&](const Member& member) {
            return member.kind != left[0].kind || member.is_attached || left[0].is_attached;
        });
        const auto alike = static_cast<std::size_t>(end - left.begin());
        if (left[0].is_attached)
            step.attachments.look_ahead(step.rigid, step.dt, v);
        const SolveReport report = solve_kind(state, left.first(alike), step, v, scratch);
        if (left[0].is_attached)
            step.attachments.apply_changes(step.rigid);
        worst.iterations = std::max(worst.iterations, report.iterations);
        worst.residual = std::max(worst.residual, report.residual);
        worst.converged = worst.converged && report.converged;
        left = left.subspan(alike);
    }
    return worst;
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
    const View<Vec4> q = scratch.take<Vec4>(n);
    const View<Index> is_held = scratch.take<Index>(held.empty() ? 0 : n);
    parallel_for(n, [&](Index k) {
        const Index i = particle[k];
        x[k] = particles.position[i];
        velocity[k] = v[i];
        q[k] = quaternion_of(turn[i]);
        if (!held.empty())
            is_held[k] = held[i];
    });
    return {.x = x,
            .v = velocity,
            .held = is_held,
            .turn = q,
            .dt = step.dt,
            .change = scratch.take<Vec3>(n),
            .periodicity = step.periodicity,
            .usual_dt = step.usual_dt};
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

SolveReport ElasticBodies::solve_kind(WorldState& state, std::span<const Member> members, const Step& step, View<const Vec3> v,
                                      Scratch& scratch) const
{
    const Scratch::Turn memory(scratch);
    ParticleSet& particles = state.particles;
    std::vector<ElasticStep> steps;
    for (const Member& member : members)
        steps.push_back(gather(state, member, step, v, scratch));
    const std::vector<GroupLink> links =
        members[0].is_attached ? links_of(members[0], step.attachments.links_ahead()) : std::vector<GroupLink>{};
    if (!links.empty())
    {
        steps[0].links = links;
        steps[0].groups = step.attachments.groups();
    }
    const SolveReport report = members[0].kind->solver->solve(steps, scratch);
    const auto turn = particles.column<Vec3>("turn").view();
    for (std::size_t b = 0; b < members.size(); ++b)
    {
        const Index* particle = members_.data() + members[b].first;
        parallel_for(members[b].kind->shape->size(), [&](Index k) {
            const Index i = particle[k];
            particles.velocity[i] += steps[b].change[k];
            turn[i] = turn_of(steps[b].turn[k]);
        });
    }
    return report;
}

OwnBody ElasticBodies::own_body(const WorldState& state, Scratch& scratch) const
{
    if (!any())
        return {};
    const Index n = state.particles.size();
    const View<LocalPosition> place = scratch.take<LocalPosition>(n);
    const View<Real> filled = scratch.take<Real>(n);
    const auto origin = state.particles.column<Index>("origin").view();
    const auto solid = state.particles.column<Index>("solid").view();
    const auto slot = state.particles.column<Index>("slot").view();
    parallel_for(n, [&](Index i) {
        place[i] = {};
        filled[i] = 0;
        Real number = std::numeric_limits<Real>::quiet_NaN(); // equals nothing
        if (solid[i] >= 0)
        {
            const Kind& kind = *kind_of_origin_[static_cast<std::size_t>(origin[i])];
            place[i] = kind.rest_place[static_cast<std::size_t>(slot[i])];
            filled[i] = kind.filled[static_cast<std::size_t>(slot[i])];
            number = static_cast<Real>(solid[i]);
        }
        carry(place, i, number);
    });
    const double apart = own_contact_distance * reach_;
    return {place, kinds_.front()->unit, static_cast<Real>(apart * apart), filled};
}

std::size_t ElasticBodies::bytes() const
{
    std::size_t total = members_.capacity() * sizeof(Index);
    for (const auto& kind : kinds_)
        total += kind->shape->bytes() + kind->solver->bytes() + kind->rest_place.capacity() * (sizeof(LocalPosition) + 2 * sizeof(Real));
    return total;
}
} // namespace aspic
