#include "aspic/simulation/particle_paths.h"

namespace aspic
{
namespace
{
RigidPose rigid_pose(const Pose& pose)
{
    return {.rotation = pose.rotation, .position = pose.center + pose.shift, .material_center = pose.center};
}
} // namespace

ParticlePaths::ParticlePaths(const Scene& scene, const Assets& assets)
    : wall_count_(scene.walls.size()), skin_(1e-6 * scene.spacing), dimension_(scene.dimension)
{
    const auto add = [&](const Shape& shape, bool keeps_inside, const std::optional<Motion>& motion) {
        std::shared_ptr<const Solid> solid = make_solid(shape, dimension_, assets).value();
        const Bounds bounds = keeps_inside ? endless_bounds() : solid->bounds();
        surfaces_.push_back({std::move(solid), keeps_inside, motion, bounds});
    };
    for (const auto& wall : scene.walls)
        add(wall.value.shape, wall.value.keeps == Side::inside, wall.value.motion);
    for (const auto& body : scene.rigid_bodies)
        add(body.value.shape, false, std::nullopt);
}

void ParticlePaths::begin(const WorldState& state, const RigidBodies& rigid)
{
    if (!any())
        return;
    time_ = state.time;
    before_.resize(static_cast<std::size_t>(state.particles.size()));
    parallel_for(state.particles.size(), [&](Index i) { before_[static_cast<std::size_t>(i)] = state.particles.position[i]; });
    poses_before_.clear();
    for (std::size_t w = 0; w < wall_count_; ++w)
        poses_before_.push_back(rigid_pose(pose_at(surfaces_[w].motion, time_)));
    for (const RigidBodies::Placed& body : rigid.placed(state))
        poses_before_.push_back(body.pose);
}

void ParticlePaths::place_after(const WorldState& state, const RigidBodies& rigid, double dt)
{
    poses_after_.clear();
    movements_.clear();
    for (std::size_t w = 0; w < wall_count_; ++w)
    {
        poses_after_.push_back(rigid_pose(pose_at(surfaces_[w].motion, time_ + dt)));
        movements_.emplace_back(surfaces_[w].motion, time_, dt);
    }
    for (const RigidBodies::Placed& body : rigid.placed(state))
        poses_after_.push_back(body.pose);
}

bool ParticlePaths::may_touch(std::size_t s, const Vec3d& X_before, const Vec3d& X_after) const
{
    const Vec3d path = X_after - X_before;
    const Bounds& box = surfaces_[s].bounds;
    return !is_empty(box) && squared_distance(box, X_after) <= dot(path, path);
}

/// In the frame of the surface.
std::optional<PathContact> ParticlePaths::contact(std::size_t s, Index i, const Vec3d& x) const
{
    const Vec3d X_before = poses_before_[s].material_point(before_[static_cast<std::size_t>(i)]);
    const Vec3d X_after = poses_after_[s].material_point(x);
    if (!may_touch(s, X_before, X_after))
        return std::nullopt;
    return first_contact({*surfaces_[s].solid, surfaces_[s].keeps_inside, X_before, X_after, skin_});
}

bool ParticlePaths::is_crossed(const Vec3d& from, const Vec3d& to) const
{
    for (std::size_t s = 0; s < poses_after_.size(); ++s)
        if (first_contact({*surfaces_[s].solid, surfaces_[s].keeps_inside, poses_after_[s].material_point(from),
                           poses_after_[s].material_point(to), skin_}))
            return true;
    return false;
}

/// Walls that rest are looked at only by those that are not clear of them.
void ParticlePaths::find_touching(const ParticleSet& particles, const Walls::Spared& spared)
{
    const auto material = particles.column<Index>("material").view();
    const auto clearance = particles.column<Real>("clearance").view();
    touches_.assign(static_cast<std::size_t>(particles.size()), 0);
    parallel_for(particles.size(), [&](Index i) {
        if (material[i] == ghost_material || (!spared.by_all.empty() && spared.by_all[i] != 0))
            return;
        const Vec3d x = particles.position[i];
        const bool is_clear = double(clearance[i]) > norm(x - before_[static_cast<std::size_t>(i)]);
        for (std::size_t s = 0; s < surfaces_.size(); ++s)
        {
            const bool rests = s < wall_count_ && !surfaces_[s].motion;
            if ((rests && is_clear) || is_spared(s, i, spared))
                continue;
            if (contact(s, i, x))
                touches_[static_cast<std::size_t>(i)] = 1;
        }
    });
}

/// [m] Where what is left of a path leads along the surface, in its frame. Walls lift what they stop in the next step.
Vec3d ParticlePaths::slid(std::size_t s, const Vec3d& x, const PathContact& found) const
{
    const Vec3d X_after = poses_after_[s].material_point(x);
    const Vec3d rest = X_after - found.place;
    const Vec3d from = found.place + 2 * skin_ * found.normal;
    const Solid& solid = *surfaces_[s].solid;
    if (s < wall_count_ || !(solid.surface_from(from).distance > 0))
        return found.place;
    const Vec3d to = from + rest - dot(rest, found.normal) * found.normal;
    const auto again = first_contact({solid, surfaces_[s].keeps_inside, from, to, skin_});
    return again ? again->place : to;
}

bool ParticlePaths::stop(std::size_t s, Index i, WorldState& state, Walls& walls, RigidBodies& rigid) const
{
    ParticleSet& particles = state.particles;
    auto found = contact(s, i, particles.position[i]);
    if (!found)
        return false;
    if (dimension_ == 2)
        found->normal.z = 0;
    const Vec3d x = poses_after_[s].place_of(slid(s, particles.position[i], *found));
    const Vec3d normal = poses_after_[s].rotation * found->normal;
    const Vec3d v = convert<double>(particles.velocity[i]);
    const std::size_t k = s - wall_count_;
    const Vec3d after = s < wall_count_ ? walls.after_contact(s, particles.column<Index>("material").values[static_cast<std::size_t>(i)], v,
                                                              movements_[s].velocity_at(x), normal)
                                        : v - min(0.0, dot(v - rigid[k].motion().velocity_at(x), normal)) * normal;
    const Vec3d end = particles.position[i];
    particles.position[i] = x;
    particles.velocity[i] = convert<Real>(after);
    particles.column<Real>("clearance").values[static_cast<std::size_t>(i)] = 0;
    const double m = double(particles.mass[i]);
    const Vec3d given = m * (v - convert<double>(particles.velocity[i]));
    if (s < wall_count_)
        walls.add_impulse(s, {given, cross(x, given)});
    else
        rigid.push(k, {given, cross(x - rigid[k].state.position, given) + m * cross(end - x, v)}, state); // moving it back turns it, too
    return true;
}

/// Who touches is found by all threads, then one after the other is stopped. Rigid bodies come before walls: what is
/// caught between the two stays on its side of the wall.
void ParticlePaths::stop_at_surfaces(WorldState& state, Walls& walls, RigidBodies& rigid, const Walls::Spared& spared, double dt)
{
    constexpr int most_passes = 4; // a corner of three faces needs three
    if (!any())
        return;
    place_after(state, rigid, dt);
    find_touching(state.particles, spared);
    for (Index i = 0; i < state.particles.size(); ++i)
    {
        if (touches_[static_cast<std::size_t>(i)] == 0)
            continue;
        bool again = true;
        for (int pass = 0; pass < most_passes && again; ++pass)
        {
            again = false;
            for (std::size_t s = surfaces_.size(); s > 0; --s)
                if (!is_spared(s - 1, i, spared))
                    again = stop(s - 1, i, state, walls, rigid) || again;
        }
    }
}
} // namespace aspic
