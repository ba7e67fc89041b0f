// Scratch memory: what turns take and free, and how much is held.

#include "aspic/core/scratch.h"

#include <gtest/gtest.h>

#include <cstdint>

using namespace aspic;

TEST(Scratch, GivesAlignedMemoryThatDoesNotOverlap)
{
    Scratch scratch;
    const View<float> a = scratch.take<float>(3);
    const View<double> b = scratch.take<double>(1000);
    const View<char> none = scratch.take<char>(0);
    EXPECT_EQ(a.size(), 3);
    EXPECT_EQ(none.size(), 0);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 64, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(b.data()) % 64, 0U);
    std::fill(a.begin(), a.end(), 1.0F);
    std::fill(b.begin(), b.end(), 2.0);
    EXPECT_EQ(a[2], 1.0F);
    EXPECT_EQ(b[0], 2.0);
}

TEST(Scratch, TurnsFreeWhatTheyTook)
{
    Scratch scratch;
    const View<int> kept = scratch.take<int>(100);
    kept[99] = 7;
    int* first = nullptr;
    {
        const Scratch::Turn outer(scratch);
        first = scratch.take<int>(50).data();
        const Scratch::Turn inner(scratch);
        EXPECT_NE(scratch.take<int>(50).data(), first);
    }
    EXPECT_EQ(scratch.take<int>(50).data(), first);
    EXPECT_EQ(kept[99], 7);
}

TEST(Scratch, HoldsWhatTheGreediestMomentNeeds)
{
    Scratch scratch;
    constexpr Index many = 1 << 20;
    for (int step = 0; step < 4; ++step)
    {
        scratch.clear();
        {
            const Scratch::Turn turn(scratch);
            EXPECT_EQ(scratch.take<std::uint64_t>(many).size(), many);
            EXPECT_EQ(scratch.take<std::uint64_t>(many).size(), many);
            EXPECT_EQ(scratch.take<Index>(many).size(), many);
        }
        const Scratch::Turn turn(scratch);
        for (int k = 0; k < 9; ++k) // 36 bytes for each
            EXPECT_EQ(scratch.take<float>(many).size(), many);
    }
    EXPECT_LE(static_cast<double>(scratch.bytes()), 36 * 1.07 * many);
    scratch.clear();
    EXPECT_EQ(scratch.take<char>(1).size(), 1);
    EXPECT_LE(static_cast<double>(scratch.bytes()), 36 * 1.07 * many);
}

TEST(Array, LargeOnesAreAlignedToHugePages)
{
    const Array<std::byte> small(1000), large(std::size_t{5} << 20);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(small.data()) % 64, 0U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(large.data()) % huge_page, 0U);
}
