#include "aspic/simulation/derived.h"

#include "aspic/simulation/pose.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// The largest value of f over all keyframes.
template <class T, class F> double largest(const Keyframed<T>& value, const F& f)
{
    double result = value.is_constant() ? f(value.constant) : 0;
    for (const auto& key : value.keyframes)
        result = std::max(result, f(key.value));
    return result;
}

const auto size_of = [](const Vec3d& v) { return norm(v); };

/// The largest speed of given motions: by differences between keyframes, or as written.
double speed_of(const Motion& motion)
{
    double speed = motion.velocity ? largest(*motion.velocity, size_of) : 0;
    if (motion.displacement)
        for (std::size_t k = 1; k < motion.displacement->keyframes.size(); ++k)
        {
            const auto& from = motion.displacement->keyframes[k - 1];
            const auto& to = motion.displacement->keyframes[k];
            speed = std::max(speed, 1.5 * norm(to.value - from.value) / (to.time - from.time)); // smooth ones are 1.5 times as fast midway
        }
    return speed;
}

/// How far something reaches along a direction, if it ends there.
struct Reach
{
    double low = std::numeric_limits<double>::infinity();
    double high = -std::numeric_limits<double>::infinity();

    void add(const Vec3d& point, const Vec3d& up)
    {
        const double s = dot(point, up);
        if (!std::isfinite(s))
            return;
        low = std::min(low, s);
        high = std::max(high, s);
    }
};

void add_body(Reach& reach, const Body& body, const Vec3d& up, const Scene& scene, const Assets& assets)
{
    const Mat3T<double> rotation = rotation_matrix(body.rotation);
    if (const auto* file = std::get_if<ParticleFile>(&body.shape.form))
    {
        for (const Vec3d& x : assets.particles.at(file->file)->positions)
            reach.add(body.position + rotation * (file->scale * x), up);
        return;
    }
    const Bounds bounds = make_solid(body.shape, scene.dimension, assets).value()->bounds();
    for (int corner = 0; corner < 8; ++corner)
    {
        const Vec3d x{corner % 2 == 0 ? bounds.low.x : bounds.high.x, corner / 2 % 2 == 0 ? bounds.low.y : bounds.high.y,
                      corner / 4 == 0 ? bounds.low.z : bounds.high.z};
        reach.add(body.position + rotation * x, up);
    }
}

/// From the highest place where something starts to the lowest where it can end.
double fall_height(const Scene& scene, const Assets& assets, const Vec3d& up)
{
    Reach stuff;
    for (const auto& object : scene.objects)
        add_body(stuff, object.value, up, scene, assets);
    for (const auto& emitter : scene.emitters)
    {
        if (const auto* bodies = std::get_if<BodyEmitter>(&emitter.value))
            add_body(stuff, *bodies, up, scene, assets);
        else
            stuff.add(std::get<FluidEmitter>(emitter.value).position, up);
    }
    for (const auto& wall : scene.walls)
    {
        if (wall.value.keeps != Side::inside)
            continue;
        Reach vessel;
        Body as_body;
        as_body.shape = wall.value.shape;
        add_body(vessel, as_body, up, scene, assets);
        stuff.low = std::min(stuff.low, vessel.low);
    }
    return std::max(0.0, stuff.high - stuff.low);
}
} // namespace

double expected_speed(const Scene& scene, const Assets& assets)
{
    double speed = 0;
    for (const auto& object : scene.objects)
        speed = std::max({speed, norm(object.value.velocity), object.value.motion ? speed_of(*object.value.motion) : 0});
    for (const auto& wall : scene.walls)
        speed = std::max(speed, wall.value.motion ? speed_of(*wall.value.motion) : 0);
    for (const auto& emitter : scene.emitters)
    {
        if (const auto* fluid = std::get_if<FluidEmitter>(&emitter.value))
            speed = std::max(speed, largest(fluid->speed, [](double s) { return s; }));
        else
            speed = std::max(speed, norm(std::get<BodyEmitter>(emitter.value).velocity));
    }
    const double gravity = largest(scene.gravity, size_of);
    Vec3d down = scene.gravity.at(0);
    for (const auto& key : scene.gravity.keyframes)
        down = norm(key.value) > norm(down) ? key.value : down;
    const double height = gravity > 0 ? fall_height(scene, assets, (-1 / gravity) * down) : 0;
    return std::sqrt(speed * speed + 2 * gravity * height);
}

double sound_speed_at(const Scene& scene, double expected, double time)
{
    const auto& settings = std::get<WeaklyCompressibleSettings>(scene.solvers.pressure);
    if (settings.sound_speed)
        return settings.sound_speed->at(time);
    constexpr double slowest = 0.1; // [m/s] of anything, where nothing is known to move
    return 10 * std::max(expected, slowest);
}

double step_limit(const Scene& scene, double sound_speed, double speed, double time)
{
    const TimeStepSettings& settings = scene.solvers.time_step;
    const double h = scene.support_radius();
    double limit = settings.courant * h / (sound_speed + speed);
    if (const double g = norm(scene.gravity.at(time)); g > 0)
        limit = std::min(limit, settings.force * std::sqrt(h / g));
    if (std::holds_alternative<MorrisSettings>(scene.solvers.viscosity))
        for (const auto& material : scene.materials)
            if (const double viscosity = material.value.viscosity.at(time); viscosity > 0)
                limit = std::min(limit, settings.viscous * h * h * material.value.density / viscosity);
    return limit;
}

double first_step_limit(const Scene& scene, const Assets& assets)
{
    double speed = 0;
    for (const auto& object : scene.objects)
        speed = std::max(speed, norm(object.value.velocity));
    return step_limit(scene, sound_speed_at(scene, expected_speed(scene, assets), 0), speed, 0);
}
} // namespace aspic
