#include "aspic/run/scene_difference.h"

#include <gtest/gtest.h>

using namespace aspic;

TEST(SceneDifference, NamesTheKeysAroundALine)
{
    const std::string before =
        "{\n  \"spacing\": 0.1,\n  \"solvers\": {\n    \"pressure\": {\"tait\": {\n      \"gamma\": 7\n    }}\n  },\n"
        "  \"keys\": [\n    1,\n    2\n  ]\n}\nduck.obj 0123";
    EXPECT_TRUE(scene_differences(before, before).empty());

    std::string after = before;
    after.replace(after.find('7'), 1, "1");
    after.replace(after.find("    2"), 5, "    3");
    after.replace(after.find("0123"), 4, "abcd");
    const auto differences = scene_differences(before, after);
    ASSERT_EQ(differences.size(), 3U);
    EXPECT_EQ(differences[0].key, "solvers.pressure.tait.gamma");
    EXPECT_EQ(differences[0].before, "7");
    EXPECT_EQ(differences[0].after, "1");
    EXPECT_EQ(differences[1].key, "keys.1");
    EXPECT_EQ(differences[2].key, "duck.obj");
    EXPECT_EQ(describe({differences[0]}), "solvers.pressure.tait.gamma was '7', is '1'");
}

/// Elements that begin with the same name (two spheres of a union) are told apart: else a run of such a body could not be branched.
TEST(SceneDifference, NumbersElementsThatBeginWithAName)
{
    const std::string before = "{\n  \"of\": [\n    {\"sphere\": {\n      \"radius\": 1\n    }},\n    {\"sphere\": {\n      \"radius\": "
                               "2\n    }}\n  ],\n  \"a\": 1\n}";
    std::string after = before;
    after.replace(after.find("\"a\": 1"), 6, "\"a\": 3");
    const auto differences = scene_differences(before, after);
    ASSERT_EQ(differences.size(), 1U);
    EXPECT_EQ(differences[0].key, "a");
    after.replace(after.find("2"), 1, "4");
    EXPECT_EQ(scene_differences(before, after).at(0).key, "of.1.sphere.radius");
}

TEST(SceneDifference, SaysWhatCameAndWent)
{
    const auto differences = scene_differences("{\n  \"a\": 1,\n  \"b\": 2\n}", "{\n  \"b\": 2,\n  \"c\": 3\n}");
    ASSERT_EQ(differences.size(), 2U);
    EXPECT_EQ(describe(differences), "c was nothing, is '3'; a was '1', is nothing");
}

TEST(SceneDifference, TakesAnyText)
{
    for (const char* text : {"", "\n", "}", "{{{", "\"", "\": ", "[\n[\n]\n", "    \n  x\n{"})
        EXPECT_TRUE(scene_differences(text, text).empty()) << text;
}
