// Neighbour searches side by side: kd-tree (T09 A1, A2), hash grid with both cell sizes (T09 A3, A4), the solvers' search, and nanoflann.
// Figures for one thread are its processor time, so that other work on the machine disturbs them little; for two threads it is wall-clock time.
// Every particle is asked for its neighbours once; all searches must find the same number. Exit status 1 if they do not.
//
//   bench_search [--quick] [--sizes N,N,…] [--set NAME] [--repetitions N]

#include "measure.h"

#include "../tests/support/point_sets.h"
#include "aspic/neighbors/hash_grid.h"
#include "aspic/neighbors/kd_tree.h"
#include "aspic/neighbors/neighborhood.h"

#include <nanoflann.hpp>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>

namespace
{
using namespace aspic;

constexpr double wanted_neighbors = 30; ///< in the uniform set, away from its surface

struct PointSet
{
    std::string name;
    Points points;
    double radius;
};

/// Seconds for building and for all queries, one pair per repetition.
using Times = std::vector<std::pair<double, double>>;

/// Builds the search structure, asks for the neighbours of all points, and tells how many there are.
class Search
{
public:
    virtual ~Search() = default;
    virtual void build(const PointSet& set) = 0;
    virtual std::int64_t query(const PointSet& set) = 0;
    virtual void clear() = 0; ///< gives memory back where a search would not reuse it
};

class KdTreeSearch : public Search
{
public:
    void build(const PointSet& set) override { tree_ = std::make_unique<KdTree>(const_view(set.points)); }
    std::int64_t query(const PointSet& set) override
    {
        std::int64_t found = 0;
        for (const Vec3d& x : set.points)
        {
            tree_->query(x, set.radius, list_);
            found += static_cast<std::int64_t>(list_.size());
        }
        return found;
    }
    void clear() override { tree_.reset(); }

private:
    std::unique_ptr<KdTree> tree_;
    std::vector<Index> list_;
};

class HashGridSearch : public Search
{
public:
    explicit HashGridSearch(CellSize size) : size_(size) {}
    void build(const PointSet& set) override
    {
        grid_ = std::make_unique<HashGrid>(const_view(set.points), set.radius, HashGrid::Settings{.cell_size = size_});
    }
    std::int64_t query(const PointSet& set) override
    {
        std::int64_t found = 0;
        for (const Vec3d& x : set.points)
        {
            grid_->query(x, list_);
            found += static_cast<std::int64_t>(list_.size());
        }
        return found;
    }
    void clear() override { grid_.reset(); }

private:
    CellSize size_;
    std::unique_ptr<HashGrid> grid_;
    std::vector<Index> list_;
};

/// As in a simulation, the memory of one step is used again by the next.
class SolverSearch : public Search
{
public:
    explicit SolverSearch(int threads) : threads_(threads) {}
    void build(const PointSet& set) override
    {
        const ExecutionScope scope(execution());
        if (!neighborhood_ || neighborhood_->support() != set.radius)
            neighborhood_ = std::make_unique<Neighborhood>(set.radius);
        const View<const Index> order = neighborhood_->sort(const_view(set.points), scratch_);
        sorted_.resize(set.points.size());
        parallel_for(order.size(), [&](Index k) { sorted_[static_cast<std::size_t>(k)] = set.points[static_cast<std::size_t>(order[k])]; });
        neighborhood_->set_columns(const_view(sorted_));
    }
    std::int64_t query(const PointSet&) override
    {
        const ExecutionScope scope(execution());
        neighborhood_->find_among_columns();
        return neighborhood_->pair_count();
    }
    void clear() override {}

private:
    [[nodiscard]] Execution execution() const { return {.threads = threads_, .instruction_set = default_execution().instruction_set}; }

    int threads_;
    std::unique_ptr<Neighborhood> neighborhood_;
    Scratch scratch_;
    Array<Vec3d> sorted_;
};

/// nanoflann's tree over the same points. Its lists are not sorted, which is faster.
class NanoflannSearch : public Search
{
public:
    void build(const PointSet& set) override
    {
        cloud_.points = &set.points;
        tree_ = std::make_unique<Tree>(3, cloud_, nanoflann::KDTreeSingleIndexAdaptorParams(leaf_size));
    }
    std::int64_t query(const PointSet& set) override
    {
        const double above = std::nextafter(set.radius * set.radius, HUGE_VAL); // nanoflann finds d² < above, and that is d² ≤ r²
        const nanoflann::SearchParams unsorted(0, 0, false);
        std::int64_t found = 0;
        for (const Vec3d& x : set.points)
            found += static_cast<std::int64_t>(tree_->radiusSearch(&x.x, above, list_, unsorted));
        return found;
    }
    void clear() override { tree_.reset(); }

private:
    static constexpr std::size_t leaf_size = 10; ///< its default

