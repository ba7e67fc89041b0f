// Density as a sum T09 (5), (55) and by the continuity equation with the diffusion of δ-SPH (Antuono et al. 2010): against sums over all pairs in double;
// rigid motion changes nothing, a linear flow −ρ ∇·v; diffusion leaves even and hydrostatic densities alone and exchanges mass without loss.

#include "aspic/operators/density_of_fluid.h"

#include "fluid_block.h"

#include <gtest/gtest.h>

using namespace aspic;

namespace
{
using K = Kernel<CubicSpline>;

struct Inputs
{
    Array<Real> rho_0;
    Array<Vec3> b;
    bool has_several_fluids = true;
    double diffusion = 0;   // [m²/s]
    double sound_speed = 1; // [m/s]
};

Inputs inputs_for(const FluidBlock& block) { return {Array<Real>(block.count(), Real(1000)), Array<Vec3>(block.count(), Vec3{})}; }

Array<Real> density_change(const FluidBlock& block, const Inputs& inputs)
{
    Array<Real> rate(block.count());
    Array<Vec4> motion(block.count()), matter(block.count());
    for (std::size_t k = 0; k < motion.size(); ++k)
    {
        const Real volume = block.fluid.mass.values[k] / block.fluid.density.values[k];
        motion[k] = joined(block.fluid.velocity.values[k], inputs.rho_0[k] < 0 ? -volume : volume);
        matter[k] = joined(inputs.b[k], block.fluid.density.values[k]);
    }
    parallel_for(block.fluid.size(), DensityChange<K>{.near = block.near.view(),
                                                      .kernel = block.kernel,
                                                      .v_and_volume = const_view(motion),
                                                      .b_and_rho = const_view(matter),
                                                      .rho_0 = const_view(inputs.rho_0),
                                                      .has_several_fluids = inputs.has_several_fluids,
                                                      .diffusion = static_cast<Real>(inputs.diffusion),
                                                      .inverse_c2 = static_cast<Real>(1 / square(inputs.sound_speed)),
                                                      .rate = view(rate)});
    return rate;
}

/// Σ_j V_j |2 D (ρ_j − ρ_i) ω'/r|: by which the error of diffusion is measured.
std::vector<double> diffusion_sizes(const FluidBlock& block, double diffusion)
{
    std::vector<double> sizes(block.count());
    const ParticleSet& fluid = block.fluid;
    block.for_each_pair([&](Index i, Index j, const Vec3d&, double r) {
        const double volume = double(fluid.mass[j]) / fluid.density[j];
        sizes[static_cast<std::size_t>(i)] +=
            std::abs(2 * diffusion * volume * (double(fluid.density[j]) - fluid.density[i]) * block.exact.dw_over_r(r));
    });
    return sizes;
}
} // namespace

TEST(SummedDensity, IsItsDefinitionForTwoFluids) // ρ_i = ρ0_i Σ_j V0_j ω_ij
{
    for (const int dimension : {2, 3})
    {
        const FluidBlock block = random_block(dimension, 300);
        RandomNumbers random(3);
        const Array<Real> volume = numbers_of(block, [&](Index) { return random.between(1e-3, 3e-3); });
        const Array<Real> rest = numbers_of(block, [&](Index) { return random.between(0, 1) < 0.5 ? 1000 : 700; });
        Array<Real> rho(block.count());
        parallel_for(block.fluid.size(),
                     SummedDensity<K>{block.near.view(), block.kernel, const_view(volume), const_view(rest), view(rho)});
        std::vector<double> sum(block.count());
        for (std::size_t i = 0; i < sum.size(); ++i)
            sum[i] = double(volume[i]) * block.exact.w(0.0); // the particle itself
        block.for_each_pair([&](Index i, Index j, const Vec3d&, double r) {
            sum[static_cast<std::size_t>(i)] += double(volume[static_cast<std::size_t>(j)]) * block.exact.w(r);
        });
        for (std::size_t i = 0; i < sum.size(); ++i)
            EXPECT_NEAR(rho[i], rest[i] * sum[i], sum_error * rest[i] * sum[i]);
    }
}

