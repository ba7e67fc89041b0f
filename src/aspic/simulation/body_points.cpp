#include "aspic/simulation/body_points.h"

#include "aspic/geometry/lattice_points.h"
#include "aspic/geometry/mass_properties.h"
#include "aspic/geometry/sampling.h"
#include "aspic/math/random.h"
#include "aspic/simulation/scattered_points.h"

#include <cmath>

namespace aspic
{
namespace
{
BodyPoints points_of_file(const ParticleFile& file, const Assets& assets)
{
    const ParticlePoints& points = *assets.particles.at(file.file);
    BodyPoints result{points.positions, points.velocities, {}};
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

/// The first part of a body whose region holds each place, which is one in the frame of its shape.
std::vector<Index> parts_of(const Body& body, const std::vector<Vec3d>& places, int dimension, const Assets& assets)
{
    std::vector<Index> result(body.parts.empty() ? 0 : places.size(), -1);
    for (std::size_t part = body.parts.size(); part-- > 0;) // earlier ones overwrite later ones
    {
        const auto region = make_solid(body.parts[part].value.region, dimension, assets).value();
        for (std::size_t k = 0; k < places.size(); ++k)
            if (region->contains(places[k]))
                result[k] = static_cast<Index>(part);
    }
    return result;
}

/// Random places in the region of a body that is scattered; none for others.
std::vector<Vec3d> scattered_places(const Body& body, std::size_t count, const Scene& scene, const Assets& assets, std::uint64_t stream)
{
    if (!body.scatter)
        return {};
    return scattered_points(*make_solid(*body.scatter, scene.dimension, assets).value(), count,
                            {static_cast<std::uint64_t>(scene.seed), ~stream}); // other numbers than those of jitter
}
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
    return filled_.emplace_back(Filled{body.shape, body.sampling, scene.spacing, sample_solid(task, body.sampling).points}).points;
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
    result.parts = parts_of(body, result.positions, scene.dimension, assets);

    const std::vector<Vec3d> scattered = scattered_places(body, result.positions.size(), scene, assets, stream);
    const Mat3T<double> rotation = rotation_matrix(body.rotation);
    for (std::size_t k = 0; k < result.positions.size(); ++k)
    {
        Vec3d arm = body.scatter ? scattered[k] - body.position : rotation * result.positions[k];
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

std::vector<Index> point_materials(const Body& body, const BodyPoints& points, const Scene& scene)
{
    std::vector<Index> result(points.positions.size(), index_of(scene.materials, body.material));
    for (std::size_t k = 0; k < points.parts.size(); ++k)
        if (points.parts[k] >= 0)
            result[k] = index_of(scene.materials, body.parts[static_cast<std::size_t>(points.parts[k])].value.material);
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
