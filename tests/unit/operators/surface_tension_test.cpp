// Surface tension after Akinci, Akinci and Teschner 2013: against the sums over all pairs in double; conserves linear momentum, without the normals angular momentum too; fluids do not attract each other.

#include "aspic/operators/surface_tension.h"

#include "fluid_block.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
using K = Kernel<CubicSpline>;

struct Strength
{
    double pull = 0.3, normals = 0.5;
};

/// The spline as printed, times h³.
double printed_spline(double r)
{
    const double h = FluidBlock::support;
    const double hump = std::pow(h - r, 3) * std::pow(r, 3);
    return 32 / (pi * std::pow(h, 6)) * (2 * r > h ? hump : 2 * hump - std::pow(h, 6) / 64);
}

struct Pulled
{
    Array<Vec3> n, a;
};

Pulled pulled(const FluidBlock& block, const Array<Real>& rest, const Strength& strength)
{
    const std::size_t count = block.count();
    Pulled result{Array<Vec3>(count), Array<Vec3>(count, Vec3{})};
    const Array<Vec3> wall(count, Vec3{});
    const Array<Real> volume = numbers_of(block, [&](Index i) { return double(block.fluid.mass[i]) / rest[static_cast<std::size_t>(i)]; });
    parallel_for(block.fluid.size(),
                 SurfaceNormal<K>{block.near.view(), block.kernel, const_view(volume), const_view(rest), const_view(wall), view(result.n)});
    Array<Vec4> n_and_m, strengths;
    for (std::size_t i = 0; i < count; ++i)
    {
        const auto k = static_cast<Index>(i);
        n_and_m.push_back(joined(result.n[i], block.fluid.mass[k]));
        strengths.push_back(
            joined(Vec3{static_cast<Real>(strength.pull), static_cast<Real>(strength.normals), block.fluid.density[k]}, rest[i]));
    }
    parallel_for(block.fluid.size(), SurfacePull{block.near.view(), static_cast<Real>(1 / FluidBlock::support), const_view(n_and_m),
                                                 const_view(strengths), view(result.a)});
    return result;
}

struct Sums
{
    Vec3d force, torque;
    double force_size = 0, torque_size = 0;
};

Sums sums_of(const FluidBlock& block, const Array<Vec3>& a)
{
    Sums sums;
    for (Index i = 0; i < block.fluid.size(); ++i)
    {
        const Vec3d f = double(block.fluid.mass[i]) * convert<double>(a[static_cast<std::size_t>(i)]);
        sums.force += f;
        sums.torque += cross(block.fluid.position[i], f);
        sums.force_size += norm(f);
        sums.torque_size += norm(cross(block.fluid.position[i], f));
    }
    return sums;
}
} // namespace

TEST(SurfacePull, IsItsDefinitionForTwoFluids)
{
    const FluidBlock block = random_block(3, 300);
    RandomNumbers random(4);
    const Array<Real> rest = numbers_of(block, [&](Index) { return random.between(0, 1) < 0.5 ? 1000 : 700; });
    const Strength strength;
    const Pulled result = pulled(block, rest, strength);
    std::vector<Vec3d> normal(block.count()), sum(block.count());
    std::vector<double> normal_size(block.count()), size(block.count());
    const auto at = [](Index i) { return static_cast<std::size_t>(i); };
    block.for_each_pair([&](Index i, Index j, const Vec3d& x_ij, double r) {
        if (rest[at(i)] != rest[at(j)])
            return;
        const Vec3d term = (FluidBlock::support * double(block.fluid.mass[j]) / double(rest[at(j)]) * block.exact.dw_over_r(r)) * x_ij;
        normal[at(i)] += term;
        normal_size[at(i)] += norm(term);
    });
    block.for_each_pair([&](Index i, Index j, const Vec3d& x_ij, double r) {
        if (rest[at(i)] != rest[at(j)])
            return;
        const double share =
            double(block.fluid.mass[j]) * 2 * double(rest[at(i)]) / (double(block.fluid.density[i]) + double(block.fluid.density[j]));
        const Vec3d pull = (-share * strength.pull * printed_spline(r) / r) * x_ij;
        const Vec3d even = -share * strength.normals * (normal[at(i)] - normal[at(j)]);
        sum[at(i)] += pull + even;
        size[at(i)] += norm(pull) + share * strength.normals * (normal_size[at(i)] + normal_size[at(j)]);
    });
    for (std::size_t i = 0; i < sum.size(); ++i)
    {
        EXPECT_LE(norm(convert<double>(result.n[i]) - normal[i]), sum_error * normal_size[i]);
        EXPECT_LE(norm(convert<double>(result.a[i]) - sum[i]), 2 * sum_error * size[i]); // of sums of sums
    }
}

TEST(SurfacePull, ConservesMomentum)
{
    const FluidBlock block = random_block(3, 1000);
    const Array<Real> rest(block.count(), Real(1000));
    const Sums both = sums_of(block, pulled(block, rest, {}).a);
    EXPECT_LT(norm(both.force), sum_error * both.force_size);
    const Sums alone = sums_of(block, pulled(block, rest, {.normals = 0}).a);
    EXPECT_LT(norm(alone.force), sum_error * alone.force_size);
    EXPECT_LT(norm(alone.torque), sum_error * alone.torque_size);
}
