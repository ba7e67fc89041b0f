// Frames that are written beside the run, and tables that grow with it.

#include "aspic/io/scene_file.h"
#include "aspic/run/frame_writer.h"
#include "aspic/run/step_tables.h"
#include "support/child.h"
#include "support/small_scene.h"

#include <gmock/gmock.h>

#include <limits>

using namespace aspic;
using testing::HasSubstr;

namespace
{
class Writers : public TestFolder
{
protected:
    Writers() : scene_(parse_scene(small_scene, "small.json", ".")->scene), run_(*RunFolder::locked(folder_)) {}

    static ParticleFrame frame(double time)
    {
        ParticleSet particles;
        particles.append(10);
        return frame_of(particles, time, {});
    }

    Scene scene_;
    RunFolder run_;
};

StepReport report(int iterations)
{
    StepReport result;
    result.dt = 0.5;
    result.particles = 10;
    result.stages = {{"search", 0.25}, {"pressure", 0.125, iterations > 0, iterations, 0.0625}};
    return result;
}
} // namespace

TEST_F(Writers, FramesAreThereWhenTheWriterIsDrained)
{
    {
        FrameWriter writer(run_, scene_);
        for (int k = 0; k < 20; ++k)
            writer.write(k, frame(0.01 * k));
        writer.drain();
        EXPECT_EQ(run_.frames(FrameFormat::vtp).size(), 20U);
        EXPECT_EQ(run_.frames(FrameFormat::csv).size(), 20U);
    }
    EXPECT_THAT(file_content(folder_ / "small.pvd"), HasSubstr("frame_0019.vtp"));
    run_.remove_frames_after(9);
    const FrameWriter again(run_, scene_);
    EXPECT_THAT(file_content(folder_ / "small.pvd"), testing::Not(HasSubstr("frame_0010.vtp")));
}

TEST_F(Writers, FailureToWriteAFrameIsThrownWithItsPath)
{
    std::filesystem::create_directories(folder_ / "frame_0001.vtp"); // where a file should be
    FrameWriter writer(run_, scene_);
    const auto write_all = [&] {
        for (int k = 0; k < 4; ++k)
            writer.write(k, frame(0));
        writer.drain();
    };
    try
    {
        write_all();
        ADD_FAILURE() << "nothing was thrown";
    }
    catch (const std::system_error& error)
    {
        EXPECT_THAT(error.what(), HasSubstr("frame_0001.vtp"));
    }
    EXPECT_THROW(writer.check(), std::system_error);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "frame_0002.vtp"));
}

TEST_F(Writers, TablesGoOnWhereTheyWereCut)
{
    const auto write_steps = [&](std::int64_t first, std::int64_t last) {
        StepTables tables(run_, scene_);
        for (std::int64_t step = first; step <= last; ++step)
        {
            tables.add(StepRow{step, 0.5 * static_cast<double>(step), 0.375, report(static_cast<int>(step)), step == 2 ? "00ff" : ""});
            tables.add({ProbeRow{2, {0.5, static_cast<double>(step), std::numeric_limits<double>::quiet_NaN()}}});
        }
        tables.sync();
        return tables.sizes();
    };
    const auto sizes = write_steps(1, 2);
    const std::string steps = file_content(folder_ / "steps.csv"), probe = file_content(folder_ / "probes/bottom.csv");
    EXPECT_EQ(steps, "step,time [s],dt [s],particles,largest_speed [m/s],mean_compression,largest_compression,pressure iterations,"
                     "pressure residual,pressure converged,hash\n1,0.5,0.5,10,0,0,0,1,0.0625,1,\n2,1,0.5,10,0,0,0,2,0.0625,1,00ff\n");
    EXPECT_EQ(probe, "time [s],step,pressure [Pa]\n0.5,1,\n0.5,2,\n");
    const std::string timings = file_content(folder_ / "timings.csv");
    EXPECT_EQ(timings, "step,search [s],pressure [s],total [s]\n1,0.25,0.125,0.375\n2,0.25,0.125,0.375\n");

    write_steps(3, 9);
    std::ofstream(folder_ / "timings.csv", std::ios::app) << "10,0.2"; // killed in the middle of a row
    EXPECT_TRUE(StepTables::cut(run_, scene_, sizes, 2).empty());
    EXPECT_EQ(file_content(folder_ / "steps.csv"), steps);
    EXPECT_EQ(file_content(folder_ / "probes/bottom.csv"), probe);
    EXPECT_EQ(file_content(folder_ / "timings.csv"), timings);

    std::filesystem::remove(folder_ / "steps.csv");
    EXPECT_FALSE(StepTables::cut(run_, scene_, sizes, 2).empty());
}
