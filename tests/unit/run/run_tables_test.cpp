#include "aspic/run/run_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <unistd.h>

namespace
{
using testing::ElementsAre;
using testing::HasSubstr;

class RunTables : public testing::Test
{
public:
    RunTables() { std::filesystem::create_directories(folder_ / "probes"); }
    ~RunTables() override { std::filesystem::remove_all(folder_); }
    RunTables(const RunTables&) = delete;
    RunTables& operator=(const RunTables&) = delete;

protected:
    void write(const std::string& name, const std::string& content) const { std::ofstream(folder_ / name, std::ios::binary) << content; }

    std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("aspic_run_tables_" + std::to_string(getpid()));
};
} // namespace

TEST_F(RunTables, AreReadWithUnitsAndTimes)
{
    write("steps.csv", "step,time [s],dt [s],solver iterations,hash\n1,0.5,0.5,3,00ff\n2,1,0.5,4,\n");
    write("timings.csv", "step,body forces [s],total [s]\n1,0.1,0.2\n2,0.3,0.4\n");
    write("probes/b.csv", "time [s],step,level [m]\n0,0,\n1,2,7\n");
    write("probes/a.csv", "time [s],step,identity,pressure [Pa]\n");
    const auto tables = aspic::read_run_tables(folder_);
    ASSERT_TRUE(tables) << describe(tables.problems());
    ASSERT_EQ(tables->size(), 4U);
    const aspic::RunTable &steps = (*tables)[0], &timings = (*tables)[1], &a = (*tables)[2], &b = (*tables)[3];
    ASSERT_EQ(steps.columns.size(), 2U);
    EXPECT_EQ(steps.columns[0].unit, "s");
    EXPECT_EQ(steps.columns[1].name, "solver_iterations");
    EXPECT_THAT(steps.time, ElementsAre(0.5, 1));
    EXPECT_EQ(timings.columns[0].name, "body_forces");
    EXPECT_THAT(timings.time, ElementsAre(0.5, 1));
    EXPECT_EQ(a.name, "a");
    EXPECT_EQ(a.columns.size(), 1U);
    EXPECT_TRUE(a.time.empty());
    EXPECT_EQ(b.file, "probes/b.csv");
    EXPECT_TRUE(std::isnan(b.columns[0].values[0]));
    EXPECT_EQ(b.columns[0].values[1], 7);
}

TEST_F(RunTables, OfAKilledRunEndWithTheLastWholeRow)
{
    write("steps.csv", "step,time [s],dt [s],hash\n1,0.5,0.5,\n2,1,0.");
    write("timings.csv", "step,total [s]\n1,0.1\n2,0.3\n");
    write("probes/a.csv", "time [s],st");
    const auto tables = aspic::read_run_tables(folder_);
    ASSERT_TRUE(tables) << describe(tables.problems());
    ASSERT_EQ(tables->size(), 2U);
    EXPECT_THAT((*tables)[0].time, ElementsAre(0.5));
    EXPECT_TRUE(std::isnan((*tables)[1].time[1])); // no such step
}

TEST_F(RunTables, ThatAreDamagedAreNamed)
{
    write("steps.csv", "step,time [s],dt [s],hash\n1,0.5,oops,\n2,bad,1,\n");
    write("timings.csv", "step,total [s]\n1\n");
    write("probes/a.csv", "level [m]\n1\n");
    const auto tables = aspic::read_run_tables(folder_);
    ASSERT_FALSE(tables);
    ASSERT_EQ(tables.problems().size(), 3U); // one line for each
    EXPECT_THAT(tables.problems()[0].where, HasSubstr("steps.csv:2:7"));
    EXPECT_THAT(tables.problems()[1].where, HasSubstr("timings.csv:2"));
    EXPECT_THAT(tables.problems()[2].what, HasSubstr("time"));
    for (const aspic::Problem& problem : tables.problems())
        EXPECT_THAT(problem.hint, HasSubstr("damaged"));
}

TEST_F(RunTables, TellTheScene)
{
    EXPECT_EQ(aspic::scene_of_run(folder_), "");
    write("run.json", "{broken");
    EXPECT_EQ(aspic::scene_of_run(folder_), "");
    write("run.json", R"({"scene": {"name": "pool"}})");
    EXPECT_EQ(aspic::scene_of_run(folder_), "pool");
}
