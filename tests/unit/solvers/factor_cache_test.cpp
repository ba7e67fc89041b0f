// Factors as bytes: what is read back solves with the same bits, and nothing damaged is read.

#include "aspic/solvers/linear/factor_cache.h"

#include "support/matrices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

using namespace aspic;

namespace
{
Array<float> solution(const CholeskyFactor& factor)
{
    Scratch scratch;
    Array<float> x = random_vectors<float>(factor.size(), 3, 1);
    factor.solve(view(x), 3, scratch);
    return x;
}

class MemoryCache : public FactorCache
{
public:
    std::optional<CholeskyFactor> load(const FactorKey& key) override
    {
        ++loads;
        const auto found = bytes.find(key);
        return found == bytes.end() ? std::nullopt : factor_of_bytes(key, found->second);
    }
    bool store(const FactorKey& key, const CholeskyFactor& factor) override
    {
        bytes[key] = factor_bytes(key, factor);
        return true;
    }
    std::map<FactorKey, std::string> bytes;
    int loads = 0;
};
} // namespace

TEST(FactorCache, FactorComesBackAsItWas)
{
    for (const SymmetricMatrix& matrix : {grid_laplacian(40, 30), random_matrix(400, 3, 1, 2), matrix_of({}), matrix_of({{{0, 2.0}}})})
    {
        const CholeskyFactor factor = *CholeskyFactor::make(matrix);
        const FactorKey key = factor_key(matrix);
        const auto again = factor_of_bytes(key, factor_bytes(key, factor));
        ASSERT_TRUE(again.has_value());
        EXPECT_EQ(solution(*again), solution(factor));
        EXPECT_EQ(again->nonzeros(), factor.nonzeros());
        EXPECT_EQ(again->flops(), factor.flops());
        EXPECT_EQ(again->bytes(), factor.bytes());
    }
}

TEST(FactorCache, DamagedBytesHoldNoFactor)
{
    const SymmetricMatrix matrix = grid_laplacian(7, 5);
    const FactorKey key = factor_key(matrix);
    const std::string bytes = factor_bytes(key, *CholeskyFactor::make(matrix));
    ASSERT_TRUE(factor_of_bytes(key, bytes).has_value());
    for (std::size_t k = 0; k < bytes.size(); ++k)
    {
        std::string damaged = bytes;
        damaged[k] = static_cast<char>(damaged[k] ^ (1 << (k % 8)));
        EXPECT_FALSE(factor_of_bytes(key, damaged).has_value()) << k;
        EXPECT_FALSE(factor_of_bytes(key, std::string_view(bytes).substr(0, k)).has_value()) << k;
    }
    EXPECT_FALSE(factor_of_bytes(key, bytes + "x").has_value());
    EXPECT_FALSE(factor_of_bytes(FactorKey{key.high, key.low + 1}, bytes).has_value());
}

TEST(FactorCache, KeyTellsMatricesApart)
{
    const SymmetricMatrix matrix = grid_laplacian(6, 6);
    SymmetricMatrix other = matrix;
    EXPECT_EQ(factor_key(other), factor_key(matrix));
    other.value[5] = std::nextafter(other.value[5], 10.0);
    EXPECT_NE(factor_key(other), factor_key(matrix));
    EXPECT_NE(factor_key(grid_laplacian(4, 9)), factor_key(matrix)); // as many rows
    EXPECT_EQ(factor_key(matrix).text().size(), 32U);
}

TEST(FactorCache, ComputesOnceAndLoadsAfterwards)
{
    MemoryCache cache;
    const SymmetricMatrix matrix = grid_laplacian(20, 20);
    const auto first = cached_factor(matrix, cache);
    ASSERT_TRUE(first.ok());
    ASSERT_EQ(cache.bytes.size(), 1U);
    const auto second = cached_factor(matrix, cache);
    EXPECT_EQ(solution(*second), solution(*first));
    EXPECT_EQ(cache.loads, 2);

    cache.bytes.begin()->second[100] ^= 1; // damaged: computed anew and replaced
    EXPECT_EQ(solution(*cached_factor(matrix, cache)), solution(*first));
    EXPECT_TRUE(cache.load(factor_key(matrix)).has_value());

    EXPECT_FALSE(cached_factor(matrix_of({{{0, -1.0}}}), cache).ok());
    EXPECT_EQ(cache.bytes.size(), 1U);
}

TEST(FactorCache, WhatIsMadeFastIsNotKept)
{
    MemoryCache cache;
    const SymmetricMatrix matrix = grid_laplacian(20, 20);
    const auto first = cached_factor(matrix, cache, {.least_time = 1e6});
    ASSERT_TRUE(first.ok());
    EXPECT_TRUE(cache.bytes.empty());
    const auto second = cached_factor(matrix, cache, {.plan = first->shared_plan()}); // a plan changes nothing
    EXPECT_EQ(cache.bytes.size(), 1U);
    EXPECT_EQ(solution(*second), solution(*first));
}
