// The sparse factor of elastic bodies: set-up and solves against Eigen's simplicial factor, in one run. Bodies are cubes of 1 m (E = 1 MPa, ν = 0.33, 1000 kg/m³,
// Δt = 2 ms) of particles on a jittered lattice, h = 2.1 spacings: 32 neighbours. Figures for one thread are its processor time, so that
// other work on the machine disturbs them little; for two threads it is wall-clock time. Exit status 1 if a residual is too large.
//
//   bench_cholesky [--sizes N,N,…] [--eigen-up-to N] [--repetitions N] [--bodies N]

#include "measure.h"

#include "../tests/support/rest_body.h"
#include "aspic/solvers/linear/cholesky.h"
#include "aspic/solvers/linear/elimination_tree.h"

#include <Eigen/SparseCholesky>

#include <cstdlib>

namespace
{
using namespace aspic;
using namespace aspic::bench;

struct Options
{
    std::vector<Index> sizes{4000, 8000, 16000, 32000, 64000};
    Index eigen_up_to = 16000;
    int repetitions = 9;
    int bodies = 8;
};

RestBody body_of(Index n)
{
    auto [points, spacing] = cube_points(n);
    RandomNumbers random(1);
    const double by = 0.1 * spacing;
    for (Vec3d& x : points)
        x += random.in_box({-by, -by, -by}, {by, by, by});
    return rest_body(points, spacing, {}, 2.1);
}

Execution with_threads(int threads) { return {.threads = threads, .instruction_set = default_execution().instruction_set}; }

/// Time of one call: of the processor for one thread, by the clock for more.
template <class F> double time_of(int threads, F&& f)
{
    const ExecutionScope scope(with_threads(threads));
    return threads == 1 ? thread_seconds_of(f) : seconds_of(f);
}

template <class F> double median_time_of(int threads, int repetitions, F&& f)
{
    std::vector<double> times;
    for (int k = 0; k < repetitions; ++k)
        times.push_back(time_of(threads, f));
    return median(times);
}

template <class T> Array<T> right_sides(Index n, int sides)
{
    RandomNumbers random(5);
    Array<T> b(static_cast<std::size_t>(n) * static_cast<std::size_t>(sides));
    for (T& number : b)
        number = static_cast<T>(random.between(-1, 1));
    return b;
}

struct Figures
{
    double entries_per_row = 0;
    double assemble[2] = {}, analyse[2] = {}, factor[2] = {}, solve[2] = {}; ///< [s] with one thread and with two
    double refined = 0;                                                      ///< [s] with one thread
    double residual = 0, refined_residual = 0;
    double nonzeros = 0, bytes = 0, flops = 0;
};

struct Measured
{
    SymmetricMatrix matrix;
    CholeskyFactor factor;
    Figures figures;
};

Measured measure(const RestBody& body, int repetitions)
{
    Measured m;
    Figures& f = m.figures;
    for (const int threads : {1, 2})
    {
        StretchMatrix assembled;
        std::shared_ptr<const EliminationPlan> plan;
        f.assemble[threads - 1] = time_of(threads, [&] { assembled = stretch_matrix(body.terms()); });
        f.analyse[threads - 1] = time_of(threads, [&] { plan = std::make_shared<const EliminationPlan>(assembled.matrix); });
        f.factor[threads - 1] = time_of(threads, [&] { m.factor = *CholeskyFactor::make(assembled.matrix, plan); });
        m.matrix = std::move(assembled.matrix);
    }
    f.entries_per_row = static_cast<double>(m.matrix.entries()) / m.matrix.size;
    f.nonzeros = static_cast<double>(m.factor.nonzeros());
    f.bytes = static_cast<double>(m.factor.bytes());
    f.flops = m.factor.flops();

    Scratch scratch;
    const Array<float> b = right_sides<float>(m.matrix.size, 3);
    Array<float> x = b;
    m.factor.solve(view(x), 3, scratch);
    f.residual = relative_residual(m.matrix, const_view(b), const_view(x), 3);
    x = b;
    f.refined = time_of(1, [&] { m.factor.solve_refined(m.matrix, view(x), 3, scratch); });
    f.refined_residual = relative_residual(m.matrix, const_view(b), const_view(x), 3);
    for (const int threads : {1, 2})
        f.solve[threads - 1] = median_time_of(threads, repetitions, [&] { m.factor.solve(view(x), 3, scratch); });
    return m;
}

using EigenMatrix = Eigen::SparseMatrix<double>;

EigenMatrix eigen_matrix(const SymmetricMatrix& matrix)
{
    EigenMatrix result(matrix.size, matrix.size);
    result.reserve(matrix.entries());
    for (Index i = 0; i < matrix.size; ++i)
    {
        result.startVec(i);
        for (auto k = static_cast<std::size_t>(matrix.begin[static_cast<std::size_t>(i)]);
             k < static_cast<std::size_t>(matrix.begin[static_cast<std::size_t>(i) + 1]); ++k)
            result.insertBack(matrix.column[k], i) = matrix.value[k];
    }
    result.finalize();
    return result;
}

/// Non-zeros of the factor in Eigen's order of approximate minimum degree.
double minimum_degree_nonzeros(const SymmetricMatrix& matrix, const EigenMatrix& same)
{
    Eigen::AMDOrdering<int>::PermutationType permutation;
    Eigen::AMDOrdering<int>()(same, permutation);
    Array<Index> rows(permutation.indices().data(), permutation.indices().data() + matrix.size);
    Order order(std::move(rows));
    order.rearrange(postorder(elimination_tree(matrix, order)));
    double nonzeros = 0;
    for (const Index count : column_counts(matrix, order, elimination_tree(matrix, order)))
        nonzeros += count;
    return nonzeros;
}

/// Set-up and three solves, one vector each [s], with Eigen.
std::pair<double, double> eigen_times(const SymmetricMatrix& matrix, const EigenMatrix& same, int repetitions)
{
    Eigen::SimplicialLLT<EigenMatrix, Eigen::Lower, Eigen::AMDOrdering<int>> factor;
    const double set_up = thread_seconds_of([&] { factor.compute(same); });
    const Array<double> b = right_sides<double>(matrix.size, 3);
    const Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, 3>> columns(b.data(), matrix.size, 3);
    Eigen::VectorXd x;
    double sum = 0;
    const double solves = median_time_of(1, std::min(repetitions, 3), [&] {
        for (int c = 0; c < 3; ++c)
        {
            x = factor.solve(columns.col(c));
            sum += x[0];
        }
    });
    if (std::isnan(sum))
        std::printf("Eigen has no solution\n");
    return {set_up, solves};
}

/// Many bodies of one rest shape: all right-hand sides share each read of the factor.
void measure_bodies(const Options& options)
{
    const Measured m = measure(body_of(30000), 1);
    Scratch scratch;
    const int sides = 3 * options.bodies;
    Array<float> x = right_sides<float>(m.matrix.size, sides);
    const auto solve = [&] { m.factor.solve(view(x), sides, scratch); };
    solve();
    const double one = median_time_of(1, 5, solve), two = median_time_of(2, 5, solve);
    std::printf("\n%d bodies of %d particles (%d right sides): %.1f ms with one thread, %.1f ms with two; a solve of 3: %.1f ms with one\n",
                options.bodies, m.matrix.size, sides, one * 1e3, two * 1e3, m.figures.solve[0] * 1e3);
}

Options options_of(int argc, char** argv)
{
    Options options;
    for (int k = 1; k + 1 < argc; k += 2)
    {
        const std::string name = argv[k];
        if (name == "--sizes")
            options.sizes = sizes_of(argv[k + 1]);
        else if (name == "--eigen-up-to")
            options.eigen_up_to = static_cast<Index>(std::atof(argv[k + 1]));
        else if (name == "--repetitions")
            options.repetitions = std::atoi(argv[k + 1]);
        else if (name == "--bodies")
            options.bodies = std::atoi(argv[k + 1]);
    }
    return options;
}
} // namespace

