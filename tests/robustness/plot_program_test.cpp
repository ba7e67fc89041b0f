// The program `aspic plot` on good and on bad folders: exit code, message, picture.

#include "support/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace
{
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using aspic::Outcome;

constexpr int done = 0, bad_input = 2, io_failure = 4;

class Plot : public testing::Test
{
public:
    Plot()
    {
        std::filesystem::create_directories(folder_ / "run" / "probes");
        write("run/run.json", R"({"scene": {"name": "pool"}})");
        write("run/steps.csv", "step,time [s],dt [s],particles,mean_compression,largest_compression,hash\n"
                               "1,0.1,0.1,20,0,0,\n2,0.3,0.2,20,0.01,0.02,\n3,0.4,0.1,20,0.01,0.03,\n");
        write("run/timings.csv", "step,search [s],body forces [s],total [s]\n1,0.01,0.02,0.03\n2,0.01,0.02,0.04\n3,0.02,0.02,0.05\n");
        write("run/probes/water.csv", "time [s],step,kinetic_energy [J],potential_energy [J],momentum_x [kg m/s],momentum_z [kg "
                                      "m/s]\n0,0,,9,1,0\n0.2,2,1,8,1,0\n0.4,3,2,,3,0\n");
        write("run/probes/front.csv", "time [s],step,front [m]\n0,0,1\n0.4,3,2\n");
    }
    ~Plot() override { std::filesystem::remove_all(folder_); }
    Plot(const Plot&) = delete;
    Plot& operator=(const Plot&) = delete;

protected:
    void write(const std::string& name, const std::string& content) const { std::ofstream(folder_ / name, std::ios::binary) << content; }
    [[nodiscard]] Outcome run(const std::string& arguments) const { return aspic::run_program(folder_, "plot " + arguments); }
    [[nodiscard]] std::string file(const std::string& name) const { return aspic::file_content(folder_ / name); }

    void expect_bad(const std::string& arguments, const std::string& message, const std::string& hint) const
    {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, bad_input) << arguments << "\n" << outcome.error;
        EXPECT_THAT(outcome.error, AllOf(HasSubstr(message), HasSubstr(hint))) << arguments;
        EXPECT_EQ(outcome.out, "") << arguments;
    }

    std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("aspic_plot_program_" + std::to_string(getpid()));
};
} // namespace

TEST_F(Plot, OfAWholeRunIsASheetInItsFolder)
{
    const Outcome outcome = run("run");
    EXPECT_EQ(outcome.code, done) << outcome.error;
    EXPECT_EQ(outcome.out, "run/plot.png\n");
    EXPECT_EQ(file("run/plot.png").substr(1, 3), "PNG");
    EXPECT_THAT(outcome.error, AllOf(HasSubstr("never change: steps.particles"), Not(HasSubstr("momentum_z"))));
}

TEST_F(Plot, ShowsWhatIsAskedFor)
{
    for (const std::string words : {"energy", "water.kinetic_energy", "front", "momentum dt", "timings", "timings.total", "body_forces",
                                    "compression particles", "water front steps timings", "momentum_z", "particles"})
    {
        const Outcome outcome = run("run " + words + " -o curve.svg");
        EXPECT_EQ(outcome.code, done) << words << "\n" << outcome.error;
        EXPECT_EQ(outcome.out, "curve.svg\n");
        EXPECT_THAT(file("curve.svg"), HasSubstr("</svg>"));
        std::filesystem::remove(folder_ / "curve.svg");
    }
}

TEST_F(Plot, HasTheSizeThatIsAskedFor)
{
    EXPECT_EQ(run("run front dt -o a.png --size 800x600").code, done);
    EXPECT_EQ(file("a.png").substr(16, 8), std::string("\0\0\x03\x20\0\0\x02\x58", 8));
    EXPECT_EQ(run("run front dt -o a.png --size 800x600 --columns 2").code, done);
    for (const std::string size : {"big", "800", "800x", "x600", "800x600x2", "1e3x600", "800x600px"})
        expect_bad("run --size=" + size, "is not a size", "1600x1000");
    for (const std::string size : {"0x0", "10x10", "99999x99999", "-800x600"})
        expect_bad("run --size=" + size, "out of range", "10000");
    expect_bad("run front dt energy --columns 1 --size 400x500", "too small for 3 panels", "at least 320x710");
    EXPECT_EQ(run("run --columns 0").code, bad_input);
}

TEST_F(Plot, ListsQuantitiesWithUnitsAndFiles)
{
    const Outcome outcome = run("run --list");
    EXPECT_EQ(outcome.code, done);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("water.kinetic_energy"), HasSubstr("kg m/s"), HasSubstr("probes/front.csv"),
                                   HasSubstr("timings.body_forces"), Not(HasSubstr("hash"))));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "run/plot.png"));
}

TEST_F(Plot, SaysWhatIsWrong)
{
    std::filesystem::create_directories(folder_ / "empty");
    expect_bad("nowhere", "nowhere: there is no such folder", "aspic run");
    expect_bad("empty", "there is no run in this folder", "aspic run");
    expect_bad("run/steps.csv", "there is no such folder", "aspic run");
    expect_bad("run enrgy", "no quantity 'enrgy'", "did you mean 'energy'?");
    expect_bad("run front.frnt", "no quantity 'front.frnt'", "did you mean 'front.front'?");
    expect_bad("run something_else_entirely", "no quantity", "--list");
    expect_bad("run -o plot.pdf", "no known ending", ".png or .svg");
    expect_bad("run -o -", "no known ending", ".png or .svg");
    EXPECT_EQ(run("").code, bad_input);
}

TEST_F(Plot, SaysWhichTableIsEmptyOrDamaged)
{
    write("run/probes/front.csv", "time [s],step,front [m]\n");
    expect_bad("run front", "'front' has no values", "header only");
    EXPECT_EQ(run("run").code, done);
    write("run/probes/front.csv", "time [s],step,front [m]\n0,0,1\n1,1\n");
    expect_bad("run", "probes/front.csv:3", "damaged");
    write("run/probes/front.csv", std::string("\0\1\2\n\xff\xfe\n", 7));
    expect_bad("run", "probes/front.csv", "damaged");
}

TEST_F(Plot, OfARunWithoutStepsSaysSo)
{
    std::filesystem::remove_all(folder_ / "run" / "probes");
    write("run/steps.csv", "");
    write("run/timings.csv", "");
    expect_bad("run", "nothing that changes", "more steps");
    EXPECT_EQ(run("run --list").code, done);
}

TEST_F(Plot, ThatCannotBeReadOrWrittenFailsAsInputAndOutput)
{
    EXPECT_EQ(run("run -o missing/plot.png").code, io_failure);
    std::filesystem::remove(folder_ / "run/timings.csv");
    std::filesystem::create_directories(folder_ / "run/timings.csv");
    const Outcome outcome = run("run");
    EXPECT_EQ(outcome.code, io_failure);
    EXPECT_THAT(outcome.error, HasSubstr("timings.csv"));
}
