#pragma once

#include "aspic/math/least_squares.h"
#include "aspic/math/vec.h"

namespace aspic
{
/// The complete polynomial basis p(x) of an order n = 0, 1, 2 in d = 1, 2, 3 dimensions, T09 §3.1, in this order:
///     1 | x, y, z | x², y², z², √2 xy, √2 yz, √2 zx        (without the terms of missing axes: 1; 2, 3, 4; 3, 6, 10 functions)
/// A lower order is a beginning of a higher one. The factor √2 makes the sum of squares of the quadratic coefficients the same in all rotated
/// frames, so that a fit which the samples do not determine, and which takes the smallest coefficients, does not depend on the axes.
class PolynomialBasis
{
public:
    PolynomialBasis(int dimension, int order);

    [[nodiscard]] int dimension() const { return dimension_; }
    [[nodiscard]] int order() const { return order_; }
    [[nodiscard]] int size() const { return size(order_); }

    /// How many functions have a degree of at most `order`; none for −1.
    [[nodiscard]] int size(int order) const;

    /// p(x); entries behind `size()` are zero here and below.
    [[nodiscard]] SmallVector value(const Vec3d& x) const;

    /// ∂p/∂x_k, k < d
    [[nodiscard]] SmallVector derivative(const Vec3d& x, int k) const;

    /// ∂²p/∂x_k∂x_l, k, l < d: the same everywhere up to order 2
    [[nodiscard]] SmallVector second_derivative(int k, int l) const;

private:
    int dimension_;
    int order_;
};
} // namespace aspic
