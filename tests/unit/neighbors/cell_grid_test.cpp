// What the solvers' search refuses, and where it must not lose pairs: far away from the origin, and at points far away from all samples.

#include "unit/neighbors/exact_search.h"

#include <stdexcept>

namespace aspic
{
namespace
{
CellGrid built_grid(const Points& points, double reach, const Periodicity& periodicity = {})
{
    CellGrid grid(reach, periodicity);
    grid.build(const_view(points));
    return grid;
}

TEST(CellGrid, RefusesWhatIsNoPosition)
{
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e300})
        for (int axis = 0; axis < 3; ++axis)
        {
            Points points = uniform_points(100, {0, 0, 0}, {1, 1, 1}, 1);
            points[42][axis] = bad;
            EXPECT_THROW(built_grid(points, 0.1), std::domain_error);
        }
}

TEST(CellGrid, RefusesTooShortPeriods)
{
    const Points points = uniform_points(100, {0, 0, 0}, {1, 1, 1}, 1);
    for (int axis = 0; axis < 3; ++axis)
    {
        Periodicity periodicity;
        periodicity.period[axis] = 0.199;
        EXPECT_THROW(built_grid(points, 0.1, periodicity), std::domain_error);
        periodicity.period[axis] = 0.2;
        EXPECT_NO_THROW(built_grid(points, 0.1, periodicity));
    }
}

/// Points of one cell stand together, in the caller's order, and all of them are there.
TEST(CellGrid, OrderKeepsCellsTogether)
{
    const Points points = uniform_points(3000, {-1, -1, -1}, {1, 1, 1}, 2);
    const CellGrid grid = built_grid(points, 0.25);
    std::vector<Index> sorted(grid.order().begin(), grid.order().end());
    Index changes = 0;
    for (std::size_t k = 1; k < sorted.size(); ++k)
    {
        const bool is_same =
            grid.cell_of(points[static_cast<std::size_t>(sorted[k])]) == grid.cell_of(points[static_cast<std::size_t>(sorted[k - 1])]);
        changes += is_same ? 0 : 1;
        EXPECT_TRUE(!is_same || sorted[k - 1] < sorted[k]);
    }
    EXPECT_EQ(changes + 1, grid.cell_count());
    std::sort(sorted.begin(), sorted.end());
    for (Index i = 0; i < 3000; ++i)
        EXPECT_EQ(sorted[static_cast<std::size_t>(i)], i);
}

/// Pairs exactly at distance r = 5 a, at random places around `center`: 3 a and 4 a along two axes. All coordinates are whole multiples of
/// `step`, as a must be, so nothing is rounded.
Points pairs_at_distance(double r, const Vec3d& center, double step)
{
    RandomNumbers random(8);
    Points points;
    for (int pair = 0; pair < 300; ++pair)
    {
        Vec3d x = random.in_box({-2 * r, -2 * r, -2 * r}, {2 * r, 2 * r, 2 * r});
        for (int axis = 0; axis < 3; ++axis)
            x[axis] = center[axis] + step * std::round(x[axis] / step);
        points.push_back(x);
        x[pair % 3] += 3 * (r / 5);
        x[(pair + 1) % 3] -= 4 * (r / 5);
        points.push_back(x);
    }
    return points;
}

/// Far out, a position divided by the support radius is as coarse as the position itself, so it must not decide about pairs near distance r.
TEST(SolverSearch, PairsAtDistanceRFarOut)
{
    for (const double far : {1e3, 1e6, 1e9, 1e11})
        for (const double steps : {601.0, 16777.0, 1999999.0})
        {
            const double step = std::nextafter(far, HUGE_VAL) - far;
            const double r = 5 * steps * step;
            SCOPED_TRACE("r = " + std::to_string(5 * steps) + " ulp, " + std::to_string(far) + " m away");
            expect_exact_searches({.points = pairs_at_distance(r, {far - 8 * r, 8 * r - far, 0}, step), .radius = r});
        }
}

/// The same along periodic axes, many periods away from the origin.
TEST(SolverSearch, PairsAtDistanceRManyPeriodsAway)
{
    for (const double far : {1e3, 1e6, 1e9, 1e11})
        for (const double steps : {601.0, 16777.0, 1999999.0})
        {
            const double step = std::nextafter(far, HUGE_VAL) - far;
            const double r = 5 * steps * step;
            SCOPED_TRACE("r = " + std::to_string(5 * steps) + " ulp, " + std::to_string(far) + " m away");
            expect_exact_searches({.points = pairs_at_distance(r, {far - 8 * r, 8 * r - far, 0}, step),
                                   .radius = r,
                                   .periodicity = {.period = {6 * r, 7.3 * r, 0}, .origin = {}}});
        }
}

/// A point that is no sample may be far away from all samples, but not beyond all cells.
TEST(SolverSearch, PointsFarAway)
{
    const Points points = uniform_points(100, {0, 0, 0}, {1, 1, 1}, 1);
    const Samples samples(const_view(points), 0.3);
    for (const double far : {100.0, -1e6, 1e12})
    {
        const Points places{{far, 0, 0}, points[0], {0, far, far}};
        const Neighborhood neighborhood = samples.neighbors_at(const_view(places));
        EXPECT_EQ(neighborhood.neighbor_count(0), 0);
        EXPECT_EQ(solver_list(samples, neighborhood, 1), brute_force_neighbors(const_view(points), points[0], 0.3));
        EXPECT_EQ(neighborhood.neighbor_count(2), 0);
    }
    for (const double beyond : {1e15, 1e30, -1e300, HUGE_VAL, std::nan("")})
    {
        const Points places{points[0], {0, beyond, 0}};
        EXPECT_THROW(static_cast<void>(samples.neighbors_at(const_view(places))), std::domain_error);
    }
}
} // namespace
} // namespace aspic
