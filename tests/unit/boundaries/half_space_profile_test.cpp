// The sums before a flat wall against the kernel's integrals.

#include "aspic/boundaries/half_space_profile.h"

#include "boundary_reference.h"

using namespace aspic;

TEST(HalfSpaceProfile, IsTheIntegralOfEveryKernel)
{
    for (const std::string_view name : kernel_names)
        for (const int dimension : {2, 3})
        {
            const auto kernel = *kernel_named<double>(name, 0.2, dimension);
            const HalfSpaceProfile profile(kernel, 0.1);
            for (const double d : {-0.13, -0.03, 0.0, 0.02, 0.07, 0.12})
            {
                const ReferenceSums wanted = integrated(
                    kernel, {0, d, 0}, [](const Vec3d& y) { return y.y < 0; }, dimension == 2 ? 200 : 60);
                const HalfSpaceProfile::Sums sums = profile.at(d);
                EXPECT_NEAR(sums.filled, wanted.filled, 0.006)
                    << name; // the reference counts whole cells: up to half of a 60th of the support
                EXPECT_NEAR(sums.slope * 0.2, wanted.gradient.y * 0.2, 0.03) << name;
                EXPECT_NEAR(sums.volume, wanted.volume, 0.02 * wanted.volume) << name;
                EXPECT_NEAR(sums.offset, wanted.offset.y, 0.003) << name;
                EXPECT_NEAR(profile.distance_where(sums.filled), d, 1e-6) << name;
                EXPECT_NEAR(sums.filled + profile.at(-d).filled, 1, 1e-6) << name;
                EXPECT_NEAR(sums.slope, (profile.at(d + 1e-5).filled - profile.at(d - 1e-5).filled) / 2e-5, 1e-4) << name;
            }
            EXPECT_NEAR(profile.at(0).filled, 0.5, 1e-9);
        }
}

TEST(HalfSpaceProfile, ShiftMakesUpForTheLattice)
{
    for (const std::string_view name : kernel_names)
        for (const double ratio : {2.0, 2.4, 3.0})
        {
            const auto kernel = *kernel_named<double>(name, 0.1 * ratio, 3);
            const HalfSpaceProfile profile(kernel, 0.1);
            EXPECT_NEAR(profile.at(0.05 - profile.shift()).filled, profile.missing(), 1e-6) << name;
            EXPECT_LT(std::abs(profile.shift()), 0.02) << name;
            // Both halves and the layer between them are the whole lattice.
            const double layer = lattice_sum_below(kernel, 0.1, 0) - profile.missing();
            EXPECT_NEAR(lattice_sum_below(kernel, 0.1, -20), 2 * profile.missing() + layer, 1e-12) << name;
        }
}
