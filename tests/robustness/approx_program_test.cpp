// The program `aspic approx` on good and on bad input: exit code, message, and never a NaN in what it writes.

#include "support/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace
{
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

using aspic::Outcome;

constexpr int done = 0, bad_input = 2, io_failure = 4;

/// Lines of a text, without the header.
std::vector<std::string> rows(const std::string& csv)
{
    std::istringstream lines(csv);
    std::vector<std::string> result;
    for (std::string line; std::getline(lines, line);)
        result.push_back(line);
    if (!result.empty())
        result.erase(result.begin());
    return result;
}

class Approx : public testing::Test
{
public:
    Approx()
    {
        std::filesystem::create_directories(folder_);
        std::string curve = "x,f\n";
        for (int k = 0; k <= 10; ++k)
            curve += std::to_string(k / 10.0) + "," + std::to_string(1 + 2 * k / 10.0) + "\n";
        write("curve.csv", curve);
    }
    ~Approx() override { std::filesystem::remove_all(folder_); }
    Approx(const Approx&) = delete;
    Approx& operator=(const Approx&) = delete;

protected:
    void write(const std::string& name, const std::string& content) const { std::ofstream(folder_ / name, std::ios::binary) << content; }
    [[nodiscard]] std::string file(const std::string& name) const { return aspic::file_content(folder_ / name); }

    /// Runs `aspic approx` in the test's folder. `arguments` are read by the shell.
    [[nodiscard]] Outcome run(const std::string& arguments) const
    {
        Outcome outcome = aspic::run_program(folder_, "approx " + arguments);
        expect_no_nan(outcome.out);
        return outcome;
    }

    static void expect_no_nan(const std::string& text)
    {
        std::string lower;
        for (const char c : text)
            lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        for (const std::string& row : rows(lower))
            EXPECT_THAT(row, AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf")))) << row;
    }

    void expect_bad(const std::string& arguments, const std::string& message) const
    {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, bad_input) << arguments << "\n" << outcome.error;
        EXPECT_THAT(outcome.error, HasSubstr(message)) << arguments;
        EXPECT_EQ(outcome.out, "") << arguments;
    }

    std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("aspic_approx_" + std::to_string(getpid()));
};
} // namespace

TEST_F(Approx, WritesTheLineThatMlsReproduces)
{
    const Outcome outcome = run("curve.csv --grid 3");
    EXPECT_EQ(outcome.code, done) << outcome.error;
    EXPECT_THAT(outcome.out, testing::StartsWith("x,f,flag\n"));
    const std::vector<std::string> lines = rows(outcome.out);
    ASSERT_EQ(lines.size(), 3U);
    for (std::size_t k = 0; k < 3; ++k)
    {
        std::istringstream row(lines[k]);
        double x = 0, f = 0;
        char comma = 0;
        std::string flag;
        row >> x >> comma >> f >> comma >> flag;
        EXPECT_NEAR(f, 1 + 2 * x, 1e-12);
        EXPECT_EQ(flag, "ok");
    }
    EXPECT_THAT(outcome.error, HasSubstr("support radius h ="));
}

TEST_F(Approx, EveryMethodAndDerivativeWrites)
{
    write("plane.csv", "x,y,f,g\n0,0,1,2\n1,0,2,1\n0,1,3,0\n1,1,4,1\n0.5,0.5,2.5,2\n0.3,0.6,1,1\n");
    for (const std::string method :
         {"sph", "shepard", "mls --order 0", "mls --order 1", "mls --order 2", "mls --order 2 --deficient lower-order"})
        for (const std::string derivative : {"value", "gradient", "laplacian"})
            for (const std::string kernel : {"cubic", "spiky"})
            {
                std::string arguments = "plane.csv --grid 5x4 --support 0.9 --method ";
                arguments.append(method).append(" --derivative ").append(derivative).append(" --kernel ").append(kernel);
                const Outcome outcome = run(arguments);
                EXPECT_EQ(outcome.code, done) << outcome.error;
                EXPECT_EQ(rows(outcome.out).size(), 20U);
            }
    EXPECT_THAT(run("plane.csv --derivative gradient --grid 2").out, testing::StartsWith("x,y,df_dx,df_dy,dg_dx,dg_dy,flag\n"));
    EXPECT_THAT(run("plane.csv --column g --grid 2").out, testing::StartsWith("x,y,g,flag\n"));
    EXPECT_THAT(run("plane.csv --shape-functions all --grid 2").out, HasSubstr(",phi_6,phi_sum,flag\n"));
    EXPECT_EQ(run("plane.csv --method sph --form symmetric --derivative gradient --at plane.csv").code, done);
    expect_bad("plane.csv --method sph --form symmetric --derivative laplacian", "no symmetric form");
}

