// The program `aspic skin` on good and on bad input: exit code, message, and meshes that stand where the motion of the object puts them.

#include "aspic/geometry/solid.h"
#include "aspic/io/mesh_file.h"
#include "aspic/io/output_file.h"
#include "support/independent_reader.h"
#include "support/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace
{
namespace fs = std::filesystem;
using aspic::Outcome;
using aspic::Vec3d;
using testing::HasSubstr;

constexpr int done = 0, bad_input = 2;

/// A bar that turns by half a turn about z, through (0.5, 0, 0), while water stands beside it.
constexpr const char* turning_bar = R"({
  "version": 1, "spacing": 0.05, "duration": 0.06, "frame_rate": 50, "gravity": [0, 0, 0],
  "materials": {"water": {}, "rubber": {"density": 1100}},
  "objects": {
    "pool": {"shape": {"box": {"from": [2, 0, 0], "to": [2.1, 0.1, 0.1]}}, "material": "water"},
    "bar": {"shape": {"capsule": {"from": [-0.3, 0, 0], "to": [0.3, 0, 0], "radius": 0.12}}, "material": "rubber",
            "motion": {"rotation": {"keyframes": [{"time": 0, "value": [0, 0, 0]}, {"time": 0.06, "value": [0, 0, "180 deg"]}]}, "center": [0.5, 0, 0]}}
  },
  "output": {"skin": {}}
})";

class SkinProgram : public testing::Test
{
public:
    SkinProgram()
    {
        fs::create_directories(folder_);
        aspic::write_output(folder_ / "bar.json", turning_bar);
    }
    ~SkinProgram() override { fs::remove_all(folder_); }
    SkinProgram(const SkinProgram&) = delete;
    SkinProgram& operator=(const SkinProgram&) = delete;

protected:
    [[nodiscard]] Outcome run(const std::string& arguments) const { return aspic::run_program(folder_, arguments); }
    void simulate(const std::string& options = "") const
    {
        const Outcome outcome = run("run bar.json -o run --quiet --no-movie " + options);
        ASSERT_EQ(outcome.code, done) << outcome.error;
    }
    [[nodiscard]] bool exists(const std::string& name) const { return fs::exists(folder_ / name); }
    void expect_bad(const std::string& arguments, const std::string& message) const
    {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, bad_input) << arguments << "\n" << outcome.error;
        EXPECT_THAT(outcome.error, HasSubstr(message)) << arguments;
    }

    fs::path folder_ = fs::temp_directory_path() / ("aspic_skin_" + std::to_string(getpid()));
};
} // namespace

TEST_F(SkinProgram, MeshesMadeWhileRunningGoWithTheMotion)
{
    simulate();
    EXPECT_FALSE(exists("run/skin/frame_0000_pool.ply"));
    const auto first = aspic::read_mesh(folder_ / "run/skin/frame_0000_bar.ply");
    ASSERT_TRUE(first) << describe(first.problems());
    EXPECT_GT(first->vertices.size(), 500U);
    for (int frame = 1; frame <= 3; ++frame)
    {
        const auto mesh = aspic::read_mesh(folder_ / ("run/skin/frame_000" + std::to_string(frame) + "_bar.ply"));
        ASSERT_TRUE(mesh && mesh->vertices.size() == first->vertices.size());
        const aspic::Mat3T<double> turn = aspic::rotation_matrix({0, 0, frame * aspic::pi / 3});
        for (std::size_t k = 0; k < mesh->vertices.size(); ++k)
        {
            const Vec3d expected = Vec3d{0.5, 0, 0} + turn * (first->vertices[k] - Vec3d{0.5, 0, 0});
            ASSERT_LT(norm(mesh->vertices[k] - expected), 1e-6) << frame; // frames end within 1e-7 of their length
        }
    }
}

TEST_F(SkinProgram, MakesTheSameAfterwardsAndResumes)
{
    simulate();
    const std::string made = aspic::file_content(folder_ / "run/skin/frame_0002_bar.ply");
    EXPECT_EQ(run("skin run").code, done); // where a frame reached the disk after its skin, that is made again, the same
    EXPECT_EQ(aspic::file_content(folder_ / "run/skin/frame_0002_bar.ply"), made);
    EXPECT_THAT(run("skin run").out, HasSubstr("4 frames: 0 made, 4 were there"));
    Outcome outcome = run("skin run --frames :1 -o after");
    EXPECT_EQ(outcome.code, done) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("2 frames: 2 made, 0 were there"));
    EXPECT_THAT(run("skin run -o after --resume --threads 1").out, HasSubstr("4 frames: 2 made, 2 were there"));
    EXPECT_EQ(aspic::file_content(folder_ / "after/frame_0002_bar.ply"), made);
    expect_bad("skin run --method mls -o after", "made with other settings");
    EXPECT_THAT(run("skin run --method mls -o after --overwrite").out, HasSubstr("4 made"));
    EXPECT_NE(aspic::file_content(folder_ / "after/frame_0002_bar.ply"), made); // other rounding
}

