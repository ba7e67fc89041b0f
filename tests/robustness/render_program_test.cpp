// The command render: pictures and movies of runs and files, and its words for what cannot be drawn.

#include "aspic/render/canvas.h"
#include "support/program.h"

#include <gmock/gmock.h>

#include <cstdlib>

using namespace aspic;
using testing::HasSubstr;
namespace fs = std::filesystem;

namespace
{
class RenderProgram : public testing::Test
{
public:
    RenderProgram() { fs::create_directories(folder_); }
    ~RenderProgram() override { fs::remove_all(folder_); }

protected:
    void expect(const std::string& arguments, int code, const std::string& message) const
    {
        const Outcome outcome = run_program(folder_, arguments);
        EXPECT_EQ(outcome.code, code) << arguments << outcome.out << outcome.error;
        EXPECT_THAT(code == 0 ? outcome.out : outcome.error, HasSubstr(message)) << arguments;
    }
    void write(const std::string& name, const std::string& text) const { std::ofstream(folder_ / name, std::ios::binary) << text; }
    [[nodiscard]] PixelImage picture(const std::string& name) const { return decode_png(file_content(folder_ / name)); }

    fs::path folder_ = fs::path(testing::TempDir()) / ("aspic_render_program_" + std::to_string(getpid()));
};

const std::string small = " --size 96x54 --samples 1 --quiet";
} // namespace

TEST_F(RenderProgram, DrawsPicturesAndMoviesOfARun)
{
    expect("run dam-break-2d --frames 3 --set spacing=0.1 -o run --quiet", 0, "");
    expect("render run -o last.png --color-by speed --stamp" + small, 0, "");
    EXPECT_EQ(picture("last.png").width, 96);
    EXPECT_EQ(picture("last.png").height, 54);
    expect("render run --threads 1 -o one.png --frames 2" + small, 0, "");
    expect("render run --threads 3 -o three.png --frames 2" + small, 0, "");
    EXPECT_EQ(picture("one.png").rgba, picture("three.png").rgba);
    expect("render run --keep-frames --size 96x54 --samples 1", 0, "run/movie.mp4");
    EXPECT_GT(fs::file_size(folder_ / "run/movie.mp4"), 1000U);
    EXPECT_TRUE(fs::exists(folder_ / "run/movie.png"));
}

TEST_F(RenderProgram, MoviesHoldAllFrames)
{
    expect("run dam-break-2d --frames 3 --set spacing=0.1 -o run --quiet", 0, "");
    expect("render run --size 96x54 --samples 1 --rate 20", 0, "run/movie.mp4");
    const std::string command = "ffprobe -v error -count_frames -select_streams v -show_entries "
                                "stream=codec_name,width,height,r_frame_rate,nb_read_frames -of default=nw=1 '" +
                                (folder_ / "run/movie.mp4").string() + "' > '" + (folder_ / "probe.txt").string() + "'";
    ASSERT_EQ(std::system(command.c_str()), 0) << command;
    for (const char* line : {"codec_name=h264", "width=96", "height=54", "r_frame_rate=20/1", "nb_read_frames=4"})
        EXPECT_THAT(file_content(folder_ / "probe.txt"), HasSubstr(line));
}

