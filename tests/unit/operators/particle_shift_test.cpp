// Shifting (Lind et al. 2012, Monaghan 2000): against the sum over all pairs in double; nothing where particles are evenly spread, away from where they crowd.

#include "aspic/operators/particle_shift.h"

#include "fluid_block.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
using K = Kernel<CubicSpline>;

struct Shift
{
    Array<Vec3> direction;
    Array<Real> kernel_sum;
};

Shift shift_of(const FluidBlock& block)
{
    Shift shift{Array<Vec3>(block.count()), Array<Real>(block.count())};
    parallel_for(block.fluid.size(),
                 ParticleShift<K>{block.near.view(), block.kernel, block.fluid.mass.view(), block.fluid.density.view(),
                                  1 / block.kernel.w(Real(FluidBlock::spacing)), view(shift.direction), view(shift.kernel_sum)});
    return shift;
}
} // namespace

TEST(ParticleShift, IsItsDefinition)
{
    const FluidBlock block = random_block(3, 300);
    std::vector<Vec3d> sum(block.count());
    std::vector<double> size(block.count()), filled(block.count());
    for (Index i = 0; i < block.fluid.size(); ++i)
        filled[static_cast<std::size_t>(i)] = double(block.fluid.mass[i]) / block.fluid.density[i] * block.exact.w(0.0);
    block.for_each_pair([&](Index i, Index j, const Vec3d& x_ij, double r) {
        const auto k = static_cast<std::size_t>(i);
        const double volume = double(block.fluid.mass[j]) / block.fluid.density[j];
        const double crowding = 1 + 0.2 * std::pow(block.exact.w(r) / block.exact.w(FluidBlock::spacing), 4);
        const Vec3d term = (-volume * crowding * block.exact.dw(r) / r) * x_ij;
        sum[k] += term;
        size[k] += norm(term);
        filled[k] += volume * block.exact.w(r);
    });
    const Shift shift = shift_of(block);
    for (std::size_t i = 0; i < sum.size(); ++i)
    {
        EXPECT_LE(norm(convert<double>(shift.direction[i]) - sum[i]), sum_error * size[i]);
        EXPECT_NEAR(shift.kernel_sum[i], filled[i], sum_error * filled[i]);
    }
}

TEST(ParticleShift, IsNothingOnALattice)
{
    for (const int dimension : {2, 3})
    {
        const FluidBlock block = lattice_block(dimension, 11, 0);
        const Shift shift = shift_of(block);
        for (Index i = 0; i < block.fluid.size(); ++i)
        {
            const auto k = static_cast<std::size_t>(i);
            const Vec3d& x = block.fluid.position[i];
            const double reach = std::max({std::abs(x.x), std::abs(x.y), std::abs(x.z)});
            if (reach < 0.21) // as far as the kernel sees, the lattice goes on
            {
                EXPECT_LT(norm(shift.direction[k]), sum_error * 100 / FluidBlock::support); // terms of about ten in sum
                EXPECT_NEAR(shift.kernel_sum[k], 1, 0.01);
            }
            if (reach > 0.49)
            {
                EXPECT_LT(shift.kernel_sum[k], 0.8); // a surface shows
            }
        }
    }
}

TEST(ParticleShift, PointsAwayFromACrowd)
{
    FluidBlock block = lattice_block(2, 11, 0);
    const Vec3d crowd{0.05, 0.05, 0}; // one more in the middle of four
    block.fluid.append(1);
    block.fluid.position[block.fluid.size() - 1] = crowd;
    block.fluid.mass[block.fluid.size() - 1] = 10;
    block.fluid.density[block.fluid.size() - 1] = 1000;
    block.find_neighbors();
    const Shift shift = shift_of(block);
    int looked_at = 0;
    for (Index i = 0; i < block.fluid.size(); ++i)
    {
        const Vec3d away = block.fluid.position[i] - crowd;
        if (norm(away) == 0 || norm(away) > 0.16)
            continue;
        const Vec3d direction = convert<double>(shift.direction[static_cast<std::size_t>(i)]);
        EXPECT_GT(dot(direction, away), 0.99 * norm(direction) * norm(away));
        ++looked_at;
    }
    EXPECT_EQ(looked_at, 12);
}
