#include "aspic/simulation/scene_boundaries.h"

#include "aspic/boundaries/sampled_boundary.h"
#include "aspic/boundaries/thin_matter.h"
#include "aspic/boundaries/volume_map.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/fluid_model.h"
#include "aspic/simulation/held_particles.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// The mean motion in a step.
RigidMotion rigid_motion(const Movement& movement)
{
    const Mat3T<double> turn = movement.after.rotation * transpose(movement.before.rotation);
    const Vec3d sine{0.5 * (turn.row[2].y - turn.row[1].z), 0.5 * (turn.row[0].z - turn.row[2].x), 0.5 * (turn.row[1].x - turn.row[0].y)};
    const double s = std::min(1.0, norm(sine));
    const double angle_per_sine = s > 1e-8 ? std::asin(s) / s : 1;
    return {.center = movement.before.center + movement.before.shift,
            .velocity = (movement.after.shift - movement.before.shift) / movement.span,
            .angular_velocity = (angle_per_sine / movement.span) * sine};
}

std::unique_ptr<const Boundary> make_boundary(const Scene& scene, const BoundaryShape& shape)
{
    if (is_sampled(scene, shape))
        return std::make_unique<SampledBoundary>(shape);
    return std::make_unique<VolumeMap>(shape);
}
} // namespace

bool is_sampled(const Scene& scene, const BoundaryShape& shape)
{
    if (scene.solvers.boundaries != BoundaryMethod::automatic)
        return scene.solvers.boundaries == BoundaryMethod::samples;
    return thin_place(shape).has_value();
}

BoundaryShape boundary_shape(const Scene& scene, const Assets& assets, const Wall& wall)
{
    return {.solid = make_solid(wall.shape, scene.dimension, assets).value(),
            .fluid_is_inside = wall.keeps == Side::inside,
            .kernel = exact_kernel_of(scene),
            .spacing = scene.spacing};
}

BoundaryShape boundary_shape(const Scene& scene, const Assets& assets, const RigidObject& body)
{
    return {.solid = make_solid(body.shape, scene.dimension, assets).value(), .kernel = exact_kernel_of(scene), .spacing = scene.spacing};
}

SceneBoundaries::SceneBoundaries(const Scene& scene, const Assets& assets)
    : profile_(exact_kernel_of(scene), scene.spacing), periodicity_(periodicity_of(scene)), spacing_(scene.spacing)
{
    for (const auto& [name, wall] : scene.walls)
    {
        std::unique_ptr<const Boundary> boundary;
        const BoundaryShape shape = boundary_shape(scene, assets, wall);
        if (wall.ghosts != GhostKind::none)
            boundary = make_boundary(scene, shape);
        walls_.push_back({.boundary = std::move(boundary),
                          .motion = wall.motion,
                          .sticks = wall.ghosts == GhostKind::no_slip,
                          .solid = shape.solid,
                          .keeps_inside = shape.fluid_is_inside});
    }
    for (const auto& [name, body] : scene.rigid_bodies)
    {
        const BoundaryShape shape = boundary_shape(scene, assets, body);
        std::unique_ptr<const Boundary> boundary = make_boundary(scene, shape);
        walls_.push_back({.boundary = std::move(boundary), .motion = {}, .sticks = body.sticks, .solid = shape.solid});
        ++rigid_count_;
    }
}

void SceneBoundaries::follow(const RigidBodies& rigid)
{
    for (std::size_t k = 0; k < rigid_count_; ++k)
        bodies_[wall_count() + k] = {rigid[k].motion(), rigid[k].inverse_mass, rigid[k].world_inverse_inertia()};
}

void SceneBoundaries::collect(const ParticleSet& particles, const RigidBodies& rigid, double time, double dt, View<const Index> solid)
{
    bodies_.clear();
    poses_.clear();
    std::vector<PlacedBoundary> placed;
    for (std::size_t w = 0; w < wall_count(); ++w)
    {
        const Movement movement(walls_[w].motion, time, dt);
        const Pose pose = pose_at(walls_[w].motion, time);
        bodies_.push_back({.motion = rigid_motion(movement)});
        poses_.push_back({.rotation = pose.rotation, .position = pose.center + pose.shift, .material_center = pose.center});
        if (walls_[w].boundary)
            placed.push_back({walls_[w].boundary.get(), poses_.back(), static_cast<Index>(w)});
    }
    bodies_.resize(walls_.size());
    follow(rigid);
    for (std::size_t k = 0; k < rigid_count_; ++k)
    {
        poses_.push_back(rigid[k].pose());
        placed.push_back({walls_[wall_count() + k].boundary.get(), poses_.back(), static_cast<Index>(wall_count() + k)});
    }
    collector_.collect(placed, particles.position.view(), periodicity_, terms_);
    if (const View<const Index> beside = HeldParticles::beside(particles); !beside.empty())
        parallel_for(particles.size(), [&](Index i) {
            for (BoundaryTerm& term : terms_.of(i))
                if (term.body == beside[i])
                    term = {.body = term.body, .gradient = {}, .moment = {}, .offset = {}};
        });
    parallel_for(static_cast<Index>(terms_.terms.size()), [&](Index k) {
        BoundaryTerm& term = terms_.terms[static_cast<std::size_t>(k)];
        term.distance = static_cast<Real>(profile_.distance_where(double(term.filled)));
    });
    separate_solids(particles, solid);
}

/// The exact distance where the nearest surface is about as flat as what is seen of the wall says; else, in edges and corners, that of a flat wall of which as much would be seen.
SceneBoundaries::SolidNearWall SceneBoundaries::solid_near_wall(Index i, const Vec3d& x, const BoundaryTerm& term) const
{
    const auto body = static_cast<std::size_t>(term.body);
    const RigidPose& pose = poses_[body];
    const Vec3d gradient = convert<double>(term.gradient);
    const double seen = distance_of(term), steepness = norm(gradient);
    const Vec3d away = steepness > 0 ? -gradient / steepness : Vec3d{};
    const SurfaceView surface = walls_[body].solid->surface_from(pose.material_point(x));
    const double side = walls_[body].keeps_inside ? -1 : 1;
    const Vec3d normal = side * (pose.rotation * surface.normal);
    const double share = std::clamp((std::abs(seen - side * surface.distance) / spacing_ - 0.05) / 0.1, 0.0, 1.0);
    const Vec3d both = (1 - share) * normal + share * away;
    const double length = norm(both);
    return {i, term.body, (1 - share) * side * surface.distance + share * seen, length > 0.1 ? both / length : away};
}

void SceneBoundaries::separate_solids(const ParticleSet& particles, View<const Index> solid)
{
    constexpr double reach = 1.2; // of a spacing: half, and what a particle moves in a step
    solids_near_walls_.clear();
    for (Index i = 0; i < solid.size(); ++i)
        if (solid[i] >= 0)
            for (BoundaryTerm& term : terms_.of(i))
                if (term.filled > 0)
                {
                    const SolidNearWall near = solid_near_wall(i, particles.position[i], term);
                    if (near.distance < reach * spacing_)
                        solids_near_walls_.push_back(near);
                    term = {.body = term.body, .distance = term.distance, .gradient = {}, .moment = {}, .offset = {}};
                }
}

std::size_t SceneBoundaries::bytes() const
{
    std::size_t total = terms_.begin.capacity() * sizeof(Index) + terms_.terms.capacity() * sizeof(BoundaryTerm);
    for (const Member& wall : walls_)
        total += wall.boundary ? wall.boundary->bytes() : 0;
    return total;
}
} // namespace aspic
