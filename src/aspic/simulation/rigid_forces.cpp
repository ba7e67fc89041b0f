#include "aspic/simulation/rigid_forces.h"

#include <algorithm>

namespace aspic
{
namespace
{
/// Centres of the cells of a fine lattice that are in a solid; its mean point where none is.
std::vector<Vec3d> points_in(const Solid& solid, int dimension)
{
    constexpr int along = 16; // cells along the longest edge
    const Bounds box = solid.bounds();
    if (!is_bounded(box)) // it moves as given
        return {Vec3d{}};
    const Vec3d size = box.high - box.low;
    const double cell = std::max({size.x, size.y, dimension == 2 ? 0 : size.z}) / along;
    const auto count = [&](double length) { return std::max(1, static_cast<int>(length / cell + 0.5)); };
    std::vector<Vec3d> points;
    for (int i = 0; i < count(size.x); ++i)
        for (int j = 0; j < count(size.y); ++j)
            for (int k = 0; k < (dimension == 2 ? 1 : count(size.z)); ++k)
            {
                const Vec3d x{box.low.x + (i + 0.5) * size.x / count(size.x), box.low.y + (j + 0.5) * size.y / count(size.y),
                              dimension == 2 ? 0 : box.low.z + (k + 0.5) * size.z / count(size.z)};
                if (solid.contains(x))
                    points.push_back(x);
            }
    if (points.empty())
        points.push_back(0.5 * (box.low + box.high));
    return points;
}
} // namespace

RigidForces::RigidForces(const Scene& scene, const Assets& assets)
{
    for (const auto& [name, force] : scene.forces)
        if (!force.material)
            forces_.push_back({&force, force.region ? make_solid(*force.region, scene.dimension, assets).value() : nullptr});
    if (std::ranges::any_of(forces_, [](const Force& force) { return force.region != nullptr; }))
        for (const auto& [name, body] : scene.rigid_bodies)
            points_.push_back(points_in(*make_solid(body.shape, scene.dimension, assets).value(), scene.dimension));
}

void RigidForces::apply(RigidBodies& rigid, double time, double dt) const
{
    for (const Force& each : forces_)
        for (std::size_t k = 0; k < rigid.size(); ++k)
        {
            const RigidBody& body = rigid[k];
            const Vec3d a = each.force->acceleration.at(time);
            Vec3d arm = matrix_of(body.state.orientation) * body.overhang; // of what is pulled, from the body's position
            double part = 1;
            if (each.region != nullptr)
            {
                const RigidPose pose = body.pose();
                Vec3d sum;
                double inside = 0;
                for (const Vec3d& point : points_[k])
                    if (const Vec3d x = pose.place_of(point); each.region->contains(x))
                    {
                        sum += x - body.state.position;
                        inside += 1;
                    }
                part = inside / static_cast<double>(points_[k].size());
                arm = inside > 0 ? sum / inside : Vec3d{};
            }
            const Vec3d impulse = (part * body.mass * dt) * a;
            rigid.apply(k, {impulse, cross(arm, impulse)});
        }
}
} // namespace aspic
