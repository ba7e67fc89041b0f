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
}
