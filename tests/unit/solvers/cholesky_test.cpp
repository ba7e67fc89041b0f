// The sparse factor against CHOLMOD (Chen, Davis, Hager and Rajamanickam 2008), against matrices whose inverse is known, and against itself with other
// numbers of threads.

#include "aspic/solvers/linear/cholesky.h"

#include "support/execution_variants.h"
#include "support/matrices.h"
#include "support/rest_body.h"

#include <cholmod.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

using namespace aspic;

namespace
{
/// CHOLMOD, in double.
class Oracle
{
public:
    explicit Oracle(const SymmetricMatrix& matrix) : matrix_(matrix)
    {
        cholmod_start(&common_);
        const auto n = static_cast<std::size_t>(matrix.size);
        upper_ = cholmod_allocate_sparse(n, n, matrix.value.size(), 1, 1, 1, CHOLMOD_REAL, &common_);
        std::size_t filled = 0;
        for (std::size_t i = 0; i < n; ++i)
        {
            static_cast<int*>(upper_->p)[i] = static_cast<int>(filled);
            for (auto k = static_cast<std::size_t>(matrix.begin[i]); k < static_cast<std::size_t>(matrix.begin[i + 1]); ++k)
                if (matrix.column[k] <= static_cast<Index>(i))
                {
                    static_cast<int*>(upper_->i)[filled] = matrix.column[k];
                    static_cast<double*>(upper_->x)[filled++] = matrix.value[k];
                }
        }
        static_cast<int*>(upper_->p)[n] = static_cast<int>(filled);
    }
    ~Oracle()
    {
        cholmod_free_sparse(&upper_, &common_);
        cholmod_finish(&common_);
    }
    Oracle(const Oracle&) = delete;
    Oracle& operator=(const Oracle&) = delete;

    /// A⁻¹ b, n × right_sides row by row.
    Array<double> solve(const Array<double>& b, int right_sides)
    {
        cholmod_factor* factor = cholmod_analyze(upper_, &common_);
        cholmod_factorize(upper_, factor, &common_);
        const auto n = static_cast<std::size_t>(matrix_.size), sides = static_cast<std::size_t>(right_sides);
        cholmod_dense* right = cholmod_allocate_dense(n, sides, n, CHOLMOD_REAL, &common_);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t c = 0; c < sides; ++c)
                static_cast<double*>(right->x)[c * n + i] = b[i * sides + c];
        cholmod_dense* solved = cholmod_solve(CHOLMOD_A, factor, right, &common_);
        Array<double> x(b.size());
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t c = 0; c < sides; ++c)
                x[i * sides + c] = static_cast<double*>(solved->x)[c * n + i];
        cholmod_free_dense(&right, &common_);
        cholmod_free_dense(&solved, &common_);
        cholmod_free_factor(&factor, &common_);
        return x;
    }

    /// Non-zeros of the factor for an order of elimination.
    double nonzeros(Array<Index> order)
    {
        common_.nmethods = 1;
        common_.method[0].ordering = CHOLMOD_GIVEN;
        common_.postorder = 0;
        cholmod_factor* factor = cholmod_analyze_p(upper_, order.data(), nullptr, 0, &common_);
        const double result = common_.lnz;
        cholmod_free_factor(&factor, &common_);
        return result;
    }

private:
    const SymmetricMatrix& matrix_;
    cholmod_common common_{};
    cholmod_sparse* upper_ = nullptr;
};

CholeskyFactor factor_of(const SymmetricMatrix& matrix)
{
    auto factor = CholeskyFactor::make(matrix);
    EXPECT_TRUE(factor.ok()) << describe(factor.problems());
    return factor.ok() ? std::move(*factor) : CholeskyFactor();
}

double distance(const Array<double>& a, const Array<double>& b)
{
    double difference = 0, length = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
    {
        difference += (a[k] - b[k]) * (a[k] - b[k]);
        length += b[k] * b[k];
    }
    return std::sqrt(difference / length);
}

