#pragma once

#include <array>
#include <cstddef>

// Dense least squares with at most ten unknowns, in double: what a local polynomial fit needs.

namespace aspic
{
inline constexpr int max_unknowns = 10; ///< size of the complete quadratic basis in 3D

using SmallVector = std::array<double, max_unknowns>;

/// At most 10×10 numbers, stored by columns.
struct SmallMatrix
{
    int rows = 0;
    int columns = 0;
    std::array<double, std::size_t{max_unknowns} * max_unknowns> entries{};

    SmallMatrix() = default;
    SmallMatrix(int row_count, int column_count) : rows(row_count), columns(column_count) {}

    [[nodiscard]] const double* column(int j) const { return entries.data() + std::ptrdiff_t{max_unknowns} * j; }
    [[nodiscard]] double* column(int j) { return entries.data() + std::ptrdiff_t{max_unknowns} * j; }
    [[nodiscard]] double operator()(int i, int j) const { return column(j)[i]; }
    [[nodiscard]] double& operator()(int i, int j) { return column(j)[i]; }
};

/// √Σ a_ij² over the first columns of a matrix.
double frobenius_norm(const SmallMatrix& a, int columns);

/// The upper triangle R of A = Q R by Householder reflections, n × n whatever the number m of rows: AᵀA = RᵀR without the loss of half the
/// digits that forming AᵀA brings. `a` holds A by columns, m numbers each, and is overwritten.
SmallMatrix triangular_factor(double* a, int m, int n);

/// A = U diag(σ) Vᵀ with σ in descending order. Columns of U whose σ is zero are zero.
struct SmallSvd
{
    SmallMatrix U;
    SmallVector sigma{};
    SmallMatrix V;
};

/// By one-sided Jacobi rotations: small singular values come out as accurately as the columns of A allow.
SmallSvd singular_value_decomposition(const SmallMatrix& a);

/// Largest over smallest singular value; infinity if the matrix is singular.
double condition_number(const SmallMatrix& a);

/// Combinations T of the columns of a matrix A such that the columns of A T are orthonormal: TᵀAᵀA T = 1. Grows block by block: each block
/// is made orthogonal to what is there, and then gives its singular vectors, but not those below a threshold. So T Tᵀ is (AᵀA)⁻¹ for a regular
/// A, and otherwise an inverse on the largest space for which later blocks never replace what earlier ones determine.
class OrthonormalCombinations
{
public:
    explicit OrthonormalCombinations(const SmallMatrix& a);

    /// Takes the columns [begin, end) of A; they follow the columns taken before. Returns how many singular values exceeded the threshold.
    int append(int begin, int end, double threshold);

    /// Forgets all but the first columns of T.
    void shrink(int rank) { rank_ = rank; }

    [[nodiscard]] int rank() const { return rank_; }
    [[nodiscard]] const SmallMatrix& T() const { return T_; } ///< of which the first `rank()` columns are meant

private:
    SmallMatrix a_;
    SmallMatrix U_; ///< A T
    SmallMatrix T_;
    int rank_ = 0;
};
} // namespace aspic
