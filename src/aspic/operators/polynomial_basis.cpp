#include "aspic/operators/polynomial_basis.h"

#include <array>

namespace aspic
{
namespace
{
constexpr double sqrt_2 = 1.41421356237309504880;

/// A quadratic term: factor · x_k x_l
struct Quadratic
{
    int k, l;
    double factor;
};

/// The quadratic terms in d dimensions are the first d(d+1)/2 of their list.
constexpr std::array<Quadratic, 6> terms_in_1d_and_3d{{{0, 0, 1}, {1, 1, 1}, {2, 2, 1}, {0, 1, sqrt_2}, {1, 2, sqrt_2}, {2, 0, sqrt_2}}};
constexpr std::array<Quadratic, 6> terms_in_2d{{{0, 0, 1}, {1, 1, 1}, {0, 1, sqrt_2}}};

const std::array<Quadratic, 6>& quadratic_terms(int dimension) { return dimension == 2 ? terms_in_2d : terms_in_1d_and_3d; }

double kronecker(int k, int l) { return k == l ? 1 : 0; }
} // namespace

PolynomialBasis::PolynomialBasis(int dimension, int order) : dimension_(dimension), order_(order)
{
    ASPIC_EXPECTS(dimension >= 1 && dimension <= 3);
    ASPIC_EXPECTS(order >= 0 && order <= 2);
}

int PolynomialBasis::size(int order) const
{
    const int d = dimension_;
    return order < 0 ? 0 : order == 0 ? 1 : order == 1 ? 1 + d : 1 + d + d * (d + 1) / 2;
}

SmallVector PolynomialBasis::value(const Vec3d& x) const
{
    SmallVector p{1};
    if (order_ >= 1)
        for (int k = 0; k < dimension_; ++k)
            p[1 + k] = x[k];
    for (int m = size(1); m < size(); ++m)
    {
        const Quadratic& term = quadratic_terms(dimension_)[m - size(1)];
        p[m] = term.factor * x[term.k] * x[term.l];
    }
    return p;
}

SmallVector PolynomialBasis::derivative(const Vec3d& x, int k) const
{
    SmallVector p{};
    if (order_ >= 1)
        p[1 + k] = 1;
    for (int m = size(1); m < size(); ++m)
    {
        const Quadratic& term = quadratic_terms(dimension_)[m - size(1)];
        p[m] = term.factor * (kronecker(term.k, k) * x[term.l] + x[term.k] * kronecker(term.l, k));
    }
    return p;
}

SmallVector PolynomialBasis::second_derivative(int k, int l) const
{
    SmallVector p{};
    for (int m = size(1); m < size(); ++m)
    {
        const Quadratic& term = quadratic_terms(dimension_)[m - size(1)];
        p[m] = term.factor * (kronecker(term.k, k) * kronecker(term.l, l) + kronecker(term.k, l) * kronecker(term.l, k));
    }
    return p;
}
} // namespace aspic
