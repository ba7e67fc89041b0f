#include "aspic/simulation/walls.h"

#include <algorithm>
#include <limits>

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

constexpr double of_solids = 0.3; ///< of the distance that others keep: elasticity lets solids come nearer, as far as they are compressed

/// Velocity after touching a wall that moves with `wall_velocity`; n points away from it.
Vec3d velocity_after(const Vec3d& v, const Vec3d& wall_velocity, const Vec3d& n, double restitution, double friction)
{
    const Vec3d relative = v - wall_velocity;
    const double approach = -dot(relative, n);
    if (approach <= 0)
        return v;
    const double impulse = (1 + restitution) * approach; // per mass
    const Vec3d tangential = relative + approach * n;
    const double slip = norm(tangential);
    const double brake = slip > 0 ? std::min(1.0, friction * impulse / slip) : 0;
    return v + impulse * n - brake * tangential;
}
} // namespace

Walls::Walls(const Scene& scene, const Assets& assets)
    : friction_(scene), most_clearance_(64 * scene.support_radius()), dimension_(scene.dimension)
{
    for (const auto& [name, wall] : scene.walls)
    {
        const double distance = wall.ghosts == GhostKind::none ? scene.radius() : 0.5 * scene.radius();
        walls_.push_back({wall, make_solid(wall.shape, scene.dimension, assets).value(), distance, is_probed(scene, name)});
        any_moves_ = any_moves_ || wall.motion;
    }
    impulses_.resize(walls_.size());
    velocity_change_.resize(walls_.size());
}

void Walls::prepare(ParticleSet& particles)
{
    if (!particles.has_column("clearance"))
        particles.add_column<Real>("clearance", "m", "c");
}

Vec3d Walls::after_contact(std::size_t w, Index material, const Vec3d& v, const Vec3d& wall_velocity, const Vec3d& normal) const
{
    return velocity_after(v, wall_velocity, normal, walls_[w].wall.restitution, friction_.with_body(material, w));
}

/// A particle that is being kept from the walls.
struct Walls::Touching
{
    Index particle, material;
    Vec3d x, v;
    double clearance; ///< [m] to the nearest resting wall
    bool is_solid;    ///< elasticity keeps it away
};

bool Walls::touch(std::size_t w, const Movement& movement, Touching& at)
{
    const Prepared& prepared = walls_[w];
    const SurfaceView surface = prepared.solid->surface_from(movement.after.material_point(at.x));
    const double side = prepared.wall.keeps == Side::inside ? -1 : 1;
    const double gap = side * surface.distance - (at.is_solid ? of_solids : 1) * prepared.distance;
    if (!prepared.wall.motion)
        at.clearance = std::min(at.clearance, gap);
    if (gap >= 0)
        return false;
    Vec3d away = side * (movement.after.rotation * surface.normal);
    if (dimension_ == 2)
        away.z = 0;
    const Vec3d before = at.v;
    at.v = after_contact(w, at.material, at.v, movement.velocity_at(at.x), away);
    at.x = at.x - gap * away;
    if (prepared.is_measured)
        velocity_change_[w][static_cast<std::size_t>(at.particle)] += convert<Real>(at.v - before);
    return true;
}

void Walls::hold_back(ParticleSet& particles, const Spared& spared, double time, double dt, Turn turn)
{
    constexpr int most_passes = 4;   // a corner of three faces needs three
    constexpr double surely = 0.999; // of a clearance: it is a rounded number
    const Index n = particles.size();
    std::vector<Movement> movements;
    for (std::size_t w = 0; w < walls_.size(); ++w)
    {
        movements.emplace_back(walls_[w].wall.motion, time, dt);
        if (turn == Turn::first)
            velocity_change_[w].assign(walls_[w].is_measured ? static_cast<std::size_t>(n) : 0, Vec3{});
    }
    const auto material = particles.column<Index>("material").view();
    const auto clearance = particles.column<Real>("clearance").view();
    const View<const Index> solid = spared.by_elasticity;
    stays_in_matter_.assign(static_cast<std::size_t>(n), 0);

    parallel_for(n, [&](Index i) {
        const bool is_clear = clearance[i] > 0;
        if ((is_clear && !any_moves_) || material[i] == ghost_material || (!spared.by_all.empty() && spared.by_all[i] != 0))
            return;
        const Index spared_by = spared.by_one.empty() ? -1 : spared.by_one[i];
        Touching at{i,
                    material[i],
                    particles.position[i],
                    convert<double>(particles.velocity[i]),
                    std::numeric_limits<double>::max(),
                    !solid.empty() && solid[i] >= 0};
        bool touched = false, again = false;
        for (int pass = 0; pass < most_passes; ++pass)
        {
            again = false;
            at.clearance = std::numeric_limits<double>::max();
            for (std::size_t w = 0; w < walls_.size(); ++w)
                if (static_cast<Index>(w) != spared_by && (walls_[w].wall.motion || !is_clear || touched))
                    again = touch(w, movements[w], at) || again;
            touched = touched || again;
            if (!again)
                break;
        }
        if (!is_clear || touched)
            clearance[i] = static_cast<Real>(surely * std::min(at.clearance, most_clearance_));
        if (touched)
        {
            particles.position[i] = at.x;
            particles.velocity[i] = convert<Real>(at.v);
        }
        stays_in_matter_[static_cast<std::size_t>(i)] = again ? 1 : 0;
    });
    sum_impulses(particles);
}

Index Walls::deep_in_matter(const ParticleSet& particles, const Spared& spared, double time, double spacing) const
{
    for (Index i = 0; i < static_cast<Index>(stays_in_matter_.size()); ++i)
    {
        if (stays_in_matter_[static_cast<std::size_t>(i)] == 0)
            continue;
        for (std::size_t w = 0; w < walls_.size(); ++w)
        {
            const Prepared& prepared = walls_[w];
            if (!spared.by_one.empty() && spared.by_one[i] == static_cast<Index>(w))
                continue;
            const Vec3d X = pose_at(prepared.wall.motion, time).material_point(particles.position[i]);
            const double side = prepared.wall.keeps == Side::inside ? -1 : 1;
            if (side * prepared.solid->surface_from(X).distance < -spacing)
                return i;
        }
    }
    return -1;
}

double Walls::largest_speed(double time) const
{
    constexpr double moment = 1e-3; // [s]
    double largest = 0;
    for (const Prepared& prepared : walls_)
    {
        if (!prepared.wall.motion)
            continue;
        const Movement movement(prepared.wall.motion, time, moment);
        const Bounds box = prepared.solid->bounds();
        for (int corner = 0; corner < 8; ++corner)
        {
            const Vec3d X = is_bounded(box) ? Vec3d{corner % 2 == 0 ? box.low.x : box.high.x, corner / 2 % 2 == 0 ? box.low.y : box.high.y,
                                                    corner / 4 == 0 ? box.low.z : box.high.z}
                                            : movement.after.center;
            largest = std::max(largest, norm(movement.velocity_at(movement.after.place_of(X))));
        }
    }
    return largest;
}

void Walls::sum_impulses(const ParticleSet& particles)
{
    for (std::size_t w = 0; w < walls_.size(); ++w)
    {
        if (!walls_[w].is_measured)
            continue;
        const auto of_particle = [&](Index i) {
            const Vec3d impulse = -double(particles.mass[i]) * convert<double>(velocity_change_[w][static_cast<std::size_t>(i)]);
            return WallImpulse{impulse, cross(particles.position[i], impulse)};
        };
        impulses_[w] =
            reduce(particles.size(), WallImpulse{}, of_particle, [](const WallImpulse& a, const WallImpulse& b) { return a + b; });
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
