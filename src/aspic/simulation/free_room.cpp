#include "aspic/simulation/free_room.h"

#include "aspic/neighbors/hash_grid.h"
#include "aspic/scene/solid_objects.h"
#include "aspic/simulation/derived.h"

#include <algorithm>
#include <atomic>

namespace aspic
{
namespace
{
constexpr double tolerance = 0.1; ///< of a spacing: so deep a particle may be in a wall, which pushes it out
} // namespace

FreeRoom::FreeRoom(const Scene& scene, const Assets& assets)
    : spacing_(scene.spacing), dimension_(scene.dimension), periodicity_(periodicity_of(scene))
{
    for (const auto& wall : scene.walls)
        walls_.push_back({wall.name, make_solid(wall.value.shape, scene.dimension, assets).value(), wall.value.motion,
                          wall.value.keeps == Side::inside});
    for (const auto& body : scene.rigid_bodies)
        rigid_names_.push_back(body.name);
}

std::vector<char> FreeRoom::crowded(const ParticleSet& particles, const std::vector<Vec3d>& places, double nearest) const
{
    const std::size_t count = places.size();
    const double distance = nearest * spacing_;
    const HashGrid grid(const_view(places), distance, {.dimension = dimension_, .periodicity = periodicity_});
    Vec3d center;
    for (const Vec3d& x : places)
        center += x / static_cast<double>(count);
    double reach = distance;
    for (const Vec3d& x : places)
        reach = std::max(reach, norm(x - center) + distance);
    std::vector<std::atomic<char>> is_crowded(count);
    const auto material = particles.column<Index>("material").view();
    parallel_for(particles.size(), [&](Index i) {
        const Vec3d& x = particles.position[i];
        if (material[i] == ghost_material || norm(shortest_difference(x, center, periodicity_)) > reach)
            return;
        std::vector<Index> found;
        grid.query(x, found);
        for (const Index k : found)
            is_crowded[static_cast<std::size_t>(k)].store(1, std::memory_order_relaxed);
    });
    return {is_crowded.begin(), is_crowded.end()};
}

std::vector<char> FreeRoom::taken(const WorldState& state, const RigidBodies& rigid, const std::vector<Vec3d>& places, double nearest,
                                  const Object* guest) const
{
    if (places.empty())
        return {};
    std::vector<char> result = crowded(state.particles, places, nearest);
    const double deepest = tolerance * spacing_;
    std::vector<Pose> poses;
    for (const PreparedWall& wall : walls_)
        poses.push_back(pose_at(wall.motion, state.time));
    const std::vector<RigidBodies::Placed> bodies = rigid.placed(state);
    const auto counts = [&](const std::string& support) { return guest == nullptr || !is_attached(*guest, support); };
    parallel_for(static_cast<Index>(places.size()), [&](Index i) {
        const auto k = static_cast<std::size_t>(i);
        for (std::size_t w = 0; w < walls_.size() && result[k] == 0; ++w)
        {
            if (!counts(walls_[w].name))
                continue;
            const double distance = walls_[w].solid->surface_from(poses[w].material_point(places[k])).distance;
            result[k] = (walls_[w].is_vessel ? distance : -distance) > deepest ? 1 : 0;
        }
        for (std::size_t b = 0; b < bodies.size() && result[k] == 0; ++b)
            if (counts(rigid_names_[b]) && bodies[b].solid.surface_from(bodies[b].pose.material_point(places[k])).distance < -deepest)
                result[k] = 1;
    });
    return result;
}
} // namespace aspic