/// Some of the vectors.
Array<double> first_of(int right_sides, const Array<double>& vectors, int wanted)
{
    Array<double> result;
    for (std::size_t k = 0; k < vectors.size(); ++k)
        if (k % static_cast<std::size_t>(right_sides) < static_cast<std::size_t>(wanted))
            result.push_back(vectors[k]);
    return result;
}

Points jittered(Points points, double by)
{
    RandomNumbers random(7);
    for (Vec3d& x : points)
        x += random.in_box({-by, -by, -by}, {by, by, by});
    return points;
}

struct Case
{
    std::string name;
    SymmetricMatrix matrix;
};

Points joined(Points a, const Points& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::vector<Case> cases()
{
    const auto body = [](const Points& points, double stiffness = 1e6) {
        return stretch_matrix(rest_body(points, 0.1, {.young = stiffness}).terms()).matrix;
    };
    const Points cube = lattice_points({11, 10, 12}, 0.1, {0, 0, 0});
    std::vector<Case> all;
    all.push_back({"lattice", body(cube)});
    all.push_back({"jittered", body(jittered(cube, 0.02))});
    all.push_back({"stiff", body(jittered(cube, 0.02), 1e8)});
    all.push_back({"plate", body(lattice_points({40, 1, 30}, 0.1, {0, 0, 0}))});
    all.push_back({"rod", body(lattice_points({300, 1, 1}, 0.1, {0, 0, 0}))});
    all.push_back({"in pieces", body(joined(lattice_points({6, 6, 6}, 0.1, {0, 0, 0}),
                                            joined(lattice_points({5, 4, 3}, 0.1, {9, 0, 0}), {{50, 0, 0}})))});
    all.push_back({"random", random_matrix(900, 6, 0.1, 3)});
    all.push_back({"random, nearly diagonal", random_matrix(500, 2, 1, 5)});
    all.push_back({"random, full", random_matrix(90, 300, 1, 6)});
    all.push_back({"grid", grid_laplacian(37, 29)});
    all.push_back({"two rows", random_matrix(2, 4, 1, 1)});
    return all;
}
} // namespace

TEST(Cholesky, SolvesAsCholmodDoes)
{
    Scratch scratch;
    for (const auto& [name, matrix] : cases())
    {
        ASSERT_TRUE(is_symmetric(matrix)) << name;
        const CholeskyFactor factor = factor_of(matrix);
        const Array<double> all_b = random_vectors<double>(matrix.size, 24, 11);
        const Array<double> all_expected = Oracle(matrix).solve(all_b, 24);
        for (const int right_sides : {1, 2, 3, 4, 5, 6, 7, 24})
        {
            const Array<double> b = first_of(24, all_b, right_sides), expected = first_of(24, all_expected, right_sides);
            Array<double> x = b;
            factor.solve(view(x), right_sides, scratch);
            EXPECT_LT(relative_residual(matrix, const_view(b), const_view(x), right_sides), 1e-4)
                << name; // float; condition numbers up to 1e4
            x = b;
            const double before = factor.solve_refined(matrix, view(x), right_sides, scratch);
            const double after = relative_residual(matrix, const_view(b), const_view(x), right_sides);
            EXPECT_LT(after, 1e-6) << name;
            EXPECT_LT(after, 0.1 * before) << name;
            EXPECT_LT(distance(x, expected), 1e-6) << name << right_sides;
        }
    }
}

TEST(Cholesky, CountsTheNonzerosThatCholmodCounts)
{
    for (const auto& [name, matrix] : cases())
    {
        const EliminationPlan plan(matrix);
        EXPECT_EQ(static_cast<double>(plan.nonzeros), Oracle(matrix).nonzeros(plan.order)) << name;
        EXPECT_THAT(plan.order, testing::UnorderedPointwise(testing::Eq(),
                                                            [&] {
                                                                std::vector<Index> all(static_cast<std::size_t>(plan.size));
                                                                for (std::size_t k = 0; k < all.size(); ++k)
                                                                    all[k] = static_cast<Index>(k);
                                                                return all;
                                                            }()))
            << name;
    }
}

