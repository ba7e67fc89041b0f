#include "aspic/simulation/held_particles.h"

#include "aspic/neighbors/hash_grid.h"
#include "aspic/simulation/contact_distance.h"

#include <algorithm>
#include <cstdlib>

namespace aspic
{
namespace
{
constexpr const char* held_name = "held_by";
constexpr const char* point_name = "held_point";
constexpr const char* beside_name = "beside";

std::size_t at(Index i) { return static_cast<std::size_t>(i); }
} // namespace

HeldParticles::HeldParticles(const Scene& scene, const Assets& assets)
    : home_(own_contact_distance * scene.support_radius()), dimension_(scene.dimension)
{
    for (std::size_t k = 0; k < scene.objects.size(); ++k)
    {
        const Object& object = scene.objects[k].value;
        for (const auto& pin : object.pins)
        {
            motions_.push_back(prepared(pin.value, scene, assets));
            motions_.back().object = static_cast<Index>(k);
            motions_.back().start = object.start;
        }
        if (object.motion)
            motions_.push_back({nullptr, static_cast<Index>(k), object.start, object.motion, {}});
    }
}

HeldParticles::PreparedPin HeldParticles::prepared(const Pin& pin, const Scene& scene, const Assets& assets) const
{
    PreparedPin result{make_solid(pin.region, scene.dimension, assets).value(), 0, 0, pin.motion, {}};
    if (!pin.attach_to)
        return result;
    if (const Index k = index_of(scene.rigid_bodies, *pin.attach_to); k >= 0)
    {
        const RigidObject& body = scene.rigid_bodies[at(k)].value;
        result.motion = body.motion;
        result.support = Support{.solid = make_solid(body.shape, scene.dimension, assets).value(),
                                 .number = static_cast<Index>(scene.walls.size()) + k,
                                 .rigid = k,
                                 .is_free = !body.motion};
        return result;
    }
    const Index k = index_of(scene.walls, *pin.attach_to);
    const Wall& wall = scene.walls[at(k)].value;
    result.motion = wall.motion;
    result.support = Support{.solid = make_solid(wall.shape, scene.dimension, assets).value(),
                             .is_vessel = wall.keeps == Side::inside,
                             .number = k,
                             .rigid = {}};
    return result;
}

std::size_t HeldParticles::motion_count(const Scene& scene)
{
    std::size_t count = 0;
    for (const auto& object : scene.objects)
        count += object.value.pins.size() + (object.value.motion ? 1 : 0);
    return count;
}

void HeldParticles::prepare(WorldState& state, const RigidBodies& rigid) const
{
    if (!any() || state.held_motions > 0)
        return;
    state.held_motions = static_cast<std::int64_t>(motions_.size());
    state.particles.add_column<Index>(held_name, "1", "pin");
    state.particles.add_column<Vec3d>(point_name, "m", "X");
    if (std::ranges::any_of(motions_, [](const PreparedPin& pin) { return pin.support.has_value(); }))
        state.particles.add_column<Index>(beside_name, "1", "body", -1);
    for (std::size_t k = 0; k < state.object_is_there.size(); ++k)
        take_hold(state, rigid, static_cast<Index>(k), 0);
}

void HeldParticles::take_hold(WorldState& state, const RigidBodies& rigid, Index object, Index first, std::optional<double> since) const
{
    if (!any())
        return;
    ParticleSet& particles = state.particles;
    auto& held = particles.column<Index>(held_name);
    auto& point = particles.column<Vec3d>(point_name);
    const auto& origin = particles.column<Index>("origin");
    for (std::size_t k = 0; k < motions_.size(); ++k)
    {
        const PreparedPin& pin = motions_[k];
        if (pin.object != object)
            continue;
        const bool is_free = pin.support && pin.support->is_free;
        const Pose at_start = pose_at(pin.motion, since.value_or(pin.start));
        const RigidPose of_body = is_free ? rigid.placed(state)[at(*pin.support->rigid)].pose : RigidPose{};
        for (Index i = first; i < particles.size(); ++i)
            if (origin[i] == object && held[i] == 0 && (pin.region == nullptr || pin.region->contains(particles.position[i])))
            {
                held[i] = static_cast<Index>(k + 1) * (is_free ? -1 : 1);
                point[i] = is_free ? of_body.material_point(particles.position[i]) : at_start.material_point(particles.position[i]);
            }
        if (pin.support)
            note_neighbors(state, rigid, static_cast<Index>(k), first, since.value_or(pin.start));
    }
}

void HeldParticles::note_neighbors(WorldState& state, const RigidBodies& rigid, Index number, Index first, double time) const
{
    const PreparedPin& pin = motions_[at(number)];
    ParticleSet& particles = state.particles;
    const auto beside = particles.column<Index>(beside_name).view();
    const auto& origin = particles.column<Index>("origin");
    const auto& held = particles.column<Index>(held_name);
    const Support& support = *pin.support;
    std::vector<Vec3d> attached;
    for (Index i = first; i < particles.size(); ++i)
        if (std::abs(held[i]) == number + 1)
            attached.push_back(particles.position[i]);
    const HashGrid near(const_view(attached), home_, {.dimension = dimension_});
    std::vector<Index> found;
    const Pose of_wall = pose_at(support.rigid ? std::optional<Motion>{} : pin.motion, time);
    const RigidPose of_body = support.rigid ? rigid.placed(state)[at(*support.rigid)].pose : RigidPose{};
    for (Index i = first; i < particles.size(); ++i)
    {
        if (origin[i] != pin.object || beside[i] >= 0)
            continue;
        const Vec3d x = particles.position[i];
        const double distance = support.solid->surface_from(support.rigid ? of_body.material_point(x) : of_wall.material_point(x)).distance;
        if (!attached.empty())
            near.query(x, found);
        if ((support.is_vessel ? -distance : distance) < 0 || !found.empty())
            beside[i] = support.number;
    }
}

/// `visit(i, movement, X)` for each particle that moves as given: its motion in the step, and its place in that.
template <class F> void HeldParticles::for_each_led(const ParticleSet& particles, double time, double dt, const F& visit) const
{
    if (!any())
        return;
    std::vector<Movement> movements;
    for (const PreparedPin& pin : motions_)
        movements.emplace_back(pin.motion, time, dt);
    const auto held = particles.column<Index>(held_name).view();
    const auto point = particles.column<Vec3d>(point_name).view();
    parallel_for(particles.size(), [&](Index i) {
        if (held[i] > 0)
            visit(i, movements[at(held[i] - 1)], point[i]);
    });
}

void HeldParticles::lead(ParticleSet& particles, double time, double dt) const
{
    for_each_led(particles, time, dt, [&](Index i, const Movement& movement, const Vec3d& X) {
        particles.position[i] = movement.after.place_of(X);
        particles.velocity[i] = convert<Real>(movement.velocity_at(particles.position[i]));
    });
}

void HeldParticles::velocities(const ParticleSet& particles, double time, double dt, View<Vec3> v) const
{
    for_each_led(particles, time, dt, [&](Index i, const Movement& movement, const Vec3d& X) {
        v[i] = convert<Real>((movement.after.place_of(X) - particles.position[i]) / dt);
    });
}

View<const Index> HeldParticles::flags(const ParticleSet& particles) const
{
    return any() ? particles.column<Index>(held_name).view() : View<const Index>{};
}

std::vector<GroupLink> HeldParticles::links(const ParticleSet& particles, const RigidBodies& rigid) const
{
    std::vector<GroupLink> result;
    if (std::ranges::none_of(motions_, [](const PreparedPin& pin) { return pin.support && pin.support->is_free; }))
        return result;
    const auto held = particles.column<Index>(held_name).view();
    const auto point = particles.column<Vec3d>(point_name).view();
    for (Index i = 0; i < particles.size(); ++i)
        if (held[i] < 0)
        {
            const Index body = *motions_[at(-held[i] - 1)].support->rigid;
            const RigidPose pose = rigid[at(body)].pose();
            result.push_back({i, body, pose.rotation * (point[i] - pose.material_center)});
        }
    return result;
}

View<const Index> HeldParticles::beside(const ParticleSet& particles)
{
    return particles.has_column(beside_name) ? particles.column<Index>(beside_name).view() : View<const Index>{};
}
} // namespace aspic
