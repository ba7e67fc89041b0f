#include "aspic/simulation/scene_problems.h"

#include "aspic/geometry/solid.h"
#include "aspic/simulation/body_points.h"
#include "aspic/simulation/derived.h"
#include "aspic/simulation/ghosts.h"
#include "aspic/simulation/rigid_bodies.h"
#include "aspic/simulation/scattered_points.h"
#include "aspic/simulation/sources.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

namespace aspic
{
namespace
{
class SceneCheck
{
public:
    SceneCheck(const Scene& scene, const Assets& assets) : scene_(scene), assets_(assets) {}

    Problems run()
    {
        for (const auto& object : scene_.objects)
        {
            check_body(object.value, "objects." + object.name);
            check_scatter(object.value, "objects." + object.name);
            for (const auto& pin : object.value.pins)
                check_solid(pin.value.region, "objects." + object.name + ".pins." + pin.name + ".region");
        }
        for (const auto& wall : scene_.walls)
            check_wall(wall.value, "walls." + wall.name + ".shape");
        for (const auto& body : scene_.rigid_bodies)
            if (check_solid(body.value.shape, "rigid_bodies." + body.name + ".shape"))
                check_rigid(body.value, "rigid_bodies." + body.name);
        for (const auto& sink : scene_.sinks)
            check_solid(sink.value.shape, "sinks." + sink.name + ".shape");
        for (const auto& emitter : scene_.emitters)
        {
            if (const auto* bodies = std::get_if<BodyEmitter>(&emitter.value))
            {
                check_body(*bodies, "emitters." + emitter.name + ".bodies");
                check_scatter(*bodies, "emitters." + emitter.name + ".bodies");
            }
            else
                check_nozzle(std::get<FluidEmitter>(emitter.value), "emitters." + emitter.name + ".fluid");
        }
        for (const auto& force : scene_.forces)
            if (force.value.region)
                check_solid(*force.value.region, "forces." + force.name + ".region");
        if (problems_.empty())
            check_ghosts();
        if (problems_.empty())
            check_fixed_step();
        return std::move(problems_);
    }

private:
    void check_rigid(const RigidObject& object, const std::string& path)
    {
        const auto body = make_rigid_body(rigid_settings(object), scene_.dimension, assets_);
        for (const Problem& problem : body.problems())
            problems_.push_back({problem.where.empty() ? path : path + "." + problem.where, problem.what, problem.hint});
        const Bounds bounds = make_solid(object.shape, scene_.dimension, assets_).value()->bounds();
        const double reach = std::max(norm(bounds.low), norm(bounds.high));
        check_place(norm(object.position) + (std::isfinite(reach) ? reach : 0), path);
    }

    std::shared_ptr<const Solid> check_solid(const Shape& shape, const std::string& path)
    {
        const auto solid = make_solid(shape, scene_.dimension, assets_);
        if (solid)
            return *solid;
        for (const Problem& problem : solid.problems())
            problems_.push_back({problem.where.empty() ? path : path + "." + problem.where, problem.what, problem.hint});
        return nullptr;
    }

    void check_body(const Body& body, const std::string& path)
    {
        for (const auto& part : body.parts)
            check_solid(part.value.region, path + ".parts." + part.name + ".region");
        const auto* file = std::get_if<ParticleFile>(&body.shape.form);
        if (file != nullptr && !std::holds_alternative<LatticeSampling>(body.sampling))
            problems_.push_back(
                {path + ".sampling", "the particles of a file stand where they stand: there is no shape to fill", "leave it out"});
        if (file != nullptr)
            return check_points(*file, body.position, path + ".shape.particles");
        const auto solid = check_solid(body.shape, path + ".shape");
        if (solid == nullptr)
            return;
        const Bounds bounds = solid->bounds();
        if (!is_finite(bounds.low) || !is_finite(bounds.high))
            problems_.push_back({path + ".shape", "a body must end somewhere: this shape goes on for ever", "cut it with 'intersection'"});
        else
            check_place(std::max(norm(bounds.low), norm(bounds.high)) + norm(body.position), path);
    }