/// Residual of the first solve alone: rounding of the stored factor to float, 6e-8 for each of the two sweeps, not the double rounding of the factorisation.
TEST(Cholesky, FloatResidualOfAnElasticBodyIsSmall)
{
    Scratch scratch;
    const SymmetricMatrix matrix = stretch_matrix(rest_body(lattice_points({12, 12, 12}, 0.1, {0, 0, 0}), 0.1).terms()).matrix;
    const CholeskyFactor factor = factor_of(matrix);
    const Array<float> b = random_vectors<float>(matrix.size, 3, 2);
    Array<float> x = b;
    factor.solve(view(x), 3, scratch);
    EXPECT_LT(relative_residual(matrix, const_view(b), const_view(x), 3), 1e-6);
}

TEST(Cholesky, SameBitsForAnyThreadsAndInstructionSet)
{
    const SymmetricMatrix matrix = stretch_matrix(rest_body(lattice_points({8, 9, 8}, 0.1, {0, 0, 0}), 0.1).terms()).matrix;
    Scratch scratch;
    const auto solved = [&](const Execution& execution) {
        const ExecutionScope scope(execution);
        const CholeskyFactor factor = factor_of(matrix);
        std::vector<float> all(factor.panels().begin(), factor.panels().end());
        for (const int right_sides : {1, 3, 11})
        {
            Array<float> x = random_vectors<float>(matrix.size, right_sides, 2);
            factor.solve_refined(matrix, view(x), right_sides, scratch);
            all.insert(all.end(), x.begin(), x.end());
        }
        return all;
    };
    const std::vector<float> expected = solved({.threads = 1, .instruction_set = InstructionSet::scalar});
    auto variants = execution_variants();
    variants.push_back({.threads = 3, .instruction_set = default_execution().instruction_set});
    for (const Execution& execution : variants)
        EXPECT_TRUE(solved(execution) == expected) << name(execution.instruction_set) << execution.threads;
}

TEST(Cholesky, SmallestMatrices)
{
    Scratch scratch;
    const CholeskyFactor none = factor_of(matrix_of({}));
    Array<float> nothing;
    none.solve(view(nothing), 3, scratch);
    EXPECT_EQ(none.size(), 0);
    EXPECT_EQ(none.nonzeros(), 0);

    const CholeskyFactor one = factor_of(matrix_of({{{0, 4.0}}}));
    Array<double> b{8, -2};
    one.solve(view(b), 2, scratch);
    EXPECT_THAT(b, testing::ElementsAre(2, -0.5)); // powers of two: exact

    MatrixRows rows(1000);
    for (Index i = 0; i < 1000; ++i)
        rows[static_cast<std::size_t>(i)][i] = i % 2 == 0 ? 0.25 : 4;
    const CholeskyFactor diagonal = factor_of(matrix_of(rows));
    Array<float> ones(1000, 1.0F);
    diagonal.solve(view(ones), 1, scratch);
    for (std::size_t i = 0; i < ones.size(); ++i)
        EXPECT_EQ(ones[i], i % 2 == 0 ? 4 : 0.25F);
    EXPECT_EQ(diagonal.nonzeros(), 1000);
}

