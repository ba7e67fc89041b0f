#include "elastic/elastic_body.h"

#include <numeric>

namespace aspic::validation
{
namespace
{
ElasticStuff stuff_of(const RestShape& shape, const Scene& scene, const Material& material)
{
    const Lame lame = material.elastic->lame().value();
    const double total = std::accumulate(shape.volume().begin(), shape.volume().end(), 0.0);
    const bool is_normalized = scene.solvers.elasticity.volumes == ElasticVolumes::normalized;
    const double factor = is_normalized ? scene.particle_volume() * static_cast<double>(shape.size()) / total : 1;
    ElasticStuff stuff;
    for (const Real volume : shape.volume())
        stuff.stiffness.push_back({convert<Real>(Vec3d{2 * lame.mu, lame.lambda, material.elastic->zero_energy * lame.mu}),
                                   static_cast<Real>(factor * double(volume))});
    stuff.damping.assign(stuff.stiffness.size(), static_cast<Real>(material.elastic->damping));
    stuff.mass.assign(stuff.stiffness.size(), static_cast<Real>(material.density * scene.particle_volume()));
    return stuff;
}
} // namespace

ElasticBody::ElasticBody(const Scene& scene, const Material& material, std::span<const Vec3d> points)
    : shape_(points, kernel_of(scene), scene.support_radius()), solver_(shape_, stuff_of(shape_, scene, material), {})
{
}

double ElasticBody::volume() const
{
    return std::accumulate(shape_.volume().begin(), shape_.volume().end(), 0.0, [](double sum, Real each) { return sum + double(each); });
}

void ElasticBody::set_places(std::span<const Vec3d> places)
{
    x_.resize(places.size());
    for (Index slot = 0; slot < size(); ++slot)
        x_[static_cast<std::size_t>(slot)] = places[static_cast<std::size_t>(shape_.point_of_slot()[slot])];
    if (!turn_.empty())
        return;
    turn_.resize(places.size());
    solver_.find_turns(const_view(x_), view(turn_));
}

std::vector<Vec3d> ElasticBody::forces(std::span<const Vec3d> places)
{
    set_places(places);
    Array<Vec3> f(places.size());
    solver_.forces(const_view(x_), view(turn_), scratch_, view(f));
    std::vector<Vec3d> result(places.size());
    for (Index slot = 0; slot < size(); ++slot)
        result[static_cast<std::size_t>(shape_.point_of_slot()[slot])] = convert<double>(f[static_cast<std::size_t>(slot)]);
    return result;
}

std::vector<Mat3> ElasticBody::deformation_gradients(std::span<const Vec3d> places)
{
    set_places(places);
    Array<Mat3> F(places.size());
    solver_.deformation_gradients(const_view(x_), view(turn_), scratch_, view(F));
    std::vector<Mat3> result(places.size());
    for (Index slot = 0; slot < size(); ++slot)
        result[static_cast<std::size_t>(shape_.point_of_slot()[slot])] = F[static_cast<std::size_t>(slot)];
    return result;
}
} // namespace aspic::validation
