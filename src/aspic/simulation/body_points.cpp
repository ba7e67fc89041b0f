#include "aspic/simulation/body_points.h"

#include "aspic/geometry/lattice_points.h"
#include "aspic/math/random.h"

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
} // namespace

BodyPoints body_points(const Body& body, const Scene& scene, const Assets& assets, std::uint64_t stream)
{
    BodyPoints result;
    if (const auto* file = std::get_if<ParticleFile>(&body.shape.form))
        result = points_of_file(*file, assets);
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
    return lattice_point_count(*make_solid(body.shape, scene.dimension, assets).value(), scene.spacing, scene.dimension);
}
} // namespace aspic
