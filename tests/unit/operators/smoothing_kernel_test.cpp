// Kernels T09 (86)–(97) and the properties that T09 (8), (10) and the slides ask for: compactness, unity, delta limit, smoothness.
// Everything is evaluated in double; the formulas are the same templates that the loops use.

#include "aspic/operators/smoothing_kernel.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

using namespace aspic;

namespace
{
/// One kernel in one dimension with one support radius, behind plain functions.
struct Case
{
    std::string name;
    int dimension;
    double h;
    std::function<double(double)> w, dw, dw_over_r, d2w, laplacian;
};

Case make_case(std::string_view name, double h, int dimension)
{
    return std::visit(
        [&](const auto& k) {
            return Case{std::string(name),
                        dimension,
                        h,
                        [k](double r) { return k.w(r); },
                        [k](double r) { return k.dw(r); },
                        [k](double r) { return k.dw_over_r(r); },
                        [k](double r) { return k.d2w(r); },
                        [k](double r) { return k.laplacian(r); }};
        },
        *kernel_named<double>(name, h, dimension));
}

std::vector<Case> all_cases()
{
    std::vector<Case> cases;
    for (const auto name : kernel_names)
        for (const int dimension : {1, 2, 3})
            for (const double h : {0.1, 1.0, 7.0})
                cases.push_back(make_case(name, h, dimension));
    return cases;
}

/// Surface of the unit sphere of d dimensions: 2, 2π, 4π.
double unit_sphere(int dimension) { return dimension == 1 ? 2 : dimension == 2 ? 2 * pi : 4 * pi; }

double simpson(double from, double to, int intervals, const std::function<double(double)>& f)
{
    const double step = (to - from) / intervals;
    double sum = f(from) + f(to);
    for (int i = 1; i < intervals; ++i)
        sum += (i % 2 == 1 ? 4 : 2) * f(from + i * step);
    return sum * step / 3;
}

/// ∫ g(r) over the ball of radius h, piece by piece between the knots of the splines at h/3, h/2, 2h/3.
double integral(const Case& c, const std::function<double(double)>& g)
{
    double sum = 0;
    const double knots[] = {0, 1.0 / 3, 0.5, 2.0 / 3, 1};
    for (int piece = 0; piece < 4; ++piece)
        sum += simpson(knots[piece] * c.h, knots[piece + 1] * c.h, 5000,
                       [&](double r) { return unit_sphere(c.dimension) * std::pow(r, c.dimension - 1) * g(r); });
    return sum;
}

class AllKernels : public testing::TestWithParam<Case>
{
};
} // namespace

TEST_P(AllKernels, IntegrateToOne) // K1, T09 (8); Simpson's error with 20 000 intervals is far below 1e-9
{
    const Case& c = GetParam();
    EXPECT_NEAR(integral(c, c.w), 1, 1e-9);
}

TEST_P(AllKernels, FirstDerivativeIntegratesToMinusDimension) // K1: ∫ r ω' dV = −d, by parts
{
    const Case& c = GetParam();
    EXPECT_NEAR(integral(c, [&](double r) { return r * c.dw(r); }), -c.dimension, 1e-8);
}

TEST_P(AllKernels, LaplacianOfRadiusSquared) // ∫ Δω r² dV = ∫ ω Δr² dV = 2d: fails with ω'' in place of Δω for d > 1
{
    const Case& c = GetParam();
    EXPECT_NEAR(integral(c, [&](double r) { return r * r * c.laplacian(r); }), 2 * c.dimension, 1e-6);
}

TEST_P(AllKernels, AreCompact)
{
    const Case& c = GetParam();
    for (const double r : {c.h, std::nextafter(c.h, 10 * c.h), 1.5 * c.h, 1e6 * c.h})
        for (const auto& f : {c.w, c.dw, c.dw_over_r, c.d2w, c.laplacian})
            EXPECT_EQ(f(r), 0);
}

TEST_P(AllKernels, AreFiniteEverywhere)
{
    const Case& c = GetParam();
    for (const double r : {0.0, 1e-300, 1e-30, 1e-9 * c.h, std::nextafter(c.h, 0)})
        for (const auto& f : {c.w, c.dw, c.d2w})
            EXPECT_TRUE(std::isfinite(f(r))) << r;
    EXPECT_TRUE(std::isfinite(c.dw_over_r(0)));
    EXPECT_TRUE(std::isfinite(c.laplacian(0)));
}

