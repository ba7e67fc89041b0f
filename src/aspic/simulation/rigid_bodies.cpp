#include "aspic/simulation/rigid_bodies.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace aspic
{
namespace
{
RigidBodySettings wall_settings(const Wall& wall)
{
    RigidBodySettings settings;
    settings.shape = wall.shape;
    settings.keeps_inside = wall.keeps == Side::inside;
    settings.is_given = true;
    settings.surface = {.friction = wall.friction, .restitution = wall.restitution};
    return settings;
}

/// Corners of a box that is turned and moved.
Bounds bounds_of(const Bounds& box, const RigidPose& pose)
{
    Bounds result = empty_bounds();
    for (int corner = 0; corner < 8; ++corner)
        result = joined(result, pose.place_of({corner % 2 == 0 ? box.low.x : box.high.x, corner / 2 % 2 == 0 ? box.low.y : box.high.y,
                                               corner / 4 == 0 ? box.low.z : box.high.z}));
    return result;
}
} // namespace

RigidBodySettings rigid_settings(const RigidObject& object)
{
    RigidBodySettings settings;
    settings.shape = object.shape;
    settings.is_given = object.motion.has_value();
    settings.density = object.density;
    settings.mass = object.mass;
    settings.surface = {.friction = object.friction, .restitution = object.restitution};
    settings.position = object.position;
    settings.rotation = object.rotation;
    settings.velocity = object.velocity;
    settings.angular_velocity = object.angular_velocity;
    if (object.axle)
        settings.axle = object.axle->axis;
    return settings;
}

RigidBodies::RigidBodies(const Scene& scene, const Assets& assets) : settings_(scene.solvers.rigid), dimension_(scene.dimension)
{
    if (scene.rigid_bodies.empty())
        return;
    for (const auto& wall : scene.walls)
    {
        bodies_.push_back(make_rigid_body(wall_settings(wall.value), dimension_, assets).value());
        courses_.push_back({wall.value.motion, bodies_.back().pose()});
    }
    first_ = bodies_.size();
    for (const auto& object : scene.rigid_bodies)
    {
        bodies_.push_back(make_rigid_body(rigid_settings(object.value), dimension_, assets).value());
        courses_.push_back({object.value.motion, bodies_.back().pose()});
        solids_.push_back(make_solid(object.value.shape, dimension_, assets).value());
    }
    impulses_.resize(size());
}

void RigidBodies::prepare(WorldState& state) const
{
    if (state.rigid_bodies.size() == size())
        return;
    if (!state.rigid_bodies.empty())
        throw std::invalid_argument("the state has other rigid bodies");
    constexpr double moment = 1e-6; // [s] of which the velocity is the mean
    for (std::size_t k = 0; k < size(); ++k)
    {
        RigidBody body = (*this)[k];
        if (body.is_given())
            set_course_of(body, courses_[first_ + k], state.time, moment);
        state.rigid_bodies.push_back(body.state);
    }
}

double RigidBodies::longest_step() const { return any() ? settings_.longest_step : HUGE_VAL; }

double RigidBodies::largest_speed(const WorldState& state) const
{
    double largest = 0;
    for (std::size_t k = 0; k < size(); ++k)
    {
        RigidBody body = (*this)[k];
        body.state = state.rigid_bodies[k];
        const double reach = std::isfinite(body.shape->size) ? body.shape->size : 0;
        largest = std::max(largest, norm(body.state.velocity) + norm(body.angular_velocity()) * reach);
    }
    return largest;
}

void RigidBodies::set_course_of(RigidBody& body, const Course& course, double time, double dt) const
{
    const auto pose_of = [&](double t) {
        const Pose pose = pose_at(course.motion, t);
        return std::pair(pose.place_of(course.at_first.position), quaternion_of(pose.rotation * course.at_first.rotation));
    };
    std::tie(body.state.position, body.state.orientation) = pose_of(time);
    const auto [position, orientation] = pose_of(time + dt);
    set_course(body, position, orientation, dt);
}

void RigidBodies::begin(const WorldState& state, const Vec3d& gravity, double time, double dt)
{
    if (!any())
        return;
    for (std::size_t k = 0; k < size(); ++k)
        bodies_[first_ + k].state = state.rigid_bodies[k];
    for (std::size_t k = 0; k < bodies_.size(); ++k)
        if (bodies_[k].is_given())
            set_course_of(bodies_[k], courses_[k], time, dt);
    impulses_.assign(size(), {});
    solver_.set_memory(state.contacts);
    solver_.apply_forces(bodies_, {}, gravity, dt);
}

void RigidBodies::push(std::size_t k, const BodyImpulse& impulse)
{
    apply_impulse(bodies_[first_ + k], {impulse.linear, impulse.angular});
    impulses_[k] = impulses_[k] + impulse;
}

WallImpulse RigidBodies::impulse_on_wall(std::size_t wall) const
{
    if (solver_.contact_impulses().size() != bodies_.size() || !any())
        return {};
    const Wrench& got = solver_.contact_impulses()[wall];
    return {got.force, got.torque};
}

void RigidBodies::move(WorldState& state, double dt)
{
    if (!any())
        return;
    solver_.move(bodies_, dt);
    state.contacts = solver_.memory();
    for (std::size_t k = 0; k < size(); ++k)
        state.rigid_bodies[k] = (*this)[k].state;
}

std::vector<RigidBodies::Placed> RigidBodies::placed(const WorldState& state) const
{
    std::vector<Placed> all;
    for (std::size_t k = 0; k < size(); ++k)
    {
        const RigidBodyState& now = state.rigid_bodies[k];
        all.push_back({*solids_[k], {matrix_of(now.orientation), now.position, (*this)[k].material_center}});
    }
    return all;
}

/// Who came in is found by all threads; what they give to the body is added in their order.
void RigidBodies::keep_out(WorldState& state, View<const Index> at_home, double spacing)
{
    const double farthest = 0.25 * spacing; // in a step: a particle must not be pressed through a wall that is one particle thick
    ParticleSet& particles = state.particles;
    const auto clearance = particles.column<Real>("clearance").view();
    for (std::size_t k = 0; k < size(); ++k)
    {
        RigidBody& body = bodies_[first_ + k];
        const RigidPose pose = body.pose();
        const Bounds box = bounds_of(solids_[k]->bounds(), pose);
        is_inside_.assign(static_cast<std::size_t>(particles.size()), 0);
        parallel_for(particles.size(), [&](Index i) {
            const Vec3d x = particles.position[i];
            const bool is_at_home = !at_home.empty() && at_home[i] == static_cast<Index>(first_ + k);
            const bool is_near = !is_at_home && (is_empty(box) || squared_distance(box, x) == 0);
            is_inside_[static_cast<std::size_t>(i)] = is_near && solids_[k]->contains(pose.material_point(x)) ? 1 : 0;
        });
        for (Index i = 0; i < particles.size(); ++i)
        {
            if (is_inside_[static_cast<std::size_t>(i)] == 0)
                continue;
            const Vec3d x = particles.position[i];
            const SurfaceView surface = solids_[k]->surface_from(pose.material_point(x));
            const Vec3d away = pose.rotation * surface.normal;
            const double out = std::min(-surface.distance, farthest);
            particles.position[i] += out * away;
            clearance[i] -= static_cast<Real>(out);
            const double approach = dot(convert<double>(particles.velocity[i]) - body.motion().velocity_at(x), away);
            if (approach >= 0)
                continue;
            const Vec3 before = particles.velocity[i];
            particles.velocity[i] -= convert<Real>(approach * away);
            const Vec3d taken = double(particles.mass[i]) * convert<double>(before - particles.velocity[i]);
            push(k, {taken, cross(x - body.state.position, taken)});
        }
        state.rigid_bodies[k] = body.state;
    }
}
} // namespace aspic
