// Fits to samples that do not determine the polynomial: in a plane, on a line, too few, in one place.

#include "mls_points.h"

#include <gtest/gtest.h>

namespace aspic
{
namespace
{
/// A coplanar, collinear, … set of samples in its own frame, put into space by a rotation and a shift.
Array<Vec3d> placed(Array<Vec3d> points, bool tilted)
{
    for (Vec3d& x : points)
        x = tilted ? rotated(x) + Vec3d{0.3, -0.2, 5} : x;
    return points;
}

Array<Vec3d> flat_points(int dimension)
{
    UnitRandom random(3);
    return random_points(random, dimension, 25);
}
} // namespace

// K9 and the example of T09 §3.3: samples in a plane make the moment matrix singular. The fit within the plane stays exact, at points in the
// plane and beside it, and the partition of unity holds. Noise of 1e-16 relative to the positions is amplified by at most 1/tolerance.
TEST(MlsDeficient, CoplanarSamplesWithPseudoInverse)
{
    const Array<Vec3d> flat = flat_points(2);
    for (const bool tilted : {false, true})
        for (const double height : {0.0, 0.2})
            for (int order = 1; order <= 2; ++order)
            {
                SCOPED_TRACE(testing::Message() << (tilted ? "tilted" : "z = 0") << ", height " << height << ", order " << order);
                const Array<Vec3d> points = placed(flat, tilted);
                const Vec3d x = placed({Vec3d{0.5, 0.4, height}}, tilted)[0];
                const MlsFit fit = fit_at({.order = order, .derivatives = 2}, 0.8, x, points);
                EXPECT_EQ(fit.report().rank, order == 1 ? 3 : 6);
                EXPECT_TRUE(fit.report().rank_deficient);
                EXPECT_FALSE(fit.report().order_lowered);
                EXPECT_TRUE(is_finite(fit));

                const TestPolynomial f{2, order, {}};
                const auto values = sampled(flat, f);
                EXPECT_NEAR(fit.value(values), f({0.5, 0.4}), 1e-8);
                EXPECT_NEAR(fit.value(Array<double>(flat.size(), 1.0)), 1, 1e-12);
                const Vec3d gradient = f.gradient({0.5, 0.4});
                EXPECT_LT(norm(fit.gradient(values) - (tilted ? rotated(gradient) : gradient)), 1e-8); // nothing across the plane
                if (order == 2)
                {
                    EXPECT_NEAR(fit.laplacian(values), f.laplacian(), 1e-8);
                }
            }
}

TEST(MlsDeficient, CollinearSamplesWithPseudoInverse)
{
    const Array<Vec3d> flat = flat_points(1);
    for (const bool tilted : {false, true})
        for (int order = 1; order <= 2; ++order)
        {
            const Array<Vec3d> points = placed(flat, tilted);
            const Vec3d x = placed({Vec3d{0.5, 0.1, -0.1}}, tilted)[0];
            const MlsFit fit = fit_at({.order = order, .derivatives = 2}, 0.8, x, points);
            EXPECT_EQ(fit.report().rank, 1 + order);
            EXPECT_TRUE(is_finite(fit));
            const TestPolynomial f{1, order, {}};
            EXPECT_NEAR(fit.value(sampled(flat, f)), f({0.5}), 1e-8);
            const Vec3d gradient = f.gradient({0.5});
            EXPECT_LT(norm(fit.gradient(sampled(flat, f)) - (tilted ? rotated(gradient) : gradient)), 1e-8);
        }
}

// K9, second policy: in a plane or on a line no linear fit in space exists, so the order falls to 0, Shepard's method.
TEST(MlsDeficient, DegenerateSamplesWithLowerOrder)
{
    for (int set_dimension = 1; set_dimension <= 2; ++set_dimension)
        for (int order = 1; order <= 2; ++order)
        {
            const Array<Vec3d> points = placed(flat_points(set_dimension), true);
            const Vec3d x = points[3] + Vec3d{0.01, 0.02, 0.03};
            const MlsFit fit = fit_at({.order = order, .derivatives = 2, .deficient = Deficient::lower_order}, 0.8, x, points);
            const MlsFit shepard = fit_at({.order = 0, .derivatives = 2}, 0.8, x, points);
            EXPECT_EQ(fit.report().order, 0);
            EXPECT_EQ(fit.report().rank, 1);
            EXPECT_TRUE(fit.report().order_lowered);
            EXPECT_FALSE(fit.report().rank_deficient);
            EXPECT_TRUE(is_finite(fit));
            for (Index i = 0; i < fit.row().phi.size(); ++i)
            {
                EXPECT_NEAR(fit.row().phi[i], shepard.row().phi[i], 1e-14);
                EXPECT_GE(fit.row().phi[i], 0);
            }
        }
}

// Seven samples in general position in space determine a linear fit, but not a quadratic one (10): order 1 is used, and is exact.
TEST(MlsDeficient, LowerOrderKeepsTheHighestThatIsDetermined)
{
    UnitRandom random(10);
    const Array<Vec3d> points = random_points(random, 3, 7);
    const Vec3d x{0.5, 0.5, 0.5};
    const MlsFit fit = fit_at({.order = 2, .deficient = Deficient::lower_order}, 2, x, points);
    EXPECT_EQ(fit.report().order, 1);
    EXPECT_EQ(fit.report().rank, 4);
    const TestPolynomial f{3, 1, {}};
    EXPECT_NEAR(fit.value(sampled(points, f)), f(x), 1e-12);

    // The pseudo-inverse takes three quadratic terms more, and is exact for linear fields all the same.
    const MlsFit more = fit_at({.order = 2}, 2, x, points);
    EXPECT_EQ(more.report().rank, 7);
    EXPECT_NEAR(more.value(sampled(points, f)), f(x), 1e-10);
}

// K9: one sample; samples in one place; every sample twice; none.
TEST(MlsDeficient, SingleSample)
{
    for (const Deficient policy : {Deficient::pseudo_inverse, Deficient::lower_order})
        for (const double distance : {0.0, 1e-200, 0.3, 0.999999})
        {
            const MlsFit fit = fit_at({.order = 2, .derivatives = 2, .deficient = policy}, 1, {distance, 0, 0}, {Vec3d{}});
            EXPECT_EQ(fit.report().rank, 1);
            EXPECT_EQ(fit.report().order, policy == Deficient::lower_order ? 0 : 2);
            EXPECT_TRUE(is_finite(fit));
            EXPECT_NEAR(fit.row().phi[0], 1, 1e-14);
            EXPECT_NEAR(norm(fit.row().gradient[0]), 0, 1e-9);     // ω'/ω − ω'/ω, and ω'/ω = 3e6 at the rim
            EXPECT_NEAR(fit.row().second[0].laplacian(), 0, 1e-2); // the same with (ω'/ω)² = 1e13
        }
}

TEST(MlsDeficient, DuplicateSamples)
{
    for (const Deficient policy : {Deficient::pseudo_inverse, Deficient::lower_order})
    {
        const MlsSettings settings{.order = 1, .derivatives = 2, .deficient = policy};
        const MlsFit in_one_place = fit_at(settings, 1, {0.2, 0.1, 0}, Array<Vec3d>(5, Vec3d{0.1, 0.2, 0.3}));
        EXPECT_EQ(in_one_place.report().rank, 1);
        EXPECT_TRUE(is_finite(in_one_place));
        EXPECT_NEAR(in_one_place.row().phi[2], 0.2, 1e-14);

        UnitRandom random(11);
        const Array<Vec3d> points = random_points(random, 3, 30);
        Array<Vec3d> twice = points;
        twice.insert(twice.end(), points.begin(), points.end());
        const Vec3d x{0.5, 0.5, 0.5};
        const MlsFit once = fit_at(settings, 0.9, x, points);
        const MlsFit both = fit_at(settings, 0.9, x, twice);
        EXPECT_EQ(both.report().rank, 4);
        for (Index i = 0; i < 30; ++i)
            EXPECT_NEAR(both.row().phi[i] + both.row().phi[i + 30], once.row().phi[i], 1e-13);
    }
}

TEST(MlsDeficient, NoSamplesNoValue)
{
    for (const Array<Vec3d>& points :
         {Array<Vec3d>(), Array<Vec3d>(3, Vec3d{2, 0, 0}), Array<Vec3d>(1, Vec3d{1, 0, 0})}) // none, far, at r = h
    {
        const MlsFit fit = fit_at({.order = 2, .derivatives = 2}, 1, {}, points);
        EXPECT_FALSE(fit.report().has_value());
        EXPECT_EQ(fit.report().order, -1);
        EXPECT_EQ(fit.report().rank, 0);
        EXPECT_TRUE(is_finite(fit));
        EXPECT_EQ(fit.value(Array<double>(points.size(), 5.0)), 0);
    }
}

// Where the samples are deficient, the result does not depend on the axes of the frame: fails without the √2 of the basis's mixed terms.
TEST(MlsDeficient, DeficientFitsRotateWithTheSamples)
{
    UnitRandom random(12);
    const Array<Vec3d> points = random_points(random, 3, 8);
    Array<Vec3d> turned;
    for (const Vec3d& x : points)
        turned.push_back(rotated(x));
    const Vec3d x{0.5, 0.4, 0.6};
    const MlsFit fit = fit_at({.order = 2}, 2, x, points);
    const MlsFit other = fit_at({.order = 2}, 2, rotated(x), turned);
    EXPECT_EQ(fit.report().rank, 8);
    for (Index i = 0; i < 8; ++i)
    {
        EXPECT_NEAR(fit.row().phi[i], other.row().phi[i], 1e-10);
        EXPECT_LT(norm(rotated(fit.row().gradient[i]) - other.row().gradient[i]), 1e-9);
    }
}

// B4.5: with a variable rank, shape functions jump. Three samples in the plane determine the linear fit: Φ_2 is the barycentric coordinate
// y/0.8 whatever the weights. Where the third sample leaves the support, at y ≈ −0.2, the order falls to 0 and Φ_2 to 0: a jump by −0.25.
TEST(MlsDeficient, VariableRankJumpsAndSaysSo)
{
    const Array<Vec3d> points{Vec3d{0, 0, 0}, Vec3d{1, 0, 0}, Vec3d{0.5, 0.8, 0}};
    const MlsSettings settings{.dimension = 2, .order = 1, .deficient = Deficient::lower_order};
    const auto at = [&](double y) { return fit_at(settings, 1, {0.5, y, 0}, points); };
    double above = 0.3, below = -0.25;
    ASSERT_EQ(at(above).report().order, 1);
    ASSERT_EQ(at(below).report().order, 0);
    while (above - below > 1e-12)
    {
        const double middle = 0.5 * (above + below);
        (at(middle).report().order == 1 ? above : below) = middle;
    }
    EXPECT_FALSE(at(above).report().order_lowered);
    EXPECT_TRUE(at(below).report().order_lowered);
    const double jump = at(above).row().phi[2] - at(below).row().phi[2];
    EXPECT_NEAR(jump, -0.25, 1e-3); // the switch comes a little before the rim, where √ω falls below the tolerance
    EXPECT_NEAR(above, -0.2, 1e-3);
    RecordProperty("jump", testing::PrintToString(jump));
}
} // namespace aspic
