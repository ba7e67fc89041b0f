// The program `aspic surface` on good and on bad input: exit code, message, and files that are whole or not there.

#include "aspic/io/frame_format.h"
#include "aspic/io/output_file.h"
#include "aspic/io/particle_frame.h"
#include "support/closed_mesh.h"
#include "support/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace
{
namespace fs = std::filesystem;
using aspic::Outcome;
using testing::HasSubstr;

constexpr int done = 0, bad_input = 2, io_failure = 4;

class SurfaceProgram : public testing::Test
{
public:
    SurfaceProgram() { fs::create_directories(folder_ / "run"); }
    ~SurfaceProgram() override { fs::remove_all(folder_); }
    SurfaceProgram(const SurfaceProgram&) = delete;
    SurfaceProgram& operator=(const SurfaceProgram&) = delete;

protected:
    /// A ball of two materials and some ghosts.
    static aspic::ParticleSet two_materials(double radius)
    {
        aspic::ParticleSet particles;
        auto& material = particles.add_column<aspic::Index>("material", "1", "k", 0);
        const aspic::Array<aspic::Vec3d> points = aspic::ball_of_particles({}, radius, 0.01);
        particles.append(static_cast<aspic::Index>(points.size()));
        particles.position.values = points;
        for (aspic::Index i = 0; i < particles.size(); ++i)
        {
            material[i] = points[static_cast<std::size_t>(i)].y < -0.02 ? -1 : points[static_cast<std::size_t>(i)].x < 0 ? 0 : 1;
            particles.velocity[i] = {1, 2, 3};
        }
        return particles;
    }

    void write_frame(int number, double radius = 0.05) const
    {
        const std::string name = "frame_000" + std::to_string(number) + ".vtp";
        aspic::write_output(folder_ / "run" / name, frame_text(frame_of(two_materials(radius), number, {}), aspic::FrameFormat::vtp));
    }
    void write_record() const
    {
        write("run/run.json", R"({"scene": {"version": 1, "spacing": 0.01, "materials": {"water": {}, "oil": {}}}})");
    }
    void write(const std::string& name, const std::string& content) const { aspic::write_output(folder_ / name, content); }
    [[nodiscard]] bool exists(const std::string& name) const { return fs::exists(folder_ / name); }
    [[nodiscard]] Outcome run(const std::string& arguments) const { return aspic::run_program(folder_, "surface " + arguments); }
    void expect_bad(const std::string& arguments, const std::string& message) const
    {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, bad_input) << arguments << "\n" << outcome.error;
        EXPECT_THAT(outcome.error, HasSubstr(message)) << arguments;
    }

    fs::path folder_ = fs::temp_directory_path() / ("aspic_surface_" + std::to_string(getpid()));
};
} // namespace

TEST_F(SurfaceProgram, MakesASurfacePerMaterialAndResumes)
{
    write_record();
    for (const int number : {0, 1, 2})
        write_frame(number);
    Outcome outcome = run("run --frames :1");
    EXPECT_EQ(outcome.code, done) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("2 frames: 2 made, 0 were there"));
    EXPECT_TRUE(exists("run/surface/frame_0001_water.ply") && exists("run/surface/frame_0001_oil.ply"));
    EXPECT_FALSE(exists("run/surface/frame_0002_water.ply"));
    EXPECT_THAT(run("run").out, HasSubstr("3 frames: 1 made, 2 were there"));
    EXPECT_THAT(run("run").out, HasSubstr("3 frames: 0 made, 3 were there"));
    fs::remove(folder_ / "run/surface/frame_0000_oil.ply");
    EXPECT_THAT(run("run").out, HasSubstr("3 frames: 1 made, 2 were there"));
    fs::last_write_time(folder_ / "run/frame_0001.vtp", fs::file_time_type::clock::now() + std::chrono::hours(1));
    EXPECT_THAT(run("run").out, HasSubstr("3 frames: 1 made, 2 were there"));
    expect_bad("run --method zhu-bridson", "made with other settings");
    EXPECT_THAT(run("run --method zhu-bridson --overwrite").out, HasSubstr("3 made"));
}

