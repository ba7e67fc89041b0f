#include "aspic/simulation/derived.h"

#include "aspic/simulation/body_points.h"
#include "aspic/simulation/nozzle_layer.h"
#include "aspic/simulation/pose.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace aspic
{
namespace
{
/// The largest value of f in a scene.
template <class T, class F> double largest(const Keyframed<T>& value, const Scene& scene, const F& f)
{
    double result = 0;
    for (const double time : value.telling_times(scene.duration))
        result = std::max(result, f(value.at(time)));
    return result;
}

const auto size_of = [](const Vec3d& v) { return norm(v); };

/// The fastest change of a formula, or between keyframes; smooth ones are 1.5 times as fast midway.
double fastest_change(const Keyframed<Vec3d>& value, const Scene& scene)
{
    double fastest = 0;
    const std::vector<double> times = value.formulas.empty() ? std::vector<double>{} : value.telling_times(scene.duration);
    for (std::size_t k = 0; k < times.size(); ++k)
    {
        const double rate = norm(value.rate(times[k]));
        if (std::isfinite(rate)) // that of √t is not at 0
            fastest = std::max(fastest, rate);
        if (k > 0 && times[k] > times[k - 1])
            fastest = std::max(fastest, norm(value.at(times[k]) - value.at(times[k - 1])) / (times[k] - times[k - 1]));
    }
    for (std::size_t k = 1; k < value.keyframes.size(); ++k)
    {
        const auto& from = value.keyframes[k - 1];
        const auto& to = value.keyframes[k];
        fastest = std::max(fastest, 1.5 * norm(to.value - from.value) / (to.time - from.time));
    }
    return fastest;
}

std::vector<Vec3d> corners_of(const Shape& shape, const Scene& scene, const Assets& assets)
{
    const Bounds bounds = make_solid(shape, scene.dimension, assets).value()->bounds();
    std::vector<Vec3d> points;
    points.reserve(8);
    for (int corner = 0; corner < 8; ++corner)
        points.push_back({corner % 2 == 0 ? bounds.low.x : bounds.high.x, corner / 2 % 2 == 0 ? bounds.low.y : bounds.high.y,
                          corner / 4 == 0 ? bounds.low.z : bounds.high.z});
    return points;
}

/// Points around a body in the world: corners of its bounds, or what its file holds. Where it has no end there is none.
std::vector<Vec3d> outline(const Body& body, const Scene& scene, const Assets& assets)
{
    if (body.scatter)
        return corners_of(*body.scatter, scene, assets);
    std::vector<Vec3d> points;
    if (const auto* file = std::get_if<ParticleFile>(&body.shape.form))
        for (const Vec3d& x : assets.particles.at(file->file)->positions)
            points.push_back(file->scale * x);
    else
        points = corners_of(body.shape, scene, assets);
    const Mat3T<double> rotation = rotation_matrix(body.rotation);
    for (Vec3d& x : points)
        x = body.position + rotation * x;
    std::erase_if(points, [](const Vec3d& x) { return !is_finite(x); });
    return points;
}

Body body_of(const Shape& shape)
{
    Body body;
    body.shape = shape;
    return body;
}

double reach_from(const Vec3d& center, const std::vector<Vec3d>& points)
{
    double reach = 0;
    for (const Vec3d& x : points)
        reach = std::max(reach, norm(x - center));
    return reach;
}

/// The largest speed of what moves as given.
double speed_of(const std::optional<Motion>& motion, const Shape& shape, const Scene& scene, const Assets& assets)
{
    if (!motion)
        return 0;
    const double linear = motion->velocity       ? largest(*motion->velocity, scene, size_of)
                          : motion->displacement ? fastest_change(*motion->displacement, scene)
                                                 : 0;
    double angular = motion->angular_velocity ? largest(*motion->angular_velocity, scene, size_of)
                     : motion->rotation       ? fastest_change(*motion->rotation, scene)
                                              : 0;
    if (motion->deformation)
        for (const Keyframed<Vec3d>* edge : {&motion->deformation->along_x, &motion->deformation->along_y, &motion->deformation->along_z})
            angular += fastest_change(*edge, scene);
    return linear + (angular > 0 ? angular * reach_from(motion->center, outline(body_of(shape), scene, assets)) : 0);
}

/// The largest speed of a body's flow: at its outline, or of its vortices.
double fastest_flow(const Body& body, const Scene& scene, const Assets& assets)
{
    if (const auto* vortices = std::get_if<VortexFlow>(&*body.flow))
        return std::abs(vortices->speed);
    if (const auto* shear = std::get_if<ShearFlow>(&*body.flow))
        return std::abs(shear->speed);
    double speed = 0;
    for (const Vec3d& x : outline(body, scene, assets))
        speed = std::max(speed, norm(flow_velocity(body, x)));
    return speed;
}

/// The largest speed in a body at first.
double speed_of(const Body& body, const Scene& scene, const Assets& assets)
{
    double speed = norm(body.velocity);
    if (norm(body.angular_velocity) > 0)
        speed += norm(body.angular_velocity) * reach_from(body.position, outline(body, scene, assets));
    double of_file = 0;
    if (const auto* file = std::get_if<ParticleFile>(&body.shape.form))
        for (const Vec3d& v : assets.particles.at(file->file)->velocities)
            of_file = std::max(of_file, norm(v));
    if (body.flow)
        speed += fastest_flow(body, scene, assets);
    return speed + of_file;
}

/// From the highest place where something starts to the lowest where it can end.
double fall_height(const Scene& scene, const Assets& assets, const Vec3d& up)
{
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    const auto add = [&](const std::vector<Vec3d>& points, bool is_vessel) {
        for (const Vec3d& x : points)
        {
            low = std::min(low, dot(x, up));
            high = is_vessel ? high : std::max(high, dot(x, up));
        }
    };
    for (const auto& object : scene.objects)
        add(outline(object.value, scene, assets), false);
    for (const auto& emitter : scene.emitters)
    {
        if (const auto* bodies = std::get_if<BodyEmitter>(&emitter.value))
            add(outline(*bodies, scene, assets), false);
        else
            add({std::get<FluidEmitter>(emitter.value).position}, false);
    }
    for (const auto& wall : scene.walls)
        if (wall.value.keeps == Side::inside)
            add(outline(body_of(wall.value.shape), scene, assets), true);
    return std::max(0.0, high - low);
}
} // namespace

Periodicity periodicity_of(const Scene& scene)
{
    Periodicity result;
    const std::array<const std::optional<Interval>*, 3> axes{&scene.periodic.x, &scene.periodic.y, &scene.periodic.z};
    for (int axis = 0; axis < 3; ++axis)
        if (const auto& interval = *axes[static_cast<std::size_t>(axis)])
        {
            result.period[axis] = interval->to - interval->from;
            result.origin[axis] = interval->from;
        }
    return result;
}

bool is_in_domain(const Scene& scene, const Vec3d& x)
{
    if (!scene.domain)
        return true;
    for (int axis = 0; axis < scene.dimension; ++axis)
        if (x[axis] < scene.domain->from[axis] || x[axis] > scene.domain->to[axis])
            return false;
    return true;
}

double farthest_coordinate(const Scene& scene) { return CellLattice(scene.support_radius(), periodicity_of(scene)).largest_coordinate(); }

double first_speed(const Scene& scene, const Assets& assets)
{
    double speed = 0;
    for (const auto& object : scene.objects)
        speed = std::max(speed, speed_of(object.value, scene, assets));
    return speed;
}

double expected_speed(const Scene& scene, const Assets& assets)
{
    double speed = first_speed(scene, assets);
    for (const auto& object : scene.objects)
    {
        speed = std::max(speed, speed_of(object.value.motion, object.value.shape, scene, assets));
        for (const auto& pin : object.value.pins)
            speed = std::max(speed, speed_of(pin.value.motion, pin.value.region, scene, assets));
    }
    for (const auto& wall : scene.walls)
        speed = std::max(speed, speed_of(wall.value.motion, wall.value.shape, scene, assets));
    for (const auto& emitter : scene.emitters)
    {
        if (const auto* fluid = std::get_if<FluidEmitter>(&emitter.value))
            speed = std::max(speed, largest_share(*fluid, scene.dimension) * largest(fluid->speed, scene, [](double s) { return s; }));
        else
            speed = std::max(speed, speed_of(std::get<BodyEmitter>(emitter.value), scene, assets));
    }
    if (scene.air)
        speed = std::max(speed, largest(scene.air->velocity, scene, size_of));
    Vec3d down; // the strongest of all that pulls
    double pull = 0;
    const auto add = [&](const Keyframed<Vec3d>& force) {
        pull += largest(force, scene, size_of);
        for (const double time : force.telling_times(scene.duration))
            down = norm(force.at(time)) > norm(down) ? force.at(time) : down;
    };
    add(scene.gravity);
    for (const auto& force : scene.forces)
        add(force.value.acceleration);
    const double height = norm(down) > 0 ? fall_height(scene, assets, (-1 / norm(down)) * down) : 0;
    return std::sqrt(speed * speed + 2 * pull * height);
}

double sound_speed_at(const Scene& scene, double expected, double time)
{
    const auto* settings = std::get_if<WeaklyCompressibleSettings>(&scene.solvers.pressure);
    if (settings == nullptr)
        return 0;
    if (settings->sound_speed)
        return settings->sound_speed->at(time);
    constexpr double slowest = 0.1; // [m/s] of anything, where nothing is known to move
    constexpr double usual_compression = 0.01;
    return std::max(expected, slowest) / std::sqrt(settings->max_compression.value_or(usual_compression));
}

namespace
{
/// What the speed of sound and of particles allows.
struct SpeedLimit
{
    const Scene& scene;
    const StepConditions& now;

    double operator()(const WeaklyCompressibleSettings&) const
    {
        return scene.solvers.time_step.courant * scene.support_radius() / (now.sound_speed + now.speed);
    }
    double operator()(const DfsphSettings& settings) const
    {
        const double a = falling_acceleration();
        const double by_force = a > 0 ? settings.fall * std::sqrt(scene.support_radius() / a) : std::numeric_limits<double>::max();
        // Some drops that are shot away do not need short steps, nor does anything around them.
        const double speed =
            std::max(now.usual_speed.value_or(now.speed) / settings.courant, now.speed / std::max(settings.fastest, settings.courant));
        const double by_speed = speed > 0 ? scene.spacing / speed : std::numeric_limits<double>::max();
        return std::min(by_force, std::max(by_speed, settings.smallest_step));
    }

    /// [m/s²] What falls freely in a step must be found by few iterations. Nothing can have fallen faster than most particles are: where all is nearly at rest, pressure bears the weight already. Solids, rigid bodies and
    /// surface tension are explicit answers to where particles are, and keep the bound.
    [[nodiscard]] double falling_acceleration() const
    {
        const double a = std::max(now.acceleration, norm(scene.gravity.at(now.time)));
        const bool is_bound =
            now.last_step <= 0 || !scene.rigid_bodies.empty() || std::ranges::any_of(scene.materials, [](const auto& material) {
                return material.value.elastic || material.value.surface_tension > 0;
            });
        return is_bound ? a : std::min(a, now.usual_speed.value_or(now.speed) / now.last_step);
    }
};
} // namespace

double step_limit(const Scene& scene, const StepConditions& now)
{
    const TimeStepSettings& settings = scene.solvers.time_step;
    const double h = scene.support_radius();
    double limit = std::visit(SpeedLimit{scene, now}, scene.solvers.pressure);
    if (const double a = std::max(now.acceleration, norm(scene.gravity.at(now.time))); a > 0)
        limit = std::min(limit, settings.force * std::sqrt(h / a));
    if (const auto* micropolar = std::get_if<MicropolarSettings>(&scene.solvers.vorticity);
        micropolar != nullptr && micropolar->transfer > 0)
        limit = std::min(limit, settings.viscous * square(h / 2) / micropolar->transfer);
    const auto& viscosity_solver = scene.solvers.viscosity;
    if (!std::holds_alternative<NoViscosity>(viscosity_solver) && !std::holds_alternative<ImplicitViscositySettings>(viscosity_solver))
    {
        // A particle feels the mean of its own viscosity and its neighbour's.
        double thickest = 0;
        for (const auto& material : scene.materials)
            thickest = std::max(thickest, material.value.viscosity.at(now.time));
        for (const auto& material : scene.materials)
            if (const double viscosity = 0.5 * (material.value.viscosity.at(now.time) + thickest); viscosity > 0)
                limit = std::min(limit, settings.viscous * square(h / 2) * material.value.density / viscosity);
    }
    return limit;
}

Bounds extent_of(const Scene& scene, const Assets& assets)
{
    Bounds extent = empty_bounds();
    const auto add = [&](const std::vector<Vec3d>& points) {
        for (const Vec3d& x : points)
            extent = joined(extent, x);
    };
    for (const auto& object : scene.objects)
        add(outline(object.value, scene, assets));
    for (const auto& emitter : scene.emitters)
    {
        if (const auto* bodies = std::get_if<BodyEmitter>(&emitter.value))
            add(outline(*bodies, scene, assets));
        else
            add({std::get<FluidEmitter>(emitter.value).position});
    }
    for (const auto& wall : scene.walls)
        add(outline(body_of(wall.value.shape), scene, assets));
    return extent;
}

double first_step_limit(const Scene& scene, const Assets& assets)
{
    return step_limit(scene, {.sound_speed = sound_speed_at(scene, expected_speed(scene, assets), 0), .speed = first_speed(scene, assets)});
}
} // namespace aspic
