#include "aspic/solvers/surface_tension/akinci2013.h"

#include "aspic/boundaries/half_space_profile.h"
#include "aspic/operators/surface_tension.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace aspic
{
namespace
{
/// ∫_a^b f: midpoint rule.
template <class F> double integral(const F& f, double a, double b, int pieces)
{
    double sum = 0;
    for (int k = 0; k < pieces; ++k)
        sum += f(a + (k + 0.5) * (b - a) / pieces);
    return sum * (b - a) / pieces;
}

/// Akinci's A(r) but for its factor: (−4r²/h + 6r − 2h)^¼ beyond half the support.
double adhesion(double r, double h) { return 2 * r > h ? std::pow(std::max(0.0, -4 * r * r / h + 6 * r - 2 * h), 0.25) : 0; }
} // namespace

SurfaceStrength surface_strength(const AnyKernelT<double>& kernel)
{
    const auto [h, d] = std::visit([](const auto& k) { return std::pair{k.h, k.dimension}; }, kernel);
    constexpr int pieces = 200;
    const double moment = integral([d = d](double q) { return cohesion_spline(q) * power(q, d + 1); }, 0, 1, 2000);
    const double of_pull = (d == 2 ? 1.0 / 3 : pi / 8) * power(h, d + 2) * moment;
    std::vector<double> n; // at depths (k + ½) h/pieces
    for (int k = 0; k < 2 * pieces; ++k)
        n.push_back(h * plane_integral(kernel, (k + 0.5) * h / pieces));
    double of_normals = 0;
    for (int deep = 0; deep < pieces; ++deep)
        for (int k = 1; k < pieces; ++k)
        {
            const double s = k * h / pieces;
            const double area = d == 2 ? 2 * std::sqrt(h * h - s * s) : pi * (h * h - s * s);
            of_normals += area * s * (n[static_cast<std::size_t>(deep)] - n[static_cast<std::size_t>(deep + k)]) * square(h / pieces);
        }
    return {.pull = 1 / of_pull, .normals = 1 / of_normals};
}

void add_surface_tension(const AkinciSettings& settings, const SurfaceStrength& strength, const Fluid& fluid, View<const Real> tension,
                         View<const Vec3> wall, View<Vec3> a)
{
    const Scratch::Turn turn(fluid.scratch);
    const View<Vec3> no_walls = fluid.scratch.take<Vec3>(wall.empty() ? fluid.size() : 0);
    parallel_for(no_walls.size(), [&](Index i) { no_walls[i] = Vec3{}; });
    const View<Vec3> n = fluid.scratch.take<Vec3>(fluid.size());
    const View<Vec4> n_and_m = fluid.scratch.take<Vec4>(fluid.size());
    const View<Vec4> strengths = fluid.scratch.take<Vec4>(fluid.size());
    const ParticleSet& particles = fluid.particles;
    const NeighborView near = fluid.neighborhood.view();
    std::visit(
        [&](const auto& k) {
            parallel_for(fluid.size(), SurfaceNormal<std::remove_cvref_t<decltype(k)>>{near, k, fluid.rest_volume, fluid.rest_density,
                                                                                       wall.empty() ? no_walls : wall, n});
        },
        fluid.kernel);
    const auto pull = static_cast<Real>((1 - settings.curvature) * strength.pull);
    const auto normals = static_cast<Real>(settings.curvature * strength.normals);
    parallel_for(fluid.size(), [&](Index i) {
        n_and_m[i] = joined(n[i], particles.mass[i]);
        strengths[i] = joined(Vec3{pull * tension[i], normals * tension[i], particles.density[i]}, fluid.rest_density[i]);
    });
    parallel_for(fluid.size(), SurfacePull{near, static_cast<Real>(1 / fluid.neighborhood.support()), n_and_m, strengths, a});
}

AdhesionProfile::AdhesionProfile(double support, int dimension) : per_interval_(intervals / support)
{
    const auto attraction = [&](double d) {
        return integral(
            [&](double r) {
                const double section = r * r - d * d;
                return adhesion(r, support) * (dimension == 2 ? 2 * std::sqrt(section) : pi * section);
            },
            std::max(d, support / 2), support, 200);
    };
    const double work = integral([&](double s) { return attraction(s) * s; }, 0, support, 200);
    for (std::size_t k = 0; k < intervals; ++k)
        values_[k] = attraction(static_cast<double>(k) / per_interval_) / work;
}

double AdhesionProfile::at(double distance) const
{
    const double place = std::max(0.0, distance * per_interval_);
    const auto k = static_cast<std::size_t>(place);
    if (k >= intervals)
        return 0;
    return values_[k] + (place - static_cast<double>(k)) * (values_[k + 1] - values_[k]);
}
} // namespace aspic
