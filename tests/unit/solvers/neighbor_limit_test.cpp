// K21 section 9: only the closest neighbours of a particle count. Lists stay symmetric, F stays exact for affine maps, no particle loses a direction, matrices become smaller.

#include "aspic/math/quaternion.h"
#include "aspic/solvers/elasticity/rest_shape.h"
#include "aspic/solvers/elasticity/stretch_matrix.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace aspic;

namespace
{
constexpr double dx = 0.1;
constexpr bool is_float = std::is_same_v<Real, float>;

std::vector<Vec3d> block(int across, double jitter)
{
    RandomNumbers random(5);
    std::vector<Vec3d> points;
    for (int i = 0; i < across; ++i)
        for (int j = 0; j < across; ++j)
            for (int k = 0; k < across; ++k)
                points.push_back(dx * (Vec3d{i + 0.5, j + 0.5, k + 0.5} + jitter * random.in_box({-1, -1, -1}, {1, 1, 1})));
    return points;
}

RestShape limited(const std::vector<Vec3d>& points, std::optional<int> limit)
{
    return {points, *kernel_named("cubic", 2 * dx, 3), 2 * dx, limit};
}

/// Neighbours of a slot, without itself.
std::set<Index> neighbors(const RestShape& shape, Index i)
{
    std::set<Index> result;
    shape.neighborhood().for_each_neighbor(i, [&](Index j) {
        if (j != i)
            result.insert(j);
    });
    return result;
}

/// Entries of the stretch matrix K21 (29) of a body with moduli of 1, in which nothing is held.
double entries(const RestShape& shape)
{
    const RestView rest = shape.view();
    std::vector<std::int64_t> begin{0};
    std::vector<Index> neighbor;
    std::vector<Vec3d> gradient, offset;
    std::vector<double> tie, ones(static_cast<std::size_t>(shape.size()), 1.0);
    for (Index i = 0; i < shape.size(); ++i)
    {
        for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
            if (j.column == i)
                return;
            const Vec3 X = rest.near.offset(i, j);
            neighbor.push_back(j.column);
            offset.push_back(convert<double>(X));
            gradient.push_back(convert<double>(static_cast<Real>(rest.slope[j]) * (rest.L[i] * X)));
            tie.push_back(double(rest.tie[j]));
        });
        begin.push_back(static_cast<std::int64_t>(neighbor.size()));
    }
    const StretchMatrix matrix = stretch_matrix({const_view(begin), const_view(neighbor), const_view(gradient), const_view(offset),
                                                 const_view(tie), const_view(ones), const_view(ones), View<const Index>{}, 1});
    return static_cast<double>(matrix.matrix.column.size());
}
} // namespace

TEST(NeighborLimit, KeepsTheClosestAndBothSidesOfAPair)
{
    const RestShape all = limited(block(6, 0.2), {}), few = limited(block(6, 0.2), 10);
    double pairs = 0;
    for (Index i = 0; i < few.size(); ++i)
    {
        const std::set<Index> kept = neighbors(few, i);
        std::vector<Index> closest;
        for (const Index j : neighbors(all, i))
            closest.push_back(j);
        std::ranges::sort(closest, {}, [&](Index j) { return norm(all.points()[i] - all.points()[j]); });
        closest.resize(std::min<std::size_t>(closest.size(), 9)); // the tenth may be as far as the next, as far as rounding tells
        for (const Index j : closest)
            EXPECT_TRUE(kept.contains(j)) << i << ' ' << j;
        for (const Index j : kept)
            EXPECT_TRUE(neighbors(few, j).contains(i)) << i << ' ' << j;
        EXPECT_EQ(few.volume()[i], all.volume()[i]);
        pairs += static_cast<double>(kept.size());
    }
    EXPECT_GE(pairs, 10.0 * few.size());
    EXPECT_LT(pairs, 13.0 * few.size());
}

/// Inside of a lattice neighbours that are equally far are chosen from both sides: it has 10 everywhere.
TEST(NeighborLimit, LatticesHaveNoMore)
{
    const RestShape few = limited(block(8, 0), 10);
    for (Index i = 0; i < few.size(); ++i)
    {
        const Vec3d& X = few.points()[i];
        const bool is_inside = std::min({X.x, X.y, X.z}) > 2 * dx && std::max({X.x, X.y, X.z}) < 6 * dx;
        EXPECT_TRUE(!is_inside || neighbors(few, i).size() == 10) << i;
    }
}

TEST(NeighborLimit, GradientsOfAffineMapsAreExact)
{
    const Mat3d A{{{1.02, 0.3, 0}, {-0.2, 0.99, 0.1}, {0.01, 0.4, 1.2}}};
    for (const double jitter : {0.0, 0.2})
        for (const int limit : {4, 6, 10, 20})
        {
            const RestShape shape = limited(block(5, jitter), limit);
            EXPECT_EQ(shape.degenerate_count(), 0) << limit;
            const RestView rest = shape.view();
            for (Index i = 0; i < shape.size(); ++i)
            {
                Mat3d F{};
                for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
                    const Vec3d X = convert<double>(rest.near.offset(i, j));
                    F = F - double(rest.slope[j]) * outer(A * X, X);
                });
                const Mat3& L = rest.L[i];
                F = F * Mat3d{{convert<double>(L.row[0]), convert<double>(L.row[1]), convert<double>(L.row[2])}};
                for (int k = 0; k < 3; ++k)
                    EXPECT_LT(norm(F.row[k] - A.row[k]), is_float ? 1e-4 : 1e-9) << limit << ' ' << i;
            }
        }
}

/// B3.4: the matrix has two to three times fewer entries with 10 neighbours.
TEST(NeighborLimit, MatrixIsSmaller)
{
    for (const double jitter : {0.0, 0.2})
    {
        const double ratio = entries(limited(block(12, jitter), {})) / entries(limited(block(12, jitter), 10));
        EXPECT_GT(ratio, 2) << jitter;
        EXPECT_LT(ratio, 3) << jitter;
    }
}