TEST_F(Approx, RefusesFilesWithoutSamples)
{
    write("empty.csv", "");
    write("byte.csv", "x");
    write("newline.csv", "\n");
    write("header.csv", "x,f\n");
    write("zero.csv", std::string(1, '\0'));
    expect_bad("empty.csv", "empty.csv: the file holds no data");
    expect_bad("newline.csv", "no data");
    expect_bad("byte.csv", "byte.csv:1:1: there is a header but no data");
    expect_bad("header.csv", "header but no data");
    expect_bad("zero.csv", "zero.csv");
    expect_bad("/dev/null", "no data");
}

TEST_F(Approx, RefusesWhatIsNotANumberAndSaysWhere)
{
    write("nan.csv", "x,f\n0,1\n1,nan\n2,inf\n3,1e400\nabc,4\n5\n");
    const Outcome outcome = run("nan.csv");
    EXPECT_EQ(outcome.code, bad_input);
    EXPECT_THAT(outcome.error, AllOf(HasSubstr("nan.csv:3:3: 'nan' is not a finite number"), HasSubstr("nan.csv:4:3: 'inf'"),
                                     HasSubstr("nan.csv:5:3: '1e400' does not fit"), HasSubstr("nan.csv:6:1: 'abc' is not a number"),
                                     HasSubstr("nan.csv:7:2: 1 columns, but the header has 2"), HasSubstr("hint: ")));
}

TEST_F(Approx, MissingFilesAreAnInputOutputError)
{
    for (const std::string arguments : {"missing.csv", "curve.csv --at missing.csv", "."})
    {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, io_failure) << arguments;
        EXPECT_THAT(outcome.error, HasSubstr("aspic: cannot")) << arguments;
    }
}

TEST_F(Approx, FlagsPointsWithoutNeighbours)
{
    for (const std::string method : {"sph", "shepard", "mls"})
    {
        const Outcome outcome = run("curve.csv --support 0.25 --from -1 --to 1 --grid 5 --method " + method);
        EXPECT_EQ(outcome.code, done);
        const std::vector<std::string> lines = rows(outcome.out);
        ASSERT_EQ(lines.size(), 5U);
        EXPECT_EQ(lines[0], "-1,,no_neighbors");
        EXPECT_EQ(lines[1], "-0.5,,no_neighbors");
        EXPECT_THAT(lines[2], testing::EndsWith(",ok"));
        EXPECT_THAT(outcome.error, HasSubstr("2 of 5 points have no sample within h = 0.25 m: their cells are empty"));
    }
}

TEST_F(Approx, FlagsCoplanarNeighbourhoods)
{
    std::string text = "x,y,z,f\n";
    for (int i = 0; i < 5; ++i)
        for (int j = 0; j < 5; ++j)
            text += std::to_string(i) + "," + std::to_string(j) + ",0," + std::to_string(i + 2 * j) + "\n";
    write("plane.csv", text);
    const Outcome outcome = run("plane.csv --at plane.csv --derivative gradient --order 1");
    EXPECT_EQ(outcome.code, done) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("25 of 25 points have too few samples near, or samples in a line or plane only"));
    for (const std::string& row : rows(outcome.out))
        EXPECT_THAT(row, testing::EndsWith(",singular"));
    const Outcome lowered = run("plane.csv --at plane.csv --deficient lower-order");
    EXPECT_THAT(lowered.out, HasSubstr(",lower_order\n"));
    EXPECT_THAT(lowered.error, HasSubstr("they got a lower order"));
}