/// Two fluids, or one fluid and ghosts: 300 particles at random.
void expect_definition_of_density_change(int dimension, bool has_several_fluids)
{
    const FluidBlock block = random_block(dimension, 300);
    const ParticleSet& fluid = block.fluid;
    RandomNumbers random(3);
    Inputs in = inputs_for(block);
    in.diffusion = 0.7;
    in.sound_speed = 2;
    for (Real& rest : in.rho_0)
        rest = random.between(0, 1) < 0.5 ? 1000 : has_several_fluids ? 700 : -1;
    in.has_several_fluids = has_several_fluids;
    for (Vec3& b : in.b)
        b = convert<Real>(random.in_box({-9, -9, -9}, {9, 9, 9}));
    std::vector<double> sum(block.count()), size(block.count());
    block.for_each_pair([&](Index i, Index j, const Vec3d& x_ij, double r) {
        const auto k = static_cast<std::size_t>(i), l = static_cast<std::size_t>(j);
        const double volume = double(fluid.mass[j]) / fluid.density[j];
        const Vec3d gradient = (block.exact.dw(r) / r) * x_ij; // ∇_i ω_ij
        const Vec3d v_ij = convert<double>(fluid.velocity[i]) - convert<double>(fluid.velocity[j]);
        const double flow = double(fluid.density[i]) * volume * dot(v_ij, gradient);
        sum[k] += flow;
        size[k] += double(fluid.density[i]) * volume * norm(v_ij) * norm(gradient);
        if (in.rho_0[k] != in.rho_0[l])
            return;
        const Vec3d x_ji = -1.0 * x_ij;
        const Vec3d slope = (-0.5 * double(in.rho_0[k]) / 4) * (convert<double>(in.b[k]) + convert<double>(in.b[l])); // ½ (∇ρ_i + ∇ρ_j)
        const double excess = double(fluid.density[j]) - double(fluid.density[i]) - dot(slope, x_ji);
        const double spread = 2 * in.diffusion * volume * dot(x_ji, gradient) / (r * r);
        sum[k] += spread * excess;
        size[k] += std::abs(spread) * (std::abs(double(fluid.density[j]) - double(fluid.density[i])) + norm(slope) * r);
    });
    const Array<Real> rate = density_change(block, in);
    for (std::size_t i = 0; i < sum.size(); ++i)
        if (in.rho_0[i] > 0)
        {
            EXPECT_NEAR(rate[i], sum[i], sum_error * size[i] + 1e-30);
        }
}

TEST(DensityChange, IsItsDefinitionForTwoFluids)
{
    for (const int dimension : {2, 3})
        expect_definition_of_density_change(dimension, true);
}

TEST(DensityChange, IsItsDefinitionForOneFluidAndGhosts)
{
    for (const int dimension : {2, 3})
        expect_definition_of_density_change(dimension, false);
}

TEST(DensityChange, VanishesInRigidMotion)
{
    FluidBlock block = lattice_block(3, 9, 0.3);
    const Vec3d spin{0.3, -2, 1.1}, drift{1, 2, -0.5};
    for (Index i = 0; i < block.fluid.size(); ++i)
        block.fluid.velocity[i] = convert<Real>(drift + cross(spin, block.fluid.position[i]));
    const Array<Real> rate = density_change(block, inputs_for(block));
    std::vector<double> size(block.count());
    block.for_each_pair([&](Index i, Index j, const Vec3d&, double r) { // velocities are rounded numbers
        size[static_cast<std::size_t>(i)] +=
            1000 * 0.001 * double(norm(block.fluid.velocity[i]) + norm(block.fluid.velocity[j])) * std::abs(block.exact.dw(r));
    });
    for (std::size_t i = 0; i < rate.size(); ++i)
        EXPECT_LT(std::abs(rate[i]), sum_error * size[i]);
}

TEST(DensityChange, OfALinearFlowIsItsDivergence) // −ρ ∇·v
{
    for (const int dimension : {2, 3})
    {
        FluidBlock block = lattice_block(dimension, 11, 0);
        const double across = dimension == 2 ? 0 : 0.25;
        for (Index i = 0; i < block.fluid.size(); ++i)
        {
            const Vec3d& x = block.fluid.position[i];
            block.fluid.velocity[i] = convert<Real>(Vec3d{2 * x.x + 0.7 * x.y, -0.5 * x.y - 3 * x.x, across * x.z});
        }
        const Array<Real> rate = density_change(block, inputs_for(block));
        const double expected = -1000 * (2 - 0.5 + across);
        // On a lattice with h = 3 dx the sum −Σ V x ∂ω/∂x is κ instead of 1.
        double kappa = 0;
        for (int a = -3; a <= 3; ++a)
            for (int b = -3; b <= 3; ++b)
                for (int c = dimension == 2 ? 0 : -3; c <= (dimension == 2 ? 0 : 3); ++c)
                    kappa -= std::pow(0.1, dimension) * square(0.1 * a) * block.exact.dw_over_r(0.1 * std::sqrt(a * a + b * b + c * c));
        EXPECT_NEAR(kappa, 1, 0.011);
        int looked_at = 0;
        for (Index i = 0; i < block.fluid.size(); ++i)
            if (norm(block.fluid.position[i]) < 0.16) // away from the surface
            {
                EXPECT_NEAR(rate[static_cast<std::size_t>(i)], kappa * expected, 10 * sum_error * std::abs(expected));
                ++looked_at;
            }
        EXPECT_GT(looked_at, 4);
    }
}

