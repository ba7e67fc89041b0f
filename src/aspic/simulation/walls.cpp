#include "aspic/simulation/walls.h"

#include <algorithm>

namespace aspic
{
namespace
{
bool is_probed(const Scene& scene, const std::string& wall)
{
    return std::ranges::any_of(scene.probes, [&](const auto& probe) {
        const auto* wall_probe = std::get_if<WallProbe>(&probe.value);
        return wall_probe != nullptr && wall_probe->wall == wall;
    });
}

/// Velocity after touching a wall that moves with `wall_velocity`; n points away from it.
Vec3d after_contact(const Vec3d& v, const Vec3d& wall_velocity, const Vec3d& n, const Wall& wall)
{
    const Vec3d relative = v - wall_velocity;
    const double approach = -dot(relative, n);
    if (approach <= 0)
        return v;
    const double impulse = (1 + wall.restitution) * approach; // per mass
    const Vec3d tangential = relative + approach * n;
    const double slip = norm(tangential);
    const double brake = slip > 0 ? std::min(1.0, wall.friction * impulse / slip) : 0;
    return v + impulse * n - brake * tangential;
}
} // namespace

Walls::Walls(const Scene& scene, const Assets& assets) : radius_(scene.radius()), dimension_(scene.dimension)
{
    for (const auto& wall : scene.walls)
        walls_.push_back({wall.value, make_solid(wall.value.shape, scene.dimension, assets).value(), is_probed(scene, wall.name)});
    impulses_.resize(walls_.size());
    velocity_change_.resize(walls_.size());
}

void Walls::hold_back(ParticleSet& particles, View<const Index> held, double time, double dt)
{
    constexpr int most_passes = 4; // a corner of three faces needs three
    const Index n = particles.size();
    std::vector<Movement> movements;
    for (std::size_t w = 0; w < walls_.size(); ++w)
    {
        movements.emplace_back(walls_[w].wall.motion, time, dt);
        velocity_change_[w].assign(walls_[w].is_measured ? static_cast<std::size_t>(n) : 0, Vec3{});
    }

    const auto touch = [&](std::size_t w, Index i, Vec3d& x, Vec3d& v) {
        const Prepared& prepared = walls_[w];
        const Movement& movement = movements[w];
        const SurfaceView surface = prepared.solid->surface_from(movement.after.material_point(x));
        const double side = prepared.wall.keeps == Side::inside ? -1 : 1;
        const double gap = side * surface.distance;
        if (gap >= radius_)
            return false;
        Vec3d away = side * (movement.after.rotation * surface.normal);
        if (dimension_ == 2)
            away.z = 0;
        const Vec3d before = v;
        v = after_contact(v, movement.velocity_at(x), away, prepared.wall);
        x = x + (radius_ - gap) * away;
        if (prepared.is_measured)
            velocity_change_[w][static_cast<std::size_t>(i)] += convert<Real>(v - before);
        return true;
    };
    parallel_for(n, [&](Index i) {
        if (held.size() > 0 && held[i] != 0)
            return;
        Vec3d x = particles.position[i];
        Vec3d v = convert<double>(particles.velocity[i]);
        bool touched = false;
        for (int pass = 0; pass < most_passes; ++pass)
        {
            bool again = false;
            for (std::size_t w = 0; w < walls_.size(); ++w)
                again = touch(w, i, x, v) || again;
            touched = touched || again;
            if (!again)
                break;
        }
        if (touched)
        {
            particles.position[i] = x;
            particles.velocity[i] = convert<Real>(v);
        }
    });

    for (std::size_t w = 0; w < walls_.size(); ++w)
    {
        if (!walls_[w].is_measured)
            continue;
        const auto of_particle = [&](Index i) {
            const Vec3d impulse = -double(particles.mass[i]) * convert<double>(velocity_change_[w][static_cast<std::size_t>(i)]);
            return WallImpulse{impulse, cross(particles.position[i], impulse)};
        };
        impulses_[w] = reduce(n, WallImpulse{}, of_particle, [](const WallImpulse& a, const WallImpulse& b) {
            return WallImpulse{a.linear + b.linear, a.angular + b.angular};
        });
    }
}

std::size_t Walls::bytes() const
{
    std::size_t total = 0;
    for (const auto& change : velocity_change_)
        total += change.capacity() * sizeof(Vec3);
    return total;
}
} // namespace aspic
