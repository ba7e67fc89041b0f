#include "aspic/io/csv.h"
#include "aspic/io/output_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <random>
#include <system_error>
#include <unistd.h>

namespace
{
using aspic::CsvOutputColumn;
using aspic::CsvTable;
using testing::ElementsAre;
using testing::HasSubstr;

CsvTable good(std::string_view text)
{
    const auto table = aspic::parse_csv(text, "t.csv");
    EXPECT_TRUE(table.ok()) << aspic::describe(table.problems());
    return table.ok() ? *table : CsvTable{};
}

aspic::Problems bad(std::string_view text)
{
    const auto table = aspic::parse_csv(text, "t.csv");
    EXPECT_FALSE(table.ok()) << text;
    return table.problems();
}

/// The only problem of a text.
aspic::Problem one_problem(std::string_view text)
{
    const aspic::Problems problems = bad(text);
    EXPECT_EQ(problems.size(), 1U) << aspic::describe(problems);
    return problems.empty() ? aspic::Problem{} : problems.front();
}

/// A place for files that vanishes with the test.
class Csv : public testing::Test
{
public:
    Csv() { std::filesystem::create_directories(folder_); }
    ~Csv() override { std::filesystem::remove_all(folder_); }
    Csv(const Csv&) = delete;
    Csv& operator=(const Csv&) = delete;

protected:
    std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("aspic_csv_" + std::to_string(getpid()));
};
} // namespace

TEST_F(Csv, ReadsHeaderNamesAndUnits)
{
    const CsvTable table = good("x [m], T [K] ,mass\n0,300,1\n0.5,310.25,2\n");
    ASSERT_EQ(table.columns.size(), 3U);
    EXPECT_TRUE(table.has_header);
    EXPECT_EQ(table.columns[0].name, "x");
    EXPECT_EQ(table.columns[0].unit, "m");
    EXPECT_EQ(table.columns[1].name, "T");
    EXPECT_EQ(table.columns[1].unit, "K");
    EXPECT_EQ(table.columns[2].unit, "");
    EXPECT_THAT(table.columns[1].values, ElementsAre(300, 310.25));
}

TEST_F(Csv, ReadsWithoutHeader)
{
    const CsvTable table = good("1,2\n3,4");
    EXPECT_FALSE(table.has_header);
    EXPECT_THAT(table.columns[0].values, ElementsAre(1, 3));
    EXPECT_THAT(table.columns[1].values, ElementsAre(2, 4));
}

TEST_F(Csv, SkipsMarkCommentsAndBlankLinesWithAnyLineEnd)
{
    const CsvTable table = good("\xef\xbb\xbf# caf\xe9, not UTF-8: \xff\r\n\r\n   \t\r\nx,f\r\n1,2\r\n  # more\r3,4\n\n\n5,6\r\n");
    ASSERT_EQ(table.columns.size(), 2U);
    EXPECT_EQ(table.columns[0].name, "x");
    EXPECT_THAT(table.columns[0].values, ElementsAre(1, 3, 5));
    EXPECT_THAT(table.columns[1].values, ElementsAre(2, 4, 6));
}

TEST_F(Csv, FindsTheSeparator)
{
    for (const std::string_view text : {"x;f\n1;2\n", "x\tf\n1\t2\n", "x,f\n1,2\n", "\"x\";\"f\"\n\"1\";\"2\"\n", " x ; f \n 1 ; 2 \n"})
    {
        const CsvTable table = good(text);
        ASSERT_EQ(table.columns.size(), 2U) << text;
        EXPECT_EQ(table.columns[1].name, "f");
        EXPECT_THAT(table.columns[1].values, ElementsAre(2));
    }
}

TEST_F(Csv, ReadsQuotedCells)
{
    const CsvTable table = good("\"x\",\"a \"\"b\"\", c\"\n\"1.5\" , 2\n");
    EXPECT_EQ(table.columns[1].name, "a \"b\", c");
    EXPECT_THAT(table.columns[0].values, ElementsAre(1.5));
}

TEST_F(Csv, ReadsEveryFormOfNumber)
{
    const CsvTable table = good("+1\n-2.5\n.5\n3.\n1e3\n1E-3\n-1.7e308\n0\n-0.0\n5e-324\n");
    EXPECT_THAT(table.columns[0].values, ElementsAre(1, -2.5, 0.5, 3, 1000, 0.001, -1.7e308, 0, 0, 5e-324));
}

