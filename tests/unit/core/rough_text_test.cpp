// Numbers for people.

#include "aspic/core/rough_text.h"

#include <gtest/gtest.h>

#include <limits>

using namespace aspic;

TEST(RoughText, Counts)
{
    EXPECT_EQ(rough_count(0), "0");
    EXPECT_EQ(rough_count(3200), "3200");
    EXPECT_EQ(rough_count(9999), "9999");
    EXPECT_EQ(rough_count(10'000), "10 thousand");
    EXPECT_EQ(rough_count(999'499), "999 thousand");
    EXPECT_EQ(rough_count(999'600), "1 million");
    EXPECT_EQ(rough_count(1'234'567), "1.23 million");
    EXPECT_EQ(rough_count(2.5e12), "2.5e+03 billion");
    EXPECT_EQ(rough_count(std::numeric_limits<double>::infinity()), "inf billion");
}

TEST(RoughText, Durations)
{
    EXPECT_EQ(rough_duration(0.1), "a few seconds");
    EXPECT_EQ(rough_duration(42), "about 40 s");
    EXPECT_EQ(rough_duration(56), "about 1 min");
    EXPECT_EQ(rough_duration(3200), "about 53 min");
    EXPECT_EQ(rough_duration(3600 * 3.5), "about 3.5 h");
    EXPECT_EQ(rough_duration(86400 * 12.2), "about 12 days");
}

TEST(RoughText, BytesNumbersAndShares)
{
    EXPECT_EQ(rough_bytes(1), "1 MB");
    EXPECT_EQ(rough_bytes(35.4e6), "35 MB");
    EXPECT_EQ(rough_bytes(1.25e9), "1.25 GB");
    EXPECT_EQ(rough_number(0.00123456, "s"), "0.00123 s");
    EXPECT_EQ(rough_number(3), "3");
    EXPECT_EQ(rough_share(0.001), "less than 1 %");
    EXPECT_EQ(rough_share(0.256), "26 %");
    EXPECT_EQ(rough_share(1), "100 %");
}
