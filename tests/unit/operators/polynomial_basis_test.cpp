#include "aspic/operators/polynomial_basis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace
{
using aspic::PolynomialBasis;
using aspic::SmallVector;
using aspic::Vec3d;

Vec3d moved(Vec3d x, int axis, double by)
{
    x[axis] += by;
    return x;
}

double dot(const SmallVector& a, const SmallVector& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }
} // namespace

TEST(PolynomialBasis, Sizes)
{
    const int expected[3][3] = {{1, 2, 3}, {1, 3, 6}, {1, 4, 10}};
    for (int d = 1; d <= 3; ++d)
        for (int order = 0; order <= 2; ++order)
            EXPECT_EQ(PolynomialBasis(d, order).size(), expected[d - 1][order]);
}

TEST(PolynomialBasis, ValuesInThreeDimensions)
{
    const SmallVector p = PolynomialBasis(3, 2).value({2, 3, 5});
    const double root = std::sqrt(2.0);
    const SmallVector expected{1, 2, 3, 5, 4, 9, 25, 6 * root, 15 * root, 10 * root};
    for (int m = 0; m < 10; ++m)
        EXPECT_DOUBLE_EQ(p[m], expected[m]);
}

TEST(PolynomialBasis, LowerOrdersAreBeginnings)
{
    const Vec3d x{0.3, -1.2, 0.7};
    for (int d = 1; d <= 3; ++d)
        for (int order = 0; order < 2; ++order)
        {
            const PolynomialBasis lower(d, order), higher(d, 2);
            for (int m = 0; m < lower.size(); ++m)
                EXPECT_EQ(lower.value(x)[m], higher.value(x)[m]);
            for (int m = lower.size(); m < 10; ++m)
                EXPECT_EQ(lower.value(x)[m], 0);
        }
}

TEST(PolynomialBasis, DerivativesMatchDifferences)
{
    // Central differences are exact for quadratic functions: only round-off is left, 1e-16/ε and 1e-16/ε².
    const double eps = 0.25;
    const Vec3d x{0.3, -1.2, 0.7};
    for (int d = 1; d <= 3; ++d)
        for (int order = 0; order <= 2; ++order)
        {
            const PolynomialBasis basis(d, order);
            for (int k = 0; k < d; ++k)
            {
                const SmallVector right = basis.value(moved(x, k, eps)), left = basis.value(moved(x, k, -eps));
                for (int m = 0; m < 10; ++m)
                    EXPECT_NEAR(basis.derivative(x, k)[m], (right[m] - left[m]) / (2 * eps), 1e-13);
                for (int l = 0; l < d; ++l)
                {
                    const SmallVector up = basis.derivative(moved(x, l, eps), k), down = basis.derivative(moved(x, l, -eps), k);
                    for (int m = 0; m < 10; ++m)
                        EXPECT_NEAR(basis.second_derivative(k, l)[m], (up[m] - down[m]) / (2 * eps), 1e-13);
                }
            }
        }
}

TEST(PolynomialBasis, ScalarProductsAreTheSameInRotatedFrames)
{
    // p(x)·p(y) = 1 + x·y + (x·y)²: depends on the angle between x and y alone. Fails without the √2 of the mixed terms.
    const Vec3d x{0.3, -1.2, 0.7}, y{-0.4, 0.1, 0.9};
    const double s = aspic::dot(x, y);
    EXPECT_NEAR(dot(PolynomialBasis(3, 2).value(x), PolynomialBasis(3, 2).value(y)), 1 + s + s * s, 1e-15);
    const double s_2d = x.x * y.x + x.y * y.y;
    EXPECT_NEAR(dot(PolynomialBasis(2, 2).value(x), PolynomialBasis(2, 2).value(y)), 1 + s_2d + s_2d * s_2d, 1e-15);
}
