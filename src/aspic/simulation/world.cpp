#include "aspic/simulation/world.h"

#include "aspic/operators/density.h"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace aspic
{
namespace
{
/// Particles that fit between two walls, the first half a spacing inside.
Index layers(double low, double high, double spacing)
{
    return std::max<Index>(1, static_cast<Index>(std::lround((high - low) / spacing)));
}

void fill_box(ParticleSet& particles, const Box& box, const Scene& scene)
{
    const double dx = scene.spacing;
    const Index nx = layers(box.low.x, box.high.x, dx);
    const Index ny = layers(box.low.y, box.high.y, dx);
    const Index nz = scene.dimension == 2 ? 1 : layers(box.low.z, box.high.z, dx);
    const double count = static_cast<double>(nx) * ny * nz;
    if (count > std::numeric_limits<Index>::max())
        throw std::length_error("a box of the scene would hold more than 2^31 − 1 particles");
    Index i = particles.append(static_cast<Index>(count));
    for (Index z = 0; z < nz; ++z)
        for (Index y = 0; y < ny; ++y)
            for (Index x = 0; x < nx; ++x, ++i)
                particles.position[i] = box.low + Vec3d{(x + 0.5) * dx, (y + 0.5) * dx, scene.dimension == 2 ? 0 : (z + 0.5) * dx};
}
} // namespace

World::World(const Scene& scene, WorldState state)
    : scene_(scene),
      kernel_(*kernel_named(scene.kernel, scene.support_ratio * scene.spacing, scene.dimension)),
      state_(std::move(state)),
      neighborhood_(scene.support_ratio * scene.spacing),
      pressure_(scene.pressure)
{
}

World::World(const Scene& scene) : World(scene, WorldState{})
{
    state_.particles.mass.initial = static_cast<Real>(scene.pressure.rest_density * std::pow(scene.spacing, scene.dimension));
    for (const Box& box : scene.fluid)
        fill_box(state_.particles, box, scene);
}

void World::sort_and_find_neighbors()
{
    state_.particles.reorder(neighborhood_.sort(state_.particles.position.view()));
    neighborhood_.set_columns(state_.particles.position.view());
    neighborhood_.find_among_columns();
}

void World::estimate_density()
{
    std::visit(
        [&](const auto& k) {
            parallel_for(state_.particles.size(),
                         Density<std::remove_cvref_t<decltype(k)>>{neighborhood_.view(), k, state_.particles.mass.view(),
                                                                   state_.particles.density.view()});
        },
        kernel_);
}

void World::apply_gravity() { acceleration_.assign(static_cast<std::size_t>(state_.particles.size()), convert<Real>(scene_.gravity)); }

void World::keep_inside_walls()
{
    // T09 section 6.4: particles do not enter solids. They stop at the wall; half a spacing is theirs.
    const double margin = 0.5 * scene_.spacing;
    parallel_for(state_.particles.size(), [&](Index i) {
        for (int axis = 0; axis < scene_.dimension; ++axis)
        {
            double& x = state_.particles.position[i][axis];
            Real& v = state_.particles.velocity[i][axis];
            const double low = scene_.tank.low[axis] + margin;
            const double high = scene_.tank.high[axis] - margin;
            if (x < low)
            {
                x = low;
                v = max(v, Real(0));
            }
            else if (x > high)
            {
                x = high;
                v = min(v, Real(0));
            }
        }
    });
}

double World::stable_step() const
{
    const double h = neighborhood_.support();
    const double speed =
        maximum(state_.particles.size(), 0.0, [&](Index i) { return norm(convert<double>(state_.particles.velocity[i])); });
    const double gravity = norm(scene_.gravity);
    const double courant = 0.2 * h / (scene_.pressure.sound_speed + speed);
    return gravity > 0 ? std::min(courant, 0.25 * std::sqrt(h / gravity)) : courant;
}

StepReport World::report(double dt) const
{
    struct Worst
    {
        double speed = 0;
        Index not_finite = std::numeric_limits<Index>::max();
    };
    const auto look = [&](Index i) {
        const Vec3d& x = state_.particles.position[i];
        const double speed = norm(convert<double>(state_.particles.velocity[i]));
        const bool finite = std::isfinite(speed) && std::isfinite(x.x + x.y + x.z);
        return Worst{speed, finite ? std::numeric_limits<Index>::max() : i};
    };
    const Worst worst = reduce(state_.particles.size(), Worst{}, look, [](const Worst& a, const Worst& b) {
        return Worst{std::max(a.speed, b.speed), std::min(a.not_finite, b.not_finite)};
    });
    StepReport report{.dt = dt, .largest_speed = worst.speed};
    if (worst.not_finite < state_.particles.size())
    {
        report.finite = false;
        report.first_not_finite = state_.particles.identity[worst.not_finite];
    }
    return report;
}
} // namespace aspic