    /// Random places must be found in time, and not be crowded: there would be neighbours without number.
    void check_scatter(const Body& body, const std::string& path)
    {
        const auto region = body.scatter ? check_solid(*body.scatter, path + ".scatter") : nullptr;
        if (region == nullptr || !problems_.empty())
            return;
        const Bounds bounds = region->bounds();
        if (!is_finite(bounds.low) || !is_finite(bounds.high))
        {
            problems_.push_back(
                {path + ".scatter", "particles cannot be scattered over a region without end", "cut it with 'intersection'"});
            return;
        }
        check_place(std::max(norm(bounds.low), norm(bounds.high)), path + ".scatter");
        const double share = filled_share(*region);
        if (share < least_filled_share)
        {
            problems_.push_back({path + ".scatter", "hardly a point of its bounds is in the region", "make it thicker"});
            return;
        }
        const Vec3d size = bounds.high - bounds.low;
        const double room = share * size.x * size.y * (scene_.dimension == 2 ? 1 : size.z);
        constexpr double crowd = 50; // particles where a lattice has one
        if (body_point_count(body, scene_, assets_) * scene_.particle_volume() > crowd * room)
            problems_.push_back({path + ".scatter", "the region is more than 50 times smaller than the body", "make it larger"});
    }

    void check_wall(const Wall& wall, const std::string& path)
    {
        const auto solid = check_solid(wall.shape, path);
        const bool is_sampled = std::holds_alternative<DfsphSettings>(scene_.solvers.pressure) &&
                                scene_.solvers.boundaries == BoundaryMethod::samples && wall.ghosts != GhostKind::none;
        if (solid != nullptr && is_sampled && (!is_finite(solid->bounds().low) || !is_finite(solid->bounds().high)))
            problems_.push_back({path, "a wall without end cannot be sampled",
                                 "choose \"boundaries\": \"map\", or a box that reaches as far as the fluid"});
    }

    void check_place(double distance, const std::string& path)
    {
        if (!(distance <= farthest_coordinate(scene_)))
            problems_.push_back({path, "it lies too far from the origin for this spacing", "move the scene nearer to the origin"});
    }

    void check_nozzle(const FluidEmitter& emitter, const std::string& path)
    {
        constexpr double most = 1e6; // particles: more is a slip of units
        if (nozzle_point_count(emitter, scene_) > most)
            problems_.push_back({path + ".nozzle", "each layer of the jet would hold more than a million particles",
                                 "make the nozzle smaller, or the spacing larger"});
        check_place(norm(emitter.position), path + ".position");
    }

    /// Points of a file must be apart: two at one place would stay together for ever, and crowds have neighbours without number.
    void check_points(const ParticleFile& file, const Vec3d& position, const std::string& path)
    {
        const double h = scene_.support_radius();
        std::vector<Vec3d> points = assets_.particles.at(file.file)->positions;
        double distance = 0;
        for (Vec3d& x : points)
        {
            x = file.scale * x;
            distance = std::max(distance, norm(x));
        }
        check_place(distance + norm(position), path);
        if (!problems_.empty())
            return;
        std::ranges::sort(points, [](const Vec3d& a, const Vec3d& b) { return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z); });
        if (std::ranges::adjacent_find(points) != points.end())
            problems_.push_back({path, "two of its points stand at the same place", "each particle needs a place of its own"});
        std::map<std::array<double, 3>, double> cells;
        for (const Vec3d& x : points)
            cells[{std::floor(x.x / h), std::floor(x.y / h), std::floor(x.z / h)}] += 1;
        double pairs = 0;
        for (const auto& [cell, count] : cells)
            pairs += count * count;
        constexpr double crowd = 1000; // a lattice has up to 8 in a cell of twice its spacing
        if (pairs > crowd * static_cast<double>(points.size()))
            problems_.push_back({path,
                                 "its points are crowded: about " +
                                     std::to_string(static_cast<long>(pairs / static_cast<double>(points.size()))) +
                                     " in a cube of one support radius",
                                 "is the spacing, or the scale of the file, in another unit?"});
    }

    void check_ghosts()
    {
        if (!std::holds_alternative<WeaklyCompressibleSettings>(scene_.solvers.pressure))
            return;
        for (std::size_t w = 0; w < scene_.walls.size(); ++w)
            if (!Ghosts::can_fill(scene_, assets_, w))
                problems_.push_back({"walls." + scene_.walls[w].name,
                                     "the wall is too large to be filled with ghost particles at this spacing",
                                     "give it \"ghosts\": \"none\", cut its shape with 'intersection', or take a larger spacing"});
    }

    void check_fixed_step()
    {
        const std::optional<double> fixed = scene_.solvers.time_step.fixed;
        const double limit = first_step_limit(scene_, assets_);
        if (!fixed || *fixed <= limit)
            return;
        char text[100];
        std::snprintf(text, sizeof(text), "a step of %.3g s is too long: the limits allow %.3g s at the start", *fixed, limit);
        problems_.push_back({"solvers.time_step.fixed", text, "take a shorter one, or leave it out: steps then adapt"});
    }

    const Scene& scene_;
    const Assets& assets_;
    Problems problems_;
};
} // namespace

Problems scene_problems(const Scene& scene, const Assets& assets) { return SceneCheck(scene, assets).run(); }
} // namespace aspic
