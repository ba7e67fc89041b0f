#include "aspic/simulation/scene_boundaries.h"

#include "aspic/boundaries/sampled_boundary.h"
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

std::unique_ptr<const Boundary> make_boundary(const BoundaryShape& shape, BoundaryMethod method)
{
    if (method == BoundaryMethod::samples)
        return std::make_unique<SampledBoundary>(shape);
    return std::make_unique<VolumeMap>(shape);
}
} // namespace

SceneBoundaries::SceneBoundaries(const Scene& scene, const Assets& assets)
    : profile_(exact_kernel_of(scene), scene.spacing), periodicity_(periodicity_of(scene))
{
    for (const auto& [name, wall] : scene.walls)
    {
        std::unique_ptr<const Boundary> boundary;
        const BoundaryShape shape{.solid = make_solid(wall.shape, scene.dimension, assets).value(),
                                  .fluid_is_inside = wall.keeps == Side::inside,
                                  .kernel = exact_kernel_of(scene),
                                  .spacing = scene.spacing};
        if (wall.ghosts != GhostKind::none)
            boundary = make_boundary(shape, scene.solvers.boundaries);
        walls_.push_back({.boundary = std::move(boundary), .motion = wall.motion, .sticks = wall.ghosts == GhostKind::no_slip});
    }
    for (const auto& [name, body] : scene.rigid_bodies)
    {
        const BoundaryShape shape{
            .solid = make_solid(body.shape, scene.dimension, assets).value(), .kernel = exact_kernel_of(scene), .spacing = scene.spacing};
        walls_.push_back({.boundary = make_boundary(shape, scene.solvers.boundaries), .motion = {}, .sticks = body.sticks});
        ++rigid_count_;
    }
}

void SceneBoundaries::follow(const RigidBodies& rigid)
{
    for (std::size_t k = 0; k < rigid_count_; ++k)
        bodies_[wall_count() + k] = {rigid[k].motion(), rigid[k].inverse_mass, rigid[k].world_inverse_inertia()};
}

void SceneBoundaries::collect(const ParticleSet& particles, const RigidBodies& rigid, double time, double dt)
{
    bodies_.clear();
    std::vector<PlacedBoundary> placed;
    for (std::size_t w = 0; w < wall_count(); ++w)
    {
        const Movement movement(walls_[w].motion, time, dt);
        const Pose pose = pose_at(walls_[w].motion, time);
        bodies_.push_back({.motion = rigid_motion(movement)});
        if (walls_[w].boundary)
            placed.push_back({walls_[w].boundary.get(),
                              {.rotation = pose.rotation, .position = pose.center + pose.shift, .material_center = pose.center},
                              static_cast<Index>(w)});
    }
    bodies_.resize(walls_.size());
    follow(rigid);
    for (std::size_t k = 0; k < rigid_count_; ++k)
        placed.push_back({walls_[wall_count() + k].boundary.get(), rigid[k].pose(), static_cast<Index>(wall_count() + k)});
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
}

std::size_t SceneBoundaries::bytes() const
{
    std::size_t total = terms_.begin.capacity() * sizeof(Index) + terms_.terms.capacity() * sizeof(BoundaryTerm);
    for (const Member& wall : walls_)
        total += wall.boundary ? wall.boundary->bytes() : 0;
    return total;
}
} // namespace aspic