TEST_F(RenderProgram, LooksAsTheSceneSays)
{
    write("scene.json",
          R"({"version": 1, "spacing": 0.1, "duration": 0.02, "frame_rate": 100, "gravity": [0, 0, 0], "materials": {"water": {}},
        "objects": {"ball": {"shape": {"sphere": {"radius": 0.3}}, "material": "water"}},
        "walls": {"post": {"shape": {"box": {"from": [-0.1, -0.4, 0.4], "to": [0.1, 0.4, 0.6]}}}},
        "picture": {"color_by": "density", "camera": {"placed": {"target": [0, 0, 0],
            "position": {"keyframes": [{"time": 0, "value": [0, 0, -2]}, {"time": 0.02, "value": [0, 0, 2]}]}}}}})");
    expect("run scene.json -o run --quiet", 0, "");
    expect("render run -o behind.png --frames 0 --color-by none" + small, 0, "");
    expect("render run -o before.png --frames 2 --color-by none" + small, 0, "");
    expect("render run -o same.png --frames 0 --color-by none --camera 0,0,-2:0,0,0" + small, 0, "");
    expect("render run -o colors.png --frames 0" + small, 0, "");
    const PixelImage behind = picture("behind.png"), before = picture("before.png");
    const auto blue_pixels = [](const PixelImage& image) { // the ball, where the post does not hide it
        int count = 0;
        for (std::size_t k = 0; k < image.rgba.size(); k += 4)
            count += int(image.rgba[k + 2]) - int(image.rgba[k]) > 50 ? 1 : 0;
        return count;
    };
    EXPECT_GT(blue_pixels(before), 50);
    EXPECT_GT(blue_pixels(behind), blue_pixels(before) * 5 / 4);
    EXPECT_EQ(picture("same.png").rgba, behind.rgba);
    EXPECT_NE(picture("colors.png").rgba, behind.rgba);
    expect("render run -o x.png --camera 1,2:3", 2, "is no camera");
    expect("render run -o x.png --camera 1,2,3:1,2,3", 2, "is no camera");
    expect("render run -o x.png --camera 0,0,5:0,0,0 --azimuth 3", 2, "use one of them");
    expect("render run -o x.mp4 --turntable 90", 2, "puts its camera at a place");
}

TEST_F(RenderProgram, NoCameraMakesItCrash)
{
    write("one.csv", "x,y,z,density\n0,0,0,1\n0.1,0,0,2\n");
    for (const char* camera : {"0,5,0:0,0,0", "0,-5,0:0,0,0", "0,0,4:0,0,0", "1e-9,5,0:0,0,0"})
        expect("render one.csv -o one.png --camera " + std::string(camera) + small, 0, "");
    expect("render one.csv -o one.png --elevation 90" + small, 0, "");
    expect("render one.csv -o one.png --camera 1e300,0,0:0,0,0", 2, "too far away");
    expect("render one.csv -o one.png --camera nan,0,0:0,0,0", 2, "is no camera");
    for (const char* option : {"--azimuth nan", "--azimuth inf", "--elevation 500", "--zoom nan", "--zoom 0", "--turntable nan"})
        expect("render one.csv -o one.png " + std::string(option), 2, "out of range");
    expect("render one.csv --contact-sheet 3x3z", 2, "is no number of columns and rows");
    expect("render one.csv --color-by density --range 0:3abc", 2, "is no range");
}

TEST_F(RenderProgram, ShowsSeveralFramesOnASheetAndTurnsAround)
{
    expect("run dam-break-2d --frames 4 --set spacing=0.1 -o run --quiet", 0, "");
    expect("render run --contact-sheet 2x2 --size 200x120 --samples 1", 0, "run/sheet.png");
    EXPECT_NEAR(picture("run/sheet.png").width, 200, 4);
    expect("render run -o still.mp4 --keep-frames --size 96x54 --samples 1", 0, "still.mp4.frames-");
    expect("render run -o turned.mp4 --turntable 180 --keep-frames --size 96x54 --samples 1", 0, "turned.mp4.frames-");
    const auto kept = [&](const std::string& movie) {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
            if (entry.path().filename().string().starts_with(movie + ".frames-"))
                return entry.path();
        return fs::path();
    };
    ASSERT_TRUE(fs::exists(kept("still.mp4") / "frame_0004.png"));
    EXPECT_EQ(file_content(kept("still.mp4") / "frame_0000.png"), file_content(kept("turned.mp4") / "frame_0000.png"));
    EXPECT_NE(file_content(kept("still.mp4") / "frame_0003.png"), file_content(kept("turned.mp4") / "frame_0003.png"));
    // A picture that is not whole is made anew, the others are taken as they are.
    const std::string whole = file_content(kept("still.mp4") / "frame_0002.png");
    std::ofstream(kept("still.mp4") / "frame_0002.png", std::ios::trunc);
    expect("render run -o still.mp4 --keep-frames --size 96x54 --samples 1", 0, "still.mp4");
    EXPECT_EQ(file_content(kept("still.mp4") / "frame_0002.png"), whole);
}