TEST_P(AllKernels, ArePositiveAndFall)
{
    const Case& c = GetParam();
    for (int i = 1; i < 1000; ++i)
    {
        EXPECT_GT(c.w(i * c.h / 1000), 0);
        EXPECT_LE(c.dw(i * c.h / 1000), 0);
    }
}

TEST_P(AllKernels, DerivativesMatchDifferences) // K3: central differences with step 1e-5 h, error about 1e-10 relative to the largest value
{
    const Case& c = GetParam();
    const double step = 1e-5 * c.h;
    double largest_dw = 0, largest_d2w = 0;
    for (int i = 1; i < 400; ++i)
    {
        largest_dw = std::max(largest_dw, std::abs(c.dw(i * c.h / 400)));
        largest_d2w = std::max(largest_d2w, std::abs(c.d2w(i * c.h / 400)));
    }
    for (int i = 1; i < 397; ++i)
    {
        const double r = (i + 0.123) * c.h / 400; // never at a knot, where ω'' of the cubic spline has a kink
        EXPECT_NEAR((c.w(r + step) - c.w(r - step)) / (2 * step), c.dw(r), 1e-6 * largest_dw);
        EXPECT_NEAR((c.dw(r + step) - c.dw(r - step)) / (2 * step), c.d2w(r), 1e-6 * largest_d2w);
        EXPECT_NEAR(c.laplacian(r), c.d2w(r) + (c.dimension - 1) / r * c.dw(r), 1e-9 * largest_d2w);
    }
}

TEST_P(AllKernels, AreSmoothAtTheRim) // smoothness: value and slope go to zero continuously
{
    const Case& c = GetParam();
    const double inside = c.h * (1 - 1e-6);
    EXPECT_LT(c.w(inside), 1e-10 * c.w(0));
    EXPECT_LT(std::abs(c.dw(inside)), 1e-9 * c.w(0) / c.h);
}