TEST_F(Csv, NumbersDoNotDependOnTheLocale)
{
    const std::string before = std::setlocale(LC_ALL, nullptr);
    std::setlocale(LC_ALL, "de_DE.UTF-8"); // where it is not installed, this changes nothing
    EXPECT_THAT(good("1.5\n").columns[0].values, ElementsAre(1.5));
    const std::vector<CsvOutputColumn> columns{{.name = "f", .cells = std::vector<double>{1.5}}};
    EXPECT_EQ(aspic::csv_text(columns), "f\n1.5\n");
    std::setlocale(LC_ALL, before.c_str());
}

TEST_F(Csv, RefusesTextsWithoutData)
{
    for (const std::string_view text : {"", "\n\n", "# only a comment", "\xef\xbb\xbf", " "})
        EXPECT_THAT(one_problem(text).what, HasSubstr("no data")) << text;
    EXPECT_THAT(one_problem("x,f\n").what, HasSubstr("header but no data"));
    EXPECT_THAT(one_problem("x").what, HasSubstr("header but no data"));
    EXPECT_THAT(one_problem("\xff\xfe,\0").what, HasSubstr("UTF-16"));
}

TEST_F(Csv, SaysWhereARowHasTheWrongNumberOfCells)
{
    const aspic::Problem few = one_problem("x,f\n1,2\n3\n");
    EXPECT_EQ(few.where, "t.csv:3:2");
    EXPECT_THAT(few.what, HasSubstr("1 columns, but the header has 2"));
    const aspic::Problem many = one_problem("1,2\n3,4,5\n");
    EXPECT_EQ(many.where, "t.csv:2:5");
    EXPECT_THAT(many.what, HasSubstr("3 columns, but the first line has 2"));
    EXPECT_EQ(one_problem("1,2\n3,4,\n").where, "t.csv:2:5");
}

TEST_F(Csv, SaysWhichCellIsNoNumber)
{
    const aspic::Problem word = one_problem("x,f\n1,abc\n");
    EXPECT_EQ(word.where, "t.csv:2:3");
    EXPECT_THAT(word.what, HasSubstr("'abc' is not a number"));
    for (const std::string_view text : {"0x10", "1e", "--1", "+-1", "1.2.3", "e5", "1 2", "-", "+", "1f"})
        EXPECT_THAT(one_problem("x,f\n1," + std::string(text) + "\n").what, HasSubstr("is not a number")) << text;
    EXPECT_THAT(one_problem("x,f\n1,\n").what, HasSubstr("empty"));
    EXPECT_THAT(one_problem("x;f\n1;2,5\n").hint, HasSubstr("write 2.5"));
    EXPECT_THAT(one_problem("x,f\n1,2 3\n").hint, HasSubstr("separate columns"));
    EXPECT_THAT(one_problem("x,1\n2,3\n").hint, HasSubstr("header"));
}

TEST_F(Csv, CountsLettersNotBytes)
{
    const aspic::Problems problems = bad("x,f\n\xc3\xa9\xc3\xa9,?\n");
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0].where, "t.csv:2:1");
    EXPECT_EQ(problems[1].where, "t.csv:2:4");
}

TEST_F(Csv, RefusesWhatIsNotFinite)
{
    for (const std::string_view text : {"nan", "NaN", "-nan", "inf", "+Inf", "-INFINITY", "1.#QNAN"})
        EXPECT_THAT(one_problem("x,f\n1," + std::string(text) + "\n").what, HasSubstr("is not a finite number")) << text;
    EXPECT_THAT(one_problem("nan,1\n").what, HasSubstr("is not a finite number")); // not taken for a header
    for (const std::string_view text : {"1e400", "-1e400", "1e-400"})
        EXPECT_THAT(one_problem("x,f\n1," + std::string(text) + "\n").what, HasSubstr("does not fit")) << text;
}

TEST_F(Csv, RefusesBadQuotesAndNames)
{
    EXPECT_THAT(one_problem("x,f\n\"1,2\n").what, HasSubstr("not closed"));
    EXPECT_EQ(one_problem("x,f\n1,\"2\n").where, "t.csv:2:3");
    EXPECT_THAT(one_problem("x,f\n\"1\"2,3\n").what, HasSubstr("behind a closed quote"));
    EXPECT_THAT(one_problem("x,x\n1,2\n").what, HasSubstr("two columns"));
    EXPECT_EQ(one_problem("x,,f\n1,2,3\n").where, "t.csv:1:3");
}

TEST_F(Csv, ReportsAllProblemsUpToALimit)
{
    EXPECT_EQ(bad("x,f\na,1\n2,b\n3\n").size(), 3U);
    std::string text = "x\n";
    for (int k = 0; k < 1000; ++k)
        text += "?\n";
    const aspic::Problems problems = bad(text);
    EXPECT_EQ(problems.size(), 21U);
    EXPECT_THAT(problems.back().what, HasSubstr("may be more"));
}

