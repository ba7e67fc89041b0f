// Eigenvalues of symmetric 3×3 matrices: against matrices built from known ones, with every kind of degeneracy.

#include "aspic/math/symmetric_eigen.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace aspic;

namespace
{
using M = Mat3T<double>;

M random_rotation(RandomNumbers& random)
{
    const Vec3d a = random.in_box({-1, -1, -1}, {1, 1, 1});
    const Vec3d e1 = a / norm(a);
    const Vec3d b = random.in_box({-1, -1, -1}, {1, 1, 1});
    const Vec3d e2 = (b - dot(b, e1) * e1) / norm(b - dot(b, e1) * e1);
    return {{e1, e2, cross(e1, e2)}};
}

double largest_entry(const M& a)
{
    double largest = 0;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c)
            largest = std::max(largest, std::abs(a.row[r][c]));
    return largest;
}
} // namespace

TEST(SymmetricEigen, RecoversKnownEigenvalues)
{
    RandomNumbers random(1);
    const std::array<Vec3d, 7> spectra{Vec3d{1, 2, 3}, {1, 1, 2}, {5, 5, 5}, {1, 1e-8, 1e-12}, {0, 0, 1}, {0, 0, 0}, {-1, 2, -3}};
    for (const Vec3d& spectrum : spectra)
        for (int repetition = 0; repetition < 50; ++repetition)
        {
            const M Q = random_rotation(random);
            const M A = transpose(Q) * diagonal(spectrum.x, spectrum.y, spectrum.z) * Q;
            const auto eigen = symmetric_eigen(A);
            std::array found{eigen.values.x, eigen.values.y, eigen.values.z};
            std::array expected{spectrum.x, spectrum.y, spectrum.z};
            std::sort(found.begin(), found.end());
            std::sort(expected.begin(), expected.end());
            for (std::size_t k = 0; k < 3; ++k)
                EXPECT_NEAR(found[k], expected[k], 1e-14 * (1 + norm(spectrum)));
            EXPECT_LT(largest_entry(eigen.vectors * transpose(eigen.vectors) - diagonal(1.0, 1.0, 1.0)), 1e-14);
            EXPECT_LT(
                largest_entry(transpose(eigen.vectors) * diagonal(eigen.values.x, eigen.values.y, eigen.values.z) * eigen.vectors - A),
                1e-14 * (1 + norm(spectrum)));
        }
}

TEST(SymmetricEigen, PseudoInverseHasThePenroseProperties) // A A⁺ A = A and A⁺ A A⁺ = A⁺
{
    RandomNumbers random(2);
    const std::array<Vec3d, 5> spectra{Vec3d{1, 2, 3}, {1, 0.5, 0}, {2, 0, 0}, {0, 0, 0}, {1, 1, 1e-12}};
    const std::array ranks{3, 2, 1, 0, 2};
    for (std::size_t s = 0; s < spectra.size(); ++s)
        for (int repetition = 0; repetition < 20; ++repetition)
        {
            const M Q = random_rotation(random);
            const M A = transpose(Q) * diagonal(spectra[s].x, spectra[s].y, spectra[s].z) * Q;
            const auto inverse = pseudo_inverse(A, 1e-10);
            EXPECT_EQ(inverse.rank, ranks[s]);
            EXPECT_LT(largest_entry(A * inverse.matrix * A - A), 1e-11);
            EXPECT_LT(largest_entry(inverse.matrix * A * inverse.matrix - inverse.matrix), 1e-11);
        }
}

TEST(SymmetricEigen, PseudoInverseOfTinyMatricesIsFinite) // squares of the entries vanish in float
{
    for (const float size : {1e-26F, 1e-37F, 1e20F})
    {
        const Mat3T<float> A = size * Mat3T<float>{{{0.5F, 0.5F, 0}, {0.5F, 0.5F, 0}, {0, 0, 0}}};
        const auto inverse = pseudo_inverse(A, 1e-4F);
        EXPECT_EQ(inverse.rank, 1);
        EXPECT_NEAR(inverse.matrix.row[0].x * size, 0.5F, 1e-5F);
        EXPECT_NEAR(inverse.matrix.row[0].y * size, 0.5F, 1e-5F);
    }
}
