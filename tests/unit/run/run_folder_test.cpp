#include "aspic/run/checkpoint_files.h"
#include "aspic/run/run_folder.h"
#include "support/child.h"

#include <gmock/gmock.h>

using namespace aspic;
using testing::ElementsAre;

namespace
{
namespace fs = std::filesystem;

class RunFolderTest : public TestFolder
{
protected:
    void put(const std::string& name, const std::string& content = "x") const
    {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name) << content;
    }
    [[nodiscard]] bool has(const std::string& name) const { return fs::exists(folder_ / name); }
};
} // namespace

TEST(RunFolder, NamesStayInsideTheirFolder)
{
    EXPECT_EQ(file_name("dam-break_2.0"), "dam-break_2.0");
    EXPECT_EQ(file_name("../../etc/passwd"), "_.._.._etc_passwd");
    EXPECT_EQ(file_name(""), "_");
    EXPECT_EQ(file_name("a b\nc"), "a_b_c");
    EXPECT_EQ(file_name("Möwe"), "Möwe");
    EXPECT_LE(file_name(std::string(5000, 'x')).size(), 110U);
}

TEST(RunFolder, FramesAreNumbered)
{
    EXPECT_EQ(frame_stem(7), "frame_0007");
    EXPECT_EQ(frame_stem(123456), "frame_123456");
    EXPECT_EQ(frame_number("frame_0007"), 7);
    for (const char* name : {"frame_", "frame_x", "frame_1x", "frame_-1", "fram_1", "", "frame_99999999999999999999"})
        EXPECT_FALSE(frame_number(name)) << name;
}

TEST(RunFolder, CheckpointNamesSayWhatTheyAre)
{
    for (const bool is_kept : {false, true})
    {
        const auto path = checkpoint_path("c", {.path = {}, .step = 123, .frame = 10, .is_kept = is_kept});
        const auto file = checkpoint_named(path);
        ASSERT_TRUE(file) << path;
        EXPECT_EQ(file->step, 123);
        EXPECT_EQ(file->frame, 10);
        EXPECT_EQ(file->is_kept, is_kept);
    }
    EXPECT_EQ(checkpoint_path("c", {.path = {}, .step = 5, .frame = {}, .is_kept = false}), "c/step_000000005.aspic");
    for (const char* name : {"step_.aspic", "step_1.txt", "step_1", "frame_0001.aspic", "step_1_frame_.aspic", "step_1.aspic.77.part", "x"})
        EXPECT_FALSE(checkpoint_named(name)) << name;
}

TEST_F(RunFolderTest, OnlyOneCanHaveIt)
{
    auto first = RunFolder::locked(folder_ / "x");
    ASSERT_TRUE(first);
    EXPECT_FALSE(RunFolder::locked(folder_ / "x"));
    first.reset();
    EXPECT_TRUE(RunFolder::locked(folder_ / "x"));
}

TEST_F(RunFolderTest, RemovesWhatRunsMakeAndNothingElse)
{
    EXPECT_FALSE(holds_run(folder_ / "nowhere"));
    put("notes.txt");
    put("other.pvd", "<DataSet file=\"mine.vtp\"/>");
    put("frame.vtp");
    put("checkpoints/mine");
    EXPECT_FALSE(holds_run(folder_));
    for (const char* name : {"run.json", "steps.csv", "timings.csv", "frame_0000.vtp", "frame_0001.csv", "frame_0002.ply.12.part",
                             "checkpoints/step_000000001.aspic", "checkpoints/step_000000002.aspic.9.part"})
        put(name);
    put("probes/a.csv", "time [s],step,front [m]\n0,0,1\n");
    put("frame_1.csv"); // not as we number frames
    put("small.pvd", "<DataSet file=\"frame_0000.vtp\"/>");
    EXPECT_TRUE(holds_run(folder_));

    const auto folder = RunFolder::locked(folder_);
    EXPECT_THAT(folder->frames(FrameFormat::vtp), ElementsAre(0));
    folder->remove_frames_after(0);
    EXPECT_TRUE(has("frame_0000.vtp"));
    EXPECT_FALSE(has("frame_0001.csv") || has("frame_0002.ply.12.part") || has("checkpoints/step_000000002.aspic.9.part"));
    folder->remove_run();
    EXPECT_FALSE(holds_run(folder_));
    EXPECT_TRUE(has("notes.txt") && has("other.pvd") && has("frame.vtp") && has("checkpoints/mine"));
    EXPECT_TRUE(has("frame_1.csv"));
    EXPECT_FALSE(has("probes"));

    put("run.json");
    put("probes/mine.csv", "time,weight\n0,1\n");
    folder->remove_run();
    EXPECT_TRUE(has("probes/mine.csv"));
}

TEST_F(RunFolderTest, TheLastTwoCheckpointsAndAllKeptOnesStay)
{
    for (const char* name :
         {"step_000000001.aspic", "frame_0001_step_000000002.aspic", "step_000000003_frame_0002.aspic", "step_000000004.aspic"})
        put(name);
    remove_old_checkpoints(folder_);
    EXPECT_FALSE(has("step_000000001.aspic"));
    EXPECT_TRUE(has("frame_0001_step_000000002.aspic") && has("step_000000003_frame_0002.aspic") && has("step_000000004.aspic"));
    remove_checkpoints_after(folder_, 2);
    EXPECT_EQ(checkpoints_in(folder_).size(), 1U);
}