TEST_F(RenderProgram, DrawsMeshes)
{
    write("tet.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
    expect("render tet.obj --size 96x54 --samples 1", 0, "tet.png");
    expect("render tet.obj -o tet.mp4", 2, "a mesh is drawn as a picture");
    expect("render tet.obj --color-by speed", 2, "a mesh has no frames");
    write("none.obj", "v 0 0 0\n");
    expect("render none.obj", 2, "none.obj");
}

TEST_F(RenderProgram, TellsWhichFramesAndWallsAreMissing)
{
    for (const char* name : {"frame_0000.csv", "frame_0002.csv", "frame_0005.csv"})
        write(name, "x,y,z\n0,0,0\n0.1,0,0\n");
    EXPECT_THAT(run_program(folder_, "render . -o gaps.png" + small).error, HasSubstr("frames are missing: 1, 3 to 4"));
    write("run.json", R"({"scene": {"version": 1, "spacing": 0.1, "walls": {
        "post": {"shape": {"box": {"from": [0.2, 0, 0], "to": [0.3, 1, 0.1]}}},
        "rock": {"shape": {"mesh": {"file": "gone.obj"}}}}}})");
    const Outcome outcome = run_program(folder_, "render . -o walls.png --frames 0" + small);
    EXPECT_EQ(outcome.code, 0) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("the wall 'rock' is not shown"));
    EXPECT_THAT(outcome.error, testing::Not(HasSubstr("post")));
}

TEST_F(RenderProgram, SaysWhatCannotBeDrawn)
{
    expect("render nowhere", 2, "there is no such folder or file");
    fs::create_directories(folder_ / "empty");
    expect("render empty", 2, "holds no frames");
    write("none.csv", "x,y,z\n");
    expect("render none.csv", 2, "none.csv");
    write("nan.csv", "x,y,z\n0,0,nan\n");
    expect("render nan.csv", 2, "nan.csv");
    write("cut.vtp", "<VTKFile");
    expect("render cut.vtp", 2, "cut.vtp");
    write("one.csv", "x,y,z\n1,2,3\n");
    expect("render one.csv -o one.gif", 2, "neither a movie nor a picture");
    expect("render one.csv --frames 9", 2, "frame 9 is missing");
    expect("render one.csv --color-by warmth", 2, "hold no 'warmth'");
    expect("render one.csv --range 0:1", 2, "--color-by");
    expect("render one.csv -o one.png --turntable 90", 2, "a picture has no");
    write("frame_0000.csv", "x,y,z\n1,2,3\n");
    write("frame_0001.csv", "x,y,z\n1,2,3\n1,2,3\n");
    expect("render . -o two.png --frames 0:1", 2, "one picture cannot show 2 frames");
    expect("render . -o same.png --frames 1" + small, 0, ""); // two particles at one place
    EXPECT_EQ(picture("same.png").width, 96);
    expect("render one.csv --size big", 2, "'big' is no size");
    expect("render one.csv --size 0x9", 2, "is no size");
    expect("render one.csv -o one.png" + small, 0, "");
    EXPECT_EQ(picture("one.png").width, 96);
}

TEST_F(RenderProgram, WithoutFfmpegPicturesCanStillBeMade)
{
    write("one.csv", "x,y,z\n1,2,3\n");
    const Outcome movie = run_program(folder_, "render one.csv -o one.mp4" + small, "PATH=/nonexistent");
    EXPECT_EQ(movie.code, 2) << movie.error;
    EXPECT_THAT(movie.error, HasSubstr("ffmpeg is not there"));
    EXPECT_EQ(run_program(folder_, "render one.csv -o one.png" + small, "PATH=/nonexistent").code, 0);
    const Outcome run = run_program(folder_, "run dam-break-2d --frames 1 --set spacing=0.2 -o run", "PATH=/nonexistent");
    EXPECT_EQ(run.code, 0) << run.error;
    EXPECT_THAT(run.out, HasSubstr("run/movie.png"));
    EXPECT_TRUE(fs::exists(folder_ / "run/movie.png"));
}
