#include "aspic/solvers/linear/symmetric_matrix.h"

#include "aspic/compute/parallel.h"

#include <algorithm>
#include <cmath>

namespace aspic
{
namespace
{
constexpr int most_sides_at_once = 8;

/// sums[c] = Σ_j A_ij x_jc for some right-hand sides.
template <int sides, class T> void add_row(const SymmetricMatrix& matrix, Index i, const T* x, int stride, double* sums)
{
    double sum[sides] = {};
    for (std::int64_t k = matrix.begin[static_cast<std::size_t>(i)]; k < matrix.begin[static_cast<std::size_t>(i) + 1]; ++k)
    {
        const double a = matrix.value[static_cast<std::size_t>(k)];
        const T* const x_j = x + static_cast<std::int64_t>(matrix.column[static_cast<std::size_t>(k)]) * stride;
        for (int c = 0; c < sides; ++c)
            sum[c] += a * static_cast<double>(x_j[c]);
    }
    std::copy(sum, sum + sides, sums);
}

/// Calls `use(i, c, Σ_j A_ij x_jc)` for all rows and right-hand sides.
template <class T, class Use> void for_each_sum(const SymmetricMatrix& matrix, View<const T> x, int right_sides, const Use& use)
{
    parallel_for(matrix.size, [&](Index i) {
        double sums[most_sides_at_once];
        for (int first = 0, sides = 0; first < right_sides; first += sides)
        {
            const int left = right_sides - first;
            sides = left >= most_sides_at_once ? most_sides_at_once : left >= 3 ? 3 : 1;
            const T* const from = x.data() + first;
            if (sides == most_sides_at_once)
                add_row<most_sides_at_once>(matrix, i, from, right_sides, sums);
            else if (sides == 3)
                add_row<3>(matrix, i, from, right_sides, sums);
            else
                add_row<1>(matrix, i, from, right_sides, sums);
            for (int c = 0; c < sides; ++c)
                use(i, first + c, sums[c]);
        }
    });
}

std::int64_t place(Index i, int c, int right_sides) { return static_cast<std::int64_t>(i) * right_sides + c; }

bool is_row_sound(const SymmetricMatrix& matrix, Index i)
{
    const auto row = [&](Index j) { return matrix.column.data() + matrix.begin[static_cast<std::size_t>(j)]; };
    bool has_diagonal = false;
    for (const Index* entry = row(i); entry < row(i + 1); ++entry)
    {
        const Index j = *entry;
        if (j < 0 || j >= matrix.size || (entry > row(i) && j <= entry[-1]))
            return false;
        has_diagonal = has_diagonal || j == i;
        const Index* const mirrored = std::lower_bound(row(j), row(j + 1), i);
        if (mirrored == row(j + 1) || *mirrored != i ||
            matrix.value[static_cast<std::size_t>(mirrored - matrix.column.data())] !=
                matrix.value[static_cast<std::size_t>(entry - matrix.column.data())])
            return false;
    }
    return has_diagonal;
}
} // namespace

bool is_symmetric(const SymmetricMatrix& matrix)
{
    const bool is_complete = matrix.begin.size() == static_cast<std::size_t>(matrix.size) + 1 &&
                             matrix.column.size() == matrix.value.size() && matrix.begin.front() == 0 &&
                             matrix.begin.back() == matrix.entries() && std::is_sorted(matrix.begin.begin(), matrix.begin.end());
    return is_complete && sum(matrix.size, [&](Index i) { return is_row_sound(matrix, i) ? 0 : 1; }) == 0;
}

template <class T> void multiply(const SymmetricMatrix& matrix, View<const T> x, int right_sides, View<T> y)
{
    ASPIC_EXPECTS(x.size() == matrix.size * right_sides && y.size() == x.size());
    for_each_sum(matrix, x, right_sides, [&](Index i, int c, double sum) { y[place(i, c, right_sides)] = static_cast<T>(sum); });
}

template <class T> void residual(const SymmetricMatrix& matrix, View<const T> b, View<const T> x, int right_sides, View<T> r)
{
    ASPIC_EXPECTS(x.size() == matrix.size * right_sides && b.size() == x.size() && r.size() == x.size());
    for_each_sum(matrix, x, right_sides, [&](Index i, int c, double sum) {
        const std::int64_t k = place(i, c, right_sides);
        r[k] = static_cast<T>(static_cast<double>(b[k]) - sum);
    });
}

template <class T> double relative_residual(View<const T> b, View<const T> r, int right_sides)
{
    double worst = 0;
    for (int c = 0; c < right_sides; ++c)
    {
        const auto length = [&](View<const T> v) {
            return std::sqrt(sum(v.size() / right_sides, [&](Index i) {
                const auto number = static_cast<double>(v[place(i, c, right_sides)]);
                return number * number;
            }));
        };
        if (const double left = length(r); !(left == 0))
            worst = std::isnan(left) ? left : std::max(worst, left / length(b));
    }
    return worst;
}

template <class T> double relative_residual(const SymmetricMatrix& matrix, View<const T> b, View<const T> x, int right_sides)
{
    Array<T> r(static_cast<std::size_t>(b.size()));
    residual(matrix, b, x, right_sides, view(r));
    return relative_residual(b, View<const T>(view(r)), right_sides);
}

template void multiply(const SymmetricMatrix&, View<const float>, int, View<float>);
template void multiply(const SymmetricMatrix&, View<const double>, int, View<double>);
template void residual(const SymmetricMatrix&, View<const float>, View<const float>, int, View<float>);
template void residual(const SymmetricMatrix&, View<const double>, View<const double>, int, View<double>);
template double relative_residual(View<const float>, View<const float>, int);
template double relative_residual(View<const double>, View<const double>, int);
template double relative_residual(const SymmetricMatrix&, View<const float>, View<const float>, int);
template double relative_residual(const SymmetricMatrix&, View<const double>, View<const double>, int);
} // namespace aspic
