// Lists of a rest shape against a search by distances: slices that share their pairs must not change what a particle's neighbours are.

#include "aspic/operators/smoothing_kernel.h"
#include "aspic/solvers/elasticity/rest_shape.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace aspic
{
namespace
{
/// In double builds X_ij of a lattice are equal to the bit only where its coordinates are exact.
constexpr double dx = std::is_same_v<Real, float> ? 0.05 : 0.0625;
constexpr double support = 2 * dx;

std::vector<Vec3d> lattice(int nx, int ny, int nz, double jitter = 0)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> stray(-jitter * dx, jitter * dx);
    std::vector<Vec3d> points;
    for (int i = 0; i < nx; ++i)
        for (int j = 0; j < ny; ++j)
            for (int k = 0; k < nz; ++k)
                points.push_back(Vec3d{0.25, -1.75, 2.125} + dx * Vec3d{double(i), double(j), double(k)} +
                                 Vec3d{stray(random), stray(random), nz == 1 ? 0 : stray(random)});
    return points;
}

RestShape shape_of(const std::vector<Vec3d>& points, int dimension = 3)
{
    return {points, *kernel_named("cubic", support, dimension), support};
}

struct BlockSize
{
    int nx, ny, nz;
};

/// Whole bricks, odd sizes, less than a slice, one row, a plane.
constexpr BlockSize sizes[] = {{8, 8, 8}, {9, 7, 5}, {16, 5, 3}, {2, 2, 2}, {21, 1, 1}, {33, 17, 1}, {13, 16, 12}};
} // namespace

TEST(RestShape, EverySlotNamesAParticle)
{
    for (const auto& [nx, ny, nz] : sizes)
        for (const double jitter : {0.0, 0.2})
        {
            const RestShape shape = shape_of(lattice(nx, ny, nz, jitter), nz == 1 ? 2 : 3);
            const SharedNeighborView near = shape.view().near;
            for (Index first = 0; first < shape.size(); first += rows_per_slice)
            {
                const Index* const count = near.count.data() + first; // with room for whole slices
                const std::int64_t slots = std::int64_t{rows_per_slice} * *std::max_element(count, count + rows_per_slice);
                for (std::int64_t slot = 0; slot < slots; ++slot)
                {
                    const Index named = first + near.column[near.slice_begin[first / rows_per_slice] + slot];
                    ASSERT_GE(named, 0);
                    ASSERT_LT(named, shape.size()) << nx << " " << ny << " " << nz << ", slot " << slot << " of slice from " << first;
                }
            }
        }
}

TEST(RestShape, NeighborsAreThoseWithinTheSupport)
{
    constexpr double rounding = 2e-6; // of the support: X_ij are floats, from steps of 2^−24
    for (const auto& [nx, ny, nz] : sizes)
    {
        const RestShape shape = shape_of(lattice(nx, ny, nz), nz == 1 ? 2 : 3);
        const RestView rest = shape.view();
        for (Index i = 0; i < shape.size(); ++i)
        {
            std::vector<Index> wanted, found;
            for (Index j = 0; j < shape.size(); ++j)
                if (j != i && norm(shape.points()[i] - shape.points()[j]) < (1 - 1e-6) * support)
                    wanted.push_back(j);
            for_each_neighbor(rest.near, i, [&](const Neighbor& j) {
                found.push_back(j.column);
                EXPECT_LT(norm(convert<double>(rest.offset(j)) - (shape.points()[i] - shape.points()[j.column])), rounding * support);
            });
            ASSERT_EQ(found, wanted) << "particle " << i;
        }
    }
}

/// Inside of 24³ a brick of 16 looks like every other; those at its 6 faces, 12 edges and 8 corners have lists of their own: 3³ kinds of bricks, each of which may be met with a few roundings of X_ij.
TEST(RestShape, EqualSlicesOfALatticeShareTheirPairs)
{
    const RestShape shape = shape_of(lattice(24, 24, 24));
    EXPECT_LT(static_cast<double>(shape.stored_slot_count()), 0.2 * static_cast<double>(shape.slot_count()));
    const RestShape disordered = shape_of(lattice(12, 12, 12, 0.2));
    EXPECT_EQ(disordered.stored_slot_count(), disordered.slot_count());
}

TEST(RestShape, OrdersArePermutations)
{
    for (const auto& [nx, ny, nz] : sizes)
    {
        const RestShape shape = shape_of(lattice(nx, ny, nz), nz == 1 ? 2 : 3);
        for (const View<const Index> order : {shape.point_of_slot(), shape.compact_order()})
        {
            std::vector<Index> sorted(order.begin(), order.end()), all(sorted.size());
            std::ranges::sort(sorted);
            std::iota(all.begin(), all.end(), 0);
            EXPECT_EQ(sorted, all);
        }
    }
}

/// What 32 rows of the block preconditioner have in common is that they are near: in compact order the mean square distance from the middle of 32 is that of a brick of 4 × 4 × 2, (15 + 15 + 3)/12 dx², where bricks fill
/// the body, and else not far from it (2.5 times; columns along x, of which a quarter of the blocks holds two ends, have 5 times that).
TEST(RestShape, CompactOrderKeepsBlocksTogether)
{
    for (const auto& [nx, ny, nz] : {BlockSize{16, 16, 16}, BlockSize{17, 15, 13}})
    {
        const double most = nx == 16 ? 1 + 1e-6 : 3.5;
        const RestShape shape = shape_of(lattice(nx, ny, nz));
        const View<const Index> order = shape.compact_order();
        const auto point = [&](Index place) { return shape.points()[order.empty() ? place : order[place]]; };
        double spread = 0;
        Index blocks = 0;
        for (Index first = 0; first + 32 <= shape.size(); first += 32, ++blocks)
        {
            Vec3d middle;
            for (Index k = 0; k < 32; ++k)
                middle += point(first + k) / 32.0;
            for (Index k = 0; k < 32; ++k)
                spread += dot(point(first + k) - middle, point(first + k) - middle) / 32;
        }
        EXPECT_LT(spread / blocks, most * (33.0 / 12) * dx * dx) << nx;
    }
}
} // namespace aspic
