// The surface tension of Akinci's forces is that of the material: from the stress of a slab of fluid, Σ over pairs on a fine lattice, which is independent of the integrals behind surface_strength.
// Adhesion takes as much work as Young and Dupré want.

#include "aspic/solvers/surface_tension/akinci2013.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace aspic;

namespace
{
constexpr double h = 0.3;

/// A slab in the plane, periodic along x, fluid between −height/2 and height/2: sums over pairs within the support.
struct Slab
{
    double dx;
    int columns, layers;
    const AnyKernelT<double> kernel = *kernel_named<double>("cubic", h, 2);

    explicit Slab(double spacing) : dx(spacing), columns(1), layers(static_cast<int>(std::round(4 * h / spacing))) {}

    /// Calls f(layer of i, layer of j, x, z) for each particle j within the support of each particle i of one column.
    template <class F> void for_each_pair(const F& f) const
    {
        const int reach = static_cast<int>(h / dx) + 1;
        for (int i = 0; i < layers; ++i)
            for (int j = std::max(0, i - reach); j < std::min(layers, i + reach + 1); ++j)
                for (int column = -reach; column <= reach; ++column)
                {
                    const double x = column * dx, z = (i - j) * dx;
                    if ((i != j || column != 0) && std::hypot(x, z) < h)
                        f(i, j, x, z);
                }
    }
};

double printed_spline(double r)
{
    const double hump = std::pow(h - r, 3) * std::pow(r, 3);
    return 32 / (pi * std::pow(h, 6)) * (2 * r > h ? hump : 2 * hump - std::pow(h, 6) / 64); // times h^d
}
} // namespace

/// 2σ = ∫(P_across − P_along) dz over both surfaces; a pair that attracts with f gives −f z²/r across and −f x²/r along.
TEST(SurfaceStrength, CohesionOfASlabHasTheWantedTension)
{
    const Slab slab(h / 40);
    const double mass = slab.dx * slab.dx; // density 1
    double stress = 0;
    slab.for_each_pair([&](int, int, double x, double z) {
        const double r = std::hypot(x, z);
        stress += 0.5 * mass * mass * printed_spline(r) * (x * x - z * z) / r;
    });
    const double tension = surface_strength(slab.kernel).pull * stress / slab.dx / 2;
    EXPECT_NEAR(tension, 1, 0.03); // what a sum over 40 layers differs from an integral
}

/// Pressure takes what the normals push outwards: 2σ = Σ z f over both surfaces.
TEST(SurfaceStrength, NormalsOfASlabHaveTheWantedTension)
{
    const Slab slab(h / 40);
    const double mass = slab.dx * slab.dx;
    std::vector<double> normal(static_cast<std::size_t>(slab.layers)); // along z
    slab.for_each_pair([&](int i, int, double x, double z) {
        normal[static_cast<std::size_t>(i)] +=
            h * mass * std::visit([&](const auto& k) { return k.dw_over_r(std::hypot(x, z)); }, slab.kernel) * z;
    });
    double stress = 0;
    slab.for_each_pair([&](int i, int j, double, double z) {
        stress -= 0.5 * mass * mass * (normal[static_cast<std::size_t>(i)] - normal[static_cast<std::size_t>(j)]) * z;
    });
    const double tension = surface_strength(slab.kernel).normals * stress / slab.dx / 2;
    EXPECT_NEAR(tension, 1, 0.05);
}

TEST(AdhesionProfile, WorkOfPartingIsOne)
{
    for (const int dimension : {2, 3})
    {
        const AdhesionProfile profile(h, dimension);
        double work = 0; // ∫ a(d) d dd, for the column of fluid above each piece of wall
        constexpr int pieces = 3000;
        for (int k = 0; k < pieces; ++k)
        {
            const double d = (k + 0.5) * h / pieces;
            work += profile.at(d) * d * h / pieces;
        }
        EXPECT_NEAR(work, 1, 1e-3); // 128 straight pieces
        EXPECT_EQ(profile.at(h), 0);
        EXPECT_EQ(profile.at(-0.1), profile.at(0));
    }
}

/// Against a sum over the matter of a wall, of the paper's A(r).
TEST(AdhesionProfile, HasTheShapeOfAdhesionToAllMatterOfAWall)
{
    const AdhesionProfile profile(h, 3);
    const auto pull = [](double d) {
        constexpr int n = 60;
        const double dx = 2 * h / n;
        double sum = 0;
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                for (int k = 0; k < n; ++k)
                {
                    const double x = (i + 0.5) * dx - h, y = (j + 0.5) * dx - h, z = d + (k + 0.5) * dx;
                    const double r = std::sqrt(x * x + y * y + z * z);
                    if (2 * r > h && r < h)
                        sum += std::pow(std::max(0.0, -4 * r * r / h + 6 * r - 2 * h), 0.25) * z / r;
                }
        return sum;
    };
    EXPECT_NEAR(profile.at(0.05) / profile.at(0.15), pull(0.05) / pull(0.15),
                0.02 * pull(0.05) / pull(0.15)); // 60 pieces across the support
    EXPECT_NEAR(profile.at(0.2) / profile.at(0.15), pull(0.2) / pull(0.15), 0.03 * pull(0.2) / pull(0.15));
}
