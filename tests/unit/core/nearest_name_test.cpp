// What a misspelled word means.

#include "aspic/core/nearest_name.h"

#include <gtest/gtest.h>

#include <array>

using namespace aspic;

namespace
{
constexpr std::array<std::string_view, 5> names{"density", "viscosity", "duration", "gravity", "x"};
} // namespace

TEST(NearestName, FindsSlips)
{
    EXPECT_EQ(nearest_name("denisty", names), "density");      // swapped
    EXPECT_EQ(nearest_name("densty", names), "density");       // dropped
    EXPECT_EQ(nearest_name("viscossity", names), "viscosity"); // doubled
    EXPECT_EQ(nearest_name("gravety", names), "gravity");      // changed
    EXPECT_EQ(nearest_name("density", names), "density");
}

TEST(NearestName, GivesUpOnOtherWords)
{
    EXPECT_EQ(nearest_name("banana", names), "");
    EXPECT_EQ(nearest_name("", std::array<std::string_view, 1>{"density"}), "");
    EXPECT_EQ(nearest_name(std::string(1'000'000, 'd'), names), "");
    EXPECT_EQ(nearest_name("density", {}), "");
}

TEST(NearestName, PrefersTheNearest)
{
    const std::array<std::string_view, 3> near{"angular", "velocit", "velocity"};
    EXPECT_EQ(nearest_name("velocitx", near), "velocit");
    EXPECT_EQ(nearest_name("velocitz", std::array<std::string_view, 2>{"velociraptor", "velocity"}), "velocity");
}

TEST(NearestName, HintsAreSentences)
{
    EXPECT_EQ(hint_for_name("gravty", names), "did you mean 'gravity'?");
    EXPECT_EQ(hint_for_name("banana", std::array<std::string_view, 2>{"red", "green"}), "known are red, green");
    EXPECT_EQ(hint_for_name("banana", {}), "");
}
