// Loop primitives: against the obvious sequential code; results do not depend on threads.

#include "aspic/compute/parallel.h"
#include "support/execution_variants.h"
#include "support/random_numbers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <stdexcept>

using namespace aspic;

namespace
{
const std::vector<Index> sizes{0, 1, 2, 15, 16, 17, 1023, 1024, 1025, 2048, 50000};
}

TEST(Parallel, ForVisitsEveryIndexOnce)
{
    for (const Execution& execution : execution_variants())
        for (const Index n : sizes)
        {
            const ExecutionScope scope(execution);
            std::vector<int> visits(static_cast<std::size_t>(n), 0);
            parallel_for(n, [&](Index i) { ++visits[static_cast<std::size_t>(i)]; });
            EXPECT_TRUE(std::all_of(visits.begin(), visits.end(), [](int v) { return v == 1; })) << n;
        }
}

TEST(Parallel, ForPassesExceptionsOn)
{
    const ExecutionScope scope({.threads = 4, .instruction_set = InstructionSet::scalar});
    EXPECT_THROW(parallel_for(100000,
                              [](Index i) {
                                  if (i == 77777)
                                      throw std::runtime_error("here");
                              }),
                 std::runtime_error);
}

TEST(Parallel, SumsAreBitwiseEqualForAnyThreadCount)
{
    RandomNumbers random(1);
    std::vector<double> values;
    values.reserve(100000);
    for (int i = 0; i < 100000; ++i)
        values.push_back(random.between(-1, 1) * std::exp(random.between(-20, 20)));
    std::optional<double> first;
    for (const int threads : {1, 2, 3, 4, 8})
    {
        const ExecutionScope scope({.threads = threads, .instruction_set = InstructionSet::scalar});
        const double total = sum(static_cast<Index>(values.size()), [&](Index i) { return values[static_cast<std::size_t>(i)]; });
        if (!first)
            first = total;
        EXPECT_EQ(total, *first);
    }
    const long double exact = std::accumulate(values.begin(), values.end(), 0.0L);
    EXPECT_NEAR(*first, static_cast<double>(exact), 1e-6 * std::abs(static_cast<double>(exact)));
}

TEST(Parallel, MaximumOfNothingIsTheLowest)
{
    EXPECT_EQ(maximum(0, -3.0, [](Index) { return 1.0; }), -3.0);
    EXPECT_EQ(maximum(5000, -3.0, [](Index i) { return static_cast<double>(i % 4321); }), 4320.0);
}

TEST(Parallel, ScanGivesSumsOfTheElementsBefore)
{
    for (const int threads : {1, 3})
        for (const Index n : sizes)
        {
            const ExecutionScope scope({.threads = threads, .instruction_set = InstructionSet::scalar});
            RandomNumbers random(2);
            std::vector<std::int64_t> values(static_cast<std::size_t>(n));
            for (auto& v : values)
                v = static_cast<std::int64_t>(random.bits() % 1000);
            std::vector<std::int64_t> expected(values.size());
            std::exclusive_scan(values.begin(), values.end(), expected.begin(), std::int64_t{0});
            const std::int64_t total = std::accumulate(values.begin(), values.end(), std::int64_t{0});
            EXPECT_EQ(scan(view(values)), total);
            EXPECT_EQ(values, expected);
        }
}

TEST(Parallel, SortByKeyIsAStableSort)
{
    for (const int threads : {1, 2, 5})
        for (const Index n : sizes)
            for (const int bits : {1, 8, 11, 12, 23, 40, 64})
            {
                const ExecutionScope scope({.threads = threads, .instruction_set = InstructionSet::scalar});
                RandomNumbers random(static_cast<std::uint64_t>(bits));
                Array<std::uint64_t> keys(static_cast<std::size_t>(n));
                for (auto& key : keys)
                    key = random.bits() >> (64 - bits);
                std::vector<Index> expected(keys.size());
                std::iota(expected.begin(), expected.end(), 0);
                std::stable_sort(expected.begin(), expected.end(),
                                 [&](Index a, Index b) { return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)]; });
                Array<Index> order(keys.size());
                Scratch scratch;
                sort_by_key(view(keys), view(order), bits, scratch);
                EXPECT_TRUE(std::is_sorted(keys.begin(), keys.end()));
                EXPECT_TRUE(std::equal(order.begin(), order.end(), expected.begin(), expected.end())) << n << " " << bits;
            }
}

TEST(Execution, NamesRoundTrip)
{
    for (const auto set : {InstructionSet::scalar, InstructionSet::avx2, InstructionSet::avx512})
        EXPECT_EQ(instruction_set_named(name(set)), set);
    EXPECT_FALSE(instruction_set_named("sse9").has_value());
}

TEST(Execution, ScopeEndsWithItsBlock)
{
    const int before = current_execution().threads;
    {
        const ExecutionScope scope({.threads = 7, .instruction_set = InstructionSet::scalar});
        EXPECT_EQ(current_execution().threads, 7);
    }
    EXPECT_EQ(current_execution().threads, before);
}

TEST(Execution, EnvironmentForcesASet)
{
    setenv("ASPIC_SIMD", "scalar", 1);
    EXPECT_EQ(default_execution().instruction_set, InstructionSet::scalar);
    setenv("ASPIC_SIMD", "mmx", 1);
    EXPECT_THROW(default_execution(), std::runtime_error);
    unsetenv("ASPIC_SIMD");
}
