// Viscosity after Morris 1997: forces add up to nothing; the second derivative of a shear flow on a lattice; nothing in rigid translation.
// Artificial viscosity after Monaghan 1992: against its formula for a pair; forces and moments add up to nothing.

#include "aspic/operators/viscous_acceleration.h"

#include "aspic/neighbors/neighborhood.h"
#include "aspic/operators/artificial_viscosity.h"
#include "aspic/operators/density.h"
#include "aspic/particles/particle_set.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
using K = Kernel<CubicSpline>;

/// Particles on a cubic lattice with spacing 0.1 around the origin, shifted at random by `jitter` spacings.
struct Lattice
{
    ParticleSet fluid;
    Neighborhood near{0.3};
    K kernel{0.3, 3};

    explicit Lattice(double jitter)
    {
        RandomNumbers random(8);
        constexpr int n = 11;
        fluid.append(n * n * n);
        for (Index i = 0; i < fluid.size(); ++i)
        {
            const Vec3d place{0.1 * (i % n - n / 2), 0.1 * (i / n % n - n / 2), 0.1 * (i / n / n - n / 2)};
            fluid.position[i] = place + (0.1 * jitter) * random.in_box({-1, -1, -1}, {1, 1, 1});
            fluid.mass[i] = 1;
        }
        fluid.reorder(near.sort(fluid.position.view()));
        near.set_columns(fluid.position.view());
        near.find_among_columns();
        parallel_for(fluid.size(), Density<K>{near.view(), kernel, fluid.mass.view(), fluid.density.view()});
    }

    [[nodiscard]] Array<Vec3> acceleration(const Array<Real>& viscosity)
    {
        Array<Vec3> a(viscosity.size(), Vec3{});
        parallel_for(fluid.size(), ViscousAcceleration<K>{near.view(), kernel, fluid.velocity.view(), fluid.mass.view(),
                                                          fluid.density.view(), const_view(viscosity), view(a)});
        return a;
    }
};
} // namespace

TEST(ViscousAcceleration, ConservesMomentumForDifferentViscosities)
{
    Lattice lattice(0.3);
    RandomNumbers random(5);
    Array<Real> viscosity(static_cast<std::size_t>(lattice.fluid.size()));
    for (Index i = 0; i < lattice.fluid.size(); ++i)
    {
        viscosity[static_cast<std::size_t>(i)] = static_cast<Real>(random.between(0, 10));
        lattice.fluid.velocity[i] = convert<Real>(random.in_box({-1, -1, -1}, {1, 1, 1}));
    }
    const Array<Vec3> a = lattice.acceleration(viscosity);
    Vec3d total;
    double size = 0;
    for (const Vec3& value : a)
    {
        total += convert<double>(value);
        size += norm(convert<double>(value));
    }
    EXPECT_GT(size, 0);
    EXPECT_LT(norm(total) / size, (std::is_same_v<Real, float> ? 1e-6 : 1e-13));
}

TEST(ViscousAcceleration, OfShearFlowIsItsSecondDerivative)
{
    Lattice lattice(0);
    constexpr double mu = 2;
    for (Index i = 0; i < lattice.fluid.size(); ++i)
        lattice.fluid.velocity[i] = {static_cast<Real>(square(lattice.fluid.position[i].y)), 0, 0};
    const Array<Vec3> a = lattice.acceleration(Array<Real>(static_cast<std::size_t>(lattice.fluid.size()), Real(mu)));
    for (Index i = 0; i < lattice.fluid.size(); ++i)
    {
        if (norm(lattice.fluid.position[i]) > 0.15) // away from the surface
            continue;
        const double expected = mu / lattice.fluid.density[i] * 2; // μ/ρ ∂²v/∂y²
        // On a lattice with h = 3 dx the sum differs from the integral by about 1 % (K2t), the softening 0.01 h² takes another 2 %.
        EXPECT_NEAR(a[static_cast<std::size_t>(i)].x, expected, 0.05 * expected);
        EXPECT_NEAR(a[static_cast<std::size_t>(i)].y, 0, 1e-4 * expected);
    }
}

TEST(ViscousAcceleration, DoesNotBrakeTranslation)
{
    Lattice lattice(0.2);
    for (Index i = 0; i < lattice.fluid.size(); ++i)
        lattice.fluid.velocity[i] = {3, -1, 2};
    for (const Vec3& a : lattice.acceleration(Array<Real>(static_cast<std::size_t>(lattice.fluid.size()), Real(5))))
        EXPECT_EQ(a, (Vec3{}));
}

TEST(ArtificialViscosity, BrakesOnlyPairsThatApproach)
{
    ParticleSet fluid;
    fluid.append(2);
    fluid.position[1] = {0.1, 0, 0};
    fluid.mass.values = {1, 2};
    fluid.density.values = {1000, 800};
    Neighborhood near{0.3};
    fluid.reorder(near.sort(fluid.position.view()));
    near.set_columns(fluid.position.view());
    near.find_among_columns();
    const K kernel{0.3, 3};
    const auto acceleration = [&](Real speed) {
        fluid.velocity[1] = {speed, 5, 0};
        fluid.velocity[0] = {0, 5, 0};
        Array<Vec3> a(2, Vec3{});
        parallel_for(
            2, ArtificialViscosity<K>{near.view(), kernel, fluid.velocity.view(), fluid.mass.view(), fluid.density.view(), 0.5, view(a)});
        return a;
    };
    EXPECT_EQ(acceleration(3)[0], (Vec3{})); // they part
    const Array<Vec3> a = acceleration(-3);
    // x_01 = −0.1, v_01 = 3: v·x = −0.3; the force pushes particle 0 back, along −x
    const double expected = 2 * 0.5 * -0.3 / (900 * (0.01 + 0.01 * 0.09)) * (kernel.dw_over_r(Real(0.1)) * -0.1);
    EXPECT_LT(expected, 0);
    EXPECT_NEAR(a[0].x, expected, 1e-5 * std::abs(expected));
    EXPECT_NEAR(a[1].x, -expected / 2, 1e-5 * std::abs(expected)); // equal forces, twice the mass
}

TEST(ArtificialViscosity, ConservesLinearAndAngularMomentum)
{
    Lattice lattice(0.3);
    RandomNumbers random(6);
    for (Index i = 0; i < lattice.fluid.size(); ++i)
        lattice.fluid.velocity[i] = convert<Real>(random.in_box({-1, -1, -1}, {1, 1, 1}));
    Array<Vec3> a(static_cast<std::size_t>(lattice.fluid.size()), Vec3{});
    parallel_for(lattice.fluid.size(), ArtificialViscosity<K>{lattice.near.view(), lattice.kernel, lattice.fluid.velocity.view(),
                                                              lattice.fluid.mass.view(), lattice.fluid.density.view(), 0.5, view(a)});
    Vec3d force, moment;
    double size = 0;
    for (Index i = 0; i < lattice.fluid.size(); ++i)
    {
        const Vec3d f = convert<double>(a[static_cast<std::size_t>(i)]);
        force += f;
        moment += cross(lattice.fluid.position[i], f);
        size += norm(f);
    }
    const double tolerance = std::is_same_v<Real, float> ? 1e-6 : 1e-13;
    EXPECT_GT(size, 0);
    EXPECT_LT(norm(force) / size, tolerance);
    EXPECT_LT(norm(moment) / size, tolerance); // places are within 1 m of the origin
}
