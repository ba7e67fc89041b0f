#include "aspic/simulation/area_pressure.h"

#include "aspic/math/small_cholesky.h"
#include "aspic/simulation/world_state.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr double wider = 3; ///< than the kernel: what a plane is fitted to

/// A particle near the cell.
struct Seen
{
    Vec3d place; ///< [m] from its centre
    double volume, pressure;
};

std::vector<Seen> seen_by(const PressureCell& cell, const ParticleSet& particles, View<const Real> pressure, double reach,
                          const Periodicity& periodicity)
{
    const auto material = particles.column<Index>("material").view();
    std::vector<Seen> all;
    for (Index i = 0; i < particles.size(); ++i)
    {
        if (material[i] == ghost_material)
            continue;
        const Vec3d place = shortest_difference(particles.position[i], cell.center, periodicity);
        if (norm(place) < cell.radius + reach)
            all.push_back({place, double(particles.mass[i]) / double(particles.density[i]), double(pressure[i])});
    }
    return all;
}

/// Points of a lattice on the cell, from its centre; each stands for the same area.
std::vector<Vec3d> points_on(const PressureCell& cell)
{
    constexpr double most = 20; // along a radius
    const Vec3d n = cell.normal / norm(cell.normal);
    const Vec3d aside = cell.dimension == 2   ? Vec3d{-n.y, n.x, 0}
                        : std::abs(n.x) < 0.6 ? cross(n, Vec3d{1, 0, 0})
                                              : cross(n, Vec3d{0, 1, 0});
    const Vec3d first = aside / norm(aside), second = cross(n, first);
    const double step = std::max(0.5 * cell.spacing, cell.radius / most);
    const auto count = static_cast<int>(cell.radius / step);
    std::vector<Vec3d> points;
    for (int a = -count; a <= count; ++a)
        for (int b = cell.dimension == 2 ? 0 : -count; b <= (cell.dimension == 2 ? 0 : count); ++b)
            if (a * a + b * b <= square(cell.radius / step))
                points.push_back((a * step) * first + (b * step) * second);
    return points;
}

/// Wider than the kernel: rows of particles at a wall differ in pressure by some percent, and a plane through two of them would carry that on.
double pressure_at(const Vec3d& point, const std::vector<Seen>& seen, const AnyKernel& kernel, double h, int dimension)
{
    constexpr double enough = 0.25; // of all space: half of it is full at a wall
    const auto weight_of = [&](double r) { return std::visit([&](const auto& k) { return double(k.w(static_cast<Real>(r))); }, kernel); };
    SmallMatrix moments(dimension + 1, dimension + 1);
    SmallVector right{};
    double covered = 0;
    for (const Seen& particle : seen)
    {
        const Vec3d x = (1 / (wider * h)) * (particle.place - point);
        const double r = h * norm(x);
        if (r >= h)
            continue;
        const double weight = particle.volume * weight_of(r);
        const double basis[4] = {1, x.x, x.y, x.z};
        for (int i = 0; i <= dimension; ++i)
        {
            right[static_cast<std::size_t>(i)] += weight * basis[i] * particle.pressure;
            for (int j = 0; j <= dimension; ++j)
                moments(i, j) += weight * basis[i] * basis[j];
        }
        covered += wider * r < h ? particle.volume * weight_of(wider * r) : 0;
    }
    if (!(covered > 0))
        return 0;
    const double mean = right[0] / moments(0, 0);
    const double plane = covered > enough ? SmallCholesky(moments).solve(right)[0] : mean;
    return std::isfinite(plane) ? plane : mean; // all on one line
}
} // namespace

double mean_pressure(const PressureCell& cell, const ParticleSet& particles, View<const Real> pressure, const AnyKernel& kernel,
                     const Periodicity& periodicity)
{
    const double h = std::visit([](const auto& k) { return static_cast<double>(k.h); }, kernel);
    const std::vector<Seen> seen = seen_by(cell, particles, pressure, wider * h, periodicity);
    const std::vector<Vec3d> points = points_on(cell);
    double sum = 0;
    for (const Vec3d& point : points)
        sum += pressure_at(point, seen, kernel, h, cell.dimension);
    return sum / static_cast<double>(points.size());
}
} // namespace aspic
