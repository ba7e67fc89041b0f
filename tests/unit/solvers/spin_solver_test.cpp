// Micropolar fluid: spins come to that of a fluid that turns as a whole as exp(−2ν_t t/Θ), and then do nothing to it; linear momentum is conserved; with balance 1 flow and spins together lose energy.

#include "aspic/solvers/vorticity/spin_solver.h"

#include "support/fluid_cloud.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
/// [J] of flow and spins.
double energy_of(const FluidCloud& cloud, const Array<Vec3>& spin, double inertia)
{
    double energy = 0;
    for (Index i = 0; i < cloud.particles.size(); ++i)
    {
        const Vec3d v = convert<double>(cloud.particles.velocity[i]), omega = convert<double>(spin[static_cast<std::size_t>(i)]);
        energy += 0.5 * double(cloud.particles.mass[i]) * (dot(v, v) + inertia * dot(omega, omega));
    }
    return energy;
}
} // namespace

TEST(SpinSolver, SpinsComeToThatOfARigidRotationAndThenDoNothing)
{
    FluidCloud cloud(500, 0.7, true);
    const Vec3d omega{1, 2, -2};
    for (Index i = 0; i < cloud.particles.size(); ++i)
        cloud.particles.velocity[i] = convert<Real>(cross(omega, cloud.particles.position[i]));
    const Fluid fluid = cloud.fluid();
    const auto n = static_cast<std::size_t>(fluid.size());
    Array<Vec3> flow(n), spin(n, Vec3{}), a(n, Vec3{});
    find_spin(fluid, view(flow));
    const MicropolarSettings settings{.transfer = 0.02, .inertia = 0.01};
    add_spin_transfer(settings, fluid, const_view(flow), 0.1, view(spin), view(a));
    const double share = 1 - std::exp(-0.4);
    for (const Vec3& found : spin)
        EXPECT_LT(norm(convert<double>(found) - share * omega), 2e-3 * norm(omega)); // of neighbourhoods at the corners of the cloud
    // Spins as the flow: no force.
    Array<Vec3> same = flow, none(n, Vec3{});
    add_spin_transfer(settings, fluid, const_view(flow), 0.1, view(same), view(none));
    for (const Vec3& push : none)
        EXPECT_EQ(norm(push), 0);
}

TEST(SpinSolver, ConservesLinearMomentumAndLosesEnergy)
{
    FluidCloud cloud(800, 0.8, true);
    const Fluid fluid = cloud.fluid();
    const auto n = static_cast<std::size_t>(fluid.size());
    const double dt = 1e-3; // short: forces are explicit
    const MicropolarSettings settings{.transfer = 0.02, .inertia = 0.05};
    Array<Vec3> flow(n), spin(n, Vec3{3, -1, 2}), a(n, Vec3{});
    find_spin(fluid, view(flow));
    const double before = energy_of(cloud, spin, 0.05);
    add_spin_transfer(settings, fluid, const_view(flow), dt, view(spin), view(a));
    Vec3d force;
    double size = 0;
    for (Index i = 0; i < fluid.size(); ++i)
    {
        const Vec3d f = double(fluid.particles.mass[i]) * convert<double>(a[static_cast<std::size_t>(i)]);
        force += f;
        size += norm(f);
        cloud.particles.velocity[i] += static_cast<Real>(dt) * a[static_cast<std::size_t>(i)];
    }
    EXPECT_GT(size, 0);
    EXPECT_LT(norm(force), 1e-6 * size);
    EXPECT_LT(energy_of(cloud, spin, 0.05), before);
}
