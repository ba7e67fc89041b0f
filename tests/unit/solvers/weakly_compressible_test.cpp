// Pressure from density T09 (47), (54), its symmetric force T09 (51), and integration T09 (58), (59): against the formulas in double, and K8: forces
// add up to nothing, and so do their moments.

#include "aspic/neighbors/samples.h"
#include "aspic/operators/advance.h"
#include "aspic/operators/density.h"
#include "aspic/operators/pressure_acceleration.h"
#include "aspic/operators/sph_sums.h"
#include "aspic/solvers/pressure/tait.h"
#include "aspic/solvers/pressure/weakly_compressible.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr double relative = std::is_same_v<Real, float> ? 1e-5 : 1e-13;

/// A blob of fluid of random particles with its lists.
struct Blob
{
    ParticleSet fluid;
    Neighborhood near{0.25};
    Kernel<CubicSpline> kernel{0.25, 3};

    Blob()
    {
        RandomNumbers random(4);
        fluid.append(1500);
        for (Index i = 0; i < fluid.size(); ++i)
        {
            fluid.position[i] = random.in_box({0, 0, 0}, {1, 1, 1});
            fluid.mass[i] = static_cast<Real>(random.between(0.5, 1.5));
        }
        fluid.reorder(near.sort(fluid.position.view()));
        near.set_columns(fluid.position.view());
        near.find_among_columns();
        parallel_for(fluid.size(), Density<Kernel<CubicSpline>>{near.view(), kernel, fluid.mass.view(), fluid.density.view()});
    }
};

/// |Σ m a| and |Σ x × m a|, relative to the sums of magnitudes.
std::pair<double, double> momentum_errors(const Blob& blob, const Array<Vec3>& a)
{
    Vec3d force, moment;
    double force_size = 0, moment_size = 0;
    for (Index i = 0; i < blob.fluid.size(); ++i)
    {
        const Vec3d f = double(blob.fluid.mass[i]) * convert<double>(a[static_cast<std::size_t>(i)]);
        const Vec3d t = cross(blob.fluid.position[i], f);
        force += f;
        moment += t;
        force_size += norm(f);
        moment_size += norm(t);
    }
    return {norm(force) / force_size, norm(moment) / moment_size};
}
} // namespace

TEST(Tait, FollowsTheEquationOfState)
{
    const Array<Real> rho{1000, 1010, 990, 1200};
    const Array<Real> rest(rho.size(), Real(1000));
    Array<Real> result(rho.size());
    for (const int gamma : {1, 2, 7})
        for (const double zeta : {0.0, 0.3, 1.0})
        {
            parallel_for(4, TaitPressure{const_view(rho), const_view(rest), 200, gamma, static_cast<Real>(zeta), view(result)});
            for (std::size_t i = 0; i < rho.size(); ++i)
            {
                const double p = 2e5 * (std::pow(rho[i] / 1000.0, gamma) - 1);              // T09 (47)
                const double expected = (p < 0 ? zeta * p : p) / (double(rho[i]) * rho[i]); // T09 (54)
                EXPECT_NEAR(result[i], expected, 30 * relative * 2e5 / 1e6); // (ρ/ρ0)^γ − 1 cancels: the error is that of the power
            }
        }
}

TEST(Tait, SlopeAtRestIsTheSquareOfTheSoundSpeed) // dp/dρ = c², whatever the rest density
{
    const double step = std::is_same_v<Real, float> ? 1e-3 : 1e-6; // of the rest density
    ParticleSet fluid;
    fluid.append(4);
    const Array<Real> rest{1000, 1000, 850, 850};
    for (Index i = 0; i < 4; ++i)
        fluid.density[i] = static_cast<Real>(rest[static_cast<std::size_t>(i)] * (1 + (i % 2 == 0 ? step : -step)));
    WeaklyCompressibleSettings settings;
    settings.negative_factor = 1;
    const Array<Real> p = WeaklyCompressible(settings).pressure(fluid, {const_view(rest), 30});
    for (const std::size_t k : {0U, 2U})
    {
        const double slope = (double(p[k]) - p[k + 1]) / (double(fluid.density.values[k]) - fluid.density.values[k + 1]);
        EXPECT_NEAR(slope, 900, (std::is_same_v<Real, float> ? 1 : 1e-4)); // float: (ρ/ρ0)⁷ − 1 has three digits here
    }
}

TEST(Tait, EnergyIsTheWorkOfPressure) // de/dρ = p/ρ², e = 0 at rest
{
    for (const int gamma : {1, 2, 7})
    {
        WeaklyCompressibleSettings settings;
        settings.gamma = gamma;
        settings.negative_factor = 0.5;
        EXPECT_EQ(tait_energy(settings, 20, 1), 0);
        for (const double s : {0.9, 1.001, 1.05, 1.3})
        {
            const double step = 1e-5;
            const double slope = (tait_energy(settings, 20, s + step) - tait_energy(settings, 20, s - step)) / (2 * step);
            const double p_over_rho0 = 400.0 / gamma * (std::pow(s, gamma) - 1) * (s < 1 ? 0.5 : 1);
            EXPECT_NEAR(slope, p_over_rho0 / (s * s),
                        1e-6 * std::abs(p_over_rho0) + 1e-5); // step²/6 of the third derivative, rounding/step
        }
    }
}

TEST(PressureAcceleration, ConservesMomentum) // T09 (51); the form (50) with p_j alone does not
{
    Blob blob;
    RandomNumbers random(9);
    Array<Real> p_over_rho2(static_cast<std::size_t>(blob.fluid.size()));
    for (Real& value : p_over_rho2)
        value = static_cast<Real>(random.between(0, 1));
    Array<Vec3> a(p_over_rho2.size(), Vec3{});
    parallel_for(blob.fluid.size(), PressureAcceleration<Kernel<CubicSpline>>{blob.near.view(), blob.kernel, blob.fluid.mass.view(),
                                                                              const_view(p_over_rho2), view(a)});
    const auto [force, moment] = momentum_errors(blob, a);
    const double tolerance = std::is_same_v<Real, float> ? 1e-6 : 1e-12;
    EXPECT_LT(force, tolerance);
    EXPECT_LT(moment, tolerance);

    Array<Vec3> unsymmetric(a.size());
    parallel_for(blob.fluid.size(), Gradient<Kernel<CubicSpline>, Real>{blob.near.view(), blob.kernel, blob.fluid.mass.view(),
                                                                        const_view(p_over_rho2), view(unsymmetric)});
    EXPECT_GT(momentum_errors(blob, unsymmetric).first, 1e-3);
}

TEST(Advance, UsesTheNewVelocityForPositions) // T09 (58), (59)
{
    const Array<Vec3> a{{1, 2, 3}, {-4, 5, -6}};
    Array<Vec3> v{{1, 0, 0}, {0, 1, 0}};
    Array<Vec3d> x{{10, 20, 30}, {1e6, 0, 0}};
    parallel_for(2, AdvanceVelocity{const_view(a), Real(0.5), view(v)});
    EXPECT_EQ(v[0], (Vec3{1.5, 1, 1.5}));
    EXPECT_EQ(v[1], (Vec3{-2, 3.5, -3}));
    parallel_for(2, AdvancePosition{const_view(v), 0.5, view(x)});
    EXPECT_EQ(x[0], (Vec3d{10.75, 20.5, 30.75}));
    EXPECT_EQ(x[1], (Vec3d{1e6 - 1, 1.75, -1.5}));
}
