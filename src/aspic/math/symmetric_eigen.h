#pragma once

#include "aspic/math/mat.h"

namespace aspic
{
/// Eigenvalues and orthonormal eigenvectors (the rows of `vectors`) of a symmetric matrix: A = Σ_k values[k] v_k v_kᵀ.
template <class T> struct SymmetricEigen
{
    Vec3T<T> values;
    Mat3T<T> vectors;
};

/// One Jacobi rotation in the plane (p, q) that makes A_pq zero; both matrices are kept up to date.
template <int p, int q, class T> ASPIC_HOST_DEVICE void jacobi_rotation(Mat3T<T>& A, Mat3T<T>& vectors)
{
    const T a_pq = A.row[p][q];
    const T gap = A.row[q][q] - A.row[p][p];
    // t = tan of the smaller rotation angle, written so that nothing overflows or divides by zero: t = 2a/(g ± √(g² + 4a²))
    const T root = sqrt(gap * gap + 4 * a_pq * a_pq);
    const T denominator = select(gap < 0, gap - root, gap + root);
    const auto is_zero = root <= 0; // also where the squares vanish
    const T t = select(is_zero, T(0), 2 * a_pq / select(is_zero, T(1), denominator));
    const T c = 1 / sqrt(t * t + 1);
    const T s = t * c;
    const auto turn_rows = [&](Mat3T<T>& M) {
        const Vec3T<T> of_p = M.row[p], of_q = M.row[q];
        M.row[p] = c * of_p - s * of_q;
        M.row[q] = s * of_p + c * of_q;
    };
    turn_rows(A);
    turn_rows(vectors);
    for (auto& row : A.row) // A Jᵀ
    {
        const T of_p = row[p], of_q = row[q];
        row[p] = c * of_p - s * of_q;
        row[q] = s * of_p + c * of_q;
    }
}

/// By cyclic Jacobi sweeps, a fixed number of them: the same work on every lane, and converged to round-off for 3×3.
template <class T> ASPIC_HOST_DEVICE SymmetricEigen<T> symmetric_eigen(Mat3T<T> A, int sweeps = 6)
{
    Mat3T<T> vectors = diagonal(T(1), T(1), T(1));
    for (int sweep = 0; sweep < sweeps; ++sweep)
    {
        jacobi_rotation<0, 1>(A, vectors);
        jacobi_rotation<0, 2>(A, vectors);
        jacobi_rotation<1, 2>(A, vectors);
    }
    return {{A.row[0].x, A.row[1].y, A.row[2].z}, vectors};
}

/// Inverse on the span of the eigenvectors that count, zero on the rest; and how many count.
template <class T> struct PseudoInverse
{
    Mat3T<T> matrix;
    T rank;
};

/// For symmetric positive semi-definite A: eigenvalues below `tolerance` times the largest are taken as zero.
template <class T, class S> ASPIC_HOST_DEVICE PseudoInverse<T> pseudo_inverse(const Mat3T<T>& A, S tolerance)
{
    const T size = trace(A);
    const T scale = 1 / select(size > 0, size, T(1)); // squares of tiny entries must not vanish
    const SymmetricEigen<T> eigen = symmetric_eigen(scale * A);
    const T threshold = tolerance * max(max(eigen.values.x, eigen.values.y), eigen.values.z);
    PseudoInverse<T> result{};
    for (int k = 0; k < 3; ++k)
    {
        const T value = eigen.values[k];
        const auto counts = (value > threshold) & (value > 0);
        const T inverse = select(counts, scale / select(counts, value, T(1)), T(0));
        result.matrix = result.matrix + inverse * outer(eigen.vectors.row[k], eigen.vectors.row[k]);
        result.rank = result.rank + select(counts, T(1), T(0));
    }
    return result;
}
} // namespace aspic
