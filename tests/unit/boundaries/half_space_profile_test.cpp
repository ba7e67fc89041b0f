// What is seen of a flat wall against sums over the lattice of fluid that it continues, and against integrals of the kernel that its profile stands for.

#include "aspic/boundaries/half_space_profile.h"

#include "boundary_reference.h"

using namespace aspic;

namespace
{
constexpr double spacing = 0.1;

struct LatticeSums
{
    double filled = 0;
    Vec3d gradient;
};

/// Σ V ω and Σ V ∇ω over the fluid above y = 0, seen from a particle of row m. Rows stand along the wall, turned by an angle within the lattice: 0 or 45° (in the plane xy).
LatticeSums fluid_seen(const AnyKernelT<double>& kernel, int m, bool is_diagonal)
{
    return std::visit(
        [&](const auto& of) {
            const double row = is_diagonal ? spacing * std::sqrt(0.5) : spacing, along = is_diagonal ? 2 * row : spacing;
            LatticeSums sums;
            for (int k = 0; k <= m + 8; ++k) // rows
                for (int j = of.dimension == 2 ? 0 : -6; j <= (of.dimension == 2 ? 0 : 6); ++j)
                    for (int i = -6; i <= 6; ++i)
                    {
                        const double shifted = is_diagonal && (k - m) % 2 != 0 ? 0.5 : 0;
                        const Vec3d apart{(i + shifted) * along, (m - k) * row, j * spacing};
                        const double volume = std::pow(spacing, of.dimension);
                        sums.filled += volume * of.w(norm(apart));
                        sums.gradient += volume * of.gradient(apart);
                    }
            return sums;
        },
        kernel);
}

template <class F> void for_each_kernel(const F& check)
{
    for (const std::string_view name : kernel_names)
        for (const int dimension : {2, 3})
            for (const double ratio : {2.0, 2.4, 3.0, 4.0})
                check(*kernel_named<double>(name, ratio * spacing, dimension), std::string(name) + " " + std::to_string(ratio));
}
} // namespace

// A constant pressure exerts no force on any row, and each is as full as the middle of the fluid: to a thousandth of what the rows above push on the first. (The integral of
// the kernel over a half-space: 4 % on the first row.)
TEST(HalfSpaceProfile, ContinuesTheLattice)
{
    for_each_kernel([](const AnyKernelT<double>& kernel, const std::string& name) {
        const HalfSpaceProfile profile(kernel, spacing);
        const double first = norm(fluid_seen(kernel, 0, false).gradient), full = lattice_sum(kernel, spacing);
        for (int m = 0; m < 5; ++m)
        {
            const auto seen = profile.at(std::min((m + 0.5) * spacing, profile.support()));
            const LatticeSums fluid = fluid_seen(kernel, m, false);
            EXPECT_LT(norm(fluid.gradient + Vec3d{0, seen.slope, 0}), 1e-3 * first) << name << " row " << m;
            EXPECT_NEAR(fluid.filled + seen.filled, full, 1e-3) << name << " row " << m;
        }
    });
}

// The same for rows along the diagonal of the lattice, for which the profile was not made: √½ spacings apart, half of that from the wall. The profile is that of one lattice: with
// supports of four spacings it hardly matters which (2 %), with two it does.
TEST(HalfSpaceProfile, NearlyContinuesTheLatticeAlongItsDiagonal)
{
    for (const std::string_view name : {"cubic", "wendland"})
        for (const int dimension : {2, 3})
            for (const auto& [ratio, allowed] : {std::pair{2.0, 0.1}, std::pair{3.0, 0.04}, std::pair{4.0, 0.02}})
            {
                const auto kernel = *kernel_named<double>(name, ratio * spacing, dimension);
                const HalfSpaceProfile profile(kernel, spacing);
                const double first = norm(fluid_seen(kernel, 0, true).gradient);
                for (int m = 0; m < 5; ++m)
                {
                    const double slope = profile.at(std::min((m + 0.5) * std::sqrt(0.5) * spacing, profile.support())).slope;
                    EXPECT_LT(norm(fluid_seen(kernel, m, true).gradient + Vec3d{0, slope, 0}), allowed * first) << name << ratio << m;
                }
            }
}

TEST(HalfSpaceProfile, FallsSmoothly)
{
    for_each_kernel([](const AnyKernelT<double>& kernel, const std::string& name) {
        const HalfSpaceProfile profile(kernel, spacing);
        const double h = profile.support(), steepest = -profile.at(0).slope;
        EXPECT_NEAR(profile.total(), 1, 0.06) << name; // spiky at two spacings: 0.94
        double before = profile.total();
        for (int k = -199; k < 200; ++k)
        {
            const double d = h * k / 200, e = 1e-4 * h;
            const auto seen = profile.at(d);
            EXPECT_LE(seen.filled, before + 1e-7) << name << d;
            before = seen.filled;
            EXPECT_NEAR(seen.slope, (profile.at(d + e).filled - profile.at(d - e).filled) / (2 * e), 1e-3 * steepest) << name << d;
            EXPECT_NEAR(seen.filled + profile.at(-d).filled, profile.total(), 1e-9) << name << d;
            if (seen.filled > 1e-3 && seen.filled < profile.total() - 1e-3)
            {
                EXPECT_NEAR(profile.distance_where(seen.filled), d, 1e-4 * h) << name;
            }
        }
    });
}

// A wall of any form is the integral of one kernel over its matter: over a half-space it gives the profile.
TEST(HalfSpaceProfile, IsTheIntegralOfItsKernel)
{
    for (const std::string_view name : kernel_names)
        for (const int dimension : {2, 3})
        {
            const HalfSpaceProfile profile(*kernel_named<double>(name, 2 * spacing, dimension), spacing);
            const WallKernel kernel(profile, dimension);
            for (const double d : {-0.13, -0.03, 0.0, 0.02, 0.05, 0.07, 0.12})
            {
                const ReferenceSums wanted = integrated(
                    kernel, {0, d, 0}, [](const Vec3d& y) { return y.y < 0; }, dimension == 2 ? 200 : 60);
                const HalfSpaceProfile::Sums sums = profile.at(d);
                // The reference counts whole cells: up to half of a 60th of the support, over which F changes by 1.5.
                EXPECT_NEAR(sums.filled, wanted.filled, 0.013) << name << dimension << " " << d;
                EXPECT_NEAR(sums.slope * 0.2, wanted.gradient.y * 0.2, 0.05) << name << dimension << " " << d;
                EXPECT_NEAR(sums.volume, wanted.volume, 0.02 * wanted.volume) << name;
                EXPECT_NEAR(sums.offset, wanted.offset.y, 0.004) << name;
            }
        }
}
