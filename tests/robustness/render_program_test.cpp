// The command render: pictures and movies of runs and files, and its words for what cannot be drawn.

#include "aspic/render/canvas.h"
#include "support/program.h"

#include <gmock/gmock.h>

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
