#include "aspic/simulation/scattered_points.h"

#include "aspic/math/random.h"

namespace aspic
{
namespace
{
Vec3d random_point(const Bounds& bounds, const RandomStream& random, std::uint64_t k)
{
    const Vec3d r = random_vector(random.seed, random.stream, k);
    const Vec3d half = 0.5 * (bounds.high - bounds.low);
    const Vec3d center = bounds.low + half;
    return {center.x + half.x * r.x, center.y + half.y * r.y, center.z + half.z * r.z};
}
} // namespace

std::vector<Vec3d> scattered_points(const Solid& region, std::size_t count, const RandomStream& random)
{
    const Bounds bounds = region.bounds();
    std::vector<Vec3d> points;
    points.reserve(count);
    for (std::uint64_t k = 0; points.size() < count; ++k)
        if (const Vec3d x = random_point(bounds, random, k); region.contains(x))
            points.push_back(x);
    return points;
}

double filled_share(const Solid& region)
{
    constexpr std::uint64_t tries = 20000;
    std::uint64_t inside = 0;
    for (std::uint64_t k = 0; k < tries; ++k)
        inside += region.contains(random_point(region.bounds(), {}, k)) ? 1 : 0;
    return static_cast<double>(inside) / static_cast<double>(tries);
}
} // namespace aspic
