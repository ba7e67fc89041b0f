// Pressure from density T09 (47), (54): against the formulas in double; integration T09 (59).

#include "aspic/operators/advance.h"
#include "aspic/solvers/pressure/tait.h"
#include "aspic/solvers/pressure/weakly_compressible.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr double relative = std::is_same_v<Real, float> ? 1e-5 : 1e-13;
} // namespace

TEST(Tait, FollowsTheEquationOfState)
{
    Array<Real> rho{1000, 1010, 990, 1200};
    for (int k = 0; k < 33; ++k) // packs, and some left over
        rho.push_back(static_cast<Real>(970 + 3 * k));
    const Array<Real> rest(rho.size(), Real(1000));
    const Array<Vec3> v(rho.size(), Vec3{1, 2, 3});
    const Array<Real> m(rho.size(), Real(5)), mu(rho.size(), Real(6));
    Array<Vec4> motion(rho.size()), matter(rho.size());
    for (const int gamma : {1, 2, 7})
        for (const double zeta : {0.0, 0.3, 1.0})
        {
            parallel_for(static_cast<Index>(rho.size()),
                         TaitPressure{const_view(rho), const_view(rest), const_view(v), const_view(m), const_view(mu), 200, gamma, 0,
                                      static_cast<Real>(zeta), true, view(motion), view(matter)});
            for (std::size_t i = 0; i < rho.size(); ++i)
            {
                const double p = 2e5 * (std::pow(rho[i] / 1000.0, gamma) - 1);              // T09 (47)
                const double expected = (p < 0 ? zeta * p : p) / (double(rho[i]) * rho[i]); // T09 (54)
                EXPECT_NEAR(matter[i].xyz.x, expected, 30 * relative * 2e5 / 1e6); // (ρ/ρ0)^γ − 1 cancels: the error is that of the power
                EXPECT_EQ(matter[i], (Vec4{{matter[i].xyz.x, 5, 6}, 0}));
                EXPECT_EQ(motion[i], joined(v[i], 1 / rho[i]));
            }
        }
}

TEST(Tait, SlopeAtRestIsTheSquareOfTheSoundSpeed) // dp/dρ = c², whatever the rest density
{
    WeaklyCompressibleSettings settings;
    settings.negative_factor = 1;
    for (const double rest : {1000.0, 850.0})
    {
        const double step = 1e-6 * rest;
        const double rise = tait_pressure(settings, 30, rest, rest + step) - tait_pressure(settings, 30, rest, rest - step);
        EXPECT_NEAR(rise / (2 * step), 900, 1e-4);
    }
}

TEST(Tait, DensityOfAPressureIsItsInverse)
{
    WeaklyCompressibleSettings settings;
    settings.background_pressure = 500;
    for (const int gamma : {1, 7})
        for (const double p : {0.0, 500.0, 9810.0})
        {
            settings.gamma = gamma;
            EXPECT_NEAR(tait_pressure(settings, 44.29, 1000, tait_density(settings, 44.29, 1000, p)), p, 1e-6);
        }
    // L1: at the bottom of a metre of water
    settings = {};
    EXPECT_NEAR(tait_density(settings, 44.29, 1000, 9810), 1004.93, 0.005);
    EXPECT_NEAR(tait_density(settings, 31.32, 1000, 9810), 1009.71, 0.005);
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

TEST(Advance, MovesByTheVelocityAndUsesUpClearance) // T09 (59)
{
    const Array<Vec3> v{{1.5, 1, 1.5}, {-2, 3.5, -3}};
    Array<Vec3d> x{{10, 20, 30}, {1e6, 0, 0}};
    Array<Real> clearance{2, 1};
    parallel_for(2, AdvancePosition{const_view(v), {}, 0.5, view(x), view(clearance)});
    EXPECT_EQ(x[0], (Vec3d{10.75, 20.5, 30.75}));
    EXPECT_EQ(x[1], (Vec3d{1e6 - 1, 1.75, -1.5}));
    EXPECT_NEAR(clearance[0], 2 - 0.5 * std::sqrt(5.5), 1e-6);
}