TEST_F(Approx, OneSampleNeedsASupport)
{
    write("one.csv", "0.5,7\n");
    expect_bad("one.csv", "no support radius follows");
    for (const std::string method : {"sph", "shepard", "mls"})
    {
        const Outcome outcome = run("one.csv --support 1 --from 0 --to 1 --grid 3 --method " + method + " --plot one.png -o one_out.csv");
        EXPECT_EQ(outcome.code, done) << outcome.error;
        expect_no_nan(file("one_out.csv"));
    }
}

TEST_F(Approx, RefusesWrongOptions)
{
    expect_bad("", "no file of samples");
    expect_bad("curve.csv curve.csv", "more than one file");
    expect_bad("curve.csv --method fem", "--method");
    expect_bad("curve.csv --order 3", "--order");
    expect_bad("curve.csv --order one", "--order");
    expect_bad("curve.csv --derivative curl", "--derivative");
    expect_bad("curve.csv --kernel gauss", "--kernel");
    expect_bad("curve.csv --support 0", "--support");
    expect_bad("curve.csv --support -1", "--support");
    expect_bad("curve.csv --support nan", "--support");
    expect_bad("curve.csv --support 1,2", "--support");
    expect_bad("curve.csv --support 1e-30", "larger support radius");
    expect_bad("curve.csv --dimension 4", "--dimension");
    expect_bad("curve.csv --dimension 2", "no column 'y'");
    expect_bad("curve.csv --grid 0", "--grid");
    expect_bad("curve.csv --grid 2.5", "--grid");
    expect_bad("curve.csv --grid -3", "--grid");
    expect_bad("curve.csv --grid many", "--grid");
    expect_bad("curve.csv --grid 3x3", "--grid");
    expect_bad("curve.csv --grid 1e99", "--grid");
    expect_bad("curve.csv --from 1 --to 0", "--from");
    expect_bad("curve.csv --from 0,0", "--from: 2 numbers");
    expect_bad("curve.csv --from x", "--from");
    expect_bad("curve.csv --at curve.csv --grid 3", "--at");
    expect_bad("curve.csv --at curve.csv --plot a.png", "--plot");
    expect_bad("curve.csv --plot a.pdf", "pictures are .png or .svg");
    expect_bad("curve.csv --shape-functions 0", "from 1 to 11");
    expect_bad("curve.csv --shape-functions 12", "from 1 to 11");
    expect_bad("curve.csv --shape-functions some", "from 1 to 11");
    expect_bad("curve.csv --column g", "no column of values 'g'");
    expect_bad("curve.csv --no-such-option", "--no-such-option");
    expect_bad("--draw-kernel gauss --plot a.png", "--draw-kernel");
    expect_bad("--draw-kernel poly6", "--plot kernel.png");
    expect_bad("--draw-kernel poly6 --support 0 --plot a.png", "--support");
    expect_bad("--draw-kernel poly6 --support 1 curve.csv --plot a.png", "'curve.csv'");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "a.png"));
}

TEST_F(Approx, RefusesColumnsItCannotUnderstand)
{
    write("no_x.csv", "t,f\n0,1\n");
    write("wide.csv", "1,2,3,4,5,6\n");
    write("no_values.csv", "x,y\n0,1\n1,2\n");
    write("mass.csv", "x,f,mass\n0,1,0\n1,2,1\n");
    expect_bad("no_x.csv", "no column 'x' among t, f");
    expect_bad("wide.csv", "--dimension");
    expect_bad("no_values.csv", "no column of values");
    expect_bad("mass.csv --method sph", "mass of sample 1");
    expect_bad("curve.csv --at no_x.csv", "no column 'x'");
}