TEST_F(SurfaceProgram, WritesTheSameForAnyNumberOfThreads)
{
    write_record();
    write_frame(0);
    for (const std::string threads : {"1", "2", "3", "8"})
    {
        std::string arguments = "run --smooth 3 --decimate 0.5 --threads ";
        arguments.append(threads).append(" -o t").append(threads);
        EXPECT_EQ(run(arguments).code, done);
        EXPECT_EQ(aspic::file_content(folder_ / ("t" + threads) / "frame_0000_oil.ply"),
                  aspic::file_content(folder_ / "t1/frame_0000_oil.ply"));
    }
    EXPECT_GT(fs::file_size(folder_ / "t1/frame_0000_oil.ply"), 1000U);
}

TEST_F(SurfaceProgram, TakesSingleFilesOfOthers)
{
    write("points.csv", "x,y,z\n0,0,0\n0.01,0,0\n");
    expect_bad("points.csv", "the distance of particles is not known");
    EXPECT_EQ(run("points.csv --spacing '1 cm' -o points.glb").code, done);
    EXPECT_TRUE(exists("points.glb"));
    EXPECT_EQ(run("points.csv --spacing '1 cm' -o points.obj --method anisotropic --resolution '2 mm'").code, done);
    EXPECT_THAT(aspic::file_content(folder_ / "points.obj"), HasSubstr("\nf "));
    write("one.csv", "x,y,z\n1,2,3\n");
    EXPECT_EQ(run("one.csv --spacing 0.1 -o many --format vtp").code, done);
    EXPECT_TRUE(exists("many/one.vtp"));
}

TEST_F(SurfaceProgram, MadeWhileRunningTheyAreThoseMadeAfterwards)
{
    write("scene.json", R"({"version": 1, "spacing": 0.05, "duration": 0.06, "frame_rate": 50,
        "materials": {"water": {}, "oil": {"density": 900}},
        "objects": {"a": {"shape": {"sphere": {"radius": 0.2}}, "material": "water"},
                    "b": {"shape": {"sphere": {"radius": 0.2}}, "material": "oil", "position": [1, 0, 0]}},
        "output": {"columns": ["material"], "surface": {"resolution": 0.5}}})");
    const auto start = [&](const std::string& options) { return aspic::run_program(folder_, "run scene.json -o whole " + options); };
    ASSERT_EQ(start("--quiet").code, done);
    const std::string made = aspic::file_content(folder_ / "whole/surface/frame_0003_oil.ply");
    EXPECT_THAT(made, HasSubstr("property float vx"));
    const Outcome again = run("whole --overwrite -o again --attributes none");
    EXPECT_EQ(again.code, done) << again.error;
    const auto triangles = [](const std::string& ply) { return ply.substr(ply.find("element face"), 20); };
    for (const std::string name : {"frame_0000_water.ply", "frame_0003_oil.ply"}) // the frames themselves hold no velocity
        EXPECT_EQ(triangles(aspic::file_content(folder_ / "again" / name)),
                  triangles(aspic::file_content(folder_ / "whole/surface" / name)));
    EXPECT_EQ(run("whole").code, done); // they are known as done
    EXPECT_EQ(aspic::file_content(folder_ / "whole/surface/frame_0003_oil.ply"), made);
    ASSERT_EQ(start("--overwrite --steps 1 --quiet").code, done); // stops before the second frame
    EXPECT_TRUE(exists("whole/surface/frame_0000_oil.ply"));
    EXPECT_FALSE(exists("whole/surface/frame_0001_oil.ply"));
    ASSERT_EQ(start("--resume --quiet").code, done);
    EXPECT_EQ(aspic::file_content(folder_ / "whole/surface/frame_0003_oil.ply"), made);
}

