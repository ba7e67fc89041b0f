// Cohesion after Becker and Teschner 2007, with repulsion of near particles: against the sum over all pairs in double; conserves linear and angular momentum; fluids do not attract each other.

#include "aspic/operators/cohesion.h"

#include "fluid_block.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
using K = Kernel<CubicSpline>;

Array<Vec3> cohesion(const FluidBlock& block, const Array<Real>& rest, const Array<Real>& strength, double lambda = 0)
{
    Array<Vec3> a(block.count(), Vec3{});
    parallel_for(block.fluid.size(), Cohesion<K>{block.near.view(), block.kernel, static_cast<Real>(lambda), block.fluid.mass.view(),
                                                 const_view(rest), const_view(strength), view(a)});
    return a;
}
} // namespace

TEST(Cohesion, IsItsDefinitionForTwoFluids)
{
    const FluidBlock block = random_block(3, 300);
    RandomNumbers random(4);
    const Array<Real> rest = numbers_of(block, [&](Index) { return random.between(0, 1) < 0.5 ? 1000 : 700; });
    const Array<Real> strength = numbers_of(block, [&](Index i) { return rest[static_cast<std::size_t>(i)] == 1000 ? 0.2 : 0.7; });
    std::vector<Vec3d> sum(block.count());
    std::vector<double> size(block.count());
    block.for_each_pair([&](Index i, Index j, const Vec3d& x_ij, double r) {
        const auto k = static_cast<std::size_t>(i);
        if (rest[k] != rest[static_cast<std::size_t>(j)])
            return;
        const Vec3d term = (-double(strength[k]) * double(block.fluid.mass[j]) * block.exact.w(r) * (r / FluidBlock::support - 0.6)) * x_ij;
        sum[k] += term;
        size[k] += norm(term);
    });
    const Array<Vec3> a = cohesion(block, rest, strength, 0.6);
    for (std::size_t i = 0; i < sum.size(); ++i)
        EXPECT_LE(norm(convert<double>(a[i]) - sum[i]), sum_error * size[i]);
}

TEST(Cohesion, ConservesLinearAndAngularMomentum)
{
    const FluidBlock block = random_block(3, 1000);
    const Array<Vec3> a = cohesion(block, Array<Real>(block.count(), Real(1000)), Array<Real>(block.count(), Real(1)));
    Vec3d force, torque;
    double force_size = 0, torque_size = 0;
    for (Index i = 0; i < block.fluid.size(); ++i)
    {
        const Vec3d f = double(block.fluid.mass[i]) * convert<double>(a[static_cast<std::size_t>(i)]);
        force += f;
        torque += cross(block.fluid.position[i], f);
        force_size += norm(f);
        torque_size += norm(cross(block.fluid.position[i], f));
    }
    EXPECT_LT(norm(force), sum_error * force_size);
    EXPECT_LT(norm(torque), sum_error * torque_size);
}

TEST(Cohesion, DrawsASurfaceInwardsAndLeavesTheInsideAlone)
{
    const FluidBlock block = lattice_block(2, 11, 0);
    const Array<Vec3> a = cohesion(block, Array<Real>(block.count(), Real(1000)), Array<Real>(block.count(), Real(1)));
    double strongest = 0;
    for (const Vec3& push : a)
        strongest = std::max(strongest, double(norm(push)));
    for (Index i = 0; i < block.fluid.size(); ++i)
    {
        const Vec3d& x = block.fluid.position[i];
        const Vec3d push = convert<double>(a[static_cast<std::size_t>(i)]);
        const double depth = 0.5 - std::max(std::abs(x.x), std::abs(x.y)); // below the outermost row
        if (depth > 0.19)
        {
            EXPECT_LT(norm(push), sum_error * strongest); // two whole rows all around, and the third is at the end of the support
        }
        else
        {
            EXPECT_LT(dot(push, x), 0);
        }
    }
}