TEST(Cholesky, NamesTheRowThatIsNotPositiveDefinite)
{
    const auto failure = [](MatrixRows rows) {
        const auto factor = CholeskyFactor::make(matrix_of(rows));
        return factor.ok() ? std::string("none") : describe(factor.problems());
    };
    EXPECT_THAT(failure({{{0, 1.0}}, {{1, -1.0}}, {{2, 1.0}}}), testing::HasSubstr("row 1 of 3"));
    EXPECT_THAT(failure({{{0, 1.0}}, {{1, 1.0}}, {{2, 0.0}}}), testing::HasSubstr("row 2 of 3"));
    EXPECT_THAT(failure({{{0, std::nan("")}}, {{1, 1.0}}}), testing::HasSubstr("row 0 of 2"));
    EXPECT_THAT(failure({{{0, 1.0}, {1, 1.0}}, {{0, 1.0}, {1, 1.0}}}), testing::HasSubstr("not positive definite")); // singular
    EXPECT_THAT(failure({{{0, 1.0}, {1, 2.0}}, {{0, 2.0}, {1, 1.0}}}), testing::HasSubstr("not positive definite")); // indefinite
    EXPECT_THAT(failure({{{0, std::numeric_limits<double>::infinity()}}}), testing::HasSubstr("row 0 of 1"));

    // The Laplacian without walls is singular: constant vectors.
    SymmetricMatrix free = grid_laplacian(20, 20);
    for (std::size_t i = 0; i < 400; ++i)
    {
        double sum = 0;
        for (auto k = static_cast<std::size_t>(free.begin[i]); k < static_cast<std::size_t>(free.begin[i + 1]); ++k)
            sum += free.column[k] == static_cast<Index>(i) ? 0 : free.value[k];
        for (auto k = static_cast<std::size_t>(free.begin[i]); k < static_cast<std::size_t>(free.begin[i + 1]); ++k)
            if (free.column[k] == static_cast<Index>(i))
                free.value[k] = -sum;
    }
    EXPECT_FALSE(CholeskyFactor::make(free).ok());
}

TEST(Cholesky, PlanServesAnotherMatrixOfThePattern)
{
    Scratch scratch;
    const auto plan = factor_of(grid_laplacian(30, 20)).shared_plan();
    const SymmetricMatrix heavier = grid_laplacian(30, 20, 3);
    const auto factor = CholeskyFactor::make(heavier, plan);
    ASSERT_TRUE(factor.ok());
    const Array<double> b = random_vectors<double>(heavier.size, 3, 4);
    Array<double> x = b;
    factor->solve_refined(heavier, view(x), 3, scratch);
    EXPECT_LT(distance(x, Oracle(heavier).solve(b, 3)), 1e-9);
}

/// 4 bytes for each stored number; what joining and padding add is less than a quarter even in small bodies.
TEST(Cholesky, FiveBytesPerNonzero)
{
    const SymmetricMatrix matrix = stretch_matrix(rest_body(lattice_points({16, 16, 16}, 0.1, {0, 0, 0}), 0.1).terms()).matrix;
    const CholeskyFactor factor = factor_of(matrix);
    EXPECT_LT(static_cast<double>(factor.bytes()), 5.0 * static_cast<double>(factor.nonzeros()));
}

TEST(SymmetricMatrix, ProductAndResidualByHand)
{
    const SymmetricMatrix matrix = matrix_of({{{0, 2.0}, {1, -1.0}}, {{0, -1.0}, {1, 3.0}, {2, 4.0}}, {{1, 4.0}, {2, 5.0}}});
    const Array<float> x{1, 2, 3, 4, 5, 6}, b{1, 1, 1, 1, 1, 1};
    Array<float> y(6);
    multiply(matrix, const_view(x), 2, view(y));
    EXPECT_THAT(y, testing::ElementsAre(-1, 0, 28, 34, 37, 46));
    residual(matrix, const_view(b), const_view(x), 2, view(y));
    EXPECT_THAT(y, testing::ElementsAre(2, 1, -27, -33, -36, -45));
    EXPECT_TRUE(is_symmetric(matrix));
    EXPECT_FALSE(is_symmetric(matrix_of({{{0, 2.0}, {1, -1.0}}, {{0, -2.0}, {1, 3.0}}})));
    EXPECT_FALSE(is_symmetric(matrix_of({{{0, 2.0}, {1, -1.0}}, {{1, 3.0}}})));
    EXPECT_FALSE(is_symmetric(matrix_of({{{0, 2.0}}, {}})));
}
