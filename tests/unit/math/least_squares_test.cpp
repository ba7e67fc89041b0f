#include "aspic/math/least_squares.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace
{
using aspic::OrthonormalCombinations;
using aspic::SmallMatrix;

/// Numbers in [−1, 1), the same on every machine.
struct Random
{
    std::mt19937_64 engine{1};
    double operator()() { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; }
};

SmallMatrix random_matrix(Random& random, int rows, int columns)
{
    SmallMatrix a(rows, columns);
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < rows; ++i)
            a(i, j) = random();
    return a;
}

SmallMatrix product(const SmallMatrix& a, const SmallMatrix& b)
{
    SmallMatrix c(a.rows, b.columns);
    for (int j = 0; j < b.columns; ++j)
        for (int i = 0; i < a.rows; ++i)
            for (int k = 0; k < a.columns; ++k)
                c(i, j) += a(i, k) * b(k, j);
    return c;
}

SmallMatrix transposed(const SmallMatrix& a)
{
    SmallMatrix t(a.columns, a.rows);
    for (int j = 0; j < a.columns; ++j)
        for (int i = 0; i < a.rows; ++i)
            t(j, i) = a(i, j);
    return t;
}

/// max |a_ij − δ_ij| over the first n rows and columns
double distance_to_identity(const SmallMatrix& a, int n)
{
    double worst = 0;
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            worst = std::max(worst, std::abs(a(i, j) - (i == j ? 1 : 0)));
    return worst;
}

/// The first columns of a matrix.
SmallMatrix leading(const SmallMatrix& a, int columns)
{
    SmallMatrix b = a;
    b.columns = columns;
    return b;
}
} // namespace

TEST(LeastSquares, TriangularFactorHasTheSameNormalMatrix)
{
    Random random;
    for (const int m : {1, 3, 7, 40})
        for (const int n : {1, 4, 10})
        {
            std::vector<double> a(std::size_t(m) * std::size_t(n));
            for (double& entry : a)
                entry = random();
            const std::vector<double> original = a;
            const auto column = [&](int j) { return original.data() + std::ptrdiff_t{j} * m; };
            const SmallMatrix R = aspic::triangular_factor(a.data(), m, n);
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i)
                {
                    double expected = 0, actual = 0;
                    for (int k = 0; k < m; ++k)
                        expected += column(i)[k] * column(j)[k];
                    for (int k = 0; k < n; ++k)
                        actual += R(k, i) * R(k, j);
                    EXPECT_NEAR(actual, expected, 1e-13) << m << " rows, " << n << " columns"; // sums of ≤ 40 products of size one
                    EXPECT_EQ(i > j ? R(i, j) : 0, 0);
                }
        }
}

TEST(LeastSquares, TriangularFactorOfZeroIsZero)
{
    std::vector<double> a(12, 0.0);
    EXPECT_EQ(aspic::frobenius_norm(aspic::triangular_factor(a.data(), 4, 3), 3), 0);
}

TEST(LeastSquares, SingularValueDecompositionRebuildsTheMatrix)
{
    Random random;
    for (const int n : {1, 2, 3, 6, 10})
    {
        const SmallMatrix a = random_matrix(random, 10, n);
        const aspic::SmallSvd svd = aspic::singular_value_decomposition(a);
        EXPECT_LT(distance_to_identity(product(transposed(svd.U), svd.U), n), 1e-14);
        EXPECT_LT(distance_to_identity(product(transposed(svd.V), svd.V), n), 1e-14);
        for (int j = 0; j < n; ++j)
        {
            EXPECT_TRUE(j == 0 || svd.sigma[j] <= svd.sigma[j - 1]);
            for (int i = 0; i < 10; ++i)
            {
                double rebuilt = 0;
                for (int k = 0; k < n; ++k)
                    rebuilt += svd.U(i, k) * svd.sigma[k] * svd.V(j, k);
                EXPECT_NEAR(rebuilt, a(i, j), 1e-14);
            }
        }
    }
}

TEST(LeastSquares, ConditionNumberOfHilbertMatrices)
{
    // Known values: cond of the Hilbert matrix of size 4 and 6. Errors grow with the condition number: 1e7 · 1e-16.
    const auto hilbert = [](int n) {
        SmallMatrix a(n, n);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i)
                a(i, j) = 1.0 / (i + j + 1);
        return a;
    };
    EXPECT_NEAR(aspic::condition_number(hilbert(4)) / 15513.738738929, 1, 1e-10);
    EXPECT_NEAR(aspic::condition_number(hilbert(6)) / 14951058.6424659, 1, 1e-7);
    EXPECT_EQ(aspic::condition_number(SmallMatrix(3, 3)), std::numeric_limits<double>::infinity());
}

TEST(LeastSquares, CombinationsInvertARegularMatrixInAnyBlocks)
{
    Random random;
    const SmallMatrix a = random_matrix(random, 10, 10);
    const SmallMatrix normal = product(transposed(a), a);
    for (const std::vector<int>& ends : {std::vector<int>{10}, std::vector<int>{1, 4, 10}, std::vector<int>{3, 6, 9, 10}})
    {
        OrthonormalCombinations combinations(a);
        int begin = 0;
        for (const int end : ends)
        {
            EXPECT_EQ(combinations.append(begin, end, 1e-6), end - begin);
            begin = end;
        }
        ASSERT_EQ(combinations.rank(), 10);
        const SmallMatrix inverse = product(combinations.T(), transposed(combinations.T()));
        EXPECT_LT(distance_to_identity(product(normal, inverse), 10), 1e-14 * aspic::condition_number(normal));
    }
}

TEST(LeastSquares, CombinationsLeaveOutDependentColumnsOnly)
{
    // Column 2 = column 0 + 2 column 1, column 5 = column 3 − column 0: two of seven directions are missing, one in each later block.
    Random random;
    SmallMatrix a = random_matrix(random, 10, 7);
    for (int i = 0; i < 10; ++i)
    {
        a(i, 2) = a(i, 0) + 2 * a(i, 1);
        a(i, 5) = a(i, 3) - a(i, 0);
    }
    OrthonormalCombinations combinations(a);
    EXPECT_EQ(combinations.append(0, 1, 1e-6), 1);
    EXPECT_EQ(combinations.append(1, 4, 1e-6), 2);
    EXPECT_EQ(combinations.append(4, 7, 1e-6), 2);
    const SmallMatrix U = product(a, leading(combinations.T(), combinations.rank()));
    EXPECT_LT(distance_to_identity(product(transposed(U), U), 5), 1e-13);

    // Every column is still in the span: a = U Uᵀ a.
    const SmallMatrix projected = product(U, product(transposed(U), a));
    for (int j = 0; j < 7; ++j)
        for (int i = 0; i < 10; ++i)
            EXPECT_NEAR(projected(i, j), a(i, j), 1e-13);

    combinations.shrink(3);
    EXPECT_EQ(combinations.append(4, 7, 1e-6), 2); // the same once more
}