TEST_F(Approx, CoordinatesBeyondTheDimensionAreValues)
{
    write("xy.csv", "x,y\n0,1\n1,3\n2,5\n");
    expect_bad("xy.csv", "--dimension");
    EXPECT_THAT(run("xy.csv --dimension 1 --grid 2").out, AllOf(testing::StartsWith("x,y,flag\n0,"), testing::EndsWith(",ok\n")));
}

TEST_F(Approx, OutputThatCannotBeWrittenIsReported)
{
    for (const std::string arguments : {"curve.csv -o missing/out.csv", "curve.csv --plot missing/out.png", "curve.csv -o /dev/full",
                                        "curve.csv -o . ", "--draw-kernel cubic --plot missing/k.svg"})
    {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, io_failure) << arguments;
        EXPECT_THAT(outcome.error, HasSubstr("aspic: cannot")) << arguments;
    }
    EXPECT_EQ(run("curve.csv -o - >/dev/full").code, io_failure);
    EXPECT_EQ(run("curve.csv >/dev/full").code, io_failure);
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full"));
}

TEST_F(Approx, DrawsPictures)
{
    write("plane.csv", "x,y,f\n0,0,1\n1,0,2\n0,1,3\n1,1,4\n0.5,0.5,2.5\n");
    for (const std::string arguments :
         {"curve.csv", "curve.csv --shape-functions all --method sph", "plane.csv", "plane.csv --support 0.4 --derivative gradient",
          "plane.csv --shape-functions all --support 1", "plane.csv --grid 9x1 --support 1", "--draw-kernel poly6 --support 1 1.5 2",
          "--draw-kernel spiky --grid 51x51", "--draw-kernel quintic --derivative laplacian --dimension 2"})
    {
        std::filesystem::remove(folder_ / "picture.png");
        const Outcome outcome = run(arguments + " --plot picture.png");
        EXPECT_EQ(outcome.code, done) << arguments << "\n" << outcome.error;
        EXPECT_EQ(file("picture.png").substr(0, 8), "\x89PNG\r\n\x1a\n") << arguments;
        EXPECT_EQ(outcome.out, ""); // only the picture was asked for
    }
    EXPECT_EQ(run("curve.csv --plot picture.svg").code, done);
    EXPECT_THAT(file("picture.svg"), AllOf(HasSubstr("<svg"), HasSubstr("</svg>")));
    write("cube.csv", "x,y,z,f\n0,0,0,1\n1,1,1,2\n0,1,0,2\n1,0,0,2\n0,0,1,3\n");
    expect_bad("cube.csv --support 2 --grid 3 --plot a.png", "a curve or a field");
    EXPECT_EQ(run("cube.csv --support 2 --grid 9x9x1 --plot picture.png").code, done);
}

TEST_F(Approx, ReadsStandardInputAndOddFiles)
{
    EXPECT_EQ(run("- --grid 3 < curve.csv").code, done);
    write("odd.csv", "\xef\xbb\xbf# caf\xe9\r\n\"x\";\"f\"\r\n0;1\r\n\r\n1;2\r\n");
    const Outcome outcome = run("odd.csv --support 2 --grid 2");
    EXPECT_EQ(outcome.code, done) << outcome.error;
    EXPECT_EQ(rows(outcome.out).size(), 2U);
}

TEST_F(Approx, SurvivesAnyBytes)
{
    std::mt19937 random(3);
    constexpr std::string_view letters = "0123456789.,;\t\n\n\"#eE+-xyf \xff";
    for (int round = 0; round < 25; ++round)
    {
        std::string text(random() % 60, ' ');
        for (char& c : text)
            c = letters[random() % letters.size()];
        write("any.csv", text);
        const int code = run("any.csv --grid 3 --support 1").code;
        EXPECT_TRUE(code == done || code == bad_input) << code << "\n" << text;
    }
}
