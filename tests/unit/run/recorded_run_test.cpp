// What pictures and surfaces find in the folder of a run.

#include "aspic/run/recorded_run.h"

#include "support/child.h"

#include <gmock/gmock.h>

using namespace aspic;
namespace fs = std::filesystem;

namespace
{
class RecordedRunTest : public TestFolder
{
protected:
    void put(const std::string& name, const std::string& content = "x") const
    {
        fs::create_directories(folder_);
        std::ofstream(folder_ / name) << content;
    }
    [[nodiscard]] static std::vector<std::int64_t> numbers(const std::vector<RecordedFrame>& frames)
    {
        std::vector<std::int64_t> result;
        result.reserve(frames.size());
        for (const RecordedFrame& frame : frames)
            result.push_back(frame.number);
        return result;
    }
    [[nodiscard]] std::string complaint(const std::string& range) const
    {
        const auto frames = chosen_frames(*recorded_run(folder_), range);
        return frames ? "" : describe(frames.problems());
    }
};
} // namespace

TEST_F(RecordedRunTest, FindsFramesAndTheSceneInOrder)
{
    for (const char* name : {"frame_0010.vtp", "frame_0002.vtp", "frame_0000.vtp", "frame_0001.ply", "other.vtp", "frame_0003.vtp.12.part"})
        put(name);
    put("run.json", R"({"scene": {"version": 1, "spacing": 0.125, "dimension": 2}})");
    const auto run = recorded_run(folder_);
    ASSERT_TRUE(run);
    EXPECT_THAT(numbers(run->frames), testing::ElementsAre(0, 1, 2, 10));
    ASSERT_TRUE(run->scene);
    EXPECT_EQ(run->scene->spacing, 0.125);
    EXPECT_EQ(run->scene->dimension, 2);
    EXPECT_FALSE(recorded_run(folder_ / "missing"));
    EXPECT_FALSE(recorded_run(folder_ / "run.json"));
    EXPECT_EQ(recorded_run(folder_ / "other.vtp")->frames.size(), 1U);
}

TEST_F(RecordedRunTest, EmptyFolderAndBadRecord)
{
    put("run.json", "{");
    EXPECT_FALSE(recorded_run(folder_));
    put("frame_0000.vtp");
    EXPECT_FALSE(recorded_run(folder_)->scene);
}

TEST_F(RecordedRunTest, ChoosesRanges)
{
    for (const char* name : {"frame_0000.vtp", "frame_0001.vtp", "frame_0002.vtp", "frame_0003.vtp", "frame_0005.vtp"})
        put(name);
    const auto run = recorded_run(folder_);
    EXPECT_THAT(numbers(*chosen_frames(*run, "")), testing::ElementsAre(0, 1, 2, 3, 5));
    EXPECT_THAT(numbers(*chosen_frames(*run, "1:3")), testing::ElementsAre(1, 2, 3));
    EXPECT_THAT(numbers(*chosen_frames(*run, "1:5:2")), testing::ElementsAre(1, 3, 5));
    EXPECT_THAT(numbers(*chosen_frames(*run, ":1")), testing::ElementsAre(0, 1));
    EXPECT_THAT(numbers(*chosen_frames(*run, "5:")), testing::ElementsAre(5));
    EXPECT_THAT(numbers(*chosen_frames(*run, "2")), testing::ElementsAre(2));
    EXPECT_THAT(complaint("2:5"), testing::HasSubstr("frame 4 is missing"));
    EXPECT_THAT(complaint("7"), testing::HasSubstr("frame 7 is missing"));
    for (const char* bad : {"x", "1:y", "-1", "1:2:0", "1:2:3:4", "3:1", "1.5"})
        EXPECT_NE(complaint(bad), "") << bad;
}