    struct Cloud
    {
        const Points* points = nullptr;
        [[nodiscard]] std::size_t kdtree_get_point_count() const { return points->size(); }
        [[nodiscard]] double kdtree_get_pt(std::uint32_t i, std::size_t axis) const { return (*points)[i][static_cast<int>(axis)]; }
        template <class Box> bool kdtree_get_bbox(Box&) const { return false; }
    };
    using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<double, Cloud>, Cloud, 3>;

    Cloud cloud_;
    std::unique_ptr<Tree> tree_;
    std::vector<std::pair<std::uint32_t, double>> list_;
};

struct Contestant
{
    Contestant(std::string its_name, std::unique_ptr<Search> its_search, int its_threads = 1)
        : name(std::move(its_name)), search(std::move(its_search)), threads(its_threads)
    {
    }

    std::string name;
    std::unique_ptr<Search> search;
    int threads;
    std::int64_t found = 0; ///< neighbours of all points
    Times times = {};

    [[nodiscard]] double build_time() const { return median_of(&Times::value_type::first); }
    [[nodiscard]] double query_time() const { return median_of(&Times::value_type::second); }

private:
    [[nodiscard]] double median_of(double Times::value_type::*part) const
    {
        std::vector<double> values;
        for (const auto& time : times)
            values.push_back(time.*part);
        return bench::median(values);
    }
};

std::vector<Contestant> contestants()
{
    std::vector<Contestant> all;
    all.emplace_back("kd-tree", std::make_unique<KdTreeSearch>());
    all.emplace_back("hash grid, d = r", std::make_unique<HashGridSearch>(CellSize::radius));
    all.emplace_back("hash grid, d = 2r", std::make_unique<HashGridSearch>(CellSize::two_radii));
    all.emplace_back("nanoflann", std::make_unique<NanoflannSearch>());
    all.emplace_back("solver search", std::make_unique<SolverSearch>(1));
    all.emplace_back("solver search, 2 threads", std::make_unique<SolverSearch>(2), 2);
    return all;
}

/// The sets of one size. In the last one the points stand in the order of the solvers' search, as particles of a simulation do: this helps
/// the other searches, too.
PointSet make_set(const std::string& name, Index n)
{
    const double radius = std::cbrt(3 * wanted_neighbors / (4 * pi * n));
    PointSet set{name, name == "graded 1:100" ? graded_points(n, 100, 2) : uniform_points(n, {0, 0, 0}, {1, 1, 1}, 1), radius};
    if (name == "uniform, sorted")
    {
        Neighborhood neighborhood(radius);
        Points sorted;
        for (const Index i : neighborhood.sort(const_view(set.points)))
            sorted.push_back(set.points[static_cast<std::size_t>(i)]);
        set.points = std::move(sorted);
    }
    return set;
}

int repetitions_for(Index n) { return n <= 10000 ? 15 : n <= 100000 ? 7 : n <= 1000000 ? 3 : 2; }

/// Total times [s] by search and size, for growth and ratios.
using Totals = std::map<std::string, std::map<Index, double>>;

/// Builds and queries once, and tells how long both took.
Times::value_type measure_once(Contestant& contestant, const PointSet& set)
{
    const auto seconds = [&](auto&& f) { return contestant.threads == 1 ? bench::thread_seconds_of(f) : bench::seconds_of(f); };
    const double build = seconds([&] { contestant.search->build(set); });
    const double query = seconds([&] { contestant.found = contestant.search->query(set); });
    contestant.search->clear();
    return {build, query};
}

/// All searches in turns, several times.
void measure(std::vector<Contestant>& all, const PointSet& set, int repetitions)
{
    for (Contestant& contestant : all)
        if (set.points.size() <= 100000 || contestant.name.rfind("solver", 0) == 0) // only the solvers' search keeps anything
            measure_once(contestant, set);
    for (int repetition = 0; repetition < repetitions; ++repetition)
        for (Contestant& contestant : all)
            contestant.times.push_back(measure_once(contestant, set));
}

bool run_set(const PointSet& set, int repetitions, Totals& totals)
{
    std::vector<Contestant> all = contestants();
    measure(all, set, repetitions);

    const auto points = static_cast<Index>(set.points.size());
    const auto n = static_cast<double>(points);
    for (const Contestant& contestant : all)
        totals[contestant.name][points] = contestant.build_time() + contestant.query_time();
    const double reference = totals["nanoflann"][points];
    bench::Table table({"ns per particle", "build", "query", "both", "neighbours", "ratio to nanoflann"});
    bool agree = true;
    for (const Contestant& contestant : all)
    {
        const double total = totals[contestant.name][points];
        table.add({contestant.name, bench::text("%.0f", 1e9 * contestant.build_time() / n),
                   bench::text("%.0f", 1e9 * contestant.query_time() / n), bench::text("%.0f", 1e9 * total / n),
                   bench::text("%.2f", static_cast<double>(contestant.found) / n), bench::text("%.2f", reference / total)});
        agree = agree && contestant.found == all.front().found;
    }
    std::printf("\n### %s, %d points, median of %d\n\n", set.name.c_str(), points, repetitions);
    table.print();
    if (!agree)
        std::printf("\n**The searches do not find the same number of neighbours.**\n");
    return agree;
}

/// Exponent of total time against n from 10^5 points on, if there are several such sizes.
void print_growth(const std::string& set, const Totals& totals)
{
    bench::Table table({"time ∝ n^p", "p, " + set});
    bool is_empty = true;
    for (const auto& [name, by_size] : totals)
    {
        std::vector<double> n, time;
        for (const auto& [size, seconds] : by_size)
            if (size >= 100000)
            {
                n.push_back(size);
                time.push_back(seconds);
            }
        if (n.size() < 2)
            continue;
        table.add({name, bench::text("%.3f", bench::growth_exponent(n, time))});
        is_empty = false;
    }
    if (is_empty)
        return;
    std::printf("\n");
    table.print();
}

/// T09 §5.3: where the density differs, so do the radii that find a fixed number of neighbours. The tree takes each radius as it is; the grid
/// has one, the largest, and what it finds too far away must be left out afterwards.
bool run_own_radii(Index n, double ratio)
{
    const Points points = graded_points(n, ratio, 2);
    std::vector<double> radius;
    double largest = 0;
    for (const Vec3d& x : points)
    {
        const double density = n * std::log(ratio) / (ratio - 1) * std::pow(ratio, x.x);
        radius.push_back(std::cbrt(3 * wanted_neighbors / (4 * pi * density)));
        largest = std::max(largest, radius.back());
    }

    std::vector<Index> list;
    std::int64_t by_tree = 0, by_grid = 0;
    const auto tree_search = [&] {
        const KdTree tree(const_view(points));
        by_tree = 0;
        for (std::size_t i = 0; i < points.size(); ++i)
        {
            tree.query(points[i], radius[i], list);
            by_tree += static_cast<std::int64_t>(list.size());
        }
    };
    const auto grid_search = [&] {
        const HashGrid grid(const_view(points), largest, {.cell_size = CellSize::radius});
        by_grid = 0;
        for (std::size_t i = 0; i < points.size(); ++i)
        {
            grid.query(points[i], list);
            by_grid += std::count_if(list.begin(), list.end(), [&](Index j) {
                const Vec3d d = points[i] - points[static_cast<std::size_t>(j)];
                return dot(d, d) <= radius[i] * radius[i];
            });
        }
    };
    const std::vector<double> times = bench::median_times({tree_search, grid_search}, 3);
    std::printf(
        "\nDensity 1:%.0f, %d points, each with its own radius for %.0f neighbours: kd-tree %.0f, hash grid (d = largest r) %.0f ns per "
        "particle, ratio %.2f.\n",
        ratio, n, wanted_neighbors, 1e9 * times[0] / n, 1e9 * times[1] / n, times[1] / times[0]);
    return by_tree == by_grid;
}

std::vector<Index> sizes_from(const char* list)
{
    std::vector<Index> sizes;
    for (char* next = nullptr; *list != '\0'; list = *next == ',' ? next + 1 : next)
    {
        sizes.push_back(static_cast<Index>(std::strtod(list, &next)));
        if (next == list || (*next != '\0' && *next != ',') || sizes.back() < 1)
        {
            std::fprintf(stderr, "--sizes: a list such as 1e4,1e5 is expected\n");
            std::exit(2);
        }
    }
    return sizes;
}
} // namespace

