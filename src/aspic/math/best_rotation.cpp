#include "aspic/math/best_rotation.h"

#include <array>
#include <cmath>

namespace aspic
{
namespace
{
using Mat4 = std::array<std::array<double, 4>, 4>;

/// Makes the entry (p, q) of a symmetric matrix zero by a rotation, which is multiplied into the rows of `vectors`.
void rotate(Mat4& A, Mat4& vectors, std::size_t p, std::size_t q)
{
    if (A[p][q] == 0)
        return;
    const double theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
    const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
    const double c = 1 / std::sqrt(t * t + 1);
    const double s = t * c;
    for (std::size_t k = 0; k < 4; ++k)
    {
        const double a = A[k][p];
        A[k][p] = c * a - s * A[k][q];
        A[k][q] = s * a + c * A[k][q];
    }
    for (std::size_t k = 0; k < 4; ++k)
    {
        const double a = A[p][k];
        A[p][k] = c * a - s * A[q][k];
        A[q][k] = s * a + c * A[q][k];
        const double v = vectors[p][k];
        vectors[p][k] = c * v - s * vectors[q][k];
        vectors[q][k] = s * v + c * vectors[q][k];
    }
}
} // namespace

Vec3T<double> best_rotation(const Mat3T<double>& covariance)
{
    const auto S = [&](int i, int j) { return covariance.row[j][i]; }; // Horn 1987: Σ x yᵀ
    Mat4 N{{{S(0, 0) + S(1, 1) + S(2, 2), S(1, 2) - S(2, 1), S(2, 0) - S(0, 2), S(0, 1) - S(1, 0)},
            {S(1, 2) - S(2, 1), S(0, 0) - S(1, 1) - S(2, 2), S(0, 1) + S(1, 0), S(2, 0) + S(0, 2)},
            {S(2, 0) - S(0, 2), S(0, 1) + S(1, 0), S(1, 1) - S(0, 0) - S(2, 2), S(1, 2) + S(2, 1)},
            {S(0, 1) - S(1, 0), S(2, 0) + S(0, 2), S(1, 2) + S(2, 1), S(2, 2) - S(0, 0) - S(1, 1)}}};
    Mat4 vectors{};
    for (std::size_t k = 0; k < 4; ++k)
        vectors[k][k] = 1;
    constexpr int sweeps = 12;
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (std::size_t p = 0; p < 3; ++p)
            for (std::size_t q = p + 1; q < 4; ++q)
                rotate(N, vectors, p, q);

    // The eigenvector of the largest eigenvalue; where several share it, the part of the identity in their span turns least.
    double largest = N[0][0];
    double size = 0;
    for (std::size_t k = 0; k < 4; ++k)
    {
        largest = std::max(largest, N[k][k]);
        size = std::max(size, std::abs(N[k][k]));
    }
    std::array<double, 4> q{};
    for (std::size_t k = 0; k < 4; ++k)
        if (N[k][k] >= largest - 1e-12 * size)
            for (std::size_t m = 0; m < 4; ++m)
                q[m] += vectors[k][0] * vectors[k][m];
    if (q[0] == 0) // half a turn: every vector of the span will do
        for (std::size_t k = 0; k < 4; ++k)
            if (N[k][k] == largest)
                q = vectors[k];
    const Vec3T<double> axis{q[1], q[2], q[3]};
    const double sine = norm(axis);
    return sine > 0 ? (2 * std::atan2(sine, q[0]) / sine) * axis : Vec3T<double>{};
}
} // namespace aspic
