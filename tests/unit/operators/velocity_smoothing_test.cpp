// XSPH, T09 (53): against the sum over all pairs in double; conserves momentum, and takes kinetic energy but never gives any (claim B4.8).

#include "aspic/operators/velocity_smoothing.h"

#include "fluid_block.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
using K = Kernel<CubicSpline>;

Array<Vec3> smoothing(const FluidBlock& block, double strength, const Array<Real>& viscosity)
{
    Array<Vec3> change(block.count());
    parallel_for(block.fluid.size(),
                 VelocitySmoothing<K>{block.near.view(), block.kernel, block.fluid.velocity.view(), block.fluid.mass.view(),
                                      block.fluid.density.view(), const_view(viscosity), static_cast<Real>(strength), view(change)});
    return change;
}

Array<Vec3> smoothing(const FluidBlock& block, double strength) { return smoothing(block, strength, Array<Real>(block.count(), Real(0))); }

void move_at_random(FluidBlock& block, std::uint64_t seed)
{
    RandomNumbers random(seed);
    for (Index i = 0; i < block.fluid.size(); ++i)
        block.fluid.velocity[i] = convert<Real>(random.in_box({-1, -1, -1}, {1, 1, 1}));
}
} // namespace

TEST(VelocitySmoothing, IsItsDefinition)
{
    for (const int dimension : {2, 3})
    {
        const FluidBlock block = random_block(dimension, 300);
        const ParticleSet& fluid = block.fluid;
        std::vector<Vec3d> sum(block.count());
        std::vector<double> size(block.count());
        block.for_each_pair([&](Index i, Index j, const Vec3d&, double r) {
            const double weight =
                0.3 * double(fluid.mass[j]) / (0.5 * (double(fluid.density[i]) + double(fluid.density[j]))) * block.exact.w(r);
            const Vec3d term = weight * (convert<double>(fluid.velocity[j]) - convert<double>(fluid.velocity[i]));
            sum[static_cast<std::size_t>(i)] += term;
            size[static_cast<std::size_t>(i)] += norm(term);
        });
        const Array<Vec3> change = smoothing(block, 0.3);
        for (std::size_t i = 0; i < sum.size(); ++i)
            EXPECT_LE(norm(convert<double>(change[i]) - sum[i]), sum_error * size[i]);
    }
}

TEST(VelocitySmoothing, ConservesMomentum)
{
    const FluidBlock block = random_block(3, 1000);
    Vec3d total;
    double size = 0;
    const Array<Vec3> change = smoothing(block, 0.5);
    for (Index i = 0; i < block.fluid.size(); ++i)
    {
        const Vec3d impulse = double(block.fluid.mass[i]) * convert<double>(change[static_cast<std::size_t>(i)]);
        total += impulse;
        size += norm(impulse);
    }
    EXPECT_GT(size, 0);
    EXPECT_LT(norm(total), sum_error * size);
}

TEST(VelocitySmoothing, NeverAddsKineticEnergy) // the strongest of all, on lattices of random velocities: B4.8
{
    for (const int dimension : {2, 3})
        for (const double jitter : {0.0, 0.1})
        {
            FluidBlock block = lattice_block(dimension, 9, jitter);
            for (const std::uint64_t seed : {1U, 2U, 3U})
            {
                move_at_random(block, seed);
                const Array<Vec3> change = smoothing(block, 1);
                double before = 0, after = 0;
                for (Index i = 0; i < block.fluid.size(); ++i)
                {
                    const Vec3d v = convert<double>(block.fluid.velocity[i]);
                    const Vec3d smoothed = v + convert<double>(change[static_cast<std::size_t>(i)]);
                    before += dot(v, v);
                    after += dot(smoothed, smoothed);
                }
                EXPECT_LT(after, 0.5 * before); // random velocities have little of long waves, which would stay
                EXPECT_GT(after, 0);
            }
        }
}

TEST(VelocitySmoothing, LeavesUniformMotionAlone)
{
    FluidBlock block = lattice_block(3, 7, 0.3);
    for (Index i = 0; i < block.fluid.size(); ++i)
        block.fluid.velocity[i] = {3, -1, 2};
    for (const Vec3& change : smoothing(block, 1))
        EXPECT_EQ(change, (Vec3{}));
}

TEST(VelocitySmoothing, ParticlesOfNegativeViscosityTakeNoPart)
{
    FluidBlock block = lattice_block(2, 7, 0);
    for (Index i = 0; i < block.fluid.size(); ++i) // two halves that would brake each other
        block.fluid.velocity[i] = {block.fluid.position[i].x > 0 ? Real(1) : Real(0), 0, 0};
    const Array<Real> viscosity = numbers_of(block, [&](Index i) { return block.fluid.position[i].x > 0 ? -1 : 0; });
    const Array<Vec3> change = smoothing(block, 1, viscosity);
    for (Index i = 0; i < block.fluid.size(); ++i)
        if (block.fluid.position[i].x <= 0)
        {
            EXPECT_EQ(change[static_cast<std::size_t>(i)], (Vec3{}));
        }
}
