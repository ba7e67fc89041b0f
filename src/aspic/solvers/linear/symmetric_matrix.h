#pragma once

#include "aspic/core/array.h"
#include "aspic/core/view.h"

namespace aspic
{
/// A sparse symmetric matrix. All entries of both triangles in compressed rows: a product then needs no scattered additions, and gives the same bits for any
/// number of threads.
struct SymmetricMatrix
{
    Index size = 0;                 ///< n
    Array<std::int64_t> begin = {}; ///< n + 1: where each row begins
    Array<Index> column;            ///< ascending in each row, with the diagonal
    Array<double> value;

    [[nodiscard]] std::int64_t entries() const { return static_cast<std::int64_t>(value.size()); }
    [[nodiscard]] std::size_t bytes() const
    {
        return begin.size() * sizeof(std::int64_t) + column.size() * sizeof(Index) + value.size() * sizeof(double);
    }
};

/// Whether rows are sorted, inside the matrix, with a diagonal each, and entry for entry as symmetric as numbers can be.
bool is_symmetric(const SymmetricMatrix& matrix);

/// y = A x for some right-hand sides at once: x and y are n × right_sides, row by row.
template <class T> void multiply(const SymmetricMatrix& matrix, View<const T> x, int right_sides, View<T> y);

/// r = b − A x in double, whatever x is.
template <class T> void residual(const SymmetricMatrix& matrix, View<const T> b, View<const T> x, int right_sides, View<T> r);

/// The largest of ‖r‖₂ / ‖b‖₂ over the right-hand sides; 0 where both are 0.
template <class T> double relative_residual(View<const T> b, View<const T> r, int right_sides);
/// As above, for the residual of x.
template <class T> double relative_residual(const SymmetricMatrix& matrix, View<const T> b, View<const T> x, int right_sides);
} // namespace aspic
