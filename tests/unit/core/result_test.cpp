// Errors are values: where, what, hint.

#include "aspic/core/result.h"

#include <gtest/gtest.h>

using namespace aspic;

TEST(Result, HoldsAValueOrAllProblems)
{
    const Result<int> good = 3;
    EXPECT_TRUE(good.ok());
    EXPECT_EQ(*good, 3);
    EXPECT_TRUE(good.problems().empty());

    const Result<int> bad = Problems{{"a.csv:3:5", "not a number", "write 0.5"}, {"", "second", ""}};
    EXPECT_FALSE(bad);
    EXPECT_EQ(describe(bad.problems()), "a.csv:3:5: not a number\n  hint: write 0.5\nsecond\n");
}