TEST_P(AllKernels, BecomeDelta) // ∫ ω f → f(0) as h → 0: the error of a smooth f falls with h²
{
    const Case& c = GetParam();
    const auto error = [&](double h) {
        const Case small = make_case(c.name, h, c.dimension);
        return std::abs(integral(small, [&](double r) { return small.w(r) * std::cos(r); }) - 1);
    };
    const double coarse = error(0.2);
    EXPECT_LT(coarse, 0.01);
    EXPECT_NEAR(coarse / error(0.1), 4, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Kernels, AllKernels, testing::ValuesIn(all_cases()), [](const auto& info) {
    return info.param.name + "_" + std::to_string(info.param.dimension) + "D_h" + std::to_string(int(info.param.h * 10));
});

// K1: values that were computed from the published formulas, independently of this code.
TEST(Kernels, HaveTabulatedValuesIn3d)
{
    struct Row
    {
        const char* name;
        double at_0, at_half, slope_at_half, second_moment;
    };
    const Row rows[] = {{"poly6", 1.5666815, 0.6609437, -2.6437750, 1.0 / 11},
                        {"spiky", 4.7746483, 0.5968310, -3.5809862, 1.0 / 14},
                        {"cubic", 2.5464791, 0.6366198, -3.8197186, 3.0 / 40},
                        {"wendland", 3.3422538, 0.6266726, -4.1778173, 1.0 / 15}};
    for (const Row& row : rows)
        for (const double h : {0.1, 1.0, 7.0})
        {
            const Case c = make_case(row.name, h, 3);
            EXPECT_NEAR(c.w(0) * h * h * h, row.at_0, 1e-7);
            EXPECT_NEAR(c.w(h / 2) * h * h * h, row.at_half, 1e-7);
            EXPECT_NEAR(c.dw(h / 2) * h * h * h * h, row.slope_at_half, 1e-7);
            EXPECT_NEAR(integral(c, [&](double r) { return c.w(r) * r * r; }) / 3 / (h * h), row.second_moment, 1e-9); // ∫ω x² = ∫ω r²/3
        }
}

// The printed second derivatives (88), (91), (94), (97) are radial ones; the Laplacian of (86) is −945/(32π h⁵)(1−q²)(3−7q²).
TEST(Kernels, LaplacianOfPoly6IsTheOneOfThreeDimensions)
{
    const Case c = make_case("poly6", 1, 3);
    for (const double q : {0.0, 0.3, 0.6, 0.9})
        EXPECT_NEAR(c.laplacian(q), -945 / (32 * pi) * (1 - q * q) * (3 - 7 * q * q), 1e-12);
    EXPECT_NEAR(c.d2w(0.5), 945 / (32 * pi) * (1 - 0.25) * (5 * 0.25 - 1), 1e-12);                // T09 (88)
    EXPECT_NEAR(make_case("poly6", 1, 2).d2w(0.5), 24 / pi * (1 - 0.25) * (5 * 0.25 - 1), 1e-12); // T09 (91)
    EXPECT_NEAR(make_case("spiky", 1, 3).d2w(0.5), 90 / pi * 0.5, 1e-12);                         // T09 (94)
    EXPECT_NEAR(make_case("spiky", 1, 2).d2w(0.5), 60 / pi * 0.5, 1e-12);                         // T09 (97)
    EXPECT_NEAR(make_case("poly6", 1, 2).w(0.5), 4 / pi * std::pow(0.75, 3), 1e-12);              // T09 (89)
    EXPECT_NEAR(make_case("poly6", 1, 2).dw(0.5), -24 / pi * 0.5 * std::pow(0.75, 2), 1e-12);     // T09 (90)
    EXPECT_NEAR(make_case("spiky", 1, 2).w(0.5), 10 / pi * std::pow(0.5, 3), 1e-12);              // T09 (95), the slides' kernel
    EXPECT_NEAR(make_case("spiky", 1, 2).dw(0.5), -30 / pi * std::pow(0.5, 2), 1e-12);            // T09 (96)
    EXPECT_NEAR(make_case("spiky", 1, 3).dw(0.5), -45 / pi * std::pow(0.5, 2), 1e-12);            // T09 (93)
}

// K2: sums over the simple cubic lattice of spacing 1, computed independently: S0 = ΣW, κ = −(1/3) Σ r W', with V = 1 and V = 1/ΣW.
TEST(Kernels, LatticeSumsMatchTable)
{
    struct Row
    {
        const char* name;
        double h;
        int neighbors;
        double sum, kappa, kappa_normalised;
    };
    const Row rows[] = {{"poly6", 2.0, 26, 1.009775, 1.064854, 1.054545},    {"poly6", 2.6, 80, 0.993338, 0.992530, 0.999186},
                        {"poly6", 3.0, 92, 1.002189, 1.008636, 1.006433},    {"poly6", 4.0, 250, 0.999998, 1.005616, 1.005618},
                        {"spiky", 2.0, 26, 1.235890, 0.956289, 0.773766},    {"spiky", 2.6, 80, 1.080777, 0.964776, 0.892669},
                        {"spiky", 3.0, 92, 1.047449, 0.989560, 0.944733},    {"spiky", 4.0, 250, 1.014817, 0.997222, 0.982661},
                        {"cubic", 2.0, 26, 0.999972, 1.020042, 1.020070},    {"cubic", 2.6, 80, 0.997262, 0.993484, 0.996211},
                        {"cubic", 3.0, 92, 1.001795, 1.010123, 1.008313},    {"cubic", 4.0, 250, 1.000079, 0.999951, 0.999871},
                        {"wendland", 2.0, 26, 1.033843, 0.982305, 0.950149}, {"wendland", 2.6, 80, 1.009501, 0.978896, 0.969683},
                        {"wendland", 3.0, 92, 1.003141, 1.000619, 0.997486}, {"wendland", 4.0, 250, 1.000549, 0.999413, 0.998865}};
    for (const Row& row : rows)
    {
        const Case c = make_case(row.name, row.h, 3);
        double sum = 0, kappa = 0;
        int neighbors = -1; // not the particle itself
        for (int x = -4; x <= 4; ++x)
            for (int y = -4; y <= 4; ++y)
                for (int z = -4; z <= 4; ++z)
                {
                    const double r = std::sqrt(x * x + y * y + z * z);
                    neighbors += r < row.h;
                    sum += c.w(r);
                    kappa -= r * c.dw(r) / 3;
                }
        EXPECT_EQ(neighbors, row.neighbors) << row.name << row.h;
        EXPECT_NEAR(sum, row.sum, 1e-6) << row.name << row.h;
        EXPECT_NEAR(kappa, row.kappa, 1e-6) << row.name << row.h;
        EXPECT_NEAR(kappa / sum, row.kappa_normalised, 1e-6) << row.name << row.h;
    }
}

TEST(Kernels, UnknownNameGivesNothing) { EXPECT_FALSE(kernel_named("gauss", 1, 3).has_value()); }
