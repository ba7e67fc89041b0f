#include "aspic/math/least_squares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace aspic
{
namespace
{
double dot(const double* a, const double* b, int n) { return std::inner_product(a, a + n, b, 0.0); }

/// y += s x
void add_scaled(double* y, double s, const double* x, int n)
{
    for (int i = 0; i < n; ++i)
        y[i] += s * x[i];
}

/// (x, y) → (c x − s y, s x + c y)
void rotate(double* x, double* y, double c, double s, int n)
{
    for (int i = 0; i < n; ++i)
    {
        const double old = x[i];
        x[i] = c * old - s * y[i];
        y[i] = s * old + c * y[i];
    }
}

/// Makes columns p and q of W orthogonal by a rotation, which V gathers. Returns whether they were not yet.
bool make_orthogonal(SmallMatrix& W, SmallMatrix& V, int p, int q)
{
    constexpr double small = 4 * std::numeric_limits<double>::epsilon();
    const double a = dot(W.column(p), W.column(p), W.rows);
    const double b = dot(W.column(q), W.column(q), W.rows);
    const double g = dot(W.column(p), W.column(q), W.rows);
    if (std::abs(g) <= small * std::sqrt(a) * std::sqrt(b))
        return false;
    const double zeta = (b - a) / (2 * g);
    const double t = std::copysign(1 / (std::abs(zeta) + std::hypot(1, zeta)), zeta); // tan of the smaller of both angles
    const double c = 1 / std::hypot(1, t);
    rotate(W.column(p), W.column(q), c, c * t, W.rows);
    rotate(V.column(p), V.column(q), c, c * t, V.rows);
    return true;
}

SmallMatrix identity(int n)
{
    SmallMatrix one(n, n);
    for (int i = 0; i < n; ++i)
        one(i, i) = 1;
    return one;
}
} // namespace

double frobenius_norm(const SmallMatrix& a, int columns)
{
    double sum = 0;
    for (int j = 0; j < columns; ++j)
        sum += dot(a.column(j), a.column(j), a.rows);
    return std::sqrt(sum);
}

SmallMatrix triangular_factor(double* a, int m, int n)
{
    for (int j = 0; j < std::min(m, n); ++j)
    {
        double* v = a + std::ptrdiff_t{j} * m + j; // the rest of column j, then its reflection vector
        const int length = m - j;
        const double norm = std::sqrt(dot(v, v, length));
        if (norm == 0)
            continue;
        const double diagonal = -std::copysign(norm, v[0]);
        v[0] -= diagonal;
        const double half_square = -diagonal * v[0]; // |v|²/2
        for (int k = j + 1; k < n; ++k)
        {
            double* x = a + std::ptrdiff_t{k} * m + j;
            add_scaled(x, -dot(v, x, length) / half_square, v, length);
        }
        v[0] = diagonal;
    }
    SmallMatrix R(n, n);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i <= std::min(j, m - 1); ++i)
            R(i, j) = a[std::ptrdiff_t{j} * m + i];
    return R;
}

SmallSvd singular_value_decomposition(const SmallMatrix& a)
{
    constexpr int max_sweeps = 40; // converges quadratically: fewer than ten are needed
    SmallMatrix W = a;
    SmallMatrix V = identity(a.columns);
    bool again = true;
    for (int sweep = 0; again && sweep < max_sweeps; ++sweep)
    {
        again = false;
        for (int p = 0; p < a.columns; ++p)
            for (int q = p + 1; q < a.columns; ++q)
                again |= make_orthogonal(W, V, p, q);
    }

    SmallVector length{};
    std::array<int, max_unknowns> order{};
    std::iota(order.begin(), order.end(), 0);
    for (int j = 0; j < a.columns; ++j)
        length[j] = std::sqrt(dot(W.column(j), W.column(j), a.rows));
    std::stable_sort(order.begin(), order.begin() + a.columns, [&](int p, int q) { return length[p] > length[q]; });

    SmallSvd result{SmallMatrix(a.rows, a.columns), {}, SmallMatrix(a.columns, a.columns)};
    for (int j = 0; j < a.columns; ++j)
    {
        const double sigma = length[order[j]];
        result.sigma[j] = sigma;
        std::copy_n(V.column(order[j]), a.columns, result.V.column(j));
        if (sigma > 0)
            add_scaled(result.U.column(j), 1 / sigma, W.column(order[j]), a.rows);
    }
    return result;
}

double condition_number(const SmallMatrix& a)
{
    const SmallVector sigma = singular_value_decomposition(a).sigma;
    const double smallest = sigma[a.columns - 1];
    return smallest > 0 ? sigma[0] / smallest : std::numeric_limits<double>::infinity();
}

OrthonormalCombinations::OrthonormalCombinations(const SmallMatrix& a) : a_(a), U_(a.rows, a.columns), T_(a.columns, a.columns) {}

int OrthonormalCombinations::append(int begin, int end, double threshold)
{
    const int before = rank_;
    SmallMatrix C(a_.rows, end - begin); // the block without its part in the span of U, and the coefficients S of that part
    SmallMatrix S(before, end - begin);
    for (int j = 0; j < C.columns; ++j)
    {
        std::copy_n(a_.column(begin + j), a_.rows, C.column(j));
        for (int pass = 0; pass < 2; ++pass) // the second pass removes what round-off left in nearly dependent columns
            for (int k = 0; k < before; ++k)
            {
                const double s = dot(U_.column(k), C.column(j), a_.rows);
                add_scaled(C.column(j), -s, U_.column(k), a_.rows);
                S(k, j) += s;
            }
    }

    const SmallSvd svd = singular_value_decomposition(C);
    for (int j = 0; j < C.columns && svd.sigma[j] > threshold; ++j, ++rank_)
    {
        // u = (A_block − U S) v/σ, and U = A T
        std::copy_n(svd.U.column(j), a_.rows, U_.column(rank_));
        double* t = T_.column(rank_);
        std::fill_n(t, a_.columns, 0.0);
        for (int l = 0; l < C.columns; ++l)
        {
            const double g = svd.V(l, j) / svd.sigma[j];
            t[begin + l] += g;
            for (int k = 0; k < before; ++k)
                add_scaled(t, -g * S(k, l), T_.column(k), a_.columns);
        }
    }
    return rank_ - before;
}
} // namespace aspic