int main(int argc, char** argv)
{
    std::vector<Index> sizes{10000, 100000, 1000000, 4000000};
    std::vector<std::string> sets{"uniform", "uniform, sorted", "graded 1:100"};
    int repetitions = 0;
    for (int k = 1; k < argc; ++k)
        if (std::strcmp(argv[k], "--quick") == 0)
            sizes = {10000, 100000};
        else if (std::strcmp(argv[k], "--sizes") == 0 && k + 1 < argc)
            sizes = sizes_from(argv[++k]);
        else if (std::strcmp(argv[k], "--set") == 0 && k + 1 < argc)
            std::erase_if(sets, [wanted = argv[++k]](const std::string& name) { return name != wanted; });
        else if (std::strcmp(argv[k], "--repetitions") == 0 && k + 1 < argc)
            repetitions = std::atoi(argv[++k]);
        else
        {
            std::fprintf(stderr, "usage: bench_search [--quick] [--sizes N,N,…] [--set NAME] [--repetitions N]\n");
            return 2;
        }

    std::printf("%s\n", bench::machine_description().c_str());
    bool agree = true;
    for (const std::string& name : sets)
    {
        Totals totals;
        for (const Index n : sizes)
            agree = run_set(make_set(name, n), repetitions > 0 ? repetitions : repetitions_for(n), totals) && agree;
        print_growth(name, totals);
    }
    for (const double ratio : {1.001, 100.0})
        agree = run_own_radii(20000, ratio) && agree;
    std::printf("\n%s\n", bench::machine_description().c_str());
    return agree ? 0 : 1;
}
