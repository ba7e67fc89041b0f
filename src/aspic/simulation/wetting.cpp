#include "aspic/simulation/wetting.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
double wetting_of(const std::optional<double>& contact_angle) { return contact_angle ? 1 + std::cos(*contact_angle) : 0; }
} // namespace

Wetting::Wetting(const Scene& scene) : profile_(scene.support_radius(), scene.dimension)
{
    const auto* akinci = std::get_if<AkinciSettings>(&scene.solvers.surface_tension);
    for (const auto& wall : scene.walls)
        wetting_.push_back(wetting_of(wall.value.contact_angle));
    for (const auto& body : scene.rigid_bodies)
        wetting_.push_back(wetting_of(body.value.contact_angle));
    any_ = akinci != nullptr && std::ranges::any_of(wetting_, [](double w) { return w > 0; });
    cohesive_ = akinci != nullptr ? 1 - akinci->curvature : 0;
}

void Wetting::find_normals(const BoundaryTerms& terms, View<Vec3> wall) const
{
    parallel_for(wall.size(), [&](Index i) {
        wall[i] = Vec3{};
        for (const BoundaryTerm& term : terms.of(i))
            wall[i] += static_cast<Real>(wetting_[static_cast<std::size_t>(term.body)]) * term.gradient;
    });
}

double Wetting::pull(const Fluid& fluid, const SceneBoundaries& walls, Index i, const BoundaryTerm& term, double tension) const
{
    const double steepness = norm(convert<double>(term.gradient)); // the gradient points into the wall
    const double work = cohesive_ * tension * wetting_[static_cast<std::size_t>(term.body)] * double(fluid.rest_density[i]);
    return steepness > 0 ? work * profile_.at(walls.distance_of(term)) / steepness : 0;
}

std::vector<BodyImpulse> Wetting::add_adhesion(const Fluid& fluid, const SceneBoundaries& walls, View<const Real> tension, double dt,
                                               View<Vec3> a) const
{
    const BoundaryTerms& terms = walls.terms();
    parallel_for(fluid.size(), [&](Index i) {
        for (const BoundaryTerm& term : terms.of(i))
            a[i] += static_cast<Real>(pull(fluid, walls, i, term, tension[i])) * term.gradient;
    });
    std::vector<BodyImpulse> impulses(wetting_.size());
    for (std::size_t w = 0; w < wetting_.size(); ++w)
    {
        if (wetting_[w] == 0)
            continue;
        const auto of_particle = [&](Index i) {
            BodyImpulse impulse;
            for (const BoundaryTerm& term : terms.of(i))
                if (term.body == static_cast<Index>(w))
                {
                    const double push =
                        -dt * double(fluid.particles.mass[i]) * double(static_cast<Real>(pull(fluid, walls, i, term, tension[i])));
                    impulse = {push * convert<double>(term.gradient), push * convert<double>(term.moment)};
                }
            return impulse;
        };
        impulses[w] = reduce(fluid.size(), BodyImpulse{}, of_particle, [](const BodyImpulse& b, const BodyImpulse& c) { return b + c; });
    }
    return impulses;
}
} // namespace aspic
