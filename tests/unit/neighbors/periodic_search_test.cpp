// K10 along periodic axes: all searches find exactly the points whose nearest image lies within r, each once.

#include "unit/neighbors/exact_search.h"

namespace aspic
{
namespace
{
constexpr double r = 0.3;

/// Points in three periods on each side of the first, along the axes that have a period.
SearchCase scattered(Index n, const Vec3d& period, double radius = r)
{
    SearchCase set{.radius = radius, .periodicity = {.period = period, .origin = {-0.1, 0.2, 5}}};
    Vec3d low, high;
    for (int axis = 0; axis < 3; ++axis)
    {
        low[axis] = set.periodicity.origin[axis] - 3 * period[axis];
        high[axis] = set.periodicity.origin[axis] + (period[axis] > 0 ? 4 * period[axis] : 3 * radius);
    }
    set.points = uniform_points(n, low, high, 21);
    return set;
}

TEST(PeriodicSearch, OneAxis)
{
    for (const double period : {2 * r, 2.5 * r, 3 * r, 10 * r, 500 * r})
        for (int axis = 0; axis < 3; ++axis)
        {
            SCOPED_TRACE("axis " + std::to_string(axis) + ", period " + std::to_string(period / r) + " r");
            Vec3d periods;
            periods[axis] = period;
            expect_exact_searches(scattered(300, periods), 100);
        }
}

TEST(PeriodicSearch, TwoAxes)
{
    for (const double period : {2 * r, 2.5 * r, 3 * r, 10 * r})
        expect_exact_searches(scattered(300, {period, 0, 2.2 * period}), 100);
}

TEST(PeriodicSearch, ThreeAxes)
{
    for (const double period : {2 * r, 2.5 * r, 3 * r, 4.2 * r, 10 * r})
        expect_exact_searches(scattered(300, {period, 1.5 * period, 1.1 * period}), 100);
}

TEST(PeriodicSearch, Plane)
{
    SearchCase set = scattered(500, {2.5 * r, 6 * r, 0});
    for (Vec3d& x : set.points)
        x.z = 0;
    set.dimension = 2;
    expect_exact_searches(set, 200);
}

/// A lattice that goes on through the walls of the period: pairs exactly at distance r everywhere.
TEST(PeriodicSearch, LatticeThroughTheBorder)
{
    for (const int steps : {1, 2})
        for (const double spacing : {0.125, 0.1})
        {
            const int n = 8;
            const Vec3d period{n * spacing, n * spacing, n * spacing};
            expect_exact_searches({.points = lattice_points({n, n, n}, spacing, {-0.5, -0.5, -0.5}),
                                   .radius = steps * spacing,
                                   .periodicity = {.period = period, .origin = {-0.5, -0.5, -0.5}}},
                                  200);
        }
}

/// Images far away from the first period, some of them far from each other.
TEST(PeriodicSearch, PointsManyPeriodsAway)
{
    const Vec3d period{4 * r, 5 * r, 6 * r};
    const Points points = uniform_points(200, {0, 0, 0}, period, 22);
    const Points away = translated(points, {1e6 * period.x, -1e4 * period.y, 3 * period.z});
    expect_exact_searches({.points = alternating(points, away), .radius = r, .periodicity = {.period = period, .origin = {}}}, 200);
}

TEST(PeriodicSearch, RandomRadiiAndPeriods)
{
    RandomNumbers random(99);
    for (int trial = 0; trial < 20; ++trial)
    {
        SCOPED_TRACE("trial " + std::to_string(trial));
        const double radius = std::pow(10, random.between(-3, 3));
        Vec3d period;
        for (int axis = 0; axis < 3; ++axis)
            period[axis] = random.bits() % 2 == 0 ? 0 : radius * std::pow(10, random.between(std::log10(2.0), 2));
        expect_exact_searches(scattered(300, period, radius), 60);
    }
}

/// A period much longer than the radius: one step of a local position, a 2^−32nd of the period, is then no longer small against r.
TEST(PeriodicSearch, LongPeriod)
{
    for (const double period : {5e3 * r, 1e5 * r, 1e7 * r})
    {
        SCOPED_TRACE("period " + std::to_string(period / r) + " r");
        const Points points = uniform_points(1000, {-r, -r, -r}, {2 * r, 2 * r, 2 * r}, 23);
        expect_exact_searches({.points = points, .radius = r, .periodicity = {.period = {period, period, period}, .origin = {}}});
    }
}

/// Tree and grid take periods shorter than two radii, too: a point is found once, however many of its images are near.
TEST(PeriodicSearch, ShortPeriodsFindEachPointOnce)
{
    const SearchCase set = scattered(300, {0.5 * r, 1.2 * r, 0});
    const Probes probes = probes_of(set, 100);
    expect_exact_kd_tree(set, probes);
    expect_exact_hash_grid(set, probes);
}
} // namespace
} // namespace aspic
