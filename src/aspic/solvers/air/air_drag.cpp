#include "aspic/solvers/air/air_drag.h"

#include "aspic/boundaries/half_space_profile.h"
#include "aspic/operators/exposure.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
/// The section of a ball, in 2D of a disc, of that volume.
double section_of(double volume, int dimension)
{
    return dimension == 2 ? 2 * std::sqrt(volume / pi) : pi * std::pow(3 * volume / (4 * pi), 2.0 / 3);
}
} // namespace

AirDrag::AirDrag(const AnyKernelT<double>& kernel, double spacing)
    : dimension_(std::visit([](const auto& k) { return k.dimension; }, kernel)),
      support_(std::visit([](const auto& k) { return k.h; }, kernel)),
      at_surface_(lattice_sum_below(kernel, spacing, 0) -
                  std::visit([&](const auto& k) { return k.w(0.0) * power(spacing, k.dimension); }, kernel))
{
}

void AirDrag::find_areas(const Fluid& fluid, const AirFlow& air, View<const Vec3> wall, View<Real> area) const
{
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec4> seen = fluid.scratch.take<Vec4>(fluid.size());
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(), Exposure<std::remove_cvref_t<decltype(k)>>{fluid.neighborhood.view(), k, fluid.rest_volume, seen});
        },
        fluid.kernel);
    constexpr double noise = 0.3;
    parallel_for(fluid.size(), [&](Index i) {
        const Vec3d against = convert<double>(fluid.particles.velocity[i]) - air.velocity;
        const double speed = norm(against), volume = fluid.rest_volume[i];
        area[i] = 0;
        if (fluid.is_ghost(i) || !(speed > 0))
            return;
        const Vec3d gradient = convert<double>(wall.empty() ? seen[i].xyz : seen[i].xyz + wall[i]);
        const double facing = norm(gradient) * support_ < noise ? 0 : std::max(0.0, -dot(gradient, against) / speed);
        const double share = std::clamp(2 * double(seen[i].w) / at_surface_, 0.0, 1.0);
        area[i] = static_cast<Real>((1 - share) * section_of(volume, dimension_) + share * 2 * volume * facing);
    });
}

void AirDrag::brake(const Fluid& fluid, const AirFlow& air, View<const Real> area, double dt)
{
    const Vec3 wind = convert<Real>(air.velocity);
    const double factor = 0.5 * air.density * air.drag_coefficient * dt;
    const View<Vec3> v = fluid.particles.velocity.view();
    parallel_for(fluid.size(), [&](Index i) {
        if (area[i] <= 0)
            return;
        const Vec3 against = v[i] - wind;
        v[i] = wind + against / static_cast<Real>(1 + factor * double(area[i]) / double(fluid.particles.mass[i]) * double(norm(against)));
    });
}
} // namespace aspic