TEST_F(Csv, MessagesAreSafeToPrint)
{
    const aspic::Problem problem = one_problem(std::string_view("x\n\x1b[31m\0z\xff\n", 11));
    for (const char c : problem.what)
        EXPECT_GE(static_cast<unsigned char>(c), 0x20);
    EXPECT_LT(one_problem("x\n" + std::string(100000, '?') + "\n").what.size(), 200U);
}

TEST_F(Csv, AnyBytesAreReadOrRefused)
{
    std::mt19937 random(7);
    constexpr std::string_view letters = "0123456789.,;\t\n\r\"#eE+-xnaif \xff\xc3";
    for (int round = 0; round < 20000; ++round)
    {
        std::string text(random() % 40, ' ');
        for (char& c : text)
            c = letters[random() % letters.size()];
        const auto table = aspic::parse_csv(text, "t.csv");
        if (!table.ok())
        {
            EXPECT_FALSE(table.problems().empty());
            continue;
        }
        for (const auto& column : table->columns)
        {
            EXPECT_EQ(column.values.size(), table->row_count());
            for (const double value : column.values)
                EXPECT_TRUE(std::isfinite(value)) << text;
        }
    }
}

TEST_F(Csv, WrittenNumbersReadBackTheSame)
{
    std::mt19937_64 random(1);
    std::vector<double> values{0, 0.1, 1.0 / 3.0, 1e300, -5e-324, std::numeric_limits<double>::max(), 123456789012345678.0};
    while (values.size() < 1000)
    {
        const std::uint64_t bits = random();
        double value = 0;
        std::memcpy(&value, &bits, sizeof(value));
        if (std::isfinite(value) && (value == 0 || std::isnormal(value)))
            values.push_back(value);
    }
    const std::vector<CsvOutputColumn> columns{{.name = "a \"b\", [m]", .cells = values}, {.name = "f", .cells = values}};
    aspic::write_csv(folder_ / "t.csv", columns);
    const auto table = aspic::read_csv(folder_ / "t.csv");
    ASSERT_TRUE(table.ok()) << aspic::describe(table.problems());
    EXPECT_EQ(table->columns[0].name, "a \"b\",");
    EXPECT_EQ(table->columns[0].values, values);
    EXPECT_EQ(table->columns[1].values, values);
}

TEST_F(Csv, NeverWritesWhatIsNotFinite)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<CsvOutputColumn> columns{{.name = "f", .cells = std::vector<double>{1, nan, infinity, -infinity}},
                                               {.name = "flag", .cells = std::vector<std::string>{"ok", "a,b", "say \"no\"", "x"}}};
    EXPECT_EQ(aspic::csv_text(columns), "f,flag\n1,ok\n,\"a,b\"\n,\"say \"\"no\"\"\"\n,x\n");
}

TEST_F(Csv, WritesAsManyDigitsAsAsked)
{
    const std::vector<CsvOutputColumn> columns{{.name = "f", .cells = std::vector<double>{0.1F, 2, 1e-20F}, .digits = 9}};
    EXPECT_EQ(aspic::csv_text(columns), "f\n0.100000001\n2\n9.99999968e-21\n");
}

TEST_F(Csv, FilesThatCannotBeReadThrow)
{
    EXPECT_THROW(static_cast<void>(aspic::read_csv(folder_ / "missing.csv")), std::system_error);
    EXPECT_THROW(static_cast<void>(aspic::read_csv(folder_)), std::system_error); // a folder
}

TEST_F(Csv, FilesThatCannotBeWrittenThrowAndLeaveNothing)
{
    EXPECT_THROW(aspic::write_output(folder_ / "missing" / "t.csv", "x\n"), std::system_error);
    EXPECT_THROW(aspic::write_output("/dev/full", "x\n"), std::system_error);
    EXPECT_THROW(aspic::write_output(folder_, "x\n"), std::system_error);
    EXPECT_TRUE(std::filesystem::is_empty(folder_));
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/full")); // not replaced by a file
}

TEST_F(Csv, ADeviceIsWrittenAndALinkFollowed)
{
    aspic::write_output("/dev/null", "x\n");
    EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
    aspic::write_output(folder_ / "target", "old");
    std::filesystem::create_symlink("target", folder_ / "link");
    aspic::write_output(folder_ / "link", "new");
    EXPECT_TRUE(std::filesystem::is_symlink(folder_ / "link"));
    std::ifstream file(folder_ / "target");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "new");
}
