#pragma once

#include "aspic/neighbors/hash_grid.h"
#include "aspic/neighbors/kd_tree.h"
#include "aspic/neighbors/samples.h"
#include "support/point_sets.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

// Compares every search of the library with brute force.

namespace aspic
{
/// A point set and a search radius.
struct SearchCase
{
    Points points = {};
    double radius = 1;
    Periodicity periodicity = {};
    int dimension = 3;         ///< along which kd-tree and hash grid divide space
    bool has_few_pairs = true; ///< so that the lists of all points fit into memory
};

using Lists = std::vector<std::vector<Index>>;

/// Points where neighbours are compared: some of the points themselves, and places where no point is, near and far.
struct Probes
{
    std::vector<Index> rows; ///< points among the probes: the first ones
    Points places;
    Lists expected;
};

inline Probes probes_of(const SearchCase& set, Index most_rows)
{
    Probes probes;
    const auto n = static_cast<Index>(set.points.size());
    for (Index k = 0; k < std::min(n, most_rows); ++k)
    {
        probes.rows.push_back(static_cast<Index>(std::int64_t{k} * n / std::min(n, most_rows)));
        probes.places.push_back(set.points[static_cast<std::size_t>(probes.rows.back())]);
    }
    RandomNumbers random(77);
    const double r = set.radius;
    const Index somewhere = std::min<Index>(n, 12);
    for (Index k = 0; k < somewhere; ++k)
    {
        const Vec3d& x = set.points[random.bits() % set.points.size()];
        probes.places.push_back(x + Vec3d{r, 0, 0}); // exactly on the border, as far as doubles can tell
        probes.places.push_back(x - Vec3d{0, r, 0});
        probes.places.push_back(x + random.in_box({-r, -r, -r}, {r, r, r}));
        probes.places.push_back(x + random.in_box({-3 * r, -3 * r, -3 * r}, {3 * r, 3 * r, 3 * r}));
        probes.places.push_back(x + random.in_box({-1e9 * r, -1e9 * r, -1e9 * r}, {1e9 * r, 1e9 * r, 1e9 * r}));
    }
    probes.places.push_back({0, 0, 0});
    for (const Vec3d& x : probes.places)
        probes.expected.push_back(brute_force_neighbors(const_view(set.points), x, r, set.periodicity));
    return probes;
}

inline std::string describe(const std::vector<Index>& list)
{
    std::ostringstream text;
    text << list.size() << " points:";
    for (std::size_t k = 0; k < std::min<std::size_t>(list.size(), 40); ++k)
        text << ' ' << list[k];
    return text.str();
}

/// The first place where a list differs from the expected one, if any.
inline testing::AssertionResult are_expected(const Probes& probes, const Lists& found)
{
    for (std::size_t k = 0; k < found.size(); ++k)
        if (found[k] != probes.expected[k])
        {
            const Vec3d& x = probes.places[k];
            return testing::AssertionFailure() << "at place " << k << ", (" << x.x << ", " << x.y << ", " << x.z << ")\n  found "
                                               << describe(found[k]) << "\n  expected " << describe(probes.expected[k]);
        }
    return testing::AssertionSuccess();
}

template <class Query> Lists lists_at(const Points& places, const Query& query)
{
    Lists lists(places.size());
    for (std::size_t k = 0; k < places.size(); ++k)
        query(places[k], lists[k]);
    return lists;
}

/// One row of the solvers' search with the caller's numbers. The row itself must ascend in the search's order.
inline std::vector<Index> solver_list(const Samples& samples, const Neighborhood& neighborhood, Index row)
{
    std::vector<Index> list;
    neighborhood.for_each_neighbor(row, [&](Index j) { list.push_back(j); });
    const bool are_points = std::all_of(list.begin(), list.end(), [&](Index j) { return j >= 0 && j < samples.size(); });
    EXPECT_TRUE(are_points) << "row " << row << " names points that do not exist";
    if (!are_points)
        return {};
    EXPECT_EQ(std::adjacent_find(list.begin(), list.end(), std::greater_equal<>()), list.end()) << "row " << row << " does not ascend";
    for (Index& j : list)
        j = samples.order()[j];
    std::sort(list.begin(), list.end());
    return list;
}

/// Instruction sets of this machine, with one thread and with more than there may be cores.
inline std::vector<Execution> solver_executions()
{
    std::vector<Execution> executions;
    for (const InstructionSet set : {InstructionSet::scalar, InstructionSet::avx2, InstructionSet::avx512})
        if (is_available(set))
            for (const int threads : {1, 3})
                executions.push_back({.threads = threads, .instruction_set = set});
    return executions;
}

inline void expect_exact_kd_tree(const SearchCase& set, const Probes& probes)
{
    for (const Index leaf_size : {1, 16})
    {
        SCOPED_TRACE("kd-tree with leaves of " + std::to_string(leaf_size));
        const KdTree tree(const_view(set.points), set.dimension, leaf_size);
        EXPECT_TRUE(are_expected(probes, lists_at(probes.places, [&](const Vec3d& x, std::vector<Index>& list) {
                                     tree.query(x, set.radius, list, set.periodicity);
                                 })));
    }
}

inline void expect_exact_hash_grid(const SearchCase& set, const Probes& probes)
{
    for (const CellSize size : {CellSize::radius, CellSize::two_radii})
        for (const Index largest_table : {1, 31, 1 << 24}) // all cells collide, many do, few do
        {
            SCOPED_TRACE(std::string("hash grid with d = ") + (size == CellSize::radius ? "r" : "2r") + ", table " +
                         std::to_string(largest_table));
            const HashGrid grid(
                const_view(set.points), set.radius,
                {.cell_size = size, .dimension = set.dimension, .periodicity = set.periodicity, .largest_table = largest_table});
            EXPECT_TRUE(
                are_expected(probes, lists_at(probes.places, [&](const Vec3d& x, std::vector<Index>& list) { grid.query(x, list); })));
        }
}

inline void expect_exact_solver_search(const SearchCase& set, const Probes& probes)
{
    for (const Execution& execution : solver_executions())
    {
        SCOPED_TRACE("solver search with " + std::string(name(execution.instruction_set)) + ", threads " +
                     std::to_string(execution.threads));
        const ExecutionScope scope(execution);
        const Samples samples(const_view(set.points), set.radius, set.periodicity);

        const Neighborhood at_places = samples.neighbors_at(const_view(probes.places));
        Lists lists;
        for (Index row = 0; row < at_places.row_count(); ++row)
            lists.push_back(solver_list(samples, at_places, row));
        EXPECT_TRUE(are_expected(probes, lists));
        if (!set.has_few_pairs)
            continue;

        const Neighborhood at_samples = samples.neighbors_of_samples();
        std::vector<Index> row_of(set.points.size());
        for (Index row = 0; row < samples.size(); ++row)
            row_of[static_cast<std::size_t>(samples.order()[row])] = row;
        lists.clear();
        for (const Index point : probes.rows)
            lists.push_back(solver_list(samples, at_samples, row_of[static_cast<std::size_t>(point)]));
        EXPECT_TRUE(are_expected(probes, lists));
    }
}

/// All searches find what brute force finds.
inline void expect_exact_searches(const SearchCase& set, Index most_rows = 1000)
{
    const Probes probes = probes_of(set, most_rows);
    expect_exact_kd_tree(set, probes);
    expect_exact_hash_grid(set, probes);
    expect_exact_solver_search(set, probes);
}
} // namespace aspic
