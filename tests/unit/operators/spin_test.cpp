// How the flow turns: exactly right for a fluid that turns as a whole, up to its corners, where confinement then does nothing; transfer of spin is the sum over all pairs and conserves linear momentum;
// confinement drives a vortex around its middle.

#include "aspic/operators/spin.h"

#include "fluid_block.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
using K = Kernel<CubicSpline>;

template <class F> Array<Vec4> records_of(const FluidBlock& block, const F& value)
{
    Array<Vec4> records;
    for (Index i = 0; i < block.fluid.size(); ++i)
        records.push_back(joined(convert<Real>(value(i)), block.fluid.mass[i] / 1000));
    return records;
}

Array<Vec3> spin_of(const FluidBlock& block, const Array<Vec4>& moving)
{
    Array<Vec3> spin(block.count());
    parallel_for(block.fluid.size(), Spin<K>{block.near.view(), block.kernel, const_view(moving), view(spin)});
    return spin;
}

Array<Vec3> confined(const FluidBlock& block, const Array<Vec3>& spin)
{
    Array<Vec3> a(block.count(), Vec3{});
    const Array<Vec4> spins = records_of(block, [&](Index i) { return convert<double>(spin[static_cast<std::size_t>(i)]); });
    parallel_for(block.fluid.size(), Confinement<K>{block.near.view(), block.kernel, const_view(spins), Real(1), view(a)});
    return a;
}
} // namespace

TEST(Spin, IsExactWhereTheFluidTurnsAsAWhole)
{
    for (const int dimension : {2, 3})
    {
        const FluidBlock block = lattice_block(dimension, 8, 0.2);
        const Vec3d omega = dimension == 2 ? Vec3d{0, 0, 3} : Vec3d{1, -2, 2};
        const Vec3d drift{5, -1, dimension == 2 ? 0.0 : 2.0};
        const Array<Vec4> moving = records_of(block, [&](Index i) { return drift + cross(omega, block.fluid.position[i]); });
        const Array<Vec3> spin = spin_of(block, moving);
        // 1e-5 is added to an inertia that is 1/8 of that inside in a corner (1/4 in the plane): at most 8e-5 of Ω, and rounding of velocities that are twice as large as their differences.
        for (const Vec3& found : spin)
            EXPECT_LT(norm(convert<double>(found) - omega), 2e-4 * norm(omega));
        // |ω| is even, up to what was added: N is small, and with it the force, ε h |ω| at full strength.
        for (const Vec3& push : confined(block, spin))
            EXPECT_LT(double(norm(push)), 0.03 * 2 * norm(omega));
    }
}

TEST(SpinTransfer, IsItsDefinitionAndConservesLinearMomentum)
{
    const FluidBlock block = random_block(3, 400);
    RandomNumbers random(3);
    const Array<Real> rest = numbers_of(block, [&](Index) { return random.between(0, 1) < 0.5 ? 1000 : 700; });
    Array<Vec4> e;
    for (std::size_t i = 0; i < block.count(); ++i)
        e.push_back(joined(convert<Real>(random.in_box({-1, -1, -1}, {1, 1, 1})), block.fluid.mass[static_cast<Index>(i)] / rest[i]));
    Array<Vec3> a(block.count(), Vec3{});
    parallel_for(block.fluid.size(), SpinTransfer<K>{block.near.view(), block.kernel, const_view(e), const_view(rest), view(a)});
    std::vector<Vec3d> sum(block.count());
    std::vector<double> size(block.count());
    block.for_each_pair([&](Index i, Index j, const Vec3d& x_ij, double r) {
        const auto k = static_cast<std::size_t>(i);
        const Vec4& other = e[static_cast<std::size_t>(j)];
        const Vec3d gradient = block.exact.dw_over_r(r) * x_ij;
        const Vec3d term = (double(other.w) / double(rest[k])) * cross(gradient, convert<double>(e[k].xyz) + convert<double>(other.xyz));
        sum[k] += term;
        size[k] += norm(term);
    });
    Vec3d force;
    double force_size = 0;
    for (std::size_t i = 0; i < sum.size(); ++i)
    {
        EXPECT_LE(norm(convert<double>(a[i]) - sum[i]), 2 * sum_error * size[i]);
        const double mass = block.fluid.mass[static_cast<Index>(i)];
        force += mass * convert<double>(a[i]);
        force_size += mass * norm(convert<double>(a[i]));
    }
    EXPECT_LT(norm(force), sum_error * force_size);
}

/// ω = 4 exp(−r²/s²) about z: N points to the middle and N × ω along the flow.
TEST(Confinement, DrivesAVortexAroundItsMiddle)
{
    const FluidBlock block = lattice_block(2, 15, 0);
    Array<Vec3> spin;
    for (Index i = 0; i < block.fluid.size(); ++i)
        spin.push_back({0, 0, static_cast<Real>(2 * std::exp(-dot(block.fluid.position[i], block.fluid.position[i]) / 0.16))});
    const Array<Vec3> a = confined(block, spin);
    for (Index i = 0; i < block.fluid.size(); ++i)
    {
        const Vec3d& x = block.fluid.position[i];
        const double r = norm(x);
        if (r < 0.15 || r > 0.45) // in the middle N has no direction, at the rim neighbours are missing
            continue;
        const Vec3d along = cross(Vec3d{0, 0, 1}, x / r);
        const double full = 2 * double(spin[static_cast<std::size_t>(i)].z); // ε h = 1
        const Vec3d push = convert<double>(a[static_cast<std::size_t>(i)]);
        EXPECT_NEAR(dot(push, along), full, 0.05 * full); // N is a little shorter than 1
        EXPECT_LT(std::abs(dot(push, x / r)), 0.05 * full);
    }
}