TEST_F(SurfaceProgram, NeverLiesAmongFramesOrReplacesThem)
{
    write_record();
    write_frame(0);
    const std::string frame = aspic::file_content(folder_ / "run/frame_0000.vtp");
    const std::string absolute = (folder_ / "run/frame_0000.vtp").string();
    expect_bad("run/frame_0000.vtp -o " + absolute, "would be replaced by its surface");
    expect_bad("run/frame_0000.vtp --spacing 0.01 -o run --format ply", "surfaces would lie among them");
    fs::create_directories(folder_ / "other");
    write("other/frame_0000.csv", "x,y,z\n0,0,0\n");
    expect_bad("run -o other", "surfaces would lie among them");
    EXPECT_EQ(aspic::file_content(folder_ / "run/frame_0000.vtp"), frame);
    fs::create_directories(folder_ / "a");
    write("a/f.csv", "x,y,z\n0,0,0\n");
    write("f.csv", "x,y,z\n0,0,0\n");
    expect_bad("a/f.csv f.csv --spacing 1 -o both", "would replace that of");
    expect_bad("run -o movie.glb", "need a folder");
    expect_bad("run/frame_0000.vtp -o wave.ply --format obj", "leave one of them out");
    expect_bad("run/frame_0000.vtp -o wave.stl", "no format for surfaces");
    expect_bad("run --attributes velocty", "holds no 'velocty'");
    write("run/run.json", R"({"scene": {"version": 1, "dimension": 2, "spacing": 0.01}})");
    expect_bad("run", "two dimensions");
}

TEST_F(SurfaceProgram, OfOtherSettingsAreNotTakenForDone)
{
    write_record();
    write_frame(0);
    EXPECT_EQ(run("run").code, done);
    expect_bad("run --method zhu-bridson", "made with other settings");
    const std::string before = aspic::file_content(folder_ / "run/surface/frame_0000_oil.ply");
    EXPECT_EQ(run("run --method zhu-bridson --overwrite").code, done);
    EXPECT_NE(aspic::file_content(folder_ / "run/surface/frame_0000_oil.ply"), before);
    EXPECT_THAT(run("run --method zhu-bridson").out, HasSubstr("0 made, 1 were there"));
    fs::remove(folder_ / "run/run.json"); // materials without names
    EXPECT_EQ(run("run -o nameless --spacing 0.01").code, done);
    EXPECT_THAT(run("run -o nameless --spacing 0.01").out, HasSubstr("0 made, 1 were there"));
}

TEST_F(SurfaceProgram, OfAnEmptyFrameIsEmpty)
{
    write_frame(0, 0);
    const Outcome outcome = run("run --spacing 0.1");
    EXPECT_EQ(outcome.code, done) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("frame_0000.vtp has no particles"));
    EXPECT_TRUE(exists("run/surface/frame_0000.ply"));
}

TEST_F(SurfaceProgram, RefusesBadInputInWords)
{
    expect_bad("run", "holds no frames");
    expect_bad("nowhere", "there is no such folder or file");
    write_record();
    for (const int number : {0, 1, 3})
        write_frame(number);
    expect_bad("run --frames 1:9", "frame 2 is missing");
    expect_bad("run --frames 3:9", "frame 4 is missing");
    for (const std::string range : {"x", "2:1", "-1:3", "1:2:0", "1.5"})
        expect_bad("run --frames=" + range, "--frames");
    expect_bad("run --frames 0:1 --resolution 9", "out of range");
    expect_bad("run --frames 0:1 --resolution nonsense", "--resolution");
    expect_bad("run --frames 0:1 --decimate 2", "out of range");
    expect_bad("run --frames 0:1 --format stl", "is no format for surfaces");
    expect_bad("run --frames 0:1 -o run", "is the folder of the frames");
    expect_bad("run --frames 0:1 --method blobby", "blobby");
    expect_bad("run/frame_0000.vtp -o run/frame_0000.vtp", "would be replaced by its surface");
    expect_bad("run/frame_0000.vtp run/frame_0001.vtp -o a.ply", "one file cannot hold");
    write("nan.csv", "x,y,z\n0,0,0\n0,nan,0\n");
    expect_bad("nan.csv --spacing 1", "not a finite number");
    EXPECT_FALSE(exists("nan_surface.ply"));
    const std::string whole = aspic::file_content(folder_ / "run/frame_0000.vtp");
    write("half.vtp", whole.substr(0, whole.size() / 2));
    expect_bad("half.vtp --spacing 1", "half.vtp");
    EXPECT_FALSE(exists("half_surface.ply"));
}