int main(int argc, char** argv)
{
    const Options options = options_of(argc, argv);
    std::printf("%s\ntriad with one thread %.1f GB/s, with two %.1f GB/s\n\n", machine_description().c_str(), triad_bandwidth(1) * 1e-9,
                triad_bandwidth(2) * 1e-9);
    Table set_up({"n", "entries/row", "assemble [s]", "analyse [s]", "factor [s]", "Gflop/s", "2 threads: assemble", "analyse", "factor",
                  "Eigen set-up [s]"});
    Table solve({"n", "non-zeros [M]", "of AMD's", "bytes each", "solve [ms]", "GB/s", "2 threads [ms]", "refined [ms]", "residual",
                 "refined", "Eigen 3 × 1 [ms]", "ratio"});
    bool is_accurate = true;
    for (const Index size : options.sizes)
    {
        const Measured m = measure(body_of(size), options.repetitions);
        const Figures& f = m.figures;
        const EigenMatrix same = eigen_matrix(m.matrix);
        const double amd = minimum_degree_nonzeros(m.matrix, same);
        std::pair<double, double> eigen{};
        if (size <= options.eigen_up_to)
            eigen = eigen_times(m.matrix, same, options.repetitions);
        const bool has_eigen = eigen.first > 0;
        set_up.add({text("%d", m.matrix.size), text("%.0f", f.entries_per_row), text("%.3f", f.assemble[0]), text("%.3f", f.analyse[0]),
                    text("%.3f", f.factor[0]), text("%.1f", f.flops / f.factor[0] * 1e-9), text("%.3f", f.assemble[1]),
                    text("%.3f", f.analyse[1]), text("%.3f", f.factor[1]), has_eigen ? text("%.2f", eigen.first) : "–"});
        solve.add({text("%d", m.matrix.size), text("%.2f", f.nonzeros * 1e-6), text("%.2f", f.nonzeros / amd),
                   text("%.2f", f.bytes / f.nonzeros), text("%.2f", f.solve[0] * 1e3), text("%.1f", 2 * f.bytes / f.solve[0] * 1e-9),
                   text("%.2f", f.solve[1] * 1e3), text("%.2f", f.refined * 1e3), text("%.1e", f.residual),
                   text("%.1e", f.refined_residual), has_eigen ? text("%.1f", eigen.second * 1e3) : "–",
                   has_eigen ? text("%.1f", eigen.second / f.solve[0]) : "–"});
        is_accurate = is_accurate && f.refined_residual < 1e-6;
        std::printf("%d done\n", m.matrix.size);
        std::fflush(stdout);
    }
    set_up.print();
    std::printf("\n");
    solve.print();
    if (options.bodies > 0)
        measure_bodies(options);
    return is_accurate ? 0 : 1;
}