TEST(DensityDiffusion, LeavesUniformDensityAlone)
{
    const FluidBlock block = lattice_block(3, 9, 0.3);
    Inputs in = inputs_for(block);
    in.diffusion = 5;
    for (const Real rate : density_change(block, in))
        EXPECT_EQ(rate, 0);
}

TEST(DensityDiffusion, LeavesTheDensityOfFluidAtRestAloneUpToItsSurface)
{
    FluidBlock block = lattice_block(3, 9, 0.2);
    Inputs in = inputs_for(block);
    in.diffusion = 5;
    in.sound_speed = 30;
    constexpr double g = 9.81;
    for (Index i = 0; i < block.fluid.size(); ++i) // ∇ρ = ρ0 g/c²
        block.fluid.density[i] = static_cast<Real>(1000 * (1 + g * (0.45 - block.fluid.position[i].y) / 900));
    const std::vector<double> size = diffusion_sizes(block, in.diffusion);
    const Array<Real> without = density_change(block, in);
    std::ranges::fill(in.b, Vec3{0, Real(g), 0}); // what pressure does where fluid rests: it carries the weight
    const Array<Real> with = density_change(block, in);
    // Densities near 1000 are rounded to 6e-5 in float, and differ by 1.1 from layer to layer.
    const double tolerance = std::is_same_v<Real, float> ? 1e-4 : 1e-12;
    double strongest = 0;
    for (std::size_t i = 0; i < block.count(); ++i)
    {
        EXPECT_LT(std::abs(with[i]), tolerance * size[i]);
        strongest = std::max(strongest, std::abs(without[i]) / size[i]);
    }
    EXPECT_GT(strongest, 0.5); // at the surface, all of the gradient is on one side
}

TEST(DensityDiffusion, NearlyLeavesAColumnByTaitAlone)
{
    // The gradient of a column that Tait's equation compresses by ε is (1 − (γ − 2) ε) of the one that is taken: 2.5 % for γ = 7 and ε = 0.5 %.
    FluidBlock block = lattice_block(2, 11, 0);
    Inputs in = inputs_for(block);
    in.diffusion = 5;
    in.sound_speed = 44.29;
    constexpr double g = 9.81;
    for (Index i = 0; i < block.fluid.size(); ++i)
    {
        // dρ/dy = −ρ g/c² (ρ/ρ0)^(1−γ), integrated: ρ^(γ−1) is linear in y.
        const double depth = 0.5 - block.fluid.position[i].y;
        block.fluid.density[i] = static_cast<Real>(1000 * std::pow(1 + 6 * g * depth / square(44.29), 1.0 / 6));
    }
    const std::vector<double> size = diffusion_sizes(block, in.diffusion);
    std::ranges::fill(in.b, Vec3{0, Real(g), 0});
    const Array<Real> rate = density_change(block, in);
    for (std::size_t i = 0; i < block.count(); ++i)
        EXPECT_LT(std::abs(rate[i]), 0.03 * size[i]);
}

TEST(DensityDiffusion, ExchangesWithoutLossBetweenEqualVolumes)
{
    FluidBlock block = lattice_block(3, 9, 0.3);
    RandomNumbers random(2);
    Inputs in = inputs_for(block);
    in.diffusion = 5;
    in.sound_speed = 3;
    for (Index i = 0; i < block.fluid.size(); ++i)
    {
        block.fluid.density[i] = static_cast<Real>(random.between(900, 1100));
        block.fluid.mass[i] = block.fluid.density[i] / 1000;
        in.b[static_cast<std::size_t>(i)] = convert<Real>(random.in_box({-5, -5, -5}, {5, 5, 5}));
    }
    double total = 0, size = 0;
    for (const Real rate : density_change(block, in))
    {
        total += rate;
        size += std::abs(rate);
    }
    EXPECT_GT(size, 0);
    EXPECT_LT(std::abs(total), sum_error * size);
}
