// The matrix of K21 (29) against the sum that defines it, added up with the dense rows of K21 (12) and K21 (21).

#include "aspic/solvers/elasticity/stretch_matrix.h"

#include "support/execution_variants.h"
#include "support/rest_body.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

using namespace aspic;

namespace
{
/// M + Σ_i 2μVΔt² G_iᵀ G_i + Δt² Σ_ij k_ij h_ijᵀ h_ij, n × n.
std::vector<double> defined_sum(const RestBody& body)
{
    const std::size_t n = body.mass.size();
    const double dt2 = body.dt * body.dt;
    std::vector<double> sum(n * n);
    const auto add_square = [&](const std::vector<double>& row, double weight) {
        for (std::size_t a = 0; a < n; ++a)
            for (std::size_t b = 0; b < n && row[a] != 0; ++b)
                sum[n * a + b] += weight * row[a] * row[b];
    };
    for (std::size_t i = 0; i < n; ++i)
    {
        sum[n * i + i] += body.mass[i];
        const auto first = static_cast<std::size_t>(body.begin[i]), last = static_cast<std::size_t>(body.begin[i + 1]);
        std::vector<double> G[3];
        for (int axis = 0; axis < 3; ++axis)
        {
            G[axis].resize(n);
            for (std::size_t e = first; e < last; ++e)
            {
                G[axis][static_cast<std::size_t>(body.neighbor[e])] += body.gradient[e][axis];
                G[axis][i] -= body.gradient[e][axis];
            }
            add_square(G[axis], dt2 * body.stiffness[i]);
        }
        for (std::size_t e = first; e < last; ++e)
        {
            std::vector<double> h(n);
            for (std::size_t a = 0; a < n; ++a)
                h[a] = G[0][a] * body.offset[e].x + G[1][a] * body.offset[e].y + G[2][a] * body.offset[e].z;
            h[i] -= 1;
            h[static_cast<std::size_t>(body.neighbor[e])] += 1;
            add_square(h, dt2 * body.zero_energy[e]);
        }
    }
    return sum;
}

double largest(const std::vector<double>& numbers)
{
    double most = 0;
    for (const double x : numbers)
        most = std::max(most, std::abs(x));
    return most;
}

void expect_equal(const StretchMatrix& assembled, const RestBody& body)
{
    const std::size_t n = body.mass.size();
    const std::vector<double> expected = defined_sum(body);
    std::vector<double> dense(n * n);
    const SymmetricMatrix& matrix = assembled.matrix;
    for (std::size_t r = 0; r < static_cast<std::size_t>(matrix.size); ++r)
        for (auto k = static_cast<std::size_t>(matrix.begin[r]); k < static_cast<std::size_t>(matrix.begin[r + 1]); ++k)
            dense[n * static_cast<std::size_t>(assembled.particle[r]) +
                  static_cast<std::size_t>(assembled.particle[static_cast<std::size_t>(matrix.column[k])])] = matrix.value[k];
    const double tolerance = 1e-13 * largest(expected); // about a hundred terms each, rounded in double
    for (std::size_t a = 0; a < n; ++a)
        for (std::size_t b = 0; b < n; ++b)
        {
            const bool moves = assembled.row[a] >= 0 && assembled.row[b] >= 0;
            ASSERT_NEAR(dense[n * a + b], moves ? expected[n * a + b] : 0, tolerance) << a << " " << b;
        }
}

Points cloud()
{
    RandomNumbers random(3);
    Points points = lattice_points({5, 6, 4}, 0.1, {0, 0, 0});
    for (Vec3d& x : points)
        x += random.in_box({-0.02, -0.02, -0.02}, {0.02, 0.02, 0.02});
    return points;
}
} // namespace

TEST(StretchMatrix, IsTheSumThatDefinesIt)
{
    for (const Points& points : {cloud(), lattice_points({5, 5, 5}, 0.1, {0, 0, 0}), lattice_points({8, 8, 1}, 0.1, {0, 0, 0})})
    {
        const RestBody body = rest_body(points, 0.1, {.alpha = 3});
        const StretchMatrix assembled = stretch_matrix(body.terms());
        EXPECT_EQ(assembled.matrix.size, static_cast<Index>(points.size()));
        EXPECT_TRUE(is_symmetric(assembled.matrix));
        expect_equal(assembled, body);
    }
}

