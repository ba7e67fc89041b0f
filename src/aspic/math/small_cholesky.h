#pragma once

#include "aspic/math/least_squares.h"

#include <cmath>

namespace aspic
{
/// A = L Lᵀ of a small symmetric positive definite matrix; only its lower triangle is read.
class SmallCholesky
{
public:
    SmallCholesky() = default;
    explicit SmallCholesky(const SmallMatrix& a) : factor_(a)
    {
        for (int j = 0; j < a.columns; ++j)
        {
            for (int k = 0; k < j; ++k)
                for (int i = j; i < a.rows; ++i)
                    factor_(i, j) -= factor_(i, k) * factor_(j, k);
            const double root = std::sqrt(factor_(j, j));
            for (int i = j; i < a.rows; ++i)
                factor_(i, j) /= root;
        }
    }

    /// A⁻¹ b
    [[nodiscard]] SmallVector solve(SmallVector b) const
    {
        const auto at = [](SmallVector& v, int i) -> double& { return v[static_cast<std::size_t>(i)]; };
        for (int i = 0; i < factor_.rows; ++i)
        {
            for (int k = 0; k < i; ++k)
                at(b, i) -= factor_(i, k) * at(b, k);
            at(b, i) /= factor_(i, i);
        }
        for (int i = factor_.rows - 1; i >= 0; --i)
        {
            for (int k = i + 1; k < factor_.rows; ++k)
                at(b, i) -= factor_(k, i) * at(b, k);
            at(b, i) /= factor_(i, i);
        }
        return b;
    }

private:
    SmallMatrix factor_;
};
} // namespace aspic
