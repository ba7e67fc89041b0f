// K10, B4.6: kd-tree (T09 A1, T09 A2), hash grid (T09 (42), T09 (43), T09 A3, T09 A4) and the solvers' search find exactly the sets that brute
// force finds, by definition |x − y| ≤ r in double: exact, no tolerance.

#include "unit/neighbors/exact_search.h"

namespace aspic
{
namespace
{
struct NamedCase
{
    const char* name;
    SearchCase (*make)();
};

void PrintTo(const NamedCase& named, std::ostream* out) { *out << named.name; }

std::string name_of(const testing::TestParamInfo<NamedCase>& info) { return info.param.name; }

constexpr Vec3d unit{1, 1, 1};

/// A lattice of spacing r/steps, moved by `origin`: pairs exactly at distance r, points exactly on borders of cells.
SearchCase lattice(double radius, int steps, const Vec3d& origin)
{
    return {.points = lattice_points({10, 10, 10}, radius / steps, origin), .radius = radius};
}

SearchCase two_clusters(Index n, double distance, double radius)
{
    const double size = radius * std::cbrt(n / 10.0);
    const Points cluster = uniform_points(n / 2, {0, 0, 0}, size * unit, 3);
    return {.points = alternating(cluster, translated(cluster, {distance, -distance, distance / 3})), .radius = radius};
}

Points repeated(const Points& points, int times)
{
    Points result;
    for (int k = 0; k < times; ++k)
        result.insert(result.end(), points.begin(), points.end());
    return result;
}

const std::vector<NamedCase> small_cases{
    {"Random",
     [] {
         return SearchCase{.points = uniform_points(1000, {0, 0, 0}, unit, 1), .radius = 0.2};
     }},
    {"Graded", [] { return SearchCase{.points = graded_points(1000, 100, 2), .radius = 0.15}; }},
    {"AllInOneCell",
     [] {
         return SearchCase{.points = uniform_points(2000, {0.1, 0.1, 0.1}, {0.9, 0.9, 0.9}, 3)};
     }},
    {"BordersAtR",
     [] {
         return lattice(0.1, 1, {0, 0, 0});
     }},
    {"BordersAtHalfR",
     [] {
         return lattice(0.1, 2, {-0.25, -0.25, -0.25});
     }},
    {"BordersAtThirdR",
     [] {
         return lattice(0.7, 3, {-1, -2, 0});
     }},
    {"BordersAtPowerOfTwo",
     [] {
         return lattice(0.125, 1, {-0.5, -0.5, -0.5});
     }},
    {"BordersFarOut",
     [] {
         return lattice(0.125, 2, {1e6, -1e6, 1e6});
     }},
    {"BordersOfWidenedCells",
     [] {
         return lattice(0.1 * (1 + 1.0 / 1024), 1, {0, 0, 0});
     }},
    {"NegativeCoordinates",
     [] {
         return SearchCase{.points = uniform_points(1000, {-3, -5, -2}, {-2, -4, -1}, 4), .radius = 0.2};
     }},
    {"AroundTheOrigin", [] { return SearchCase{.points = uniform_points(1000, -1.0 * unit, unit, 5), .radius = 0.4}; }},
    {"MillionMetresOut", [] { return two_clusters(1000, 1e6, 0.1); }},
    {"ClustersBillionApart", [] { return two_clusters(1000, 1e9, 1); }},
    {"Duplicates",
     [] {
         return SearchCase{.points = repeated(uniform_points(250, {0, 0, 0}, unit, 6), 4), .radius = 0.2};
     }},
    {"AllCoincide",
     [] {
         return SearchCase{.points = Points(1000, Vec3d{0.3, -0.7, 2}), .radius = 0.5};
     }},
    {"Line",
     [] {
         return SearchCase{.points = uniform_points(1000, {-5, 0, 0}, {5, 0, 0}, 7), .radius = 0.1, .dimension = 1};
     }},
    {"LineAlongZ",
     [] {
         return SearchCase{.points = uniform_points(1000, {1, 2, -5}, {1, 2, 5}, 8), .radius = 0.1};
     }},
    {"Plane",
     [] {
         return SearchCase{.points = uniform_points(1000, {-1, -1, 0}, {1, 1, 0}, 9), .radius = 0.2, .dimension = 2};
     }},
    {"PlaneInSpace",
     [] {
         return SearchCase{.points = uniform_points(1000, {-1, 0.5, -1}, {1, 0.5, 1}, 10), .radius = 0.2};
     }},
    {"Empty", [] { return SearchCase{}; }},
    {"OnePoint",
     [] {
         return SearchCase{.points = {{1, 2, 3}}};
     }},
    {"RadiusBeyondTheDomain",
     [] {
         return SearchCase{.points = uniform_points(500, {0, 0, 0}, unit, 11), .radius = 50};
     }},
    {"TinyUnits",
     [] { return SearchCase{.points = scaled(uniform_points(500, -1.0 * unit, unit, 12), 0x1p-60), .radius = 0.4 * 0x1p-60}; }},
    {"HugeUnits", [] { return SearchCase{.points = scaled(uniform_points(500, -1.0 * unit, unit, 12), 0x1p60), .radius = 0.4 * 0x1p60}; }},
};

class Search : public testing::TestWithParam<NamedCase>
{
};

TEST_P(Search, FindsTheSetsOfBruteForce) { expect_exact_searches(GetParam().make()); }
INSTANTIATE_TEST_SUITE_P(Sets, Search, testing::ValuesIn(small_cases), name_of);

// The sizes of K10.
constexpr Index many = 100000;
const std::vector<NamedCase> large_cases{
    {"Random",
     [] {
         return SearchCase{.points = uniform_points(many, {0, 0, 0}, unit, 1), .radius = 0.04};
     }},
    {"Graded", [] { return SearchCase{.points = graded_points(many, 100, 2), .radius = 0.03}; }},
    {"AllInOneCell",
     [] {
         return SearchCase{.points = uniform_points(many, {0.1, 0.1, 0.1}, {0.9, 0.9, 0.9}, 3), .has_few_pairs = false};
     }},
    {"AllCoincide",
     [] {
         return SearchCase{.points = Points(many, Vec3d{1, 2, 3}), .has_few_pairs = false};
     }},
    {"Borders",
     [] {
         return SearchCase{.points = lattice_points({46, 46, 46}, 0.1, {-2.3, -2.3, -2.3}), .radius = 0.2};
     }},
    {"NegativeCoordinates",
     [] {
         return SearchCase{.points = uniform_points(many, {-3, -5, -2}, {-2, -4, -1}, 4), .radius = 0.04};
     }},
    {"MillionMetresOut", [] { return two_clusters(many, 1e6, 0.1); }},
    {"ClustersBillionApart", [] { return two_clusters(many, 1e9, 1); }},
};

class SearchSlow : public testing::TestWithParam<NamedCase>
{
};

TEST_P(SearchSlow, FindsTheSetsOfBruteForce)
{
    const SearchCase set = GetParam().make();
    expect_exact_searches(set, set.has_few_pairs ? 150 : 20);
}
INSTANTIATE_TEST_SUITE_P(K10, SearchSlow, testing::ValuesIn(large_cases), name_of);

/// The lists of all points, not of some: the three searches agree with each other.
TEST(SearchSlow, AgreeOnAllRows)
{
    for (const NamedCase& named : large_cases)
    {
        const SearchCase set = named.make();
        if (!set.has_few_pairs)
            continue;
        SCOPED_TRACE(named.name);
        const KdTree tree(const_view(set.points));
        const HashGrid grid(const_view(set.points), set.radius);
        const Samples samples(const_view(set.points), set.radius);
        const Neighborhood neighborhood = samples.neighbors_of_samples();
        std::vector<Index> by_tree, by_grid;
        for (Index row = 0; row < samples.size(); ++row)
        {
            const Vec3d& x = samples.positions()[row];
            tree.query(x, set.radius, by_tree);
            grid.query(x, by_grid);
            ASSERT_EQ(by_tree, by_grid);
            ASSERT_EQ(by_tree, solver_list(samples, neighborhood, row));
        }
    }
}

TEST(Search, FindsTheSetsOfBruteForceForRandomRadiiAndPlaces)
{
    RandomNumbers random(2024);
    for (int trial = 0; trial < 25; ++trial)
    {
        SCOPED_TRACE("trial " + std::to_string(trial));
        const double size = std::pow(10, random.between(-4, 4));
        const Vec3d origin = random.in_box(-1e3 * size * unit, 1e3 * size * unit);
        const Points points = uniform_points(static_cast<Index>(1 + random.bits() % 400), {0, 0, 0}, size * unit, random.bits());
        expect_exact_searches({.points = translated(points, origin), .radius = size * std::pow(10, random.between(-3, 0.5))}, 100);
    }
}

TEST(Search, FindsNothingBeyondAllNumbers)
{
    const Points points = uniform_points(100, {0, 0, 0}, unit, 1);
    const KdTree tree(const_view(points));
    const HashGrid grid(const_view(points), 0.3);
    for (const double far : {1e30, -1e300, HUGE_VAL, std::nan("")})
    {
        std::vector<Index> found{1, 2, 3};
        tree.query({far, 0, 0}, 0.3, found);
        EXPECT_TRUE(found.empty());
        found = {1, 2, 3};
        grid.query({0, far, 0}, found);
        EXPECT_TRUE(found.empty());
    }
}

/// T09 A4 printed with d = r looks into the cells on one side only: a neighbour at 0.9 r on the other side is lost. d = r needs 3^k cells.
TEST(Search, CellsOnBothSidesAreSearched)
{
    const Points points{{0.4, 0.5, 0.5}, {1.3, 0.5, 0.5}, {-0.45, 0.5, 0.5}};
    for (const CellSize size : {CellSize::radius, CellSize::two_radii})
    {
        const HashGrid grid(const_view(points), 1, {.cell_size = size});
        std::vector<Index> found;
        grid.query(points[0], found);
        EXPECT_EQ(found, (std::vector<Index>{0, 1, 2}));
    }
}
} // namespace
} // namespace aspic