TEST(StretchMatrix, NeighborListsNeedNotBeMutual)
{
    RestBody body = rest_body(cloud(), 0.1);
    RestBody thinned = body;
    thinned.begin = {0};
    thinned.neighbor.clear();
    thinned.gradient.clear();
    thinned.offset.clear();
    thinned.zero_energy.clear();
    for (std::size_t i = 0; i < body.mass.size(); ++i)
    {
        for (auto e = static_cast<std::size_t>(body.begin[i]); e < static_cast<std::size_t>(body.begin[i + 1]); ++e)
            if ((e * 7 + i) % 3 != 0)
            {
                thinned.neighbor.push_back(body.neighbor[e]);
                thinned.gradient.push_back(body.gradient[e]);
                thinned.offset.push_back(body.offset[e]);
                thinned.zero_energy.push_back(body.zero_energy[e]);
            }
        thinned.begin.push_back(static_cast<std::int64_t>(thinned.neighbor.size()));
    }
    const StretchMatrix assembled = stretch_matrix(thinned.terms());
    EXPECT_TRUE(is_symmetric(assembled.matrix));
    expect_equal(assembled, thinned);
}

TEST(StretchMatrix, FixedParticlesAreLeftOut)
{
    RestBody body = rest_body(cloud(), 0.1);
    body.fixed = {17, 3, 119, 0};
    const StretchMatrix assembled = stretch_matrix(body.terms());
    EXPECT_EQ(assembled.matrix.size, 116);
    EXPECT_TRUE(is_symmetric(assembled.matrix));
    for (const Index i : body.fixed)
        EXPECT_EQ(assembled.row[static_cast<std::size_t>(i)], -1);
    for (std::size_t r = 0; r < assembled.particle.size(); ++r)
        EXPECT_EQ(assembled.row[static_cast<std::size_t>(assembled.particle[r])], static_cast<Index>(r));
    expect_equal(assembled, body);

    body.fixed.resize(body.mass.size());
    for (std::size_t i = 0; i < body.fixed.size(); ++i)
        body.fixed[i] = static_cast<Index>(i);
    EXPECT_EQ(stretch_matrix(body.terms()).matrix.size, 0);
}

/// Pairs without weight, such as those at the edge of the support, cost no entries.
TEST(StretchMatrix, PairsWithoutWeightLeaveNoEntries)
{
    const Points points = lattice_points({9, 9, 9}, 0.1, {0, 0, 0});
    const RestBody body = rest_body(points, 0.1);
    RestBody longer = body;
    longer.neighbor.push_back(0); // the first particle becomes a neighbour of the last
    longer.gradient.push_back({0, 0, 0});
    longer.offset.push_back({0.8, 0.8, 0.8});
    longer.zero_energy.push_back(0);
    longer.begin.back() += 1;
    std::rotate(longer.neighbor.begin() + longer.begin[728], longer.neighbor.end() - 1, longer.neighbor.end());
    std::rotate(longer.gradient.begin() + longer.begin[728], longer.gradient.end() - 1, longer.gradient.end());
    std::rotate(longer.offset.begin() + longer.begin[728], longer.offset.end() - 1, longer.offset.end());
    std::rotate(longer.zero_energy.begin() + longer.begin[728], longer.zero_energy.end() - 1, longer.zero_energy.end());
    EXPECT_EQ(stretch_matrix(longer.terms()).matrix.entries(), stretch_matrix(body.terms()).matrix.entries());
}

/// A rigid translation stretches nothing: A 1 = the masses.
TEST(StretchMatrix, TranslationsFeelTheMassAlone)
{
    const RestBody body = rest_body(cloud(), 0.1);
    const SymmetricMatrix matrix = stretch_matrix(body.terms()).matrix;
    const Array<double> ones(body.mass.size(), 1.0);
    Array<double> sums(ones.size());
    multiply(matrix, const_view(ones), 1, view(sums));
    for (std::size_t i = 0; i < sums.size(); ++i)
        EXPECT_NEAR(sums[i], body.mass[i], 1e-11 * body.mass[i]); // rounding; the entries are up to 10 masses
}

TEST(StretchMatrix, SameBitsForAnyNumberOfThreads)
{
    const RestBody body = rest_body(lattice_points({14, 12, 13}, 0.1, {0, 0, 0}), 0.1);
    const auto assembled = [&](int threads) {
        const ExecutionScope scope({.threads = threads, .instruction_set = default_execution().instruction_set});
        return stretch_matrix(body.terms()).matrix;
    };
    const SymmetricMatrix expected = assembled(1);
    for (const int threads : {2, 3, 5})
    {
        const SymmetricMatrix matrix = assembled(threads);
        EXPECT_TRUE(matrix.begin == expected.begin && matrix.column == expected.column && matrix.value == expected.value) << threads;
    }
}

TEST(StretchMatrix, OfNoParticles)
{
    RestBody body;
    EXPECT_EQ(stretch_matrix(body.terms()).matrix.size, 0);
}
