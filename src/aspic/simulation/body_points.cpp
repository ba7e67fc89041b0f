#include "aspic/simulation/body_points.h"

#include "aspic/geometry/lattice_points.h"
#include "aspic/geometry/mass_properties.h"
#include "aspic/geometry/sampling.h"
#include "aspic/math/random.h"

#include <cmath>

namespace aspic
{
namespace
{
BodyPoints points_of_file(const ParticleFile& file, const Assets& assets)
{
    const ParticlePoints& points = *assets.particles.at(file.file);
    BodyPoints result{points.positions, points.velocities};
    for (Vec3d& x : result.positions)
        x = file.scale * x;
    result.velocities.resize(result.positions.size());
    return result;
}

Vec3d velocity_of(const LinearFlow& flow, const Vec3d& x)
{
    const Vec3d arm = x - flow.center;
    return arm.x * flow.along_x + arm.y * flow.along_y + arm.z * flow.along_z;
}

Vec3d velocity_of(const VortexFlow& flow, const Vec3d& x)
{
    const double k = 2 * pi / flow.wavelength;
    return flow.speed * Vec3d{-std::cos(k * x.x) * std::sin(k * x.y), std::sin(k * x.x) * std::cos(k * x.y), 0};
}

Vec3d velocity_of(const ShearFlow& flow, const Vec3d& x) { return {flow.speed * std::sin(2 * pi * x.y / flow.wavelength), 0, 0}; }
} // namespace

Vec3d flow_velocity(const Body& body, const Vec3d& x)
{
    return body.flow ? std::visit([&](const auto& flow) { return velocity_of(flow, x); }, *body.flow) : Vec3d{};
}

const std::vector<Vec3d>& FilledShapes::points(const Body& body, const Scene& scene, const Assets& assets)
{
    for (const Filled& known : filled_)
        if (known.spacing == scene.spacing && known.shape == body.shape && known.sampling == body.sampling)
            return known.points;
    const auto solid = make_solid(body.shape, scene.dimension, assets).value();
    SamplingTask task{.solid = *solid, .spacing = scene.spacing, .dimension = scene.dimension};
    if (const auto mass = mass_properties(body.shape, scene.dimension, assets))
        task.volume = mass->volume;
    return filled_.emplace_back(body.shape, body.sampling, scene.spacing, sample_solid(task, body.sampling).points).points;
}

BodyPoints body_points(const Body& body, const Scene& scene, const Assets& assets, std::uint64_t stream, FilledShapes& known)
{
    BodyPoints result;
    if (const auto* file = std::get_if<ParticleFile>(&body.shape.form))
        result = points_of_file(*file, assets);
    else if (std::holds_alternative<RelaxedSampling>(body.sampling))
        result.positions = known.points(body, scene, assets);
    else
        result.positions = lattice_points(*make_solid(body.shape, scene.dimension, assets).value(), scene.spacing, scene.dimension);
    result.velocities.resize(result.positions.size());

    const Mat3T<double> rotation = rotation_matrix(body.rotation);
    for (std::size_t k = 0; k < result.positions.size(); ++k)
    {
        Vec3d arm = rotation * result.positions[k];
        if (body.jitter > 0)
            arm = arm + (body.jitter * scene.spacing) * random_vector(static_cast<std::uint64_t>(scene.seed), stream, k);
        Vec3d velocity = rotation * result.velocities[k] + body.velocity + cross(body.angular_velocity, arm);
        Vec3d position = body.position + arm;
        velocity = velocity + flow_velocity(body, position);
        if (scene.dimension == 2)
            position.z = velocity.z = 0;
        result.positions[k] = position;
        result.velocities[k] = velocity;
    }
    return result;
}

double body_point_count(const Body& body, const Scene& scene, const Assets& assets)
{
    if (const auto* file = std::get_if<ParticleFile>(&body.shape.form))
        return static_cast<double>(assets.particles.at(file->file)->positions.size());
    if (std::holds_alternative<RelaxedSampling>(body.sampling))
    {
        const auto mass = mass_properties(body.shape, scene.dimension, assets);
        return mass && mass->volume > 0 ? max(1.0, std::round(mass->volume / scene.particle_volume())) : 0;
    }
    return lattice_point_count(*make_solid(body.shape, scene.dimension, assets).value(), scene.spacing, scene.dimension);
}
} // namespace aspic