TEST_F(SkinProgram, WritesEveryFormatTheSame)
{
    simulate();
    for (const std::string format : {"ply", "obj", "glb", "vtp"})
        EXPECT_EQ(run("skin run --frames 3 -o one_" + format + " --format " + format).code, done);
    fs::create_directories(folder_ / "all");
    for (const std::string format : {"ply", "obj", "glb", "vtp"})
        fs::copy(folder_ / ("one_" + format) / ("frame_0003_bar." + format), folder_ / "all" / ("frame_0003_bar." + format));
    const Outcome outcome = aspic::run_independent_reader("read_surfaces.py", folder_ / "all");
    EXPECT_EQ(outcome.code, 0) << outcome.error;
}

TEST_F(SkinProgram, TakesAnotherMesh)
{
    simulate();
    aspic::write_output(folder_ / "tip.obj", "v 0.4 0 0\nv 0.4 0.1 0\nv 0.4 0 0.1\nf 1 2 3\n");
    EXPECT_EQ(run("skin run --object bar --mesh tip.obj --frames 3 --format obj -o tip").code, done);
    const auto mesh = aspic::read_mesh(folder_ / "tip/frame_0003_bar.obj");
    ASSERT_TRUE(mesh);
    EXPECT_LT(norm(mesh->vertices[1] - Vec3d{0.6, -0.1, 0}), 1e-6);
    aspic::write_output(folder_ / "away.obj", "v 4 0 0\nv 4 1 0\nv 4 0 1\nf 1 2 3\n");
    EXPECT_THAT(run("skin run --object bar --mesh away.obj --frames 3 -o away").error,
                HasSubstr("3 of the 3 vertices of 'bar' are farther"));
}

TEST_F(SkinProgram, SaysWhatIsWrong)
{
    simulate();
    expect_bad("skin nowhere", "there is no such folder or file");
    expect_bad("skin run --object pool", "is a fluid");
    expect_bad("skin run --object duck", "it has pool, bar");
    expect_bad("skin run --format stl", "is no format for surfaces");
    expect_bad("skin run -o run", "skins would lie among them");
    expect_bad("skin run --frames 9", "frame 9 is missing");
    fs::rename(folder_ / "run/run.json", folder_ / "run/other.json");
    expect_bad("skin run", "there is no scene");
    aspic::write_output(folder_ / "flat.json", R"({"version": 1, "dimension": 2, "output": {"skin": {}}})");
    expect_bad("check flat.json", "a scene of two dimensions has no surface");
    aspic::write_output(folder_ / "fluid.json", R"({"version": 1, "spacing": 0.1, "materials": {"water": {}},
        "objects": {"pool": {"shape": {"box": {"from": [0, 0, 0], "to": [1, 1, 1]}}, "material": "water"}}, "output": {"skin": {}}})");
    expect_bad("check fluid.json", "no object of the scene is solid");
}

TEST_F(SkinProgram, AnObjectThatLosesParticlesIsLeftOut)
{
    const Outcome outcome = run("run bar.json -o run --no-movie --quiet --set 'sinks={\"drain\": {\"shape\": {\"sphere\": {\"center\": "
                                "[1.3, 0, 0], \"radius\": 0.1}}}}'");
    EXPECT_EQ(outcome.code, done) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("a skin needs all of them"));
    EXPECT_TRUE(exists("run/skin/frame_0000_bar.ply"));
    EXPECT_FALSE(exists("run/skin/frame_0003_bar.ply"));
    expect_bad("skin run -o after", "a skin needs all of them");
    EXPECT_TRUE(exists("after/frame_0000_bar.ply"));
}

TEST_F(SkinProgram, PicturesShowSkins)
{
    simulate();
    const Outcome outcome = run("render run --style skin --frames 3 -o bar.png --size 160x90 --samples 1");
    EXPECT_EQ(outcome.code, done) << outcome.error;
    EXPECT_TRUE(exists("bar.png"));
    EXPECT_EQ(run("render run --style skin --color-by speed --frames 3 -o speed.png --size 160x90 --samples 1").code, done);
    EXPECT_NE(aspic::file_content(folder_ / "bar.png"), aspic::file_content(folder_ / "speed.png"));
    fs::rename(folder_ / "run/run.json", folder_ / "run/other.json");
    expect_bad("render run --style skin --frames 3 -o bar.png", "skins need the scene");
}
