// The program on bad command lines: exit code and a message that names what is wrong.

#include "support/program.h"

#include <gmock/gmock.h>

using namespace aspic;
using testing::HasSubstr;

namespace
{
class Program : public testing::Test
{
protected:
    Program() { std::filesystem::create_directories(folder_); }
    ~Program() override { std::filesystem::remove_all(folder_); }

    void expect(const std::string& arguments, int code, const std::string& message) const
    {
        const Outcome outcome = run_program(folder_, arguments);
        EXPECT_EQ(outcome.code, code) << arguments;
        EXPECT_THAT(outcome.error, HasSubstr(message)) << arguments;
    }

    std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) / ("aspic_program_" + std::to_string(getpid()));
};
} // namespace

TEST_F(Program, NamesWhatItDoesNotKnow)
{
    expect("", 2, "a command is missing");
    expect("foo", 2, "'foo'");
    expect("run nope", 2, "dam-break-2d");
    expect("run dam-break-2d --bogus", 2, "--bogus");
    expect("run dam-break-2d --threads 0", 2, "--threads");
}

TEST_F(Program, RefusesImpossibleDurations)
{
    for (const char* time : {"nan", "-1", "1e300", "inf"})
        expect(std::string("run dam-break-2d --time ") + time, 2, "--time");
}

TEST_F(Program, RunsAnyShortDurationToTheEndOfAFrame)
{
    const Outcome outcome = run_program(folder_, "run dam-break-2d --time 0.003 -o frames");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.out, HasSubstr("t = 0.02 s"));
    EXPECT_TRUE(std::filesystem::exists(folder_ / "frames/frame_0001.vtp"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "frames/frame_0002.vtp"));
}

TEST_F(Program, SaysWhereItCannotWrite) { expect("run dam-break-2d --time 0 -o /dev/null/x", 4, "/dev/null/x"); }

TEST_F(Program, RefusesUnknownInstructionSets)
{
    ::setenv("ASPIC_SIMD", "mmx", 1);
    expect("run dam-break-2d --time 0", 2, "ASPIC_SIMD");
    ::unsetenv("ASPIC_SIMD");
}

TEST_F(Program, SamplesShapesAndSaysWhatItCannotFill)
{
    const std::string ball = R"('{"sphere": {"radius": 1}}')";
    expect("sample", 2, "shape");
    expect("sample nope.obj", 2, "there is no such file");
    expect("sample dam-break:nope", 2, "column"); // which is there
    expect("sample " + ball + " -o ball.txt", 2, ".ply, .vtp and .csv");
    expect("sample " + ball + " --spacing -1", 2, "--spacing");
    expect("sample " + ball + " --spacing 0.1 --support 0.05", 2, "--support");
    expect("sample " + ball + " --picture ball.gif", 2, ".png");
    expect(R"(sample '{"half_space": {}}' --spacing 0.1)", 2, "goes on for ever");
    expect(R"(sample '{"particles": {"file": "ball.csv"}}')", 2, "ball.csv");
    for (const char* file : {"ball.ply", "ball.vtp", "ball.csv"})
    {
        const Outcome outcome = run_program(folder_, "sample " + ball + " --spacing 0.2 --max-iterations 20 -o " + file);
        EXPECT_EQ(outcome.code, 0) << outcome.error;
        EXPECT_THAT(outcome.out, HasSubstr("524 particles")); // 4π/3/0.2³
        EXPECT_TRUE(std::filesystem::exists(folder_ / file));
    }
}

TEST_F(Program, HelpSucceeds)
{
    EXPECT_EQ(run_program(folder_, "--help").code, 0);
    EXPECT_EQ(run_program(folder_, "run --help").code, 0);
    EXPECT_EQ(run_program(folder_, "--version").code, 0);
}
