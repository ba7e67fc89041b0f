#pragma once

#include "aspic/solvers/linear/symmetric_matrix.h"
#include "random_numbers.h"

#include <map>
#include <vector>

namespace aspic
{
/// Rows of columns and values: easy to fill.
using MatrixRows = std::vector<std::map<Index, double>>;

inline SymmetricMatrix matrix_of(const MatrixRows& rows)
{
    SymmetricMatrix matrix;
    matrix.size = static_cast<Index>(rows.size());
    matrix.begin.push_back(0);
    for (const auto& row : rows)
    {
        for (const auto& [column, value] : row)
        {
            matrix.column.push_back(column);
            matrix.value.push_back(value);
        }
        matrix.begin.push_back(matrix.entries());
    }
    return matrix;
}

/// A random pattern with about `neighbors` entries beside the diagonal in each row, and a diagonal that outweighs them by `excess`.
inline SymmetricMatrix random_matrix(Index n, int neighbors, double excess, std::uint64_t seed)
{
    RandomNumbers random(seed);
    MatrixRows rows(static_cast<std::size_t>(n));
    for (Index i = 0; i < n; ++i)
        for (int k = 0; k < neighbors / 2; ++k)
            if (const auto j = static_cast<Index>(random.between(0, n)); j != i && j < n)
                rows[static_cast<std::size_t>(i)][j] = rows[static_cast<std::size_t>(j)][i] = random.between(-1, 1);
    for (Index i = 0; i < n; ++i)
    {
        double sum = excess;
        for (const auto& [column, value] : rows[static_cast<std::size_t>(i)])
            sum += value < 0 ? -value : value;
        rows[static_cast<std::size_t>(i)][i] = sum;
    }
    return matrix_of(rows);
}

/// The five-point Laplacian of a grid with Dirichlet walls, plus `mass` on its diagonal.
inline SymmetricMatrix grid_laplacian(int width, int height, double mass = 0)
{
    MatrixRows rows(static_cast<std::size_t>(width * height));
    const auto at = [&](int x, int y) { return static_cast<Index>(y * width + x); };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
        {
            auto& row = rows[static_cast<std::size_t>(at(x, y))];
            row[at(x, y)] = 4 + mass;
            if (x > 0)
                row[at(x - 1, y)] = -1;
            if (x + 1 < width)
                row[at(x + 1, y)] = -1;
            if (y > 0)
                row[at(x, y - 1)] = -1;
            if (y + 1 < height)
                row[at(x, y + 1)] = -1;
        }
    return matrix_of(rows);
}

template <class T> Array<T> random_vectors(Index n, int right_sides, std::uint64_t seed)
{
    RandomNumbers random(seed);
    Array<T> vectors(static_cast<std::size_t>(n) * static_cast<std::size_t>(right_sides));
    for (T& number : vectors)
        number = static_cast<T>(random.between(-1, 1));
    return vectors;
}
} // namespace aspic
